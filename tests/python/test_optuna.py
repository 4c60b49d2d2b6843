"""The Optuna sampler: Optuna's own cases, the same suggestions as a study of craggy, and what it learns from."""

from __future__ import annotations

import math
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import craggy

optuna = pytest.importorskip("optuna")

from optuna.distributions import CategoricalDistribution, FloatDistribution, IntDistribution  # noqa: E402
from optuna.testing.pytest_samplers import (  # noqa: E402
    BasicSamplerTestCase,
    RelativeSamplerTestCase,
    SingleOnlySamplerTestCase,
)
from optuna.trial import TrialState, create_trial  # noqa: E402

from objectives import corrupted_holder  # noqa: E402

from craggy.optuna import CraggySampler, _history, _Space  # noqa: E402

optuna.logging.set_verbosity(optuna.logging.ERROR)


class TestOptunasOwnCases(BasicSamplerTestCase, RelativeSamplerTestCase, SingleOnlySamplerTestCase):
    @pytest.fixture
    def sampler(self) -> Callable[[], CraggySampler]:
        return lambda: CraggySampler(seed=1)


space = {
    "x": FloatDistribution(-10, 10),
    "y": FloatDistribution(-10, 10),
    "n": IntDistribution(1, 100, log=True),
    "c": CategoricalDistribution(["a", None]),
}


def jagged(x: float, y: float, n: int = 1, c: str | None = "a") -> float:
    return abs(x) + (y - 1) ** 2 + (3.0 if int(x * 4) % 3 == 0 else 0.0) + 0.01 * n + (1.0 if c == "a" else 0.0)


def objective(trial: optuna.Trial) -> float:
    return jagged(
        trial.suggest_float("x", -10, 10),
        trial.suggest_float("y", -10, 10),
        trial.suggest_int("n", 1, 100, log=True),
        trial.suggest_categorical("c", ["a", None]),
    )


def params(study: optuna.Study) -> list[dict[str, object]]:
    return [trial.params for trial in study.trials]


@pytest.mark.parametrize("direction", ["minimize", "maximize"])
def test_the_suggestions_are_those_of_a_study_of_craggy(direction: str) -> None:
    sign = 1.0 if direction == "minimize" else -1.0
    there = optuna.create_study(sampler=CraggySampler(seed=4, search_space=space), direction=direction)
    there.optimize(lambda trial: sign * objective(trial), n_trials=10)
    here = craggy.Study(
        "s",
        {"x": (-10.0, 10.0), "y": (-10.0, 10.0), "n": craggy.Int(1, 100, log=True), "c": ["a", None]},
        seed=4,
        direction=direction,  # type: ignore[arg-type]
    )
    here.optimize(lambda x, y, n, c: sign * jagged(x, y, n, c), trials=len(there.trials))
    assert params(there) == [trial.params for trial in here.trials]


def test_fifty_trials_of_corrupted_holder_are_those_of_a_study_of_craggy(command: str) -> None:
    done = subprocess.run([command, "evaluate", "corrupted_holder_table", "1.5,2.5"], capture_output=True, text=True)
    assert corrupted_holder(1.5, 2.5) == pytest.approx(float(done.stdout), rel=1e-12)
    domain = {"x": FloatDistribution(-10, 10), "y": FloatDistribution(-10, 10)}
    there = optuna.create_study(sampler=CraggySampler(seed=2, search_space=domain))
    there.optimize(
        lambda trial: corrupted_holder(trial.suggest_float("x", -10, 10), trial.suggest_float("y", -10, 10)), n_trials=50
    )
    here = craggy.Study("s", {"x": (-10.0, 10.0), "y": (-10.0, 10.0)}, seed=2)
    here.optimize(corrupted_holder, trials=50)
    assert params(there) == [trial.params for trial in here.trials]
    assert [trial.value for trial in there.trials] == [trial.value for trial in here.trials]


