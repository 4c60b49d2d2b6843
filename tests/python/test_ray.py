"""The searcher for Ray Tune: spaces as Tune writes them, what it learns from, saved and restored, and a real Tuner."""

from __future__ import annotations

import math
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import craggy

tune = pytest.importorskip("ray.tune")

import ray  # noqa: E402

from craggy.ray import CraggySearch  # noqa: E402

every_domain = {
    "float": tune.uniform(-5, 5),
    "log": tune.loguniform(1e-5, 1e-1),
    "step": tune.quniform(0.25, 1.0, 0.25),
    "logstep": tune.qloguniform(5, 100, 5),
    "nested": {"int": tune.randint(1, 9), "logint": tune.lograndint(1, 65)},
    "even": tune.qrandint(2, 10, 2),
    "one": tune.qrandint(1, 4, 1),
    "choice": tune.choice([None, "a", ("b", 1)]),
    "only": tune.choice(["x"]),
    "single": tune.randint(3, 4),
    "fixed": 7,
}


def in_bounds(config: dict[str, Any]) -> bool:
    return (
        -5 <= config["float"] <= 5
        and 1e-5 <= config["log"] <= 1e-1
        and config["step"] in (0.25, 0.5, 0.75, 1.0)
        and config["logstep"] in range(5, 101, 5)
        and config["nested"]["int"] in range(1, 9)
        and config["nested"]["logint"] in range(1, 65)
        and config["even"] in range(2, 11, 2)
        and config["one"] in (1, 2, 3)
        and config["choice"] in (None, "a", ("b", 1))
        and config["only"] == "x"
        and config["single"] == 3
        and "fixed" not in config  # Tune puts constants beside by itself
    )


def test_every_domain_of_tune() -> None:
    search = CraggySearch(metric="loss", mode="min", seed=1, surrogate="random")
    assert search.set_search_properties(None, None, every_domain)
    for i in range(30):
        config = search.suggest(str(i))
        assert in_bounds(config), config
        assert [type(config[name]) for name in ("float", "step", "even")] == [float, float, int]
        search.add_evaluated_point({**config, "fixed": 7}, config["float"])
    assert [trial.codes for trial in search._trials.values()][::2] == [t.codes for t in search._trials.values()][1::2]


def test_domains_that_cannot_be_searched() -> None:
    search = CraggySearch(metric="loss", mode="min")
    with pytest.raises(ValueError, match=r"'a/b' is Float with Normal sampling, but it has to be tune.uniform"):
        search.set_search_properties(None, None, {"a": {"b": tune.randn()}})
    with pytest.raises(ValueError, match="'a' is a grid"):
        search.set_search_properties(None, None, {"a": tune.grid_search([1, 2])})
    with pytest.raises(ValueError, match="no multiple of 5"):
        search.set_search_properties(None, None, {"a": tune.qrandint(1, 4, 5)})
    with pytest.raises(ValueError, match="nothing to search"):
        search.set_search_properties(None, None, {"a": tune.choice([1])})
    with pytest.raises(craggy.CraggyError, match="no space yet"):
        search.suggest("1")


def test_arguments_are_checked() -> None:
    with pytest.raises(ValueError, match="the metric is"):
        CraggySearch(metric=["a", "b"])  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="the mode is 'best'"):
        CraggySearch(metric="a", mode="best")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="1 values, but it has to be 2"):
        CraggySearch(points_to_evaluate=[{"x": 1}, {"x": 2}], evaluated_rewards=[1.0])
    with pytest.raises(craggy.CraggyError, match="no mode"):
        CraggySearch({"x": (0.0, 1.0)}).suggest("1")
    search = CraggySearch({"x": tune.uniform(0, 1), "c": tune.choice(["a", "b"])}, metric="a", mode="max")
    assert search.set_search_properties("b", "min", {"constant": 1})
    assert (search.metric, search.mode) == ("b", "min")
    assert not search.set_search_properties("b", "min", {"y": tune.uniform(0, 1)})
    with pytest.raises(ValueError, match="the parameter 'c' is missing"):
        search.add_evaluated_point({"x": 0.5}, 1.0)
    with pytest.raises(ValueError, match=r"'c' of a config: 'd' is not one of \['a', 'b'\]"):
        search.add_evaluated_point({"x": 0.5, "c": "d"}, 1.0)


