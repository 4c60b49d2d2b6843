"""What models and fits believe, on functions where that is known."""

from __future__ import annotations

import numpy as np
import pytest

import craggy


@pytest.fixture(scope="module")
def study() -> craggy.Study:
    study = craggy.Study(
        "s",
        {"x": (-2.0, 2.0), "n": (0, 3), "c": ["a", "b"], "z": craggy.Float(0, 1, when="c == b")},
        seed=1,
        direction="maximize",
    )
    study.optimize(lambda x, n, c, z=0.0: -((x - 1) ** 2) * 10 + 0.01 * n, trials=25)
    return study


@pytest.fixture(scope="module")
def model(study: craggy.Study) -> craggy.Model:
    return study.model("smooth")


def test_a_model_says_what_it_is(study: craggy.Study, model: craggy.Model) -> None:
    assert model.name == "smooth" and model.summary == study.models["smooth"]
    assert model.trials == list(range(25))
    assert model.diagnostics["draws"] > 0
    assert repr(model) == "Model('smooth', 25 trials)"
    assert study.model().name in study.models
    with pytest.raises(ValueError, match="smooth"):
        study.model("smoothe")
    with pytest.raises(ValueError, match="at least one"):
        craggy.Study("s", {"x": (0.0, 1.0)}).model()


def test_predictions_are_near_what_was_observed(study: craggy.Study, model: craggy.Model) -> None:
    forecast = model.predict([trial.params for trial in study.trials])
    observed = np.array([trial.value for trial in study.trials])
    assert np.abs(forecast.mean - observed).max() < 2.0
    assert forecast.quantiles.shape == (25, 5) and np.all(np.diff(forecast.quantiles, axis=1) >= 0)
    assert forecast.probabilities == (0.025, 0.25, 0.5, 0.75, 0.975)
    one = model.predict([{"x": 1.0, "n": 3, "c": "a"}], [0.5])
    assert one.mean.shape == one.sd.shape == (1,) and one.quantiles.shape == (1, 1)


def test_slices(study: craggy.Study, model: craggy.Model) -> None:
    along_x = model.slice("x", num=41)
    assert along_x.values[0] == -2.0 and along_x.values[-1] == 2.0 and len(along_x.values) == 41
    assert abs(along_x.values[int(np.argmax(along_x.forecast.mean))] - 1.0) < 0.25
    assert model.slice("n", {"x": 1.0, "n": 1, "c": "a"}).values == [0, 1, 2, 3]
    assert model.slice("c").values == ["a", "b"]
    inactive = model.slice("z", {"x": 1.0, "n": 1, "c": "a"})
    assert (inactive.inactive, inactive.values) == ("c == b", [])
    with pytest.raises(ValueError, match="y"):
        model.slice("y")


def test_grids(model: craggy.Model) -> None:
    grid = model.grid("x", "c", {"x": 0.0, "n": 1, "c": "b", "z": 0.5}, num=5)
    assert (len(grid.rows), grid.columns) == (5, ["a", "b"])
    assert grid.mean.shape == grid.sd.shape == grid.active.shape == (5, 2)
    assert grid.parameters == ("x", "c") and grid.active.all()
    partly = model.grid("c", "z", {"x": 0.0, "n": 1, "c": "b", "z": 0.5}, num=3)
    assert partly.active.tolist() == [[False] * 3, [True] * 3]


def test_what_matters_is_important(model: craggy.Model) -> None:
    importance = model.importance(128)
    assert list(importance) == ["x", "n", "c", "z"]
    assert importance["x"].total.middle > 0.8 > importance["n"].total.middle
    assert importance["x"].alone.lower <= importance["x"].alone.middle <= importance["x"].alone.upper


def test_worth(model: craggy.Model) -> None:
    worth = model.acquisition([{"x": 1.0, "n": 3, "c": "a"}, {"x": -2.0, "n": 0, "c": "a"}])
    assert worth.acquisition[0] > worth.acquisition[1]
    assert worth.feasible.tolist() == worth.success.tolist() == [1.0, 1.0]


def test_leave_one_out(model: craggy.Model) -> None:
    left_out = model.leave_one_out([0.1, 0.9])
    assert [each.trial for each in left_out] == model.trials
    assert all(len(each.quantiles) == 2 and 0 <= each.probability <= 1 for each in left_out)


