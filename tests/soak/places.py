"""The stores that are soaked, each with what can happen to it."""
import contextlib
import errno
import glob
import os
import shutil
import signal
import subprocess
import time

import processes

NOBODY = 65534


class Disk:
    """A small file system of its own, where the mount namespace is ours, or else a plain folder that is never full."""

    def __init__(self, path, megabytes):
        os.makedirs(path)
        self.path = path
        self.can_be_full = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=0777", "soak", path],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0

    def fill(self):
        with open(self.path + "/ballast", "wb", buffering=0) as file:
            for size in (1 << 20, 4096):  # what is left of a piece is filled by smaller ones
                try:
                    while True:
                        file.write(bytes(size))
                except OSError as error:
                    if error.errno != errno.ENOSPC:
                        raise

    def free(self):
        os.remove(self.path + "/ballast")


class Sqlite:
    """A file, which may be moved away and put back, with and without what is beside it. Copies that were rescued are
    taken off its disk, as somebody would who sees that it fills."""

    can_be_lost = True

    def __init__(self, folder, clock):
        self.disk = Disk(folder + "/disk", 24)
        self.file = self.disk.path + "/craggy.db"
        self.rescued = folder + "/rescued"
        self.num_rescued = 0
        os.makedirs(self.rescued)
        self.url = "sqlite:///" + self.file
        self.env = clock
        self.faults = ["file moved", "file and log moved"] + ["disk full"] * self.disk.can_be_full

    def begin(self, fault):
        if fault.kind == "disk full":
            self.disk.fill()
            return
        os.makedirs(self.disk.path + "/away", exist_ok=True)
        for end in ("",) if fault.kind == "file moved" else ("", "-wal", "-shm"):
            if os.path.exists(self.file + end):
                os.rename(self.file + end, self.disk.path + "/away/craggy.db" + end)

    def end(self, fault):
        if fault.kind == "disk full":
            self.disk.free()
            return
        for file in glob.glob(self.disk.path + "/away/*"):
            os.rename(file, self.disk.path + "/" + os.path.basename(file))

    def tidy(self):
        for file in glob.glob(self.file + ".rescued-*.db"):
            with contextlib.suppress(FileNotFoundError):  # of a copy that failed, everything is removed
                if not os.path.exists(file + "-journal") and time.time() - os.stat(file).st_mtime > 2:
                    # Another process may have had this number before, and its copy this name.
                    self.num_rescued += 1
                    shutil.move(file, f"{self.rescued}/{self.num_rescued}-{os.path.basename(file)}")

    def urls_of_rescued(self):
        return ["sqlite:///" + file for folder in (self.rescued, self.disk.path)
                for file in glob.glob(folder + "/*craggy.db.rescued-*.db")]

    def close(self):
        pass


class Postgres:
    """A server of our own, which is ended in good order and like in a crash, and whose disk is full at times."""

    can_be_lost = False  # what goes by within two minutes is waited for

    def __init__(self, folder, clock):
        self.programs = max(glob.glob("/usr/lib/postgresql/*/bin"), key=lambda path: int(path.split("/")[4]))
        self.folder = folder
        self.disk = Disk(folder + "/disk", 96)
        self.data = self.disk.path + "/data"
        self.user = NOBODY if os.getuid() == 0 else None  # it refuses to run as root
        self.env = clock
        self.server = None
        sockets = folder + "/socket"
        os.makedirs(sockets)
        os.chmod(sockets, 0o777)
        self.url = f"postgresql://craggy@/postgres?host={sockets}"
        # A commit that does not wait for the disk is lost in a crash, and not written soon by the server's own writer.
        self.settings = ["wal_writer_delay=10s", f"unix_socket_directories={sockets}", "listen_addresses=",
                         "max_connections=100", "shared_buffers=16MB", "max_wal_size=8MB", "min_wal_size=2MB"]
        self.run("initdb", "--auth=trust", "--username=craggy", "--no-sync", "--encoding=UTF8", "--locale=C",
                 "--wal-segsize=1")
        self.start()
        self.faults = ["server stopped", "server crashed"] + ["disk full"] * self.disk.can_be_full

    def command(self, program, *arguments):
        return [f"{self.programs}/{program}", "-D", self.data, *arguments]

    def launch(self, command):
        with open(self.folder + "/server-log", "ab") as log:
            return processes.start(command, env={**os.environ, **self.env}, out=log, err=log, user=self.user,
                                   cwd=self.disk.path)

    def run(self, *command):
        if self.launch(self.command(*command)).wait() != 0:
            raise RuntimeError(f"{command[0]} failed; see server-log")

    def start(self):
        """May be called while it runs."""

        def is_ready():
            if self.server is None or self.server.poll() is not None:
                options = [word for setting in self.settings for word in ("-c", setting)]
                self.server = self.launch(self.command("postgres", *options))
            ready = [f"{self.programs}/pg_isready", "--quiet", "--host", self.folder + "/socket"]
            return subprocess.run(ready).returncode == 0

        if not processes.wait_until(is_ready, 60):
            raise RuntimeError("the server does not start; see server-log")

    def begin(self, fault):
        if fault.kind == "disk full":
            self.disk.fill()
            return
        self.server.send_signal(signal.SIGINT if fault.kind == "server stopped" else signal.SIGQUIT)
        self.server.wait()

    def end(self, fault):
        if fault.kind == "disk full":
            self.disk.free()
        self.start()  # a full disk may have ended it

    def tidy(self):
        pass

    def urls_of_rescued(self):
        return []

    def close(self):
        if self.server is not None and self.server.poll() is None:
            self.server.send_signal(signal.SIGINT)
            self.server.wait()


def make_place(name, folder, clock):
    return {"sqlite": Sqlite, "postgres": Postgres}[name](folder, clock)


def is_installed(name):
    return name != "postgres" or bool(shutil.which("initdb", path=":".join(glob.glob("/usr/lib/postgresql/*/bin"))))
