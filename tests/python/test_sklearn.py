"""The search of hyper-parameters and the regressor, as scikit-learn checks them and as users of scikit-optimize write."""

from __future__ import annotations

import pickle
import warnings
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import pytest

import craggy

pytest.importorskip("sklearn")

from sklearn.base import BaseEstimator, clone  # noqa: E402
from sklearn.datasets import load_iris  # noqa: E402
from sklearn.linear_model import LogisticRegression, Ridge  # noqa: E402
from sklearn.model_selection import GroupKFold  # noqa: E402
from sklearn.pipeline import Pipeline  # noqa: E402
from sklearn.svm import SVC, LinearSVC  # noqa: E402
from sklearn.utils.estimator_checks import check_estimator  # noqa: E402
from threadpoolctl import threadpool_limits  # noqa: E402

from craggy.sklearn import Categorical, CraggySearchCV, Integer, LatentGPRegressor, Real, SearchResult  # noqa: E402



@pytest.fixture(autouse=True, scope="module")
def one_thread_of_linear_algebra() -> Iterator[None]:
    """More of them wait for each other longer than these small problems take."""
    with threadpool_limits(1):
        yield


# What scikit-learn expects to fail of RandomizedSearchCV; of GaussianProcessRegressor it is nothing.
fails_of_searches = {
    "check_supervised_y_2d": "DataConversionWarning not caught",
    "check_requires_y_none": "Doesn't fail gracefully",
}


def failures(estimator: Any) -> set[str]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        checks = check_estimator(estimator, on_fail=None, on_skip=None)
    return {check["check_name"] for check in checks if check["status"] == "failed"}


@pytest.mark.parametrize(
    ("estimator", "space"),
    [(Ridge(), {"alpha": (0.1, 1.0)}), (LogisticRegression(), {"C": [0.1, 1.0]})],
)
def test_what_scikit_learn_checks_of_a_search(estimator: Any, space: Any) -> None:
    search = CraggySearchCV(estimator, space, n_iter=2, cv=2, random_state=0)
    assert failures(search) <= set(fails_of_searches)


def test_what_scikit_learn_checks_of_the_regressor() -> None:
    assert failures(LatentGPRegressor(num_draws=16, fit_options={"num_warmup": 2, "max_iterations": 2})) == set()


# --- the search -------------------------------------------------------------------------------------------------------


class Fitted(BaseEstimator):  # type: ignore[misc, unused-ignore]
    """Its score is a jagged function of its parameters, with an offset for each fold; it fails where x is above 4."""

    def __init__(self, x: float = 0.0, n: int = 1, kind: Any = "a", folds: float = 0.0) -> None:
        self.x = x
        self.n = n
        self.kind = kind
        self.folds = folds

    def fit(self, X: Any, y: Any = None, weight: float = 0.0) -> Fitted:
        if self.x > 4:
            raise ZeroDivisionError("x is above 4")
        self.weight_ = weight
        return self

    def score(self, X: Any, y: Any = None) -> float:
        ripple = 3.0 if int(self.x * 4) % 3 == 0 else 0.0
        return float(-abs(self.x - 1) - ripple - 0.1 * self.n - self.weight_ + self.folds * float(np.asarray(X)[0, 0]))


X = np.arange(12.0)[:, np.newaxis]
y = np.arange(12) % 2
space = {"x": Real(-5, 5), "n": Integer(1, 10), "kind": ["a", "b", None]}


def search(**more: Any) -> CraggySearchCV:
    return CraggySearchCV(Fitted(), **{"search_spaces": space, "n_iter": 8, "cv": 3, "random_state": 1, **more})


