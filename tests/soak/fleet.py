"""The workers of the soak: real processes of craggy, started again whenever one has ended."""
import os
import signal
import time
from dataclasses import dataclass, field

import processes

PAUSE = 0.3  # before a worker is started again


@dataclass
class Run:
    """One process of a worker, from its begin to its end."""

    name: str
    study: str
    process: object
    out: str  # files
    err: str
    killed: bool = False  # by us
    interrupted: bool = False
    ended: float = field(default=0.0)  # on the clock of the ledger

    def text(self, file):
        with open(file, encoding="utf-8", errors="replace") as stream:
            return stream.read()

    def errors(self):
        return self.text(self.err)


class Worker:
    """One of those at work: on its first study until that is done, then on the next."""

    def __init__(self, number, folder, commands, env):
        self.number = number
        self.folder = folder
        self.commands = commands  # of (study, command)
        self.env = env
        self.runs = []
        self.rest_until = 0.0

    def is_running(self):
        return bool(self.runs) and self.runs[-1].process.poll() is None

    def start(self):
        name = f"{self.number}-{len(self.runs)}"
        out, err = f"{self.folder}/{name}.out", f"{self.folder}/{name}.err"
        study, command = self.commands[0]
        with open(out, "wb") as out_file, open(err, "wb") as err_file:
            process = processes.start(command, env={**self.env, "SOAK_WORKER": name}, out=out_file, err=err_file)
        self.runs.append(Run(name, study, process, out, err))

    def keep_going(self):
        if self.is_running() or time.monotonic() < self.rest_until:
            return
        if self.runs and not self.runs[-1].ended:
            self.note_end()
            self.rest_until = time.monotonic() + PAUSE
            if self.runs[-1].process.returncode == 0 and len(self.commands) > 1:
                self.commands.pop(0)
        else:
            self.start()

    def note_end(self):
        self.runs[-1].ended = time.clock_gettime(time.CLOCK_BOOTTIME)

    def send(self, number, group=False):
        """False if there is nobody to hear it."""
        if not self.is_running():
            return False
        run = self.runs[-1]
        run.killed = run.killed or number == signal.SIGKILL
        run.interrupted = run.interrupted or number == signal.SIGTERM
        if number == signal.SIGKILL:
            self.note_end()  # from now on others may have its trials
        if group:
            os.killpg(run.process.pid, number)
        else:
            os.kill(run.process.pid, number)
        if number == signal.SIGKILL:
            run.process.wait()
            self.rest_until = time.monotonic() + PAUSE
        return True


class Fleet:
    def __init__(self, workers):
        self.workers = workers

    def keep_going(self):
        for worker in self.workers:
            worker.keep_going()

    def runs(self):
        return [run for worker in self.workers for run in worker.runs]

    def end(self, seconds):
        """In good order; the names of those who did not end."""
        for worker in self.workers:
            worker.send(signal.SIGCONT)
            worker.send(signal.SIGTERM)
        processes.wait_until(lambda: not any(worker.is_running() for worker in self.workers), seconds)
        late = [worker.runs[-1].name for worker in self.workers if worker.is_running()]
        for worker in self.workers:
            worker.send(signal.SIGKILL, group=True)
            if worker.runs and not worker.runs[-1].ended:
                worker.note_end()
        return late