def jagged(config: dict[str, Any]) -> float:
    return abs(config["x"]) + (config["y"] - 1) ** 2 + (3.0 if int(config["x"] * 4) % 3 == 0 else 0.0)


def run(search: CraggySearch, begin: int, end: int, sign: float = 1.0) -> list[dict[str, Any]]:
    configs = []
    for i in range(begin, end):
        config = search.suggest(f"trial {i}")
        assert isinstance(config, dict)
        configs.append(config)
        search.on_trial_complete(f"trial {i}", {"loss": sign * jagged(config)})
    return configs


def tune_space() -> dict[str, Any]:
    return {"x": tune.uniform(-10, 10), "y": tune.uniform(-10, 10)}


@pytest.mark.parametrize("mode", ["min", "max"])
def test_the_suggestions_are_those_of_a_study_of_craggy(mode: Any) -> None:
    sign = 1.0 if mode == "min" else -1.0
    configs = run(CraggySearch(tune_space(), "loss", mode, seed=4), 0, 15, sign)
    direction: Any = "minimize" if mode == "min" else "maximize"
    study = craggy.Study("s", {"x": (-10.0, 10.0), "y": (-10.0, 10.0)}, seed=4, direction=direction)
    study.optimize(lambda x, y: sign * jagged({"x": x, "y": y}), trials=15)
    assert configs == [trial.params for trial in study.trials]


def test_a_search_that_is_restored_goes_on_as_if_it_never_stopped(tmp_path: Path) -> None:
    whole = run(CraggySearch(tune_space(), "loss", "min", seed=4), 0, 16)
    begun = CraggySearch(tune_space(), "loss", "min", seed=4)
    configs = run(begun, 0, 8)
    begun.suggest("running")
    begun._trials.pop("running")
    begun.save(str(tmp_path / "state.json"))
    resumed = CraggySearch(metric="loss", mode="min")
    resumed.restore(str(tmp_path / "state.json"))
    assert resumed.set_search_properties(None, None, tune_space())
    copied = pickle.loads(pickle.dumps(resumed))
    configs += run(resumed, 8, 16)
    assert run(copied, 8, 12) == configs[8:12]
    assert configs[:8] == whole[:8]


def test_what_is_restored_is_checked(tmp_path: Path) -> None:
    place = str(tmp_path / "state.json")
    CraggySearch({"x": (0.0, 1.0)}, "loss", "min").save(place)
    with pytest.raises(craggy.CraggyError, match=r"was saved with the space \['x=float\(0,1\)'\], but now it is"):
        CraggySearch({"y": (0.0, 1.0)}, "loss", "min").restore(place)
    later = CraggySearch(metric="loss", mode="min")
    later.restore(place)
    with pytest.raises(craggy.CraggyError, match="but now it is"):
        later.set_search_properties(None, None, {"x": tune.uniform(0, 2)})
    for text in ("", "[]", '{"format": 2}', '{"format": 1, "trials": [{"a": 1}]}'):
        Path(place).write_text(text)
        with pytest.raises(craggy.CraggyError, match="is not a saved search of craggy"):
            CraggySearch({"x": (0.0, 1.0)}, "loss", "min").restore(place)


def test_points_that_are_given() -> None:
    points = [{"x": 0.5, "y": 1.0}, {"x": 1.0, "y": 2.0}]
    search = CraggySearch(tune_space(), "loss", "min", points_to_evaluate=points)
    assert [search.suggest("a"), search.suggest("a"), search.suggest("b")] == [points[0], *points]
    known = CraggySearch(tune_space(), "loss", "min", points_to_evaluate=points, evaluated_rewards=[1.0, math.nan])
    assert [trial.state for trial in known._trials.values()] == ["finished", "failed"]
    assert known.suggest("a") not in points


