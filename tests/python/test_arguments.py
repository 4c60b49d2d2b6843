"""Wrong arguments: a message that names them, before anything is evaluated or changed."""

from __future__ import annotations

import math
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import pytest

import craggy

space = {"x": (0.0, 1.0)}


@pytest.mark.parametrize(
    ("arguments", "kind", "message"),
    [
        ({"name": 1}, TypeError, "the name of the study is 1, but it has to be a text"),
        ({"store": b"tune.db"}, TypeError, "the store is b'tune.db', but it has to be a text"),
        ({"seed": 1.5}, TypeError, "the seed is 1.5, but it has to be a whole number"),
        ({"seed": -1}, ValueError, "the seed is -1, but it has to be at least 0"),
        ({"seed": 2**64}, ValueError, r"but it has to be below 2\*\*64"),
        ({"threads": -1}, ValueError, "the number of threads is -1"),
        ({"worker": 3}, TypeError, "the worker is 3, but it has to be a text"),
        ({"grace": "1"}, TypeError, "the grace of a worker is '1', but it has to be a number"),
        ({"grace": math.nan}, ValueError, "the grace of a worker is nan, but it has to be above 0 seconds"),
        ({"grace": math.inf}, ValueError, "the grace of a worker is inf, but it has to be below 1e9 seconds"),
    ],
)
def test_of_a_study(arguments: dict[str, Any], kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message):
        craggy.Study(**{"name": "s", "space": space, **arguments})


def test_the_largest_seed() -> None:
    assert craggy.Study("s", space, seed=2**64 - 1).seed == 2**64 - 1


@pytest.mark.parametrize(
    ("arguments", "kind", "message"),
    [
        ({"objective": None}, TypeError, "the objective is None, but it has to be a function"),
        ({"trials": 5.0}, TypeError, "the number of trials is 5.0, but it has to be a whole number"),
        ({"trials": -1}, ValueError, "the number of trials is -1, but it has to be at least 0"),
        ({"jobs": 2.0}, TypeError, "the number of jobs is 2.0"),
        ({"retries": "1"}, TypeError, "the number of retries is '1'"),
        ({"seconds": "60"}, TypeError, "the time of a run is '60', but it has to be a number"),
        ({"seconds": math.nan}, ValueError, "the time of a run is nan, but it has to be above 0 seconds"),
        ({"seconds": 0}, ValueError, "the time of a run is 0, but it has to be above 0 seconds"),
        ({"catch": "ValueError"}, TypeError, "catch has 'ValueError', but it has to be a class of exceptions"),
        ({"catch": KeyboardInterrupt}, TypeError, "catch has <class 'KeyboardInterrupt'>"),
        ({"callbacks": [3]}, TypeError, "callbacks has 3, but it has to be a function of the study and a trial"),
        ({"executor": "threads", "jobs": 2}, TypeError, "the executor is 'threads', but it has to have a submit"),
        ({"stop": craggy.Patience}, TypeError, "stop has <class 'craggy._optimize.Patience'>"),
        ({"stop": craggy.Patience(2.5)}, TypeError, "the patience is 2.5"),  # type: ignore[arg-type]
        ({"stop": craggy.Target("a")}, TypeError, "the target is 'a', but it has to be a number"),  # type: ignore[arg-type]
    ],
)
def test_of_a_run(arguments: dict[str, Any], kind: type[Exception], message: str) -> None:
    study = craggy.Study("s", space)
    with pytest.raises(kind, match=message):
        study.optimize(**{"objective": lambda x: x, "trials": 3, **arguments})
    assert study.trials == []


@pytest.mark.parametrize("seconds", [math.inf, 1e300])
def test_a_time_without_an_end(seconds: float) -> None:
    assert craggy.minimize(lambda x: x, space, trials=2, seconds=seconds).stopped == "done"


def test_one_callback_and_a_list_of_exceptions() -> None:
    seen: list[int] = []
    study = craggy.Study("s", space)
    study.optimize(lambda x: 1 / 0, 3, callbacks=lambda _, trial: seen.append(trial.number), catch=[ZeroDivisionError])
    assert seen == [0, 1, 2]


def test_an_objective_that_a_pool_of_processes_cannot_take() -> None:
    study = craggy.Study("s", space)
    with ProcessPoolExecutor(1) as pool, pytest.raises(TypeError, match="cannot be sent to another process"):
        study.optimize(lambda x: x, 3, executor=pool)
    assert study.trials == []


@pytest.mark.parametrize(
    ("use", "message"),
    [
        (lambda study: study.tell(0.0, 1.0), "the number of the trial is 0.0, but it has to be a whole number"),
        (lambda study: study.fail("0"), "the number of the trial is '0'"),
        (lambda study: study.fail(0, 3), "the message is 3, but it has to be a text"),
        (lambda study: study.why("0"), "the number of the trial is '0'"),
        (lambda study: study.trial("0"), "the number of the trial is '0'"),
        (lambda study: study.replay("0"), "the number of the trial is '0'"),
        (lambda study: study.add([0.5], 1.0), r"the point is \[0.5\], but it has to be a dict"),
        (lambda study: study.add({0: 0.5}, 1.0), "the name of a parameter is 0, but it has to be a text"),
        (lambda study: study.enqueue(None), "the point is None, but it has to be a dict"),
        (lambda study: study.tell(0, 1.0, constraints=1.0), "the constraints are 1.0, but they have to be a list"),
        (lambda study: study.model(3), "the model is 3, but it has to be a text"),
        (lambda study: study.model().slice(0), "the name of a parameter is 0"),
        (lambda study: study.model().predict({"x": 0.5}), "it has to be a list of them, even if there is one"),
        (lambda study: craggy.plot.data.posterior(study), "it has to be what craggy.fit returned"),
    ],
)
def test_of_a_study_that_is_there(use: Callable[[Any], object], message: str) -> None:
    study = craggy.Study("s", space, surrogate="noiseless")
    study.ask()
    study.add({"x": 0.5}, 1.0)
    with pytest.raises(TypeError, match=message):
        use(study)
    assert [trial.state for trial in study.trials] == ["running", "finished"]


def test_a_number_below_all_trials() -> None:
    with pytest.raises(ValueError, match="the number of the trial is -1, but it has to be at least 0"):
        craggy.Study("s", space).trial(-1)


def test_an_exception_is_a_reason_to_fail() -> None:
    study = craggy.Study("s", space)
    study.ask().fail(ValueError("no mesh"))
    study.ask()
    study.fail(1, craggy.EvaluationFailed("diverged"))
    assert [trial.message for trial in study.trials] == ["ValueError: no mesh", "diverged"]


def test_of_a_fit() -> None:
    with pytest.raises(TypeError, match="the seed is 'a', but it has to be a whole number"):
        craggy.fit([[0.0], [1.0]], [0.0, 1.0], seed="a")  # type: ignore[arg-type]
