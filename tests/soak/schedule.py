"""Which fault happens when: a list that depends on the seed alone."""
import random
from dataclasses import dataclass


@dataclass(frozen=True)
class Fault:
    at: float  # seconds after the begin
    kind: str
    lasts: float = 0.0
    worker: int = 0
    amount: int = 0

    def __str__(self):
        text = f"{self.at:7.2f} s  {self.kind}"
        if self.kind in WORKER_FAULTS:
            text += f" of worker {self.worker}"
        if self.kind == "clock":
            text += f" {self.amount:+d} s"
        return text + (f" for {self.lasts:.2f} s" if self.lasts else "")


WORKER_FAULTS = ("kill", "kill group", "stop", "interrupt")
QUIET_BEGIN = 3.0  # the workers are to be at it
QUIET_END = 6.0


def make_schedule(seed, seconds, num_workers, store_faults):
    """Faults of workers, of the store, of the program and of the clock come independently of each other."""
    faults = []

    def sprinkle(name, mean_pause, make):
        source = random.Random(f"{seed} {name}")
        at = QUIET_BEGIN + source.expovariate(1 / mean_pause)
        while at < seconds - QUIET_END:
            fault = make(source, at)
            faults.append(fault)
            at += fault.lasts + 0.5 + source.expovariate(1 / mean_pause)

    def worker_fault(source, at):
        kind = source.choices(WORKER_FAULTS, (5, 3, 0, 1))[0]
        return Fault(at, kind, worker=source.randrange(num_workers))

    def stop(source, at):
        lasts = source.uniform(0.3, 6)
        if source.random() < 0.1 and at + 75 < seconds - QUIET_END:
            lasts = 75  # past the minute after which the lease of a worker elsewhere is lost
        return Fault(at, "stop", lasts, source.randrange(num_workers))

    kinds = []

    def store_fault(source, at):
        if not kinds:  # each comes once before one comes again
            kinds.extend(source.sample(store_faults, len(store_faults)))
        kind = kinds.pop()
        lasts = source.choice((0.02, 0.3, 1, 3)) * source.uniform(0.5, 1.5)
        return Fault(at, kind, min(lasts, seconds - QUIET_END / 2 - at))

    sprinkle("workers", 1.0, worker_fault)
    sprinkle("stops", 6.0, stop)
    sprinkle("store", 3.0, store_fault)
    sprinkle("program", 10.0, lambda source, at: Fault(at, "program away", source.uniform(0.2, 4)))
    sprinkle("clock", 6.0, lambda source, at: Fault(at, "clock", amount=source.choice((-7200, -90, 0, 90, 7200))))
    return sorted(faults, key=lambda fault: fault.at)
