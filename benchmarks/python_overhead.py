"""What Python adds to a suggestion, side by side with the same suggestion straight from C++.

Two studies with the same seed are asked in turn, so that both make the same suggestions: one by `Study.ask` as anybody
calls it, the other by the compiled function alone, in a thread that Python's signals do not concern. A trial of
`Study.optimize` with a free objective is compared with what C++ says that its suggestion took. Needs an installed
craggy, or PYTHONPATH=build/release/python; on a machine that has other things to do, look at the processor time.

    python benchmarks/python_overhead.py [--trials 60] [--json]
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import craggy

space = {"x": (-5.0, 5.0), "y": (-5.0, 5.0), "n": craggy.Int(1, 100, log=True), "c": ["a", "b", "c"]}


def objective(x: float, y: float, n: int, c: str) -> float:
    return abs(x) + (y - 1) ** 2 + 0.01 * n + (1.0 if c == "a" else 0.0)


def now() -> tuple[float, float]:
    """Of the clock on the wall, and of the processor."""
    return time.perf_counter(), time.process_time()


def since(begin: tuple[float, float]) -> tuple[float, float]:
    end = now()
    return end[0] - begin[0], end[1] - begin[1]


def asked_in_turn(trials: int) -> tuple[list[tuple[float, float]], list[tuple[float, float]]]:
    """Seconds of each `ask` by Python and straight from C++."""
    by_python, by_cpp = (craggy.Study("ask", space, seed=1, threads=1) for _ in range(2))
    python_seconds, cpp_seconds = [], []

    def ask_straight() -> tuple[tuple[float, float], Any]:
        begin = now()
        trial = by_cpp._use().ask()
        return since(begin), trial

    with ThreadPoolExecutor(1) as beside:
        for _ in range(trials):
            begin = now()
            trial = by_python.ask()
            python_seconds.append(since(begin))
            seconds, same = beside.submit(ask_straight).result()
            cpp_seconds.append(seconds)
            value = objective(**trial.params)
            trial.tell(value)
            by_cpp._use().tell(same, value, [], None)
    assert [trial.params for trial in by_python.trials] == [trial.params for trial in by_cpp.trials]
    return python_seconds, cpp_seconds


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
    return [whole - inside for whole, inside in zip(seconds, study._use().suggestion_seconds(), strict=True)]


def more(python_seconds: list[tuple[float, float]], cpp_seconds: list[tuple[float, float]], which: int) -> float:
    pairs = zip(python_seconds, cpp_seconds, strict=True)
    return 1e3 * statistics.median(python[which] - cpp[which] for python, cpp in pairs)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--trials", type=int, default=60)
    parser.add_argument("--json", action="store_true", help="print JSON")
    arguments = parser.parse_args()
    python_seconds, cpp_seconds = asked_in_turn(arguments.trials)
    report = {
        "trials": arguments.trials,
        "python_ask_ms": 1e3 * statistics.median(wall for wall, _ in python_seconds),
        "cpp_ask_ms": 1e3 * statistics.median(wall for wall, _ in cpp_seconds),
        "more_ms": more(python_seconds, cpp_seconds, 0),
        "more_processor_ms": more(python_seconds, cpp_seconds, 1),
        "optimize_beyond_ms": 1e3 * statistics.median(optimized(arguments.trials)),
    }
    if arguments.json:
        print(json.dumps(report))
        return
    print(f"medians over {arguments.trials} trials, in ms")
    print(f"a suggestion by Python {report['python_ask_ms']:.2f}, by C++ {report['cpp_ask_ms']:.2f}")
    print(f"Python's takes {report['more_ms']:.2f} more (wanted: at most 2)")
    print(f"of the processor it takes {report['more_processor_ms']:.2f} more")
    print(f"a trial of optimize takes {report['optimize_beyond_ms']:.2f} beyond its suggestion (wanted: at most 3)")


if __name__ == "__main__":
    main()