def test_without_a_space_the_first_trial_is_uniform_and_the_rest_is_craggys() -> None:
    there = optuna.create_study(sampler=CraggySampler(seed=4))
    there.optimize(objective, n_trials=8)
    here = craggy.Study("s", {name: craggy.Space({name: _parameter(name)}).texts[0].partition("=")[2] for name in sorted(space)}, seed=4)
    for trial in there.trials[:1]:
        here.add(_texts(trial.params), trial.value)
    for trial in there.trials[1:]:
        with here.ask() as asked:
            assert asked.params == _texts(trial.params)
            asked.tell(trial.value)


def _parameter(name: str) -> object:
    return {"x": (-10.0, 10.0), "y": (-10.0, 10.0), "n": craggy.Int(1, 100, log=True), "c": ["0", "1"]}[name]


def _texts(params: dict[str, object]) -> dict[str, object]:
    return {**params, "c": "0" if params["c"] == "a" else "1"}


@pytest.mark.parametrize("seed", [7, None])
def test_a_study_that_is_loaded_again_goes_on_as_if_it_never_stopped(tmp_path: Path, seed: int | None) -> None:
    whole = optuna.create_study(sampler=CraggySampler(seed=7))
    storage = f"sqlite:///{tmp_path}/optuna.db"
    study = optuna.create_study(study_name="s", storage=storage, sampler=CraggySampler(seed=seed))
    if seed is None:
        study._storage.set_study_system_attr(study._study_id, "craggy:seed", 7)
    whole.optimize(objective, n_trials=50 if seed else 12)
    study.optimize(objective, n_trials=25 if seed else 6)
    again = optuna.load_study(study_name="s", storage=storage, sampler=CraggySampler(seed=seed))
    again.optimize(objective, n_trials=25 if seed else 6)
    assert params(again) == params(whole)


def test_a_seed_that_is_left_out_is_drawn_once() -> None:
    one, other = (optuna.create_study(sampler=CraggySampler()) for _ in range(2))
    one.optimize(objective, n_trials=3)
    other.optimize(objective, n_trials=3)
    assert params(one) != params(other)


def test_jobs_side_by_side_get_different_points() -> None:
    study = optuna.create_study(sampler=CraggySampler(seed=1))
    study.optimize(objective, n_trials=12, n_jobs=3)
    assert len({tuple(trial.params.items()) for trial in study.trials}) == 12


def add(study: optuna.Study, x: float, state: TrialState = TrialState.COMPLETE, **more: object) -> None:
    study.add_trial(
        create_trial(state=state, params={"x": x}, distributions={"x": FloatDistribution(0, 1)}, **more)  # type: ignore[arg-type]
    )


def test_what_a_suggestion_learns_from() -> None:
    study = optuna.create_study(direction="maximize", sampler=CraggySampler(seed=1))
    add(study, 0.1, value=1.0)
    add(study, 0.2, value=3.0)
    add(study, 0.3, TrialState.FAIL)
    add(study, 0.4, TrialState.PRUNED, intermediate_values={0: 0.0, 1: 2.0})
    add(study, 0.45, TrialState.PRUNED, intermediate_values={0: 0.0, 1: 9.0})
    add(study, 0.5, TrialState.PRUNED)
    add(study, 0.55, TrialState.PRUNED, intermediate_values={0: float("nan")})
    add(study, 0.6, value=float("-inf"))
    study.add_trial(create_trial(value=5.0, params={"x": 7.0}, distributions={"x": FloatDistribution(0, 10)}))
    study.add_trial(create_trial(value=5.0, params={"z": 7.0}, distributions={"z": FloatDistribution(0, 10)}))
    running = study.ask({"x": FloatDistribution(0, 1)})
    current = study.ask()
    history = _history(study, study.trials[current.number], _Space.of({"x": FloatDistribution(0, 1)}))
    assert history.points == [[0.1], [0.2], [0.4], [0.45]]
    assert history.objectives == [-1.0, -3.0, -2.0, -5.0]  # the best completed one has 5
    assert history.failed == [[0.3], [0.5], [0.55], [0.6]]
    assert history.pending == [[running.params["x"]]]


