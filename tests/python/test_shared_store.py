"""Studies on a PostgreSQL server: workers in Python and on the command line side by side, and one after the other."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import craggy

parameters = ["x=float(-5,5)", "y=float(-5,5)"]

command_line_objective = """
import sys, time
time.sleep(0.05)
x, y = float(sys.argv[1]), float(sys.argv[2])
print(repr(x * x + y * y))
"""

python_worker = """
import sys, time, craggy

def objective(x, y):
    time.sleep(0.05)
    return x * x + y * y

study = craggy.Study("shared", store=sys.argv[1], worker=sys.argv[2])
study.optimize(objective, trials=45)
"""


def objective(x: float, y: float) -> float:
    return x * x + y * y


@pytest.fixture
def script(tmp_path: Path) -> str:
    place = tmp_path / "objective.py"
    place.write_text(command_line_objective)
    return str(place)


def evaluation(script: str) -> list[str]:
    return ["--", sys.executable, "-S", "-E", script, "{x}", "{y}"]


def test_two_python_workers_and_one_of_the_command_line_share_a_study(
    command: str, postgres: str, script: str
) -> None:
    study = craggy.Study("shared", parameters, store=postgres, surrogate="random")
    shared = ["worker", "--store", postgres, "--study", "shared", "--trials", "45", "--quiet"]
    workers = [
        subprocess.Popen([command, *shared, *evaluation(script)], stdout=subprocess.DEVNULL),
        *(subprocess.Popen([sys.executable, "-c", python_worker, postgres, f"python {i}"]) for i in range(2)),
    ]
    try:
        assert [worker.wait(120) for worker in workers] == [0, 0, 0]
    finally:
        for worker in workers:
            worker.kill()
    trials = study.trials
    assert len(trials) == 45 and {trial.state for trial in trials} == {"finished"}
    assert all(trial.value == objective(**trial.params) and trial.attempts == 1 for trial in trials)
    assert len({str(trial.params) for trial in trials}) == 45
    names = {trial.worker for trial in trials}
    assert {"python 0", "python 1"} < names and len(names) == 3


def points(study: craggy.Study) -> list[dict[str, Any]]:
    return [trial.params for trial in study.trials]


def run_of_the_command_line(command: str, store: str, script: str, study: str, trials: int) -> None:
    subprocess.run(
        [command, "run", "--study", study, "--store", store, "--seed", "3", "--trials", str(trials), "--quiet"]
        + [part for text in parameters for part in ("--param", text)]
        + evaluation(script),
        check=True,
        capture_output=True,
        timeout=300,
    )


@pytest.fixture(scope="module")
def alone() -> list[dict[str, Any]]:
    """What a search that is never interrupted suggests."""
    study = craggy.Study("alone", parameters, seed=3)
    study.optimize(objective, trials=12)
    return points(study)


def test_the_command_line_resumes_what_python_began(
    command: str, postgres: str, script: str, alone: list[dict[str, Any]]
) -> None:
    study = craggy.Study("python first", parameters, store=postgres, seed=3)
    study.optimize(objective, trials=7)
    run_of_the_command_line(command, postgres, script, "python first", 12)
    assert points(study) == alone


def test_python_resumes_what_the_command_line_began(
    command: str, postgres: str, script: str, alone: list[dict[str, Any]]
) -> None:
    run_of_the_command_line(command, postgres, script, "command line first", 7)
    study = craggy.Study("command line first", store=postgres)
    study.optimize(objective, trials=12)
    assert points(study) == alone
