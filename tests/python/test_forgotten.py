"""Trials that were asked for and never told: a run does not wait for them."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

import craggy

space = {"x": (0.0, 1.0)}


@pytest.fixture(params=["memory", "sqlite"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> str | None:
    return None if request.param == "memory" else f"sqlite:///{tmp_path}/studies.db"


def test_a_run_evaluates_what_was_dropped_and_what_its_thread_still_holds(store: str | None) -> None:
    study = craggy.Study("s", space, store=store)
    study.ask()
    held = study.ask()
    evaluated: list[float] = []

    def objective(x: float) -> float:
        evaluated.append(x)
        return x

    assert study.optimize(objective, trials=4) == "done"
    assert held["x"] in evaluated and len(set(evaluated)) == 4
    assert study.counts["finished"] == 4
    assert study.trial(held.number).attempts == 2


def test_what_a_callback_asks_for_and_drops_is_evaluated_next(store: str | None) -> None:
    study = craggy.Study("s", space, store=store)
    asked: list[float] = []
    evaluated: list[float] = []

    def callback(study: craggy.Study, trial: craggy.TrialRecord) -> None:
        if trial.number == 0:
            asked.append(study.ask()["x"])

    def objective(x: float) -> float:
        evaluated.append(x)
        return x

    assert study.optimize(objective, trials=4, callbacks=callback) == "done"
    assert study.counts["finished"] == 4
    assert evaluated[1] == asked[0]


def test_what_a_callback_holds_and_never_tells_is_evaluated_last(store: str | None) -> None:
    study = craggy.Study("s", space, store=store)
    held: list[craggy.Trial] = []
    evaluated: list[float] = []

    def callback(study: craggy.Study, trial: craggy.TrialRecord) -> None:
        if trial.number == 0:
            held.append(study.ask())

    def objective(x: float) -> float:
        evaluated.append(x)
        return x

    assert study.optimize(objective, trials=4, jobs=2, callbacks=callback) == "done"
    assert study.counts["finished"] == 4
    assert evaluated[-1] == held[0]["x"]


def test_what_a_callback_holds_a_later_one_can_tell(store: str | None) -> None:
    study = craggy.Study("s", space, store=store)
    held: list[craggy.Trial] = []

    def callback(study: craggy.Study, trial: craggy.TrialRecord) -> None:
        if not held:
            held.append(study.ask())
        elif trial.number == 3:
            held[0].tell(7.0)

    assert study.optimize(lambda x: x, trials=5, callbacks=callback) == "done"
    told = study.trial(held[0].number)
    assert told.value == 7.0 and told.attempts == 1
    assert study.counts["finished"] == 5


def test_another_object_for_the_same_study(tmp_path: Path) -> None:
    store = f"sqlite:///{tmp_path}/studies.db"
    before = craggy.Study("s", space, store=store)
    trial = before.ask()
    again = craggy.Study("s", space, store=store)
    assert again.optimize(lambda x: x, trials=3) == "done"
    assert again.trial(trial.number).value == trial["x"]


def test_studies_of_the_same_name_in_memory_are_two() -> None:
    other = craggy.Study("s", space)
    trial = other.ask()
    craggy.Study("s", space).optimize(lambda x: x, trials=2)
    assert other.counts["running"] == 1
    trial.tell(1.0)


def test_what_was_told_in_whatever_way_is_not_evaluated_again() -> None:
    study = craggy.Study("s", space)
    told, failed, by_number, failed_by_number = (study.ask() for _ in range(4))
    told.tell(1.0)
    failed.fail("no mesh")
    study.tell(by_number.number, 2.0)
    study.fail(failed_by_number.number)
    assert study.optimize(lambda x: x, trials=6) == "done"
    assert [trial.attempts for trial in study.trials] == [1] * 6


def test_a_number_can_still_be_told() -> None:
    study = craggy.Study("s", space)
    numbers = [study.ask().number for _ in range(3)]
    assert numbers == [0, 1, 2]
    for number in numbers:
        study.tell(number, float(number))
    assert study.counts["finished"] == 3


def test_a_run_waits_for_the_trial_of_another_thread() -> None:
    study = craggy.Study("s", space)
    asked, go_on = threading.Event(), threading.Event()
    evaluated: list[float] = []

    def by_hand() -> None:
        with study.ask() as trial:
            asked.set()
            go_on.wait()
            trial.tell(7.0)

    def objective(x: float) -> float:
        evaluated.append(x)
        go_on.set()
        return x

    thread = threading.Thread(target=by_hand)
    thread.start()
    asked.wait()
    assert study.optimize(objective, trials=3) == "done"
    thread.join()
    assert study.trial(0).value == 7.0 and len(evaluated) == 2
