"""Pictures: what their data say, and that each is drawn on axes that are given or made."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import craggy
from craggy.plot import data

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("Agg")
plt = pytest.importorskip("matplotlib.pyplot")


@pytest.fixture(autouse=True)
def _closed() -> Iterator[None]:
    yield
    plt.close("all")


def make(direction: Any = "minimize", **options: Any) -> craggy.Study:
    """One with parameters of all kinds, failures and infeasible trials."""
    space = {
        "rate": craggy.Float(1e-4, 1.0, log=True),
        "depth": (1, 9),
        "opt": ["adam", "sgd", None],
        "flag": craggy.Bool(),
        "momentum": craggy.Float(0, 1, when="opt == sgd"),
    }
    study = craggy.Study("s", space, direction=direction, seed=2, **options)
    sign = 1.0 if direction == "minimize" else -1.0

    def objective(rate: float, depth: int, opt: str | None, flag: bool, momentum: float = 0.5) -> craggy.Result:
        if depth == 9:
            raise craggy.EvaluationFailed("too deep")
        return craggy.Result(sign * ((math.log10(rate) + 2) ** 2 + 0.1 * depth + flag), constraints=[depth - 7.5])

    study.enqueue({"rate": 0.1, "depth": 9, "opt": None, "flag": True})
    study.enqueue({"rate": 0.1, "depth": 8, "opt": "sgd", "flag": True, "momentum": 0.75})
    study.optimize(objective, trials=18)
    return study


@pytest.fixture(scope="module")
def study() -> craggy.Study:
    return make()


@pytest.fixture(scope="module")
def model(study: craggy.Study) -> craggy.Model:
    return study.model("latent")


@pytest.fixture(scope="module")
def spiked() -> craggy.Model:
    study = craggy.Study("s", {"x": (0.0, 1.0)}, surrogate="latent", sigma_h=0.1)
    for i in range(20):
        study.add({"x": i / 19}, np.sin(3 * i / 19) + (8.0 if i == 10 else 0.0))
    return study.model()


def labels_of(ax: Any) -> list[str]:
    return [text.get_text() for text in ax.figure.legends[0].get_texts()]


def test_history(study: craggy.Study) -> None:
    shown = data.history(study)
    counts = study.counts
    assert (len(shown.values), len(shown.failed)) == (counts["finished"], counts["failed"])
    assert (~shown.feasible).sum() == counts["infeasible"]
    assert shown.best[-1] == study.best_value
    assert np.all(np.diff(shown.best[np.isfinite(shown.best)]) <= 0)
    upwards = data.history(make("maximize", surrogate="random"))
    assert upwards.maximises and np.all(np.diff(upwards.best[np.isfinite(upwards.best)]) >= 0)
    ax = craggy.plot.history(study)
    labels = labels_of(ax)
    assert labels[:4] == ["finished", "infeasible", "failed", "best so far"]


@pytest.mark.parametrize("direction", ["minimize", "maximize"])
def test_a_tail_does_not_press_the_rest_together(direction: Any) -> None:
    study = craggy.Study("s", {"x": (0.0, 1.0)}, direction=direction)
    sign = 1.0 if direction == "minimize" else -1.0
    for i in range(20):
        study.add({"x": i / 20}, sign * (1e9 if i == 4 else float(i)))
    low, high = craggy.plot.history(study).get_ylim()
    assert max(abs(low), abs(high)) < 100
    assert "beyond the picture" in labels_of(plt.gca())
    empty = craggy.plot.history(craggy.Study("s", {"x": (0.0, 1.0)}))
    assert empty.figure.legends == []


def test_parallel(study: craggy.Study) -> None:
    shown = data.parallel(study)
    assert shown.names == ["rate", "depth", "opt", "flag", "momentum"]
    assert shown.values[-1] == study.best_value and list(shown.values) == sorted(shown.values, reverse=True)
    assert np.nanmin(shown.shares) >= 0 and np.nanmax(shown.shares) <= 1
    best = study.best
    assert best is not None and shown.trials[-1] == best.number
    assert np.isnan(shown.shares[-1, 4]) == ("momentum" not in best.params)
    share = (math.log10(best.params["rate"]) + 4) / 4
    assert shown.shares[-1, 0] == pytest.approx(share)
    assert shown.ticks[0] == [(0.0, "0.0001"), (1.0, "1")] and shown.ticks[4][1] == (1.0, "1")
    assert shown.ticks[2] == [(0.0, "adam"), (0.5, "sgd"), (1.0, "None")] and shown.ticks[3][1] == (1.0, "True")
    assert len(craggy.plot.parallel(study).collections[0].get_paths()) == len(shown.values)
    craggy.plot.parallel(craggy.Study("s", {"x": (0.0, 1.0)}))


def test_a_parameter_active_beside_none_is_a_dash() -> None:
    conditional = craggy.Float(0, 1, when="a == x")
    study = craggy.Study("s", {"b": conditional, "a": ["x", "y"], "c": craggy.Float(0, 1, when="a == y"), "d": conditional})
    study.add({"a": "x", "b": 0.5, "d": 0.5}, 1.0)
    ax = craggy.plot.parallel(study)
    assert [line.get_xdata()[0] for line in ax.lines if line.get_marker() == "_"] == [3]


def test_slices(study: craggy.Study, model: craggy.Model) -> None:
    shown = data.slice(model, "rate")
    best = study.best
    assert best is not None and shown.at == best.params["rate"] and shown.kind == "log"
    assert len(shown.x) == len(shown.mean) == len(shown.quantiles) == len(shown.worth) == 121
    assert shown.worth.max() == 1.0 and shown.worth.min() >= 0.0
    seen = shown.observations
    assert seen.near[list(seen.trials).index(best.number)] and not seen.near.all()
    assert data.slice(model, "opt").x == ["adam", "sgd", None]
    inactive = data.slice(model, "momentum", {**best.params, "opt": "adam"} if "momentum" not in best.params else None)
    assert (inactive.inactive == "opt == sgd") == (not inactive.x)
    never = {"rate": 0.1, "depth": 1, "opt": "adam", "flag": True}
    assert "needs opt == sgd" in craggy.plot.slice(model, "momentum", at=never).texts[0].get_text()
    assert craggy.plot.slice(model, "rate").get_xscale() == "log"
    opt = craggy.plot.slice(model, "opt")
    assert [text.get_text() for text in opt.get_xticklabels()] == ["adam", "sgd", "None"]
    grid = craggy.plot.slices(model)
    assert [ax.get_xlabel() for ax in grid] == study.space.names
    assert grid[0].get_ylabel() == "value" and grid[1].get_ylabel() == ""
    assert grid[0].get_ylim() == grid[1].get_ylim()
    _, two = plt.subplots(1, 2)
    assert craggy.plot.slices(model, ["opt", "depth"], axes=two)[1] is two[1]
    with pytest.raises(ValueError, match="there are 2 axes, but 1 are needed"):
        craggy.plot.slices(model, ["opt"], axes=two)


def test_the_worth_of_other_acquisitions() -> None:
    study = craggy.Study("s", {"x": (0.0, 1.0)}, acquisition="lcb", surrogate="noiseless")
    study.optimize(lambda x: (x - 0.5) ** 2, trials=6)
    worth = data.slice(study, "x").worth
    assert (worth.min(), worth.max()) == (0.0, 1.0)


def test_what_is_ignored_stands_out(spiked: craggy.Model) -> None:
    seen = data.slice(spiked, "x").observations
    assert seen.trials[seen.stands_out].tolist() == [10]
    assert "jags" in craggy.plot.slice(spiked, "x").get_legend_handles_labels()[1]
    ignored = craggy.plot.ignored(spiked)
    assert [text.get_text() for text in ignored.texts] == ["10"]
    latent = craggy.plot.latent(spiked)
    assert np.argmax(latent.lines[-1].get_ydata()) == 10
    with pytest.raises(ValueError, match="'smooth' has no latent inputs"):
        smooth = craggy.Study("s", {"x": (0.0, 1.0)})
        smooth.add({"x": 0.5}, 1.0)
        craggy.plot.latent(smooth.model("smooth"))


def by_importance(model: craggy.Model) -> list[str]:
    shares = model.importance()
    return sorted(shares, key=lambda name: -shares[name].total.middle)


def test_contours(study: craggy.Study, model: craggy.Model) -> None:
    shown = data.contour(model, "rate", "depth", num=9)
    assert shown.mean.shape == shown.sd.shape == (9, 9) and np.isfinite(shown.mean).all()
    assert shown.kinds == ("log", "int") and len(shown.trials) == len(model.trials)
    partly = data.contour(model, "opt", "momentum", num=5)
    assert np.isnan(partly.mean[:, 0]).all() and np.isfinite(partly.mean[:, 1]).all()
    chosen = data.contour(model, num=3)
    assert list(chosen.parameters) == by_importance(model)[:2]
    assert data.contour(model, y="depth", num=3).parameters[1] == "depth"
    assert data.contour(model, "depth", num=3).parameters[0] == "depth"
    for pair in (("rate", "depth"), ("opt", "rate"), ("depth", "flag"), ("opt", "momentum")):
        ax = craggy.plot.contour(model, *pair, num=12, show="sd" if pair[0] == "opt" else "mean")
        assert (ax.get_xlabel(), ax.get_ylabel()) == pair
    with pytest.raises(ValueError, match="show is 'mode'"):
        craggy.plot.contour(model, show="mode")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="have to be different"):
        craggy.plot.contour(model, "rate", "rate")
    with pytest.raises(ValueError, match="opt == sgd is needed"):
        never = {"rate": 0.1, "depth": 1, "opt": "adam", "flag": True}
        craggy.plot.contour(model, "rate", "momentum", at=never)


def test_a_contour_needs_two_parameters(spiked: craggy.Model) -> None:
    with pytest.raises(ValueError, match="slice draws one"):
        craggy.plot.contour(spiked)


def test_fits() -> None:
    X = np.linspace(-2, 2, 14)
    fitted = craggy.fit(X, X**2, bounds=[(-2, 2)], surrogate="latent", sigma_h=0.1)
    shown = data.posterior(fitted)
    assert (shown.x[0], shown.x[-1]) == (-2, 2) and shown.quantiles.shape == (241, 5)
    assert craggy.plot.posterior(fitted).get_xlabel() == "x"
    assert craggy.plot.latent(fitted).get_xlabel() == "observation"
    two = craggy.fit(np.column_stack([X / 4 + 0.5, X / 4 + 0.5]), X**2, surrogate="noiseless")
    assert craggy.plot.posterior(two, 1).get_xlabel() == "column 1 of X"
    assert data.posterior(two, 1, [0.25, 0.5]).mean[0] != data.posterior(two, 1, [0.75, 0.5]).mean[0]
    with pytest.raises(ValueError, match="the column is 2, but X has 2"):
        craggy.plot.posterior(two, 2)
    with pytest.raises(ValueError, match="at has the shape"):
        craggy.plot.posterior(two, 0, [1.0])


def test_coverage(model: craggy.Model) -> None:
    shown = data.coverage(model)
    assert (shown.width[0], shown.width[-1], shown.share[-1]) == (0.0, 1.0, 1.0)
    assert np.all(np.diff(shown.share) >= 0)
    inside = [each for each in model.leave_one_out() if abs(each.probability - 0.5) <= 0.25]
    assert shown.share[25] == pytest.approx(len(inside) / len(model.trials))


def test_importance(model: craggy.Model) -> None:
    ax = craggy.plot.importance(model)
    assert [text.get_text() for text in ax.get_yticklabels()] == by_importance(model)[::-1]


of_a_study: list[Callable[..., Any]] = [craggy.plot.history, craggy.plot.parallel]
of_a_model: list[Callable[..., Any]] = [
    craggy.plot.calibration,
    craggy.plot.coverage,
    craggy.plot.ignored,
    craggy.plot.importance,
    craggy.plot.latent,
]


@pytest.mark.parametrize("function", [*of_a_study, *of_a_model])
def test_axes_that_are_given_are_used(function: Callable[..., Any], model: craggy.Model) -> None:
    figure, ax = plt.subplots()
    assert function(model, ax=ax) is ax
    assert figure.legends == [] and ax.get_legend() is not None
    assert plt.get_fignums() == [figure.number]
    figure.canvas.draw()


def test_many_labels_take_several_rows() -> None:
    from craggy.plot import _style

    assert _style._num_columns(["a", "b", "c"], 400) == 3
    assert _style._num_columns(["a long label", "a longer label", "c"], 240) == 2
    assert _style._num_columns(["a" * 99], 100) == 1


def test_what_pictures_can_be_made_of() -> None:
    best = craggy.minimize(lambda x: x, {"x": (0.0, 1.0)}, trials=6, surrogate="noiseless")
    for source in (best, best.study, best.study.model()):
        craggy.plot.history(source)
        craggy.plot.calibration(source)
    with pytest.raises(TypeError, match="it has to be a study"):
        craggy.plot.history(3)  # type: ignore[arg-type]


def test_without_matplotlib(monkeypatch: pytest.MonkeyPatch, study: craggy.Study) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(ImportError, match="pip install matplotlib"):
        craggy.plot.history(study)
    with pytest.raises(ImportError, match="pip install matplotlib"):
        craggy.plot.slices(study, ["rate"])
