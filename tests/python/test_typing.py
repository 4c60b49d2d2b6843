"""The types of the package: mypy --strict and pyright on it, and on a program that uses it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import craggy

program = """
from typing import assert_type

import numpy as np

import craggy

def objective(lr: float, depth: int, opt: str) -> float:
    return lr * depth

best = craggy.minimize(objective, {"lr": "log(1e-5, 1e-1)", "depth": craggy.Int(1, 8), "opt": ["adam", "sgd"]}, trials=5)
assert_type(best.value, float)
study = craggy.Study("tune", {"x": (0.0, 1.0)}, store="sqlite:///tune.db", direction="maximize", surrogate="latent")
with study.ask() as trial:
    trial.tell(1.0, constraints=[-1.0])
study.optimize(lambda x: craggy.Result(x), trials=10, jobs=2, stop=[craggy.Patience(3), craggy.Target(0.1)])
assert_type([trial.value for trial in study.trials], list[float | None])
mean, sd = craggy.fit(np.zeros((3, 1)), [1.0, 2.0, 3.0], surrogate="latent", sigma_h="0.1d").predict([[0.5]])
mean.sum()
craggy.Study("tune", {"x": (0.0, 1.0)}, surogate="latent")  # type: ignore[call-arg]  # pyright: ignore
"""


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package as it is installed, without what is compiled, and a program beside it."""
    folder = tmp_path_factory.mktemp("typing")
    shutil.copytree(Path(craggy.__file__).parent, folder / "craggy", ignore=shutil.ignore_patterns("*.so", "__pycache__"))
    (folder / "program.py").write_text(program)
    return folder


def check(place: Path, *command: str) -> None:
    done = subprocess.run([sys.executable, "-m", *command], cwd=place, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr


def test_mypy(place: Path) -> None:
    pytest.importorskip("mypy")
    check(place, "mypy", "--strict", "craggy", "program.py")


def test_mypy_on_the_tools() -> None:
    pytest.importorskip("mypy")
    check(Path(__file__).resolve().parents[2] / "python" / "tools", "mypy", "--strict", "--cache-dir", os.devnull, ".")


def test_pyright(place: Path) -> None:
    pytest.importorskip("pyright")
    (place / "pyrightconfig.json").write_text('{"include": ["craggy", "program.py"], "typeCheckingMode": "standard"}')
    check(place, "pyright", "--pythonpath", sys.executable)