def test_a_latent_model_ignores_a_spike() -> None:
    study = craggy.Study("s", {"x": (0.0, 1.0)}, surrogate="latent", sigma_h=0.1)
    for i in range(20):
        study.add({"x": i / 19}, np.sin(3 * i / 19) + (8.0 if i == 10 else 0.0))
    model = study.model()
    details = model.latent_magnitude()
    assert max(details, key=lambda each: abs(each.ignored)).trial == 10
    assert details[10].latent is not None and details[10].latent.middle > 0
    smooth = craggy.Study("s", {"x": (0.0, 1.0)}, surrogate="noiseless")
    smooth.add({"x": 0.5}, 1.0)
    assert smooth.model().latent_magnitude()[0].latent is None


def test_a_slice_where_nothing_is_feasible() -> None:
    study = craggy.Study("s", {"x": (0.0, 1.0), "y": (0.0, 1.0)})
    study.add({"x": 0.25, "y": 0.5}, 1.0, constraints=[1.0])
    study.add({"x": 0.75, "y": 0.5}, 2.0, constraints=[1.0])
    assert len(study.model().slice("x", num=3).values) == 3


def test_fit_in_units_of_the_caller() -> None:
    X = np.column_stack([np.linspace(-10, 10, 15), np.linspace(100, 300, 15)])
    y = 1e6 * X[:, 0]
    posterior = craggy.fit(X, y, bounds=[(-10, 10), (100, 300)], surrogate="noiseless", seed=1)
    mean, sd = posterior.predict(X)
    assert np.abs(mean - y).max() < 1e5 and np.all(sd < 1e6)
    assert posterior.quantiles(X).shape == (15, 3)
    assert np.all(posterior.expected_improvement(X) >= 0)
    assert posterior.surrogate == "noiseless" and posterior.diagnostics["draws"] > 0
    assert repr(posterior).startswith("Posterior('noiseless', 15 observations, ")
    assert np.all(posterior.latent_magnitude() == 0.0)


def test_draws_by_name() -> None:
    X = np.linspace(0, 1, 10)
    posterior = craggy.fit(X, np.sin(6 * X), surrogate="latent+noise", sigma_h=0.1)
    draws = posterior.draws
    count = posterior.diagnostics["draws"]
    assert draws["latent"].shape == (count, 10) and draws["lengthscale"].shape == (count,)
    assert posterior.latent_magnitude().shape == (10,)
    labelled = craggy.fit(X, np.sin(6 * X), surrogate="contaminated", inference="nuts", num_draws=40, num_warmup=40)
    assert labelled.draws["label"].shape[1] == 10


def test_reported_noise() -> None:
    X = np.linspace(0, 1, 12)
    y = np.where(np.arange(12) == 6, 5.0, X)
    sure = craggy.fit(X, y, surrogate="noiseless", noise=np.full(12, 1e-3))
    unsure = craggy.fit(X, y, surrogate="noiseless", noise=np.where(np.arange(12) == 6, 5.0, 1e-3))
    assert unsure.predict([0.5])[0][0] < 2.0 < sure.predict(X[6:7])[0][0]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"X": [[0.5]], "y": [1.0, 2.0]}, r"y has the shape \(2,\), but it has to be \(1,\)"),
        ({"X": np.zeros((2, 2, 2)), "y": [1.0, 2.0]}, "X has 3 dimensions"),
        ({"X": [[2.0]], "y": [1.0]}, "X|x"),
        ({"X": [[0.5]], "y": [np.nan]}, "y"),
        ({"X": [[0.5]], "y": [1.0], "bounds": [0, 1]}, "the bounds have the shape"),
        ({"X": [[0.5]], "y": [1.0], "bounds": [(1, 0)]}, "each low has to be below"),
        ({"X": [[0.5]], "y": [1.0], "noise": [1.0, 2.0]}, "noise has the shape"),
        ({"X": [[0.5]], "y": [1.0], "surrogate": "craggy"}, "surrogate"),
        ({"X": [[0.5]], "y": [1.0], "sigma_h": [0.1, 0.2]}, "sigma_h has to be one level"),
        ({"X": [[0.5]], "y": [1.0], "acquisition": "ei"}, "acquisition"),
    ],
)
def test_fits_that_are_refused(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        craggy.fit(**arguments)  # type: ignore[arg-type]


def test_predictions_that_are_refused() -> None:
    posterior = craggy.fit([[0.1], [0.9]], [0.0, 1.0], surrogate="noiseless")
    with pytest.raises(ValueError, match="X has 2 columns, but it has to be 1"):
        posterior.predict([[0.1, 0.2]])