def test_constraints_are_learned_from() -> None:
    study = optuna.create_study(sampler=CraggySampler(seed=1))

    def constrained(trial: optuna.Trial) -> float:
        x = trial.suggest_float("x", -5, 5)
        trial.set_constraint("right", 1.0 - x)
        return x**2

    study.optimize(constrained, n_trials=15)
    history = _history(study, study.trials[0], _Space.of({"x": FloatDistribution(-5, 5)}))
    assert history.constraints == [[1.0 - point[0]] for point in history.points]
    assert 1.0 <= study.best_trial.params["x"] < 1.5
    study.add_trial(create_trial(value=0.0, params={"x": 0.0}, distributions={"x": FloatDistribution(-5, 5)}))
    assert _history(study, study.trials[0], _Space.of({"x": FloatDistribution(-5, 5)})).failed == [[0.0]]


def test_choices_that_mean_something_else_are_left_out() -> None:
    study = optuna.create_study(sampler=CraggySampler(seed=1))
    before, now = CategoricalDistribution(["a", "b"]), CategoricalDistribution(["b", "a"])
    study.add_trial(create_trial(value=1.0, params={"c": "a"}, distributions={"c": before}))
    study.ask()
    assert _history(study, study.trials[1], _Space.of({"c": now})).points == []


def test_names_may_be_anything() -> None:
    study = optuna.create_study(sampler=CraggySampler(seed=1))
    study.optimize(lambda trial: trial.suggest_float("größe (in mm)", 0, 1), n_trials=4)
    assert all("größe (in mm)" in trial.params for trial in study.trials)


def test_options_and_copies() -> None:
    sampler = pickle.loads(pickle.dumps(CraggySampler(seed=3, surrogate="latent", sigma_h=[0.1, 0.0])))
    study = optuna.create_study(sampler=sampler)
    study.optimize(objective, n_trials=4)
    sampler.reseed_rng()
    with pytest.raises(ValueError, match="did you mean 'surrogate'"):
        optuna.create_study(sampler=CraggySampler(seed=3, surogate="x")).optimize(objective, n_trials=3)  # type: ignore[call-arg]


def test_a_warm_state_of_which_half_is_anothers_is_not_used() -> None:
    study = optuna.create_study(sampler=CraggySampler(seed=1))
    study.optimize(objective, n_trials=4)
    state = study.sampler._state  # type: ignore[attr-defined]
    assert state.warm_of(study) is not None
    study._storage.set_study_system_attr(study._study_id, "craggy:warm:0", "of another job")
    assert state.warm_of(study) is None
    study.optimize(objective, n_trials=1)


def test_neither_torch_nor_scipy_is_imported() -> None:
    program = (
        "import sys, optuna; from craggy.optuna import CraggySampler\n"
        "before = set(sys.modules)\n"
        "study = optuna.create_study(sampler=CraggySampler(seed=1))\n"
        "study.optimize(lambda trial: trial.suggest_float('x', 0, 1), n_trials=4)\n"
        "print({'torch', 'scipy'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=True)
    assert done.stdout == "set()\n"


def conditional(trial: optuna.Trial) -> float:
    optimiser = trial.suggest_categorical("optimiser", ["adam", "sgd"])
    rate = trial.suggest_float("rate", 1e-5, 1.0, log=True)
    momentum = trial.suggest_float("momentum", 0.0, 1.0) if optimiser == "sgd" else 0.5
    return abs(math.log10(rate) + 2) + abs(momentum - 0.9)


def test_conditional_parameters_are_uniform_unless_the_space_is_given() -> None:
    found = optuna.create_study(sampler=CraggySampler(seed=1))
    found.optimize(conditional, n_trials=8)
    known = {
        "optimiser": CategoricalDistribution(["adam", "sgd"]),
        "rate": FloatDistribution(1e-5, 1.0, log=True),
        "momentum": FloatDistribution(0.0, 1.0),
    }
    sampler = CraggySampler(seed=1, search_space=known)
    given = optuna.create_study(sampler=sampler)
    given.optimize(conditional, n_trials=25)
    last = given.ask()
    assert set(sampler.infer_relative_search_space(given, given.trials[-1])) == set(known)
    assert set(found.sampler.infer_relative_search_space(found, found.trials[-1])) == {"optimiser", "rate"}
    history = _history(given, given.trials[last.number], _Space.of(known))
    assert len(history.points) == 25  # also those that did not ask for the momentum
    assert given.best_value < 0.6
