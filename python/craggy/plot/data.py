"""What the pictures show, as plain data: arrays in, nothing drawn."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from .._fit import Posterior
from .._model import Model
from .._space import Params, Space
from .._trial import TrialRecord
from ..errors import InvalidArgument
from ._sources import ModelSource, StudySource, model_of, study_of

Array: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]
Flags: TypeAlias = np.ndarray[Any, np.dtype[np.bool_]]
Numbers: TypeAlias = np.ndarray[Any, np.dtype[np.int64]]

# Other parameters of a near observation are that near to those of a slice: in diagonals of the unit cube.
_near = 0.35


@dataclass(frozen=True)
class History:
    """The trials of a study in their order.

    Attributes
    ----------
    trials, values, feasible
        Of the finished ones: number, value, and whether the constraints are met.
    best
        The best feasible value so far, at each of them; NaN before there is one.
    failed
        The numbers of trials that failed.
    maximises
        Whether large values are good.
    """

    trials: Numbers
    values: Array
    feasible: Flags
    best: Array
    failed: Numbers
    maximises: bool


def history(source: StudySource) -> History:
    """The values of a study and the best so far.

    Examples
    --------
    >>> study = craggy.Study("example", {"x": (-5.0, 5.0)})
    >>> for x in (3.0, -1.0, 2.0):
    ...     _ = study.add({"x": x}, x * x)
    >>> craggy.plot.data.history(study).best
    array([9., 1., 1.])
    """
    study = study_of(source)
    trials = study.trials
    finished = [trial for trial in trials if trial.value is not None]
    values = np.array([trial.value for trial in finished], dtype=np.float64)
    feasible = np.array([bool(trial.feasible) for trial in finished], dtype=np.bool_)
    maximises = study.direction == "maximize"
    counted = np.where(feasible, values, -math.inf if maximises else math.inf)
    best = (np.maximum if maximises else np.minimum).accumulate(counted)
    return History(
        np.array([trial.number for trial in finished], dtype=np.int64),
        values,
        feasible,
        np.where(np.isfinite(best), best, math.nan),
        np.array([trial.number for trial in trials if trial.state == "failed"], dtype=np.int64),
        maximises,
    )


@dataclass(frozen=True)
class Parallel:
    """All finished trials through all parameters, the best one last.

    Attributes
    ----------
    names
        The parameters.
    shares
        A row for each trial: where its values are between low (0) and high (1) of the search; NaN where inactive.
    trials, values
        The number and the value of each.
    ticks
        For each parameter some shares, and what they stand for.
    """

    names: list[str]
    shares: Array
    trials: Numbers
    values: Array
    ticks: list[list[tuple[float, str]]]


def parallel(source: StudySource) -> Parallel:
    """Where the values of each trial are, parameter by parameter."""
    study = study_of(source)
    space = study.space
    finished = [trial for trial in study.trials if trial.value is not None and trial.feasible]
    sign = -1.0 if study.direction == "maximize" else 1.0
    finished.sort(key=lambda trial: -sign * (trial.value or 0.0))
    shares = [_shares(space, trial) for trial in finished]
    return Parallel(
        space.names,
        np.array(shares, dtype=np.float64).reshape(len(finished), len(space)),
        np.array([trial.number for trial in finished], dtype=np.int64),
        np.array([trial.value for trial in finished], dtype=np.float64),
        [_ticks(space, i) for i in range(len(space))],
    )


def _first_inputs(space: Space) -> list[int]:
    """Where the inputs of each parameter begin; a category has one for each choice."""
    first, starts = 0, []
    for choices in space._native.choices:
        starts.append(first)
        first += max(len(choices), 1)
    return starts


def _shares(space: Space, trial: TrialRecord) -> list[float]:
    codes = trial._codes
    unit = space._native.encode(list(codes))
    starts = _first_inputs(space)
    shares = []
    for i, name in enumerate(space.names):
        choices = space._native.choices[i]
        if name not in trial.params:
            shares.append(math.nan)
        elif choices:
            shares.append(codes[i] / (len(choices) - 1))
        else:
            shares.append(unit[starts[i]])
    return shares


def _ticks(space: Space, i: int) -> list[tuple[float, str]]:
    choices = space._native.choices[i]
    if choices:
        return [(k / (len(choices) - 1), name) for k, name in enumerate(choices)]
    if space._kinds[i] == "bool":
        return [(0.0, "False"), (1.0, "True")]
    ends = [space._value(i, code) for code in space._native.limits[i]]
    return [(0.0, f"{ends[0]:.4g}"), (1.0, f"{ends[1]:.4g}")]


@dataclass(frozen=True)
class Observations:
    """The trials that a model has learned from, beside a slice.

    Attributes
    ----------
    trials, x, y
        Number, value of the slice's parameter, and value of the objective.
    near
        Whether their other parameters are near those of the slice.
    believed, stands_out
        What the model believes at their points, and whether they stand out from it.
    """

    trials: Numbers
    x: list[Any]
    y: Array
    near: Flags
    believed: Array
    stands_out: Flags


@dataclass(frozen=True)
class SliceData:
    """What a model believes along one parameter.

    Attributes
    ----------
    parameter, kind
        Its name, and its kind as in the grammar of spaces.
    x
        Its values.
    mean, quantiles
        Of the objective: `quantiles` has a column for each of 2.5, 25, 50, 75 and 97.5 %.
    worth
        How good an evaluation would be there, from 0 to 1, the best of the slice being 1.
    at
        The value at the point that the slice goes through; None if it is not active there.
    observations
        What the model has learned from.
    inactive
        The condition that the point does not meet, if the parameter is inactive there: then there is nothing else.
    """

    parameter: str
    kind: str
    x: list[Any]
    mean: Array
    quantiles: Array
    worth: Array
    at: Any
    observations: Observations
    inactive: str


def slice(source: ModelSource, parameter: str, at: Mapping[str, Any] | None = None, num: int = 121) -> SliceData:
    """Along one parameter, the others as `at`; left out, as at the best trial."""
    model = model_of(source)
    space = model.study.space
    through = model._at(at)
    along = model.slice(parameter, at, num)
    i = space._native.index_of(parameter)
    return SliceData(
        parameter,
        space._kinds[i],
        along.values,
        along.forecast.mean,
        along.forecast.quantiles,
        _worth(model, along.points),
        space._params(through).get(parameter),
        _observations(model, parameter, i, through),
        along.inactive,
    )


def _worth(model: Model, points: Sequence[Params]) -> Array:
    if not points:
        return np.zeros(0)
    values = model.acquisition(points).acquisition
    highest = values.max()
    if model.study._use().acquisition == "ei":  # a logarithm
        return np.asarray(np.exp(np.maximum(values - highest, -700.0)), dtype=np.float64)
    spread = highest - values.min()
    return np.asarray((values - values.min()) / spread if spread > 0 else np.zeros_like(values), dtype=np.float64)


def _observations(model: Model, parameter: str, i: int, through: Sequence[float]) -> Observations:
    space = model.study.space
    first = _first_inputs(space)[i]
    mine = range(first, first + max(len(space._native.choices[i]), 1))
    others = [k for k in range(space._num_inputs()) if k not in mine]
    centre = np.array(space._native.encode(list(through)))[others]
    reach = _near * math.sqrt(max(1, len(space) - 1))
    details = {each.trial: each for each in model.latent_magnitude()}
    trials = [trial for trial in model.study.trials if trial.number in details and parameter in trial.params]
    places = [np.array(space._native.encode(list(trial._codes)))[others] for trial in trials]
    return Observations(
        np.array([trial.number for trial in trials], dtype=np.int64),
        [trial.params[parameter] for trial in trials],
        np.array([trial.value for trial in trials], dtype=np.float64),
        np.array([np.linalg.norm(place - centre) <= reach for place in places], dtype=np.bool_),
        np.array([details[trial.number].believed for trial in trials], dtype=np.float64),
        np.array([details[trial.number].stands_out for trial in trials], dtype=np.bool_),
    )


@dataclass(frozen=True)
class ContourData:
    """What a model believes over two parameters.

    Attributes
    ----------
    parameters, kinds
        Those across and up.
    x, y
        Their values.
    mean, sd
        Of the objective, a row for each of y; NaN where one of the parameters is inactive.
    trials
        The values of both parameters at each trial that has them, wherever its other parameters are.
    at
        The point through which the picture goes.
    """

    parameters: tuple[str, str]
    kinds: tuple[str, str]
    x: list[Any]
    y: list[Any]
    mean: Array
    sd: Array
    trials: list[tuple[Any, Any]]
    at: Params


def contour(
    source: ModelSource,
    x: str | None = None,
    y: str | None = None,
    at: Mapping[str, Any] | None = None,
    num: int = 41,
) -> ContourData:
    """Over two parameters, left out the two that matter most; the others as `at`, or as at the best trial."""
    model = model_of(source)
    space = model.study.space
    x, y = _two_parameters(model, x, y)
    grid = model.grid(x, y, at, num)
    if grid.inactive:
        raise InvalidArgument(f"there is nothing to draw over {x} and {y}: {grid.inactive} is needed")
    i, j = (space._native.index_of(name) for name in (x, y))
    seen = set(model.trials)
    return ContourData(
        (x, y),
        (space._kinds[i], space._kinds[j]),
        grid.rows,
        grid.columns,
        np.where(grid.active, grid.mean, math.nan).T,
        np.where(grid.active, grid.sd, math.nan).T,
        [
            (trial.params[x], trial.params[y])
            for trial in model.study.trials
            if trial.number in seen and x in trial.params and y in trial.params
        ],
        space._params(model._at(at)),
    )


def _two_parameters(model: Model, x: str | None, y: str | None) -> tuple[str, str]:
    names = model.study.space.names
    if len(names) < 2:
        raise InvalidArgument("the space has one parameter, but a contour needs two; slice draws one")
    if x is not None and y is not None:
        if x == y:
            raise InvalidArgument(f"both parameters are {x!r}, but they have to be different")
        return x, y
    importance = model.importance()
    by_importance = iter(sorted(set(names) - {x, y}, key=lambda name: (-importance[name].total.middle, name)))
    return x or next(by_importance), y or next(by_importance)


@dataclass(frozen=True)
class PosteriorData:
    """What a fit believes along one input: `mean`, and quantiles of 2.5, 25, 50, 75 and 97.5 % as columns.

    `latent` is the latent magnitude of each observation, at `observed_x` and `observed_y`.
    """

    x: Array
    mean: Array
    quantiles: Array
    observed_x: Array
    observed_y: Array
    latent: Array


def posterior(
    fitted: Posterior, column: int = 0, at: Sequence[float] | None = None, num: int = 241
) -> PosteriorData:
    """Along one column of X, the others as `at`; left out, as in the row with the smallest y."""
    if not isinstance(fitted, Posterior):
        raise TypeError(f"there is {fitted!r}, but it has to be what craggy.fit returned; a study has plot.slice")
    bounds = fitted.bounds
    if not -len(bounds) <= column < len(bounds):
        raise InvalidArgument(f"the column is {column}, but X has {len(bounds)}")
    place = fitted.X[int(np.argmin(fitted.y))] if at is None else np.asarray(at, dtype=np.float64)
    if place.shape != (len(bounds),):
        raise InvalidArgument(f"at has the shape {place.shape}, but it has to be ({len(bounds)},)")
    x = np.linspace(float(bounds[column, 0]), float(bounds[column, 1]), num)
    points = np.tile(place, (num, 1))
    points[:, column] = x
    mean, _ = fitted.predict(points)
    quantiles = fitted.quantiles(points, (0.025, 0.25, 0.5, 0.75, 0.975))
    return PosteriorData(x, mean, quantiles, fitted.X[:, column], fitted.y, fitted.latent_magnitude())


@dataclass(frozen=True)
class CoverageData:
    """Which share of the observations is inside the central band of each width, as the others predict them."""

    width: Array
    share: Array


def coverage(source: ModelSource) -> CoverageData:
    """How often observations are inside the bands that the others predict."""
    probabilities = np.array([each.probability for each in model_of(source).leave_one_out()])
    width = np.linspace(0.0, 1.0, 51)
    inside = np.abs(np.clip(probabilities, 0.0, 1.0) - 0.5)[:, np.newaxis] <= 0.5 * width
    return CoverageData(width, np.asarray(inside.mean(axis=0), dtype=np.float64))
