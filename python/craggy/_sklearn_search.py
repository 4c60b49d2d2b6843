"""Hyper-parameters of a scikit-learn estimator, searched by cross-validation."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
from scipy.stats import rankdata  # type: ignore[import-not-found, import-untyped, unused-ignore]
from sklearn.model_selection._search import BaseSearchCV  # type: ignore[import-not-found, import-untyped, unused-ignore]
from sklearn.utils import check_random_state  # type: ignore[import-not-found, import-untyped, unused-ignore]

from ._sklearn_failures import FailedSettings
from ._sklearn_result import SearchResult
from ._sklearn_spaces import spaces_and_trials
from ._trial import Trial
from .errors import InvalidArgument, SpaceExhausted

Callback: TypeAlias = Callable[[SearchResult], object]
Evaluate: TypeAlias = Callable[[Sequence[Mapping[str, Any]]], Mapping[str, Any]]

# Options of scikit-optimize's Optimizer that craggy has under another name.
_other_names = {"n_initial_points": "num_initial", "n_random_starts": "num_initial"}


class CraggySearchCV(BaseSearchCV):  # type: ignore[misc, unused-ignore]
    """Search the hyper-parameters of an estimator by cross-validation, with scikit-optimize's arguments.

    ``from craggy.sklearn import CraggySearchCV as BayesSearchCV`` is all that a script for scikit-optimize needs. The
    dimensions of ``skopt.space`` are taken as well, and craggy need not have them: ``Real``, ``Integer`` and
    ``Categorical`` are in `craggy.sklearn`, too.

    The mean score over the folds is the objective. Its standard error, from the spread over the folds, is reported to
    the model as noise, so that settings that were merely lucky do not draw the search to them. A setting whose
    evaluation fails (with ``error_score=numpy.nan``) teaches where evaluations fail.

    Parameters
    ----------
    estimator
        Anything with ``fit`` and, unless `scoring` is given, ``score``.
    search_spaces
        A dict from parameters to dimensions; or a list of such dicts, or of tuples ``(dict, evaluations)``, which are
        searched one after the other. A dimension is a tuple ``(low, high)`` or ``(low, high, "log-uniform")``, a list
        of choices, a ``Real``, ``Integer`` or ``Categorical``, a distribution of ``scipy.stats`` (uniform, loguniform,
        randint), or what `craggy.Space` takes.
    optimizer_kwargs
        Options of `craggy.Study`: ``{"surrogate": "latent", "num_initial": 10}``.
    n_iter
        Evaluations of each space that does not say its own.
    scoring
        As for ``GridSearchCV``; with several metrics `refit` names the one that is maximised.
    fit_params
        Passed to ``fit`` of the estimator.
    n_jobs
        Folds that are evaluated at the same time; there are `n_points` times the folds to do in each step.
    n_points
        Settings that are chosen before the next results are known.
    iid
        Has had no effect for long, in scikit-optimize either; giving it is a warning.
    refit
        Whether the best setting is fitted to all data in the end; with several metrics, the name of one.
    cv, verbose, pre_dispatch, error_score, return_train_score
        As for ``GridSearchCV``.
    random_state
        The same number gives the same search.
    report_noise
        Whether the spread over the folds is reported to the model.

    Attributes
    ----------
    cv_results_, best_estimator_, best_score_, best_params_, best_index_, scorer_, n_splits_, refit_time_, multimetric_
        As those of ``GridSearchCV``. The ones with *best* are there during the search as well, for callbacks.
    optimizer_results_ : list of SearchResult
        What was found in each space: ``x``, ``fun``, ``x_iters``, ``func_vals``, and a `craggy.Study` by ``study()``.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.svm import SVC
    >>> from craggy.sklearn import CraggySearchCV
    >>> X, y = load_iris(return_X_y=True)
    >>> space = {"C": (1e-3, 1e3, "log-uniform"), "kernel": ["linear", "rbf"]}
    >>> search = CraggySearchCV(SVC(), space, n_iter=8, cv=3, random_state=0).fit(X, y)
    >>> bool(search.best_score_ > 0.95)
    True
    """

    def __init__(
        self,
        estimator: Any,
        search_spaces: Any,
        optimizer_kwargs: Mapping[str, Any] | None = None,
        n_iter: int = 50,
        scoring: Any = None,
        fit_params: Mapping[str, Any] | None = None,
        n_jobs: int | None = 1,
        n_points: int = 1,
        iid: Any = "deprecated",
        refit: Any = True,
        cv: Any = None,
        verbose: int = 0,
        pre_dispatch: Any = "2*n_jobs",
        random_state: Any = None,
        error_score: Any = "raise",
        return_train_score: bool = False,
        report_noise: bool = True,
    ) -> None:
        super().__init__(
            estimator=estimator, scoring=scoring, n_jobs=n_jobs, refit=refit, cv=cv, verbose=verbose,
            pre_dispatch=pre_dispatch, error_score=error_score, return_train_score=return_train_score,
        )  # fmt: skip
        self.search_spaces = search_spaces
        self.optimizer_kwargs = optimizer_kwargs
        self.n_iter = n_iter
        self.fit_params = fit_params
        self.n_points = n_points
        self.iid = iid
        self.random_state = random_state
        self.report_noise = report_noise

    @property
    def total_iterations(self) -> int:
        """How many settings will be evaluated, over all spaces."""
        return sum(trials for _, trials in spaces_and_trials(self.search_spaces, self.n_iter))

    def fit(
        self,
        X: Any,
        y: Any = None,
        *,
        groups: Any = None,
        callback: Callback | Iterable[Callback] | None = None,
        **fit_params: Any,
    ) -> CraggySearchCV:
        """Search, and fit the best setting to all data.

        Parameters
        ----------
        X, y, groups
            As for ``GridSearchCV``.
        callback
            One function or several, each called with a `SearchResult` after each step. If one returns true, the space
            at hand is not searched any further.
        **fit_params
            Passed to ``fit`` of the estimator.
        """
        if callable(self.refit):
            raise InvalidArgument("refit is a function, but it has to be True, False or the metric to maximise")
        if not isinstance(self.n_points, (int, np.integer)) or self.n_points < 1:
            raise InvalidArgument(f"n_points is {self.n_points!r}, but it has to be 1 or more")
        if self.iid != "deprecated":
            warnings.warn("iid has no effect; leave it out", FutureWarning, stacklevel=2)
        self._callbacks = [callback] if callable(callback) else list(callback or ())
        if groups is not None:
            fit_params["groups"] = groups
        try:
            super().fit(X, y, **{**(self.fit_params or {}), **fit_params})
            self.cv_results_ = self._format_results(*self._formatted)  # with failures at the end
        finally:
            for name in {"_callbacks", "_failed", "_count", "_formatted"}.intersection(vars(self)):
                delattr(self, name)
        if self.return_train_score:
            for name in _metrics(self.cv_results_, "mean_train_"):
                ranks = rankdata(-self.cv_results_[f"mean_train_{name}"], method="min")
                self.cv_results_[f"rank_train_{name}"] = ranks.astype(np.int32)
        return self

    def _run_search(self, evaluate_candidates: Evaluate) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]
        random = check_random_state(self.random_state)
        options = {_other_names.get(name, name): value for name, value in (self.optimizer_kwargs or {}).items()}
        self.optimizer_results_: list[SearchResult] = []
        self._failed = FailedSettings(self.error_score)
        self._count = 0
        error: ValueError | None = None
        for space, count in spaces_and_trials(self.search_spaces, self.n_iter):
            result = SearchResult(space, options, int(random.randint(2**31 - 1)))
            self.optimizer_results_.append(result)
            for trials in _steps(result, count, self.n_points):
                params = [{} if trial is None else trial.params for trial in trials]
                settings = [space.settings(each) for each in params]
                try:
                    scores = list(self._scores(evaluate_candidates(settings), len(settings)))
                except ValueError as failure:
                    if not self._failed.is_one(failure):
                        raise
                    error = failure
                    self._failed.add(self._count, settings)
                    scores = [(float(self.error_score), None)] * len(settings)
                self._count += len(settings)
                for trial, each, (score, noise) in zip(trials, params, scores, strict=True):
                    result._record(each, score, noise)
                    _tell(trial, score, noise)
                if any([callback(result) for callback in self._callbacks]):  # a list, so that each of them is called
                    break
        if error is not None and not hasattr(self, "_formatted"):
            raise error

    def _format_results(
        self, candidate_params: Any, n_splits: int, out: Any, more_results: Any = None
    ) -> dict[str, Any]:
        self._formatted = (candidate_params, n_splits, out, more_results)
        settings, folds = self._failed.merged(candidate_params, out, n_splits)
        results: dict[str, Any] = super()._format_results(settings, n_splits, folds, more_results)
        return results

    def _scores(self, results: Mapping[str, Any], count: int) -> Iterator[tuple[float, float | None]]:
        """The mean score and its standard error of each of the last settings."""
        name = self._metric_in(results)
        self.best_index_ = int(np.asarray(results[f"rank_test_{name}"]).argmin())
        self.best_params_ = results["params"][self.best_index_]
        self.best_score_ = results[f"mean_test_{name}"][self.best_index_]
        folds = np.array([results[f"split{i}_test_{name}"][-count:] for i in range(self.n_splits_)])
        for mean, scores in zip(results[f"mean_test_{name}"][-count:], folds.T, strict=True):
            error = float(np.std(scores, ddof=1)) / math.sqrt(len(scores)) if len(scores) > 1 else math.nan
            yield float(mean), error if self.report_noise and math.isfinite(error) else None

    def _metric_in(self, results: Mapping[str, Any]) -> str:
        names = _metrics(results, "mean_test_")
        if len(names) > 1:
            self._check_refit_for_multimetric(names)
            return str(self.refit)
        return names[0]

    def _check_refit_for_multimetric(self, scores: Iterable[str]) -> None:
        if not isinstance(self.refit, str) or self.refit not in scores:
            raise InvalidArgument(
                f"refit is {self.refit!r}, but with several metrics it has to be the one to maximise: "
                + ", ".join(sorted(scores))
            )


def _steps(result: SearchResult, count: int, n_points: int) -> Iterator[list[Trial | None]]:
    """What is evaluated together: trials of a study, or the only point of a space."""
    if result._search_space.space is None:
        yield [None]
        return
    study = result.new_study()
    asked = 0
    while asked < count:
        trials: list[Trial | None] = []
        try:
            while len(trials) < min(n_points, count - asked):
                trials.append(study.ask())
        except SpaceExhausted:
            warnings.warn(f"a search space has only {asked + len(trials)} settings; it ends after them", stacklevel=2)
            count = asked + len(trials)
        asked += len(trials)
        if trials:
            yield trials


def _tell(trial: Trial | None, score: float, noise: float | None) -> None:
    if trial is None:
        return
    if math.isfinite(score):
        trial.tell(score, noise=noise)
    else:
        trial.fail("no score")


def _metrics(results: Mapping[str, Any], prefix: str) -> list[str]:
    return [name.removeprefix(prefix) for name in results if name.startswith(prefix)]
