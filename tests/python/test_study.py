"""Studies: ask and tell, what a store keeps, and what comes back."""

from __future__ import annotations

import math
import pickle
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import craggy

space = {"x": (-5.0, 5.0), "opt": ["adam", "sgd"]}


def test_ask_and_tell() -> None:
    study = craggy.Study("s", space)
    first, second = study.ask(), study.ask()
    assert (first.number, second.number) == (0, 1)
    assert first.params != second.params
    assert first["x"] == first.params["x"]
    assert repr(first) == f"Trial(number=0, params={first.params!r})"
    first.tell(3.0)
    study.tell(second, craggy.Result(2.0))
    study.tell(second.number, 2.0)  # the same again
    assert study.counts == {"finished": 2, "failed": 0, "infeasible": 0, "running": 0, "waiting": 0}
    assert study.best is not None and study.best.number == 1
    assert (study.best_value, study.best_params) == (2.0, second.params)
    assert len(study) == 2
    assert repr(study) == "Study('s', in memory, 2 finished)"
    with pytest.raises(ValueError, match="trial 1"):
        study.tell(1, 5.0)


def test_a_block_that_tells() -> None:
    study = craggy.Study("s", space)
    with study.ask() as trial:
        trial.tell(1.0, constraints=[-1.0, 2.0], noise=None)
    record = study.trial(0)
    assert (record.value, record.constraints, record.feasible) == (1.0, (-1.0, 2.0), False)
    assert study.best is None and study.best_value is None and study.best_params is None


def test_an_exception_fails_the_trial_and_goes_on() -> None:
    study = craggy.Study("s", space)
    with pytest.raises(ZeroDivisionError), study.ask():
        1 / 0  # noqa: B018
    with pytest.raises(craggy.EvaluationFailed), study.ask():
        raise craggy.EvaluationFailed("diverged")
    with pytest.raises(RuntimeError), study.ask():
        raise RuntimeError
    messages = [trial.message for trial in study.trials]
    assert messages == ["ZeroDivisionError: division by zero", "diverged", "RuntimeError"]


def test_ctrl_c_gives_the_trial_back() -> None:
    study = craggy.Study("s", space)
    with pytest.raises(KeyboardInterrupt), study.ask() as trial:
        raise KeyboardInterrupt
    assert study.counts["waiting"] == 1
    assert study.ask().params == trial.params


def test_a_block_without_a_result_says_so() -> None:
    study = craggy.Study("s", space)
    with pytest.raises(craggy.CraggyError, match="trial 0 was neither told nor failed"), study.ask():
        pass
    assert study.counts["waiting"] == 1


def test_fail_and_release() -> None:
    study = craggy.Study("s", space)
    study.fail(study.ask(), "diverged")
    study.fail(study.ask().number, "again")
    study.ask().release()
    with study.ask() as trial:
        trial.fail("no")
    assert [trial.state for trial in study.trials] == ["failed", "failed", "failed"]
    assert study.trial(1).message == "again"


def test_points_from_outside() -> None:
    study = craggy.Study("s", space)
    assert study.enqueue({"x": 0.5, "opt": "sgd"}) == 0
    assert study.add({"x": 1.5, "opt": "adam"}, 4.0) == 1
    assert study.add({"x": 2.5, "opt": "adam"}, craggy.Result(5.0, noise=0.5)) == 2
    assert study.add({"x": 3.5, "opt": "adam"}, 6.0, noise=0.25) == 3
    assert study.ask().params == {"x": 0.5, "opt": "sgd"}
    assert [trial.noise for trial in study.trials] == [None, None, 0.5, 0.25]


@pytest.mark.parametrize(
    "value", [np.float32(1.5), np.array(1.5), np.array([1.5]), np.int64(1), 1]
)
def test_numbers_of_all_kinds_are_values(value: Any) -> None:
    study = craggy.Study("s", space)
    study.tell(study.ask(), value)
    assert study.best_value == float(np.asarray(value).item())


@pytest.mark.parametrize("value", ["1.5", None, True, [1.5], np.array([1.0, 2.0]), 1j])
def test_values_that_are_none(value: Any) -> None:
    study = craggy.Study("s", space)
    with pytest.raises(TypeError):
        study.tell(study.ask(), value)


def test_values_that_are_not_finite() -> None:
    study = craggy.Study("s", space)
    with pytest.raises(craggy.InvalidArgument, match="trial 0"):
        study.ask().tell(math.nan)


def test_result_checks_what_it_is_given() -> None:
    assert craggy.Result(np.float64(1), constraints=np.array([1, 2])) == craggy.Result(1.0, (1.0, 2.0))
    with pytest.raises(TypeError, match="a constraint is 'a'"):
        craggy.Result(1.0, constraints=["a"])  # type: ignore[list-item]
    with pytest.raises(TypeError, match="the noise is 'a'"):
        craggy.Result(1.0, noise="a")  # type: ignore[arg-type]