def test_results_are_those_of_a_study_of_craggy() -> None:
    found = search(error_score=np.nan, n_iter=15)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found.fit(X, y)
    result = found.optimizer_results_[0]
    assert isinstance(result, SearchResult)
    study = craggy.Study("s", space, direction="maximize", seed=result._seed)
    for params, score, noise in zip(found.cv_results_["params"], -result.func_vals, result.noise, strict=True):
        with study.ask() as trial:
            assert trial.params == params
            if np.isnan(score):
                trial.fail()
            else:
                trial.tell(score, noise=noise)
    assert np.isnan(result.func_vals).any() and not np.isnan(result.func_vals).all()
    again = result.study()
    assert [(trial.state, trial.params, trial.value) for trial in again.trials] == [
        (trial.state, trial.params, trial.value) for trial in study.trials
    ]
    assert result["fun"] == result.fun == -found.best_score_ == np.nanmin(result.func_vals)
    assert dict(zip(["kind", "n", "x"], result.x or (), strict=True)) == found.best_params_
    assert repr(result).startswith("SearchResult(fun=")


def test_the_spread_over_the_folds_is_reported() -> None:
    result = search(error_score=-99.0).set_params(estimator=Fitted(folds=1.0)).fit(X, y).optimizer_results_[0]
    # The test folds of 12 rows in two classes are 0 to 3, 4 to 7 and 8 to 11.
    expected = np.std([0.0, 4.0, 8.0], ddof=1) / np.sqrt(3)
    finite = [noise for noise, score in zip(result.noise, result.func_vals, strict=True) if score != 99.0]
    assert np.allclose(finite, expected) and len(finite) >= 3
    silent = search(report_noise=False, error_score=-99.0).fit(X, y).optimizer_results_[0]
    assert silent.noise == [None] * 8


def test_several_points_at_a_time_and_the_same_search_again() -> None:
    one, other = (search(n_points=3, error_score=-99.0).fit(X, y) for _ in range(2))
    assert one.cv_results_["params"] == other.cv_results_["params"]
    assert len(one.cv_results_["params"]) == 8
    assert len({str(params) for params in one.cv_results_["params"]}) == 8


def test_several_metrics() -> None:
    iris = load_iris(return_X_y=True)
    several = CraggySearchCV(
        LogisticRegression(), {"C": (1e-3, 1e3, "log-uniform")}, n_iter=5, cv=3, random_state=0,
        scoring=["accuracy", "neg_log_loss"], refit="neg_log_loss", return_train_score=True,
    ).fit(*iris)  # fmt: skip
    assert several.multimetric_ and several.best_score_ == max(several.cv_results_["mean_test_neg_log_loss"])
    assert list(-several.optimizer_results_[0].func_vals) == list(several.cv_results_["mean_test_neg_log_loss"])
    assert sorted(several.cv_results_["rank_train_accuracy"])[0] == 1
    assert several.score(*iris) < 0
    for refit in (True, False, "f1"):
        with pytest.raises(ValueError, match="it has to be the one to maximise: accuracy, neg_log_loss"):
            clone(several).set_params(refit=refit).fit(*iris)

    def both(estimator: Any, X: Any, y: Any) -> Mapping[str, float]:
        return {"a": estimator.score(X, y), "b": 0.0}

    by_function = clone(several).set_params(scoring=both, refit="a", n_iter=2).fit(*iris)
    assert by_function.best_score_ == max(by_function.cv_results_["mean_test_a"])
    with pytest.raises(ValueError, match="it has to be the one to maximise: a, b"):
        clone(by_function).set_params(refit=True).fit(*iris)


def test_without_refit_and_with_a_pickle() -> None:
    found = search(refit=False, error_score=-99.0).fit(X, y)
    assert found.best_params_ and not hasattr(found, "best_estimator_")
    again = pickle.loads(pickle.dumps(found))
    assert again.optimizer_results_[0].x == found.optimizer_results_[0].x
    assert len(again.optimizer_results_[0].study()) == 8


def test_what_goes_to_fit_and_to_the_folds() -> None:
    weighted = search(fit_params={"weight": 100.0}, n_iter=2, error_score=-99.0).fit(X, y)
    assert weighted.best_score_ <= -100
    assert search(n_iter=2, error_score=-99.0).fit(X, y, weight=100.0).best_score_ <= -100
    grouped = search(cv=GroupKFold(3), n_iter=2, error_score=-99.0).fit(X, y, groups=np.arange(12) % 3)
    assert grouped.n_splits_ == 3


