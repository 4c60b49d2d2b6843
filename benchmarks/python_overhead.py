"""What Python adds to a suggestion, beside the time that the suggestion itself takes in C++.

Every suggestion keeps how long its fit and its acquisition took, measured in C++. What the same call of `Study.ask`
takes beyond that, seen from Python, is what a suggestion costs more than in C++; what a trial of `Study.optimize` with
a free objective takes beyond it is the cost of the loop. Needs an installed craggy, or PYTHONPATH=build/release/python:

    python benchmarks/python_overhead.py [--trials 60] [--json]
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from typing import Any

import craggy

space = {"x": (-5.0, 5.0), "y": (-5.0, 5.0), "n": craggy.Int(1, 100, log=True), "c": ["a", "b", "c"]}


def objective(x: float, y: float, n: int, c: str) -> float:
    return abs(x) + (y - 1) ** 2 + 0.01 * n + (1.0 if c == "a" else 0.0)


def asked_one_by_one(trials: int) -> list[float]:
    """What each `ask` takes beyond its suggestion."""
    study = craggy.Study("ask", space, seed=1, threads=1)
    seconds = []
    for _ in range(trials):
        begin = time.perf_counter()
        trial = study.ask()
        seconds.append(time.perf_counter() - begin)
        trial.tell(objective(**trial.params))
    return [whole - inside for whole, inside in zip(seconds, study._native.suggestion_seconds(), strict=True)]


def optimized(trials: int) -> list[float]:
    """What each trial of `optimize` takes beyond its suggestion, from the end of one evaluation to that of the next."""
    study = craggy.Study("optimize", space, seed=1, threads=1)
    ends = [time.perf_counter()]

    def free(x: float, y: float, n: int, c: str) -> float:
        value = objective(x, y, n, c)
        ends.append(time.perf_counter())
        return value

    study.optimize(free, trials=trials, progress=False)
    seconds = [end - begin for begin, end in zip(ends, ends[1:], strict=False)]
    return [whole - inside for whole, inside in zip(seconds, study._native.suggestion_seconds(), strict=True)]


def summary(seconds: list[float]) -> dict[str, float]:
    return {
        "median_ms": round(1e3 * statistics.median(seconds), 3),
        "mean_ms": round(1e3 * statistics.fmean(seconds), 3),
        "largest_ms": round(1e3 * max(seconds), 3),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--trials", type=int, default=60)
    parser.add_argument("--json", action="store_true", help="print JSON")
    arguments = parser.parse_args()
    report: dict[str, Any] = {
        "trials": arguments.trials,
        "ask": summary(asked_one_by_one(arguments.trials)),
        "optimize": summary(optimized(arguments.trials)),
    }
    if arguments.json:
        print(json.dumps(report))
        return
    print(f"beyond the suggestion in C++, over {arguments.trials} trials, in ms")
    for name, limit in (("ask", 2), ("optimize", 3)):
        each = report[name]
        print(f"{name:9} median {each['median_ms']:6.2f}   mean {each['mean_ms']:6.2f}   wanted: at most {limit}")


if __name__ == "__main__":
    main()