def test_direction() -> None:
    study = craggy.Study("s", space, direction="maximize")
    for value in (1.0, 3.0, 2.0):
        study.tell(study.ask(), value)
    assert (study.direction, study.best_value) == ("maximize", 3.0)
    assert craggy.Study("s", space).direction == "minimize"
    with pytest.raises(ValueError, match="the direction is 'up'"):
        craggy.Study("s", space, direction="up")  # type: ignore[arg-type]


def test_records() -> None:
    study = craggy.Study("s", space, worker="me")
    before = datetime.now(UTC)
    for _ in range(3):
        study.tell(study.ask(), 1.0)
    record = study.trials[2]
    assert (record.number, record.state, record.value, record.feasible) == (2, "finished", 1.0, True)
    assert record.created is not None and before <= record.created <= datetime.now(UTC)
    assert record.ended is not None and record.started is not None and record.started <= record.ended
    assert record.seconds is not None and record.seconds >= 0
    assert (record.worker, record.attempts) == ("me", 1)
    assert record.model not in ("", "initial design")
    assert study.trials[0].model == "initial design"
    assert study.trial(2) == record
    with pytest.raises(ValueError, match="no such trial"):
        study.trial(3)


def test_arrays_and_frames() -> None:
    study = craggy.Study("s", {"x": (0.0, 1.0), "n": (1, 9), "opt": ["a", None], "y": craggy.Float(0, 1, when="n > 4")})
    study.add({"x": 0.5, "n": 5, "opt": None, "y": 0.25}, 1.0, constraints=[-1.0], noise=0.1)
    study.add({"x": 0.25, "n": 1, "opt": "a"}, 2.0, constraints=[1.0])
    study.fail(study.ask(), "no")
    columns = study.to_dict()
    assert list(columns)[:6] == ["number", "state", "value", "params_x", "params_n", "params_opt"]
    assert columns["params_n"].dtype.kind == "i"
    np.testing.assert_array_equal(columns["params_y"][:2], [0.25, np.nan])
    np.testing.assert_array_equal(columns["constraint_1"], [-1.0, 1.0, np.nan])
    np.testing.assert_array_equal(columns["noise"], [0.1, np.nan, np.nan])
    assert columns["message"][2] == "no"
    assert columns["params_opt"].dtype == object
    json = study.to_json()
    assert (json["study"], json["counts"]["finished"], json["trials"][0]["params"]["n"]) == ("s", 2, 5)


def test_frames() -> None:
    pytest.importorskip("pandas")
    study = craggy.Study("s", space)
    study.add({"x": 0.5, "opt": "sgd"}, 1.0)
    study.add({"x": 0.25, "opt": "adam"}, 2.0)
    study.fail(study.ask(), "no")
    frame = study.to_frame()
    assert frame.index.tolist() == [0, 1, 2] and frame["value"].tolist()[:2] == [1.0, 2.0]
    assert frame["params_opt"].tolist()[:2] == ["sgd", "adam"]


def test_frames_need_pandas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pandas", None)
    with pytest.raises(ImportError, match="pip install pandas"):
        craggy.Study("s", space).to_frame()


def test_an_empty_study() -> None:
    study = craggy.Study("s", space)
    assert study.trials == [] and len(study.to_dict()["value"]) == 0
    assert study.recommended() is None


def test_a_study_in_a_file(sqlite: str) -> None:
    study = craggy.Study("s", space, store=sqlite, seed=3)
    study.tell(study.ask(), 1.0)
    again = craggy.Study("s", space, store=sqlite, seed=3)
    assert again.trials == study.trials
    without_space = craggy.Study("s", store=sqlite)
    assert without_space.seed == 3 and without_space.space.names == ["x", "opt"]
    assert repr(again) == "Study('s', in a store, 1 finished)"
    with pytest.raises(ValueError, match="seed"):
        craggy.Study("s", space, store=sqlite, seed=4)
    with pytest.raises(ValueError, match="x"):
        craggy.Study("s", {"x": (0.0, 1.0)}, store=sqlite, seed=3)
    assert craggy.list_studies(sqlite) == ["s"]
    assert craggy.delete_study(sqlite, "s") and not craggy.delete_study(sqlite, "s")


def test_a_store_by_its_path(tmp_path: Path) -> None:
    craggy.Study("s", space, store=tmp_path / "studies.db")
    assert craggy.list_studies(tmp_path / "studies.db") == ["s"]


def test_a_server(postgres: str) -> None:
    study = craggy.Study("server", space, store=postgres, seed=1)
    alone = craggy.Study("server", space, seed=1)
    for _ in range(5):
        here, there = study.ask(), alone.ask()
        assert here.params == there.params
        here.tell(here["x"] ** 2)
        there.tell(there["x"] ** 2)
    assert craggy.Study("server", store=postgres).best_value == study.best_value


def test_stores_that_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="give its parameters"):
        craggy.Study("s")
    with pytest.raises(ValueError, match="no such file"):
        craggy.Study("t", store=tmp_path / "studies.db")
    craggy.Study("s", space, store=tmp_path / "studies.db")
    with pytest.raises(ValueError, match="'t'"):
        craggy.Study("t", store=tmp_path / "studies.db")
    with pytest.raises(ValueError):
        craggy.Study("s", space, store="mysql://x")
    (tmp_path / "text.db").write_text("no database, but a text that is long enough to be seen as none" * 20)
    with pytest.raises(craggy.StoreError):
        craggy.Study("s", space, store=tmp_path / "text.db")


