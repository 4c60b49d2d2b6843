"""The package and the command line make the same suggestions, from the same history and seed."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import craggy

parameters = ["x=float(-2,2)", "n=int(0,5)", "c=categorical(a,b)", "z=log(0.01,1) if c == b"]

objective_script = """
import sys
x, n, c = float(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
print(repr((x - 0.5) * (x - 0.5) + n * 0.25 + (1.0 if c == "a" else 0.0)))
"""


def objective(x: float, n: int, c: str, z: float = 1.0) -> float:
    return (x - 0.5) * (x - 0.5) + n * 0.25 + (1.0 if c == "a" else 0.0)


def run_of_the_command_line(command: str, store: str, script: Path, trials: int) -> None:
    script.write_text(objective_script)
    subprocess.run(
        [command, "run", "--study", "s", "--store", store, "--seed", "3", "--trials", str(trials), "--quiet"]
        + [part for text in parameters for part in ("--param", text)]
        + ["--", sys.executable, "-S", "-E", str(script), "{x}", "{n}", "{c}"],
        check=True,
        capture_output=True,
        timeout=300,
    )


def points(study: craggy.Study) -> list[dict[str, Any]]:
    return [trial.params for trial in study.trials]


def test_fifty_trials_are_the_same_bits(command: str, sqlite: str, tmp_path: Path) -> None:
    run_of_the_command_line(command, sqlite, tmp_path / "objective.py", 50)
    there = craggy.Study("s", store=sqlite)
    here = craggy.Study("s", parameters, seed=3)
    here.optimize(objective, trials=50)
    assert points(here) == points(there)
    assert [trial.value for trial in here.trials] == [trial.value for trial in there.trials]


def test_each_goes_on_where_the_other_stopped(command: str, sqlite: str, tmp_path: Path) -> None:
    alone = craggy.Study("s", parameters, seed=3)
    alone.optimize(objective, trials=12)
    shared = craggy.Study("s", parameters, store=sqlite, seed=3)
    shared.optimize(objective, trials=4)
    run_of_the_command_line(command, sqlite, tmp_path / "objective.py", 8)
    shared.optimize(objective, trials=12)
    assert points(shared) == points(alone)


def test_ask_and_tell_are_the_run() -> None:
    run = craggy.Study("s", parameters, seed=3)
    run.optimize(objective, trials=10)
    by_hand = craggy.Study("s", parameters, seed=3, threads=1)
    for _ in range(10):
        with by_hand.ask() as trial:
            trial.tell(objective(**trial.params))
    assert points(by_hand) == points(run)


@pytest.mark.parametrize("options", [{}, {"surrogate": "noiseless"}, {"inference": "nuts", "num_draws": 200}])
def test_a_fit_is_that_of_the_command_line(command: str, tmp_path: Path, options: dict[str, Any]) -> None:
    rng = np.random.default_rng(1)
    X, y, at = rng.random((12, 2)), rng.normal(size=12), rng.random((5, 2))

    def write(name: str, header: list[str], rows: np.ndarray[Any, Any]) -> str:
        with (tmp_path / name).open("w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(header)
            writer.writerows([repr(float(each)) for each in row] for row in rows)
        return str(tmp_path / name)

    data = write("data.csv", ["x1", "x2", "y"], np.column_stack([X, y]))
    flags = [part for key, value in options.items() for part in (f"--{key.replace('num_', '')}", str(value))]
    done = subprocess.run(
        [command, "posterior", "--data", data, "--at", write("at.csv", ["x1", "x2"], at), "--json", "--seed", "4", *flags],
        check=True, capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    there = json.loads(done.stdout)
    posterior = craggy.fit(X, y, seed=4, **options)
    mean, sd = posterior.predict(at)
    assert mean.tolist() == there["mean"] and sd.tolist() == there["sd"]
    assert posterior.quantiles(at, [0.025, 0.975]).T.tolist() == [there["lower"], there["upper"]]
    assert posterior.expected_improvement(at).tolist() == there["ei"]
