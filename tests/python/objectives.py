"""Objectives for executors: they import nothing of craggy, as workers need not."""

from __future__ import annotations

import math
import os
import signal
import time
from pathlib import Path


def noted(x: float, y: float, folder: str) -> float:
    """Leaves a line for each evaluation that it finishes."""
    time.sleep(0.01)
    with (Path(folder) / f"{os.getpid()}.log").open("a") as log:
        log.write(f"{x!r} {y!r}\n")
    return x * x + y * y


class Noted:
    """The same, with the place of its log; one evaluation in the middle ends its worker where that is asked for.

    While it does so, all others are in the middle of an evaluation, too, and stay there for a second: none is lost
    between its line in the log and the arrival of its result.
    """

    def __init__(self, folder: str, deadly: bool = False) -> None:
        self.folder = folder
        self.deadly = deadly

    def __call__(self, x: float, y: float) -> float:
        if self.deadly and len(finished(self.folder)) >= 15 and not self._place("killed").exists():
            if self._may_die() and _is_first(self._place("dying")):
                time.sleep(0.5)  # the results of others arrive
                self._place("killed").touch()
                self._die()
            while not self._place("killed").exists():
                time.sleep(0.01)
            time.sleep(1.0)
        return noted(x, y, self.folder)

    def _place(self, name: str) -> Path:
        return Path(self.folder) / name

    def _may_die(self) -> bool:
        return True

    def _die(self) -> None:
        os.kill(os.getpid(), signal.SIGKILL)


class NotedByRay(Noted):
    """One that waits for its node to be removed; the node of the driver is spared."""

    def __init__(self, folder: str, spared: str) -> None:
        super().__init__(folder, deadly=True)
        self.spared = spared

    def _node(self) -> str:
        import ray

        return str(ray.get_runtime_context().get_node_id())

    def _may_die(self) -> bool:
        return self._node() != self.spared

    def _die(self) -> None:
        self._place("node").write_text(self._node())
        time.sleep(60)


def _is_first(place: Path) -> bool:
    try:
        place.touch(exist_ok=False)
    except FileExistsError:
        return False
    return True


class Fatal:
    """Kills its worker every time."""

    def __call__(self, x: float, y: float) -> float:
        if x > -10:
            os.kill(os.getpid(), signal.SIGKILL)
        return x


class FatalSomewhere:
    """Kills its worker while others are in the middle of their evaluations."""

    def __call__(self, x: float, y: float) -> float:
        if x > 0.7:
            time.sleep(0.3)
            os.kill(os.getpid(), signal.SIGKILL)
        time.sleep(0.6)
        return x


def broken(x: float, y: float) -> float:
    raise ZeroDivisionError("in a worker")


def finished(folder: str) -> list[str]:
    """The points that were evaluated to the end, by whomever."""
    return [line for log in Path(folder).glob("*.log") for line in log.read_text().splitlines()]


_weights = (-0.03, 0.05, 0.08, 0.03)


def corrupted_holder(x: float, y: float) -> float:
    """The paper's Corrupted Holder Table; `craggy evaluate corrupted_holder_table` gives the same."""
    table = -abs(math.sin(x) * math.cos(y) * math.exp(abs(1 - math.hypot(x, y) / math.pi)))
    return table + 19.2085025678867318 * max(_corruption((each + 10) / 20) for each in (x, y))


def _corruption(u: float) -> float:
    if 4 * u % 1 >= 0.5:
        return 0.0
    turns = (0.15 + 15 * u, 10 * u, 0.5 + 30 * u, 0.25 + 40 * u)
    return sum(weight * (2 * (turn % 1) - 1) for weight, turn in zip(_weights, turns, strict=True))
