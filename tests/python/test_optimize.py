"""`optimize`, `minimize` and `maximize`: how objectives are called, and what ends a run."""

from __future__ import annotations

import io
import math
import sys
import threading
import time
import types
from typing import Any

import pytest

import craggy

space = {"x": (-5.0, 5.0), "n": (1, 4)}


def bowl(x: float, n: int) -> float:
    return (x - 1) ** 2 + n


def make(**options: Any) -> craggy.Study:
    return craggy.Study("s", space, surrogate="random", **options)


def test_minimize() -> None:
    best = craggy.minimize(bowl, space, trials=15, seed=1)
    assert best.value == min(trial.value for trial in best.study.trials if trial.value is not None)
    assert best.value < 2.5
    assert best.params == best.trial.params
    assert best.stopped == "done"
    assert "<polyline" in best._repr_html_()


def test_maximize() -> None:
    best = craggy.maximize(lambda x, n: -bowl(x, n), space, trials=15, seed=1)
    assert best.value == -craggy.minimize(bowl, space, trials=15, seed=1).value


def test_minimize_of_a_noisy_objective_recommends() -> None:
    best = craggy.minimize(bowl, space, trials=6, noisy=True)
    found = best.study.recommended()
    assert found is not None and (best.trial, best.value) == found


def test_a_search_without_a_result() -> None:
    def broken(x: float, n: int) -> float:
        raise craggy.EvaluationFailed("no licence")

    with pytest.raises(craggy.CraggyError, match="2 failed, the last one with: no licence"):
        craggy.minimize(broken, space, trials=2)
    with pytest.raises(craggy.CraggyError, match="2 violate a constraint"):
        craggy.minimize(lambda x, n: craggy.Result(1.0, constraints=[1.0]), space, trials=2)
    with pytest.raises(craggy.CraggyError, match="none was made"):
        craggy.minimize(bowl, space, seconds=60, stop=lambda study: True, trials=0)


def one_dict(params: dict[str, Any]) -> float:
    return bowl(**params)


def any_keywords(**params: Any) -> float:
    return bowl(**params)


def with_default(x: float, n: int, scale: float = 1.0) -> float:
    return scale * bowl(x, n)


def positional_dict(params: dict[str, Any], /, scale: float = 1.0) -> float:
    return scale * bowl(**params)


class Callable:
    def __call__(self, x: float, n: int) -> float:
        return bowl(x, n)


@pytest.mark.parametrize("objective", [bowl, one_dict, any_keywords, with_default, positional_dict, Callable()])
def test_objectives_get_keywords_or_a_dict(objective: Any) -> None:
    study = make()
    assert study.optimize(objective, trials=2) == "done"
    assert [trial.value for trial in study.trials] == [bowl(**trial.params) for trial in study.trials]


def test_an_objective_without_a_signature_gets_a_dict() -> None:
    study = craggy.Study("s", {"x": (0.0, 1.0)}, surrogate="random")
    study.optimize(len, trials=1)
    assert study.best_value == 1.0
    no_signature = craggy.Study("s", {"x": (0.0, 1.0)}, surrogate="random")
    no_signature.optimize(max, trials=1, catch=TypeError)  # a text is no number
    assert no_signature.counts["failed"] == 1


def test_one_parameter_of_the_same_name_is_a_keyword() -> None:
    study = craggy.Study("s", {"params": (0.0, 1.0)}, surrogate="random")
    study.optimize(lambda params: params, trials=1)
    assert study.best_value == study.trials[0].params["params"]


@pytest.mark.parametrize("objective", [lambda: 1.0, lambda a, b: 1.0, lambda *, a: 1.0])
def test_objectives_that_take_neither(objective: Any) -> None:
    with pytest.raises(TypeError, match="by keyword"):
        make().optimize(objective, trials=1)


def test_trials_are_the_total() -> None:
    study = make()
    study.optimize(bowl, trials=3)
    study.optimize(bowl, trials=5)
    assert len(study) == 5
    assert study.optimize(bowl, trials=5) == "done" and len(study) == 5


def test_a_run_needs_an_end() -> None:
    with pytest.raises(ValueError, match="the run has no end"):
        make().optimize(bowl)


def test_stopping_rules() -> None:
    assert make().optimize(bowl, stop=craggy.Target(40.0)) == "target_reached"
    study = make()
    assert study.optimize(lambda x, n: 1.0, stop=[craggy.Patience(3)]) == "no_improvement"
    assert len(study) == 4
    study = make()
    assert study.optimize(bowl, trials=50, stop=[lambda study: len(study) >= 4, craggy.Target(-1.0)]) == "interrupted"
    assert len(study) == 4
    assert make().optimize(lambda x, n: time.sleep(0.02) or 1.0, seconds=0.1) == "out_of_time"
    few = craggy.Study("s", {"b": craggy.Bool()}, surrogate="random")
    assert few.optimize(lambda b: 1.0, trials=5) == "exhausted"


def test_stopping_rules_that_are_refused() -> None:
    with pytest.raises(TypeError, match="stop has 3"):
        make().optimize(bowl, stop=[3])  # type: ignore[list-item]
    with pytest.raises(ValueError, match="Target twice"):
        make().optimize(bowl, stop=[craggy.Target(1), craggy.Target(2)])
    with pytest.raises(ValueError, match="patience"):
        make().optimize(bowl, stop=craggy.Patience(0))


