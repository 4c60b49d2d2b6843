"""Starting processes that end with the soak, and looking at those that there are."""
import ctypes
import os
import signal
import subprocess
import time

PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None)


def start(command, *, env=None, out=subprocess.DEVNULL, err=subprocess.DEVNULL, user=None, cwd=None):
    """In a process group of its own."""

    def prepare():
        os.setpgid(0, 0)
        _libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)

    return subprocess.Popen(command, env=env, stdin=subprocess.DEVNULL, stdout=out, stderr=err, cwd=cwd,
                            user=user, group=user, extra_groups=[] if user is not None else None, preexec_fn=prepare)


def with_mark(mark):
    """The processes that have these bytes in their environment or command line, zombies and ourselves left out."""
    found = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/environ", "rb") as file:
                text = file.read()
            with open(f"/proc/{name}/cmdline", "rb") as file:
                command = file.read()
        except OSError:
            continue  # it has ended, or is not ours
        if int(name) != os.getpid() and (mark in text or mark in command):
            found[int(name)] = command.replace(b"\0", b" ").decode(errors="replace")
    return found


def wait_until(condition, seconds):
    """Whether it has come true within that time."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True
