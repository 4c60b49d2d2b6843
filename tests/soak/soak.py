"""A soak of `craggy worker` and `craggy run`: eight of them on one store, while faults come at random.

Afterwards every acknowledged result is there, no trial was evaluated by two at once, every process ended or said why,
and the study can be finished. What happened is kept in the folder --keep if that is not so.
"""
import argparse
import glob
import json
import mmap
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import invariants
import processes
from fleet import Fleet, Worker
from places import is_installed, make_place
from schedule import make_schedule

NUM_WORKERS = 8
MODEL_TRIALS = 40  # of the study whose points take time to be computed
PATIENCE = 900  # seconds, on a machine that has other things to do; what takes longer hangs


class Soak:
    def __init__(self, arguments, folder):
        self.arguments = arguments
        self.folder = folder
        self.begin = time.monotonic()
        self.timeline = []
        self.problems = []
        self.ledger = folder + "/ledger"
        self.program = folder + "/objective"
        for name in ("tmp", "workers"):
            os.mkdir(f"{folder}/{name}")
        with open(os.path.dirname(__file__) + "/objective.py", encoding="utf-8") as source:
            text = f"#!{os.path.realpath(sys.executable)} -IS\n" + source.read()
        with open(self.program, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(self.program, 0o755)
        self.clock, shifted = self.make_clock()
        self.place = make_place(arguments.store, folder, shifted)
        self.env = {**os.environ, **shifted, "TMPDIR": folder + "/tmp", "SOAK_FOLDER": folder}
        self.env.pop("CRAGGY_STORE", None)

    def make_clock(self):
        """A clock of our own for all programs, and the environment in which they have it."""
        path, library = self.folder + "/clock", self.folder + "/shifted_clock.so"
        with open(path, "wb") as file:
            file.write(bytes(8))
        shutil.copy(self.arguments.clock, library)
        with open(path, "r+b") as file:
            return mmap.mmap(file.fileno(), 8), {"LD_PRELOAD": library, "SOAK_CLOCK": path}

    def set_clock(self, seconds):
        self.clock[:] = seconds.to_bytes(8, "little", signed=True)

    def note(self, text):
        self.timeline.append(f"{time.monotonic() - self.begin:7.2f} s  {text}")

    def craggy(self, *words):
        """What it prints; that it fails is a problem."""
        command = [self.arguments.craggy, *words]
        try:
            done = subprocess.run(command, env={**self.env, "SOAK_WORKER": "last"}, stdin=subprocess.DEVNULL,
                                  capture_output=True, text=True, timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self.problems.append(f"craggy {' '.join(words)} takes longer than {PATIENCE} s")
            return ""
        if done.returncode != 0:
            self.problems.append(f"craggy {' '.join(words)} ended with {done.returncode}: {done.stderr.strip()}")
        return done.stdout

    def objective(self):
        return ["--", self.program, self.ledger, "{x}", "{y}"]

    def make_fleet(self):
        space = ["--param", "x=float(0,1)", "--param", "y=float(0,1)"]
        for study, surrogate in (("random", "random"), ("model", "craggy")):
            self.craggy("create", study, "--store", self.place.url, *space, "--surrogate", surrogate)
        workers = []
        for number in range(NUM_WORKERS):
            command = ["run" if number % 3 == 2 else "worker", "--store", self.place.url, "--retries", "1", "--jsonl",
                       "--jobs", "2" if number % 4 == 1 else "1", "--threads", "1"]
            limits = {"model": MODEL_TRIALS} if number < 2 else {}
            limits["random"] = 1_000_000
            commands = [(study, [self.arguments.craggy, *command, "--study", study, "--trials", str(limit),
                                 *self.objective()]) for study, limit in limits.items()]
            workers.append(Worker(number, self.folder + "/workers", commands, self.env))
        return Fleet(workers)

    def begin_fault(self, fault):
        worker = self.fleet.workers[fault.worker]
        if fault.kind in ("kill", "kill group"):
            worker.send(signal.SIGKILL, group=fault.kind == "kill group")
        elif fault.kind == "interrupt":
            worker.send(signal.SIGTERM)
        elif fault.kind == "stop":
            worker.send(signal.SIGSTOP)
        elif fault.kind == "program away":
            os.rename(self.program, self.program + "-away")
        elif fault.kind == "clock":
            self.set_clock(fault.amount)
        else:
            self.place.begin(fault)

    def end_fault(self, fault):
        if fault.kind == "stop":
            self.fleet.workers[fault.worker].send(signal.SIGCONT)
        elif fault.kind == "program away":
            os.rename(self.program + "-away", self.program)
        else:
            self.place.end(fault)

    def throw_faults(self):
        schedule = make_schedule(self.arguments.seed, self.arguments.seconds, NUM_WORKERS, self.place.faults)
        events = [(fault.at, self.begin_fault, fault, f"begins: {str(fault)[11:]}") for fault in schedule]
        events += [(fault.at + fault.lasts, self.end_fault, fault, f"ends:   {fault.kind}")
                   for fault in schedule if fault.lasts]
        events.sort(key=lambda event: event[0])
        self.begin = time.monotonic()
        while events or time.monotonic() < self.begin + self.arguments.seconds:
            self.fleet.keep_going()
            self.place.tidy()
            time.sleep(0.02)
            while events and time.monotonic() >= self.begin + events[0][0]:
                _, act, fault, text = events.pop(0)
                self.note(text)
                act(fault)
        self.set_clock(0)

    def run(self):
        try:
            self.fleet = self.make_fleet()
            if self.problems:
                return
            self.throw_faults()
            self.note("the workers are asked to end")
            self.problems += [f"worker {name} did not end within {PATIENCE} s" for name in self.fleet.end(PATIENCE)]
            self.note("the workers have ended")
            self.finish_studies()
            self.check()
        finally:
            self.place.close()

    def finish_studies(self):
        self.shown = {}
        for study in ("model", "random"):
            trials = json.loads(self.craggy("show", study, "--store", self.place.url, "--json") or '{"history": []}')
            total = len(invariants.history(trials)) + 3
            self.craggy("worker", "--store", self.place.url, "--study", study, "--trials", str(total), "--retries", "1",
                        "--quiet", *self.objective())
            text = self.craggy("show", study, "--store", self.place.url, "--json")
            if text:
                self.shown[study] = json.loads(text)

    def rescued(self, study):
        """What the rescued copies of the store have of a study."""
        shown = []
        for url in self.place.urls_of_rescued():
            done = subprocess.run([self.arguments.craggy, "show", study, "--store", url, "--json"], env=self.env,
                                  capture_output=True, text=True)
            if done.returncode == 0:
                shown.append(json.loads(done.stdout))
        return shown

    def check(self):
        ledger = invariants.read_ledger(self.ledger)
        for study, shown in self.shown.items():
            runs = [run for run in self.fleet.runs() if run.study == study]
            lines = [line for line in ledger if line["study"] == study]
            rescued = []
            if invariants.check_acknowledged(study, runs, shown, rescued):
                rescued = self.rescued(study)
            self.problems += invariants.check_acknowledged(study, runs, shown, rescued)
            self.problems += invariants.check_said(study, runs, shown, rescued, lines)
            self.problems += invariants.check_values(study, shown, lines)
            self.problems += invariants.check_alone(study, runs, lines)
            self.problems += invariants.check_counts(study, shown)
        self.problems += invariants.check_ends(self.fleet.runs(), self.place.can_be_lost)
        self.place.close()
        mark = self.folder.encode()
        processes.wait_until(lambda: not processes.with_mark(mark), 10)
        self.problems += [f"process {pid} is still there: {command}"
                          for pid, command in processes.with_mark(mark).items()]
        left = os.listdir(self.folder + "/tmp")
        if left:
            self.problems.append(f"the folders of trials are left: {', '.join(left)}")

    def report(self):
        acks = len(invariants.acknowledged(self.fleet.runs()))
        codes = [run.process.returncode for run in self.fleet.runs()]
        ends = ", ".join(f"{codes.count(code)} with {code}" for code in sorted(set(codes)))
        counts = ", ".join(f"{len(invariants.history(shown))} trials of {study}" for study, shown in self.shown.items())
        faults = sum("begins" in line for line in self.timeline)
        print(f"{self.arguments.store}, seed {self.arguments.seed}: {faults} faults in {self.arguments.seconds} s; "
              f"{counts}; {acks} acknowledged; processes ended {ends}")


def keep(folder, target, timeline):
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(folder, target, symlinks=True, ignore=shutil.ignore_patterns("socket", "ballast"))
    with open(target + "/timeline", "w", encoding="utf-8") as file:
        file.write("\n".join(timeline) + "\n")


def with_mounts_of_our_own():
    """Starts this script again in a mount namespace, if that may be had: a small disk needs one."""
    options = ["--mount"] if os.getuid() == 0 else ["--mount", "--map-root-user"]
    is_root_refused = os.getuid() != 0 and "postgres" in sys.argv  # the server takes no root, not even such a one
    if "SOAK_MOUNTS" in os.environ or is_root_refused or not shutil.which("unshare"):
        return
    if subprocess.run(["unshare", *options, "true"], stderr=subprocess.DEVNULL).returncode == 0:
        os.environ["SOAK_MOUNTS"] = "1"
        os.execvp("unshare", ["unshare", *options, sys.executable, *sys.argv])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--craggy", required=True, help="the program")
    parser.add_argument("--clock", required=True, help="the library of the shifted clock")
    parser.add_argument("--store", required=True, choices=["sqlite", "postgres"])
    parser.add_argument("--keep", required=True, help="where everything goes that a failure left")
    parser.add_argument("--seed", type=int, default=2)
    parser.add_argument("--seconds", type=float,
                        default=600 if os.environ.get("CRAGGY_TEST_EFFORT") == "full" else 30)
    arguments = parser.parse_args()
    if not is_installed(arguments.store):
        print("PostgreSQL is not installed (Debian's package postgresql), so there is no soak of it")
        return 0
    with_mounts_of_our_own()
    folder = tempfile.mkdtemp(prefix="craggy_soak_")
    os.chmod(folder, 0o755)
    soak = Soak(arguments, folder)
    try:
        soak.run()
        soak.report()
        if not soak.problems:
            return 0
        keep(folder, arguments.keep, soak.timeline)
        print(*soak.timeline[-100:], *soak.problems[:20], sep="\n")
        print(f"{len(soak.problems)} problems, seed {arguments.seed}; the end of the timeline is above, and all of it in "
              f"{arguments.keep}, with whatever was left")
        return 1
    finally:
        subprocess.run(["umount", "--lazy", folder + "/disk"], stderr=subprocess.DEVNULL)
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