def test_an_exception_ends_the_run_and_is_raised() -> None:
    def broken(x: float, n: int) -> float:
        raise RuntimeError("a mistake")

    study = make()
    with pytest.raises(RuntimeError, match="a mistake"):
        study.optimize(broken, trials=5)
    assert study.counts["failed"] == 1
    assert study.trials[0].message == "RuntimeError: a mistake"


def test_exceptions_that_are_expected_fail_the_trial() -> None:
    def sometimes(x: float, n: int) -> float:
        if n == 1:
            raise OverflowError
        if n == 2:
            raise craggy.EvaluationFailed("diverged")
        return x

    study = make()
    assert study.optimize(sometimes, trials=20, catch=ArithmeticError) == "done"
    assert {trial.message for trial in study.trials} == {"", "OverflowError", "diverged"}
    assert study.counts["failed"] + study.counts["finished"] == 20
    assert make().optimize(sometimes, trials=4, catch=(OverflowError, KeyError)) == "done"


def test_retries() -> None:
    seen: list[float] = []

    def at_the_second_try(x: float, n: int) -> float:
        seen.append(x)
        if seen.count(x) < 2:
            raise craggy.EvaluationFailed("not yet")
        return x

    study = make()
    study.optimize(at_the_second_try, trials=3, retries=1)
    assert study.counts["finished"] == 3 and len(seen) == 6


def test_results_that_are_none() -> None:
    with pytest.raises(TypeError, match="the objective returned nothing"):
        make().optimize(lambda x, n: None, trials=2)  # type: ignore[arg-type, return-value]
    study = make()
    study.optimize(lambda x, n: math.nan, trials=2)
    assert study.counts["failed"] == 2 and "finite" in study.trials[0].message


def test_constraints_and_noise() -> None:
    study = craggy.Study("s", space)
    study.optimize(lambda x, n: craggy.Result(x, constraints=[x], noise=0.1), trials=4)
    assert all(trial.noise == 0.1 and trial.constraints == (trial.value,) for trial in study.trials)


def test_callbacks_see_each_trial_in_this_thread_and_in_order() -> None:
    seen: list[int] = []
    threads: set[int] = set()

    def callback(study: craggy.Study, trial: craggy.TrialRecord) -> None:
        seen.append(trial.number)
        threads.add(threading.get_ident())
        assert study.trial(trial.number) == trial

    make().optimize(bowl, trials=5, callbacks=[callback])
    assert seen == [0, 1, 2, 3, 4] and threads == {threading.get_ident()}


def test_an_exception_of_a_callback_ends_the_run() -> None:
    def callback(study: craggy.Study, trial: craggy.TrialRecord) -> None:
        raise KeyError("mine")

    study = make()
    with pytest.raises(KeyError, match="mine"):
        study.optimize(bowl, trials=5, callbacks=[callback])
    assert len(study) == 1
    study.optimize(bowl, trials=5)
    assert len(study) == 5


def test_one_job_runs_in_this_thread() -> None:
    threads: set[int] = set()
    make().optimize(lambda x, n: threads.add(threading.get_ident()) or x, trials=3)
    assert threads == {threading.get_ident()}


def test_jobs_run_side_by_side() -> None:
    together = threading.Barrier(3, timeout=30)

    def wait(x: float, n: int) -> float:
        together.wait()
        return x

    study = make()
    assert study.optimize(wait, trials=6, jobs=3) == "done"
    assert len({tuple(trial.params.items()) for trial in study.trials}) == 6


def test_an_exception_in_one_of_several_jobs() -> None:
    def broken(x: float, n: int) -> float:
        raise RuntimeError("a mistake")

    study = make()
    with pytest.raises(RuntimeError, match="a mistake"):
        study.optimize(broken, trials=8, jobs=2)
    assert study.counts["running"] == 0


def test_jobs_that_are_refused() -> None:
    with pytest.raises(ValueError, match="jobs"):
        make().optimize(bowl, trials=1, jobs=0)


def test_a_study_that_a_run_has_left_goes_on_as_if_it_never_stopped() -> None:
    whole = craggy.Study("s", space, seed=5)
    whole.optimize(bowl, trials=8)
    halves = craggy.Study("s", space, seed=5)
    halves.optimize(bowl, trials=4)
    halves.optimize(bowl, trials=8)
    assert [trial.params for trial in halves.trials] == [trial.params for trial in whole.trials]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_as_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    monkeypatch.setattr(sys, "stderr", Terminal())
    study = make()
    study.optimize(bowl, trials=2)
    study.optimize(lambda x, n: math.nan, trials=3)
    shown = sys.stderr.getvalue()  # type: ignore[attr-defined]
    assert f"2/2 trials, best {study.best_value:.6g}" in shown and shown.endswith("\n")
    failing = make()
    failing.optimize(lambda x, n: math.nan, seconds=5, stop=craggy.MaxFailures(1))
    assert "1 trials, no value yet" in sys.stderr.getvalue()  # type: ignore[attr-defined]
    make().optimize(bowl, trials=0)


def test_progress_in_a_notebook(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    shell = types.SimpleNamespace(kernel=object())
    monkeypatch.setitem(sys.modules, "IPython", types.SimpleNamespace(get_ipython=lambda: shell))  # type: ignore[arg-type]
    make().optimize(bowl, trials=2)
    assert "2/2 trials" in capsys.readouterr().err
    del shell.kernel  # a shell in a terminal, whose output goes to a file
    make().optimize(bowl, trials=2)
    assert capsys.readouterr().err == ""


def test_progress_by_tqdm(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("tqdm")
    make().optimize(bowl, trials=3, progress=True)
    assert "3/3" in capsys.readouterr().err