def test_what_becomes_of_trials() -> None:
    search = CraggySearch(tune_space(), "loss", "min", seed=1)
    for name, result, error in [
        ("finished", {"loss": 1.0}, False),
        ("nan", {"loss": math.nan}, False),
        ("stopped", {"other": 1.0}, False),
        ("error", None, True),
        ("error at the end", {"loss": 1.0}, True),
    ]:
        search.suggest(name)
        search.on_trial_complete(name, result, error)
    search.suggest("running")
    search.on_trial_complete("unknown", {"loss": 1.0, "config": {"x": 1.0, "y": 1.0}})
    search.on_trial_complete("nothing is known of it", None, True)
    search.add_evaluated_point({"x": 1.0, "y": 2.0}, None, pruned=True, intermediate_values=[3.0, 2.0])  # type: ignore[arg-type]
    search.add_evaluated_point({"x": 1.0, "y": 3.0}, 1.0, error=True)
    states = {name: (trial.state, trial.value) for name, trial in search._trials.items()}
    assert states == {
        "finished": ("finished", 1.0),
        "nan": ("failed", None),
        "stopped": ("failed", None),
        "error": ("failed", None),
        "error at the end": ("failed", None),
        "running": ("running", None),
        "unknown": ("finished", 1.0),
        "added 7": ("finished", 2.0),
        "added 8": ("failed", None),
    }
    assert isinstance(search.suggest("next"), dict)


def test_a_space_in_craggys_words_with_a_condition() -> None:
    space = {"opt": ["adam", "sgd"], "momentum": "float(0, 1) if opt == sgd"}
    search = CraggySearch(space, "loss", "min", seed=1)
    configs = [search.suggest(str(i)) for i in range(8)]
    assert {("momentum" in config) == (config["opt"] == "sgd") for config in configs} == {True}  # type: ignore[operator, index]
    search.add_evaluated_point({"opt": "adam", "constant": 1}, 1.0)


def test_a_finite_space_ends_the_search() -> None:
    search = CraggySearch({"x": tune.randint(0, 2), "y": tune.choice(["a", "b"])}, "loss", "min", seed=1)
    assert {str(search.suggest(str(i))) for i in range(4)} == {f"{{'x': {x}, 'y': '{y}'}}" for x in (0, 1) for y in "ab"}
    assert search.suggest("5") == "FINISHED"


@pytest.fixture(scope="module")
def cluster() -> Iterator[None]:
    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False, configure_logging=False)
    yield
    ray.shutdown()


@pytest.mark.usefixtures("cluster")
def test_a_tuner_runs_and_saves_the_search(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAY_AIR_NEW_OUTPUT", "0")

    def trainable(config: dict[str, Any]) -> dict[str, float]:  # in here, since workers cannot import the tests
        if config["x"] > 5:
            raise ZeroDivisionError
        return {"loss": abs(config["x"]) + config["constant"]}

    def tuner(search: CraggySearch, samples: int) -> Any:
        return tune.Tuner(
            trainable,
            param_space={**tune_space(), "constant": 1},
            tune_config=tune.TuneConfig(
                metric="loss", mode="min", num_samples=samples, search_alg=search, reuse_actors=True
            ),
            run_config=tune.RunConfig(name="t", storage_path=str(tmp_path), verbose=0),
        )

    search = CraggySearch(seed=1)
    results = tuner(search, 3).fit()
    assert len(results) == 3 and len(search._trials) == 3
    for trial in search._trials.values():
        x = trial.codes[0]
        assert (trial.state, trial.value) == (("failed", None) if x > 5 else ("finished", abs(x) + 1))
    assert "finished" in {trial.state for trial in search._trials.values()}
    (saved,) = (tmp_path / "t").glob("searcher-state-*.pkl")
    resumed = CraggySearch(seed=2)
    resumed.restore(str(saved))
    assert [trial.codes for trial in resumed._trials.values()] == [trial.codes for trial in search._trials.values()]