def test_options_of_the_study() -> None:
    random = search(optimizer_kwargs={"surrogate": "random"}, n_iter=3, error_score=-99.0).fit(X, y)
    assert random.optimizer_results_[0].study().trials[-1].state == "finished"
    initial = search(optimizer_kwargs={"n_initial_points": 8}, error_score=-99.0).fit(X, y)
    assert len(initial.cv_results_["params"]) == 8
    with pytest.raises(ValueError, match="base_estimator"):
        search(optimizer_kwargs={"base_estimator": "RF"}).fit(X, y)


def test_a_setting_that_fails_raises_unless_it_is_given_a_score() -> None:
    with pytest.raises(ZeroDivisionError, match="x is above 4"):
        search(search_spaces={"x": (4.5, 5.0)}).fit(X, y)
    with pytest.raises(ValueError, match="All the 3 fits failed"):
        search(search_spaces={"x": (4.5, 5.0)}, n_iter=2, error_score=np.nan).fit(X, y)


@pytest.mark.parametrize("order", [[4.5, 1.0, 4.6, 2.0], [1.0, 2.0, 4.5], [1.0, 4.5, 4.6, 2.0]])
def test_settings_that_fail_are_among_the_results(order: list[float]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = search(
            search_spaces=[{"x": [x]} for x in order], error_score=np.nan, return_train_score=True,
            scoring=lambda estimator, X, y: {"a": estimator.score(X, y), "b": 1.0}, refit="a",
        ).fit(X, y)  # fmt: skip
    assert [params["x"] for params in found.cv_results_["params"]] == order
    failed = [x > 4 for x in order]
    for name in ("mean_test_a", "split2_test_b", "mean_train_a"):
        assert list(np.isnan(found.cv_results_[name])) == failed
    assert found.best_params_ == {"x": 1.0} and found.cv_results_["rank_test_a"][found.best_index_] == 1


def test_finite_spaces_end_and_single_points_are_evaluated_once() -> None:
    with pytest.warns(UserWarning, match="has only 3 settings"):
        found = search(search_spaces=[{"kind": ["a", "b", None]}, {"kind": ["a"]}]).fit(X, y)
    assert [params["kind"] for params in found.cv_results_["params"]][3:] == ["a"]
    assert len(found.cv_results_["params"]) == 4
    with pytest.raises(craggy.CraggyError, match="nothing to search"):
        found.optimizer_results_[1].study()
    with pytest.warns(UserWarning, match="has only 3 settings"):
        search(search_spaces={"kind": ["a", "b", None]}, n_points=2).fit(X, y)


def test_arguments_are_checked() -> None:
    for spaces, error, message in [
        ({}, TypeError, "at least one dimension"),
        ([], TypeError, "search_spaces is"),
        ("x", TypeError, "search_spaces is"),
        ([1], TypeError, "a search space is 1"),
        ([(space, 0)], ValueError, "evaluations of a search space are 0"),
        ({"x": 1}, TypeError, "the dimension 'x' is 1"),
        ({"x": (1.0, 2.0, "normal")}, ValueError, "the prior is 'normal'"),
    ]:
        with pytest.raises(error, match=message):
            search(search_spaces=spaces).fit(X, y)
    with pytest.raises(ValueError, match="refit is a function"):
        search(refit=max).fit(X, y)
    with pytest.raises(ValueError, match="n_points is 0"):
        search(n_points=0).fit(X, y)
    with pytest.warns(FutureWarning, match="iid has no effect"):
        search(iid=False, n_iter=1, error_score=-99.0).fit(X, y)


def test_every_way_to_write_a_dimension() -> None:
    stats = pytest.importorskip("scipy.stats")
    written = {
        "tuple": (1e-3, 1e3, "log-uniform"), "base": (1, 100, "log-uniform", 2), "whole": (1, 8), "mixed": (0, 1.0),
        "list": [1, 8], "three": (1, 2, 3), "array": np.array([0.5, 1.5]), "yes": [True, False], "one": ["a"],
        "same": (2.0, 2.0), "text": "log(1e-5, 1e-1)", "own": craggy.Float(0, 1, step=0.1),
        "chosen": Categorical(["a", "b"]), "real": Real(0, 1, transform="normalize"), "uniform": stats.uniform(2, 3),
        "loguniform": stats.loguniform(1e-2, 1), "randint": stats.randint(1, 9),
    }  # fmt: skip
    from craggy._sklearn_spaces import SearchSpace

    made = SearchSpace(written)
    assert made.fixed == {"one": "a", "same": 2.0}
    assert made.space is not None and made.space.texts == [
        "tuple=log(0.001,1000)", "base=logint(1,100)", "whole=int(1,8)", "mixed=float(0,1)", "list=categorical(1,8)",
        "three=categorical(1,2,3)", "array=categorical(0.5,1.5)", "yes=bool",
        "text=log(1e-05,0.1)", "own=step(0,1,0.1)", "chosen=categorical(a,b)", "real=float(0,1)", "uniform=float(2,5)",
        "loguniform=log(0.01,1)", "randint=int(1,8)",
    ]  # fmt: skip
    with pytest.raises(ValueError, match="has the distribution 'norm'"):
        SearchSpace({"x": stats.norm()})


# --- scripts for scikit-optimize, with one import changed -------------------------------------------------------------


def test_a_script_for_scikit_optimize_tunes_one_model() -> None:
    from craggy.sklearn import CraggySearchCV as BayesSearchCV

    data, target = load_iris(return_X_y=True)
    opt = BayesSearchCV(
        SVC(),
        {
            "C": (1e-6, 1e6, "log-uniform"),
            "gamma": (1e-6, 1e1, "log-uniform"),
            "degree": (1, 8),
            "kernel": ["linear", "poly", "rbf"],
        },
        n_iter=16,
        cv=3,
        random_state=0,
    )
    opt.fit(data[::2], target[::2])
    assert opt.best_score_ > 0.9 and opt.score(data[1::2], target[1::2]) > 0.9
    assert opt.predict(data).shape == (150,)


def test_a_script_for_scikit_optimize_chooses_between_models_and_draws_what_it_found() -> None:
    dimensions = pytest.importorskip("skopt.space")
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    from skopt.plots import plot_evaluations, plot_histogram, plot_objective

    from craggy.sklearn import CraggySearchCV as BayesSearchCV

    data, target = load_iris(return_X_y=True)
    support_vectors = {
        "model": dimensions.Categorical([SVC()]),
        "model__C": dimensions.Real(1e-6, 1e6, prior="log-uniform"),
        "model__degree": dimensions.Integer(1, 8),
        "model__kernel": dimensions.Categorical(["linear", "poly", "rbf"]),
    }
    linear = {"model": [LinearSVC(max_iter=200)], "model__C": (1e-3, 1e3, "log-uniform")}
    opt = BayesSearchCV(Pipeline([("model", SVC())]), [(support_vectors, 8), (linear, 6)], cv=3, random_state=0)
    assert opt.total_iterations == 14
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        opt.fit(data, target)
        assert opt.best_score_ > 0.9
        assert [len(result.x_iters) for result in opt.optimizer_results_] == [8, 6]
        names = ["C", "degree", "kernel"]
        plot_objective(opt.optimizer_results_[0], dimensions=names, n_samples=4, n_points=3)
        plot_evaluations(opt.optimizer_results_[0])
        plot_histogram(opt.optimizer_results_[1], 1)
    (model,) = opt.optimizer_results_[1].models
    mean, sd = model.predict(opt.optimizer_results_[1].space.transform(opt.optimizer_results_[1].x_iters), return_std=True)
    assert mean.shape == sd.shape == (6,) and np.all(sd >= 0)


def test_a_script_for_scikit_optimize_watches_and_stops() -> None:
    callbacks = pytest.importorskip("skopt.callbacks")
    from craggy.sklearn import CraggySearchCV as BayesSearchCV

    data, target = load_iris(return_X_y=True)
    opt = BayesSearchCV(SVC(), search_spaces={"C": (0.01, 100.0, "log-uniform")}, n_iter=10, cv=3, random_state=0)
    seen = []

    def on_step(result: Any) -> bool:
        seen.append((opt.best_score_, -result["fun"]))
        return bool(opt.best_score_ >= 0.9)

    opt.fit(data, target, callback=on_step)
    assert 1 <= len(seen) == len(opt.cv_results_["params"]) < 10
    assert all(score == best for score, best in seen)
    timed = callbacks.TimerCallback()
    opt.fit(data, target, callback=[timed, callbacks.DeltaYStopper(delta=2.0, n_best=4)])
    assert len(opt.cv_results_["params"]) == 4 == len(timed.iter_time)


def test_a_script_for_scikit_optimize_counts_its_iterations() -> None:
    spaces = [({"C": (0.1, 1.0)}, 19), {"gamma": (0.1, 1.0)}]
    assert CraggySearchCV(SVC(), search_spaces=spaces, n_iter=23).total_iterations == 42


# --- the regressor ----------------------------------------------------------------------------------------------------

quick: dict[str, Any] = {"num_draws": 64, "random_state": 0}


def jagged(n: int = 24) -> tuple[Any, Any]:
    x = np.linspace(2, 6, n)
    return np.column_stack([x, np.ones(n)]), (x - 3) ** 2 + 0.3 * (np.arange(n) % 2)


def test_predictions_are_those_of_a_fit() -> None:
    inputs, values = jagged()
    model = LatentGPRegressor(sigma_h="0.2d", **quick).fit(inputs, values)
    posterior = craggy.fit(
        inputs, values, bounds=[[2, 6], [1, 2]], sigma_h="0.2d", num_draws=64, seed=model._seed, threads=1
    )
    mean, sd = posterior.predict(inputs)
    got = model.predict(inputs, return_std=True, return_quantiles=(0.1, 0.9))
    assert np.array_equal(got[0], mean) and np.array_equal(got[1], sd)
    assert np.array_equal(got[2], posterior.quantiles(inputs, (0.1, 0.9)))
    assert np.array_equal(model.predict(inputs), mean)
    assert np.array_equal(model.predict(inputs, return_quantiles=[0.5])[1], posterior.quantiles(inputs, [0.5]))
    assert model.posterior_.surrogate == "latent" and model.score(inputs, values) > 0.9
    with pytest.raises(ValueError, match="return_quantiles is True"):
        model.predict(inputs, return_quantiles=True)  # type: ignore[arg-type]


def test_a_pickled_regressor_predicts_the_same_bits() -> None:
    inputs, values = jagged()
    model = LatentGPRegressor(noisy=True, **quick).fit(inputs, values, noise=np.where(values > 1, 0.1, np.nan))
    again = pickle.loads(pickle.dumps(model))
    assert np.array_equal(again.predict(inputs), model.predict(inputs))
    unfitted = pickle.loads(pickle.dumps(LatentGPRegressor()))
    with pytest.raises(ValueError, match="not fitted"):
        unfitted.predict(inputs)


def test_options_of_the_fit() -> None:
    inputs, values = jagged()
    plain = LatentGPRegressor("homoscedastic", bounds=[[0, 10], [0, 2]], n_jobs=2, **quick).fit(inputs, values)
    assert plain.posterior_.surrogate == "homoscedastic"
    with pytest.raises(ValueError, match="time_budgt"):
        LatentGPRegressor(fit_options={"time_budgt": 1}, **quick).fit(inputs, values)
