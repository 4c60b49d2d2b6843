"""The MLflow callback, on a real store of MLflow in a file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import craggy

mlflow = pytest.importorskip("mlflow")

from craggy.mlflow import MlflowCallback  # noqa: E402


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> str:
    """One for all tests: making its tables takes seconds."""
    return f"sqlite:///{tmp_path_factory.mktemp('mlflow')}/mlflow.db"


@pytest.fixture
def in_use(store: str) -> Iterator[str]:
    before = mlflow.get_tracking_uri()
    mlflow.set_tracking_uri(store)
    yield store
    mlflow.set_tracking_uri(before)


def runs(store: str, experiment: str) -> list[Any]:
    client = mlflow.MlflowClient(store)
    found = client.get_experiment_by_name(experiment)
    return sorted(client.search_runs([found.experiment_id]), key=lambda run: int(run.data.tags["craggy.trial"]))


def objective(x: float, kind: str) -> craggy.Result:
    if x < 0:
        raise craggy.EvaluationFailed("x is negative")
    return craggy.Result(x * x, constraints=[x - 1.0], noise=0.5)


def a_study(name: str) -> craggy.Study:
    return craggy.Study(name, {"x": (-5.0, 5.0), "kind": ["a", "b"]}, seed=1, surrogate="random")


def test_a_run_per_trial(store: str) -> None:
    study = a_study("each its run")
    study.optimize(objective, trials=6, callbacks=[MlflowCallback(store, metric="loss", tags={"project": "p"})])
    logged = runs(store, "each its run")
    assert len(logged) == 6 and study.counts["failed"] > 0
    for run, trial in zip(logged, study.trials, strict=True):
        assert run.data.params == {name: str(value) for name, value in trial.params.items()}
        assert run.data.tags["craggy.study"] == study.name and run.data.tags["project"] == "p"
        assert run.info.run_name == f"each its run {trial.number}"
        assert run.info.start_time <= run.info.end_time
        if trial.state == "finished":
            assert run.info.status == "FINISHED"
            assert run.data.metrics["loss"] == trial.value
            assert run.data.metrics["constraint_0"] == trial.constraints[0]
            assert run.data.metrics["noise"] == 0.5
        else:
            assert run.info.status == "FAILED"
            assert "loss" not in run.data.metrics
            assert run.data.tags["craggy.message"] == "x is negative"


def test_no_trial_is_logged_twice(store: str) -> None:
    study = a_study("once")
    study.optimize(objective, trials=3)
    study.enqueue({"x": 1.0, "kind": "a"})  # has not ended
    first = MlflowCallback(store)
    first.log(study)
    first.log(study)
    assert len(runs(store, "once")) == 3
    study.optimize(objective, trials=6, callbacks=[MlflowCallback(store)])
    assert [int(run.data.tags["craggy.trial"]) for run in runs(store, "once")] == [0, 1, 2, 3, 4, 5]


def test_runs_are_nested_in_the_active_one(in_use: str) -> None:
    study = a_study("nested")
    mlflow.set_experiment("parents")
    with mlflow.start_run(tags={"craggy.trial": "-1"}) as parent:
        study.optimize(objective, trials=2, callbacks=[MlflowCallback()])
    _, *children = runs(in_use, "parents")
    assert [run.data.tags["mlflow.parentRunId"] for run in children] == [parent.info.run_id] * 2


def test_many_and_long_parameters(store: str) -> None:
    space = {f"x{i}": (0.0, 1.0) for i in range(120)} | {"text": ["a" * 7000, "b"]}
    study = craggy.Study("many", space, surrogate="random")
    study.add({**{f"x{i}": 0.5 for i in range(120)}, "text": "a" * 7000}, 1.0)
    MlflowCallback(store, "of that name").log(study)
    (run,) = runs(store, "of that name")
    assert len(run.data.params) == 121 and run.data.params["text"] == "a" * 6000