def test_a_space_that_is_exhausted() -> None:
    study = craggy.Study("s", {"b": craggy.Bool()})
    study.ask()
    study.ask()
    with pytest.raises(craggy.SpaceExhausted, match="all 2 points"):
        study.ask()


def test_options_by_keyword() -> None:
    study = craggy.Study("s", space, surrogate="latent", sigma_h=[0.1, 0.0], num_initial=np.int64(3), noisy=True)
    assert study.models != {}
    assert craggy.Study("s", space, surrogate="latent", sigma_h=0.1, ard=None).models
    with pytest.raises(ValueError, match="did you mean 'surrogate'"):
        craggy.Study("s", space, surogate="latent")  # type: ignore[call-arg]
    with pytest.raises(ValueError, match="num_initial"):
        craggy.Study("s", space, num_initial=0)
    with pytest.raises(ValueError, match="noisy"):
        craggy.Study("s", space, noisy="perhaps")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="noisy is <object"):
        craggy.Study("s", space, noisy=object())  # type: ignore[arg-type]


def test_keywords_are_the_options_of_the_library() -> None:
    from craggy import _craggy
    from craggy._options import FitOptions, Options

    keys = {"inference" if key == "method" else key for key, *_ in _craggy.describe_options()}
    assert set(Options.__annotations__) | set(FitOptions.__annotations__) == keys
    assert set(craggy.describe_options()) == keys


def test_names_of_surrogates_are_those_of_the_library() -> None:
    from typing import get_args, get_type_hints

    from craggy import _craggy
    from craggy._options import Options

    takes = {key: what for key, what, *_ in _craggy.describe_options()}
    for name, hint in get_type_hints(Options).items():
        choices = [each for part in (hint, *get_args(hint)) for each in get_args(part) if isinstance(each, str)]
        if choices:
            key = "method" if name == "inference" else name
            assert takes[key] == "one of " + ", ".join(dict.fromkeys(choices)), name


def test_recommended_of_a_noisy_study() -> None:
    study = craggy.Study("s", space, noisy=True, seed=2)
    for _ in range(6):
        trial = study.ask()
        trial.tell(trial["x"] ** 2)
    found = study.recommended()
    assert found is not None
    trial_found, mean = found
    assert trial_found.state == "finished" and math.isfinite(mean)


@pytest.mark.parametrize("direction", ["minimize", "maximize"])
def test_a_preview_is_what_ask_suggests(direction: str) -> None:
    study = craggy.Study("s", space, direction=direction, seed=2)
    for _ in range(7):
        before = study.counts
        found = study.preview()
        assert study.counts == before
        trial = study.ask()
        assert found is not None and found[0] == trial.params
        why = study.why(trial)
        assert (found[1].sentence, found[1].mean, found[1].model) == (why.sentence, why.mean, why.model)
        trial.tell(trial["x"] ** 2)


def test_there_is_no_preview_of_a_space_without_another_point() -> None:
    study = craggy.Study("s", {"k": ["a", "b"]})
    for choice in ("a", "b"):
        study.add({"k": choice}, 1.0)
    assert study.preview() is None


def test_replay(sqlite: str) -> None:
    study = craggy.Study("s", space, store=sqlite)
    for _ in range(4):
        trial = study.ask()
        trial.tell(trial["x"] ** 2)
    assert study.replay(3)
    number = study.add({"x": 1.0, "opt": "adam"}, 1.0)
    with pytest.raises(craggy.CraggyError, match=r"outside|came"):
        study.replay(number)


def test_pickling(sqlite: str) -> None:
    choices = [int, None]
    study = craggy.Study("s", {"c": choices, "x": (0.0, 1.0)}, store=sqlite, worker="me")
    study.tell(study.ask(), 1.0)
    copy = pickle.loads(pickle.dumps(study))
    assert copy.trials == study.trials
    assert copy.trials[0].params["c"] in choices
    with pytest.raises(TypeError, match="give it a store"):
        pickle.dumps(craggy.Study("s", space))


def test_a_study_is_opened_as_it_is(sqlite: str) -> None:
    craggy.Study("s", space, store=sqlite, direction="maximize", seed=3, noisy=True)
    assert craggy.Study("s", store=sqlite, direction="maximize", seed=3).direction == "maximize"
    assert craggy.Study("s", store=sqlite, noisy=True).seed == 3
    with pytest.raises(ValueError, match="the direction is 'minimize', but that of the study is 'maximize'"):
        craggy.Study("s", store=sqlite, direction="minimize")
    with pytest.raises(ValueError, match="the seed is 4, but that of the study is 3"):
        craggy.Study("s", store=sqlite, seed=4)
    with pytest.raises(ValueError, match="noisy"):
        craggy.Study("s", store=sqlite, noisy=False)
