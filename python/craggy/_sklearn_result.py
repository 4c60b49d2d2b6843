"""What a search of hyper-parameters has found in one of its spaces."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ._sklearn_spaces import SearchSpace
from ._space import Params
from ._study import Study
from .errors import CraggyError, InvalidArgument


class SearchResult:
    """What was found in one search space, in the words of scikit-optimize.

    The plots of ``skopt.plots`` take it where scikit-optimize is installed; those of craggy take its `study`.

    Attributes
    ----------
    names : list of str
        The parameters, in the order of the values in `x`: that of their names.
    x_iters : list of list
        All settings in the order of their evaluation.
    noise : list of float or None
        The standard errors of the scores, as they were reported.
    """

    def __init__(self, space: SearchSpace, options: Mapping[str, Any], seed: int) -> None:
        self._search_space = space
        self._options = dict(options)
        self._seed = seed
        self._params: list[Params] = []
        self._scores: list[float] = []
        self.names = space.names
        self.x_iters: list[list[Any]] = []
        self.noise: list[float | None] = []

    def __getitem__(self, name: str) -> Any:
        """The same as the attribute: ``result["fun"]``."""
        return getattr(self, name)

    def __repr__(self) -> str:
        return f"SearchResult(fun={self.fun}, x={self.x}, {len(self.x_iters)} evaluations)"

    @property
    def func_vals(self) -> np.ndarray[Any, np.dtype[np.float64]]:
        """The objectives of all settings, which are negative scores; NaN for one that failed."""
        return -np.array(self._scores, dtype=np.float64)

    @property
    def fun(self) -> float:
        """The best objective; NaN before there is one."""
        return min((-score for score in self._scores if math.isfinite(score)), default=math.nan)

    @property
    def x(self) -> list[Any] | None:
        """The setting with the best objective; None before there is one."""
        finite = [score if math.isfinite(score) else -math.inf for score in self._scores]
        return None if math.isnan(self.fun) else self.x_iters[int(np.argmax(finite))]

    def new_study(self) -> Study:
        """A study that is to search this space, with nothing evaluated."""
        if self._search_space.space is None:
            raise CraggyError("all dimensions of this space have one value only, so that there is nothing to search")
        options: Any = self._options
        return Study("search", self._search_space.space, direction="maximize", seed=self._seed, **options)

    def study(self) -> Study:
        """The evaluations as a study in memory: for its model and for craggy's plots.

        The value of a trial is the score, and larger is better.
        """
        study = self.new_study()
        for params, score, noise in zip(self._params, self._scores, self.noise, strict=True):
            if math.isfinite(score):
                study.add(params, score, noise=noise)
            else:
                study.enqueue(params)
                study.ask().fail()
        return study

    def _record(self, params: Params, score: float, noise: float | None) -> None:
        setting = self._search_space.settings(params)
        self._params.append(params)
        self._scores.append(score)
        self.noise.append(noise)
        self.x_iters.append([setting[name] for name in self.names])

    # --- for skopt.plots ----------------------------------------------------------------------------------------------

    @property
    def space(self) -> Any:
        """The space as a ``skopt.space.Space``; needs scikit-optimize."""
        from skopt.space import Space  # type: ignore[import-not-found, import-untyped, unused-ignore]

        return Space([_skopt_dimension(self._search_space, name) for name in self.names])

    @property
    def models(self) -> list[Any]:
        """The model after the last evaluation, with the ``predict`` that the plots of scikit-optimize call."""
        return [_SkoptModel(self)]


class _SkoptModel:
    """The model of a study, at points as scikit-optimize transforms them."""

    def __init__(self, result: SearchResult) -> None:
        self._space = result.space
        self._names = result.names
        self._fixed = result._search_space.fixed
        self._model = result.study().model()

    def predict(self, X: Sequence[Any], return_std: bool = False) -> Any:
        points = [dict(zip(self._names, point, strict=True)) for point in self._space.inverse_transform(np.asarray(X))]
        searched = [{name: value for name, value in each.items() if name not in self._fixed} for each in points]
        forecast = self._model.predict(searched, ())  # plots ask thousands of times, and for no quantiles
        return (-forecast.mean, forecast.sd) if return_std else -forecast.mean


def _skopt_dimension(searched: SearchSpace, name: str) -> Any:
    from skopt.space import Categorical, Integer, Real  # type: ignore[import-not-found, import-untyped, unused-ignore]

    if name in searched.fixed:
        return Categorical([searched.fixed[name]], name=name)
    space = searched.space
    assert space is not None
    i = space.names.index(name)
    low, high = (space._native.decode([at] * space._num_inputs())[i] for at in (0.0, 1.0))
    kind = space._kinds[i]
    prior = "log-uniform" if kind in ("log", "logint") else "uniform"
    if kind in ("float", "log"):
        return Real(low, high, prior, name=name)
    if kind in ("int", "logint"):
        return Integer(int(low), int(high), prior, name=name)
    if kind in ("categorical", "bool"):
        return Categorical(space._choices[i] or (False, True), name=name)
    raise InvalidArgument(f"the dimension {name!r} is {kind!r}, which scikit-optimize does not have")
