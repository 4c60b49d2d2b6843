"""What a study's surrogate believes of the objective, in the objective's own units and direction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from . import _craggy
from ._space import Params, _name

if TYPE_CHECKING:
    from ._study import Study

Array: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]

usual_probabilities = (0.025, 0.25, 0.5, 0.75, 0.975)


@dataclass(frozen=True)
class Forecast:
    """The objective at several points: without noise, in its own units.

    Attributes
    ----------
    mean, sd
        One number per point.
    quantiles
        One row per point, one column per probability.
    probabilities
        Those of the quantiles.

    Examples
    --------
    >>> study = craggy.Study("example", {"x": (0.0, 1.0)}, surrogate="noiseless")
    >>> for x in (0.0, 0.5, 1.0):
    ...     _ = study.add({"x": x}, x * x)
    >>> forecast = study.model().predict([{"x": 0.25}, {"x": 0.75}], [0.05, 0.95])
    >>> forecast.mean.shape, forecast.quantiles.shape
    ((2,), (2, 2))
    """

    mean: Array
    sd: Array
    quantiles: Array
    probabilities: tuple[float, ...]


@dataclass(frozen=True)
class Slice:
    """A forecast along one parameter, the others as at a point.

    Attributes
    ----------
    parameter
        Its name.
    values
        Its values, and
    points
        the points that have them.
    forecast
        What the model believes there.
    inactive
        The condition that the point does not meet, if the parameter is inactive there: then all else is empty.

    Examples
    --------
    >>> study = craggy.Study("example", {"x": (0.0, 1.0)}, surrogate="noiseless")
    >>> for x in (0.0, 0.5, 1.0):
    ...     _ = study.add({"x": x}, x * x)
    >>> along = study.model().slice("x", num=3)
    >>> along.values, along.forecast.mean.shape
    ([0.0, 0.5, 1.0], (3,))
    """

    parameter: str
    values: list[Any]
    points: list[Params]
    forecast: Forecast
    inactive: str = ""


@dataclass(frozen=True)
class Grid:
    """A forecast over two parameters: `mean`, `sd` and `active` have a row for each of `rows`.

    Examples
    --------
    >>> study = craggy.Study("example", {"x": (0.0, 1.0), "n": (1, 3)}, surrogate="noiseless")
    >>> _ = study.add({"x": 0.5, "n": 2}, 1.0)
    >>> grid = study.model().grid("x", "n", num=5)
    >>> grid.mean.shape, grid.columns
    ((5, 3), [1, 2, 3])
    """

    parameters: tuple[str, str]
    rows: list[Any]
    columns: list[Any]
    mean: Array
    sd: Array
    active: np.ndarray[Any, np.dtype[np.bool_]]
    inactive: str = ""


@dataclass(frozen=True)
class Interval:
    """A number with its quantiles of 2.5 % and 97.5 %.

    Examples
    --------
    >>> craggy.Interval(middle=0.5, lower=0.25, upper=0.75)
    Interval(middle=0.5, lower=0.25, upper=0.75)
    """

    middle: float
    lower: float
    upper: float


@dataclass(frozen=True)
class Importance:
    """The share of the variance of the believed function that a parameter accounts for (Sobol indices).

    Examples
    --------
    >>> study = craggy.Study("example", {"x": (0.0, 1.0)}, surrogate="noiseless")
    >>> for x in (0.0, 0.5, 1.0):
    ...     _ = study.add({"x": x}, x * x)
    >>> study.model().importance(64)["x"].total.middle > 0.5
    True
    """

    alone: Interval
    total: Interval


@dataclass(frozen=True)
class IgnoredDetail:
    """What the model takes for detail, or noise, of one observation.

    Attributes
    ----------
    trial
        The number of the trial.
    observed, believed, sd
        Its value, and what the model believes of the trend there: mean and standard deviation.
    ignored
        The observed value less the believed one.
    score
        How unusual that is in this study: 1 is usual.
    stands_out
        Whether the score is 3 or more: the model takes the value for a jag, not for the trend.
    latent
        |h| in the unit cube, of a model with latent inputs.

    Examples
    --------
    >>> study = craggy.Study("example", {"x": (0.0, 1.0)}, surrogate="noiseless")
    >>> for x in (0.0, 0.5, 1.0):
    ...     _ = study.add({"x": x}, x * x)
    >>> [detail.trial for detail in study.model().latent_magnitude() if detail.stands_out]
    []
    """

    trial: int
    observed: float
    believed: float
    sd: float
    ignored: float
    score: float
    stands_out: bool
    latent: Interval | None


@dataclass(frozen=True)
class LeftOut:
    """One observation as the others predict it; `probability` is uniform on average if the model is right.

    Examples
    --------
    >>> study = craggy.Study("example", {"x": (0.0, 1.0)}, surrogate="noiseless")
    >>> for x in (0.0, 0.5, 1.0):
    ...     _ = study.add({"x": x}, x * x)
    >>> [left.observed for left in study.model().leave_one_out()]
    [0.0, 0.25, 1.0]
    """

    trial: int
    observed: float
    mean: float
    sd: float
    quantiles: tuple[float, ...]
    probability: float
    log_density: float
    effective_draws: float


@dataclass(frozen=True)
class Worth:
    """What the next suggestion would be chosen by; `acquisition` is a logarithm for expected improvement.

    Examples
    --------
    >>> study = craggy.Study("example", {"x": (0.0, 1.0)}, surrogate="noiseless")
    >>> for x in (0.0, 0.5, 1.0):
    ...     _ = study.add({"x": x}, x * x)
    >>> study.model().acquisition([{"x": 0.1}]).success
    array([1.])
    """

    acquisition: Array
    feasible: Array
    success: Array


class Model:
    """What a study's surrogate believes; `Study.model` makes it.

    Examples
    --------
    >>> study = craggy.Study("example", {"x": (-5.0, 5.0), "y": (-5.0, 5.0)})
    >>> _ = study.optimize(lambda x, y: (x - 1) ** 2, trials=8)
    >>> model = study.model()
    >>> model.predict([{"x": 1.0, "y": 0.0}]).mean.shape
    (1,)
    >>> list(model.importance())
    ['x', 'y']
    """

    def __init__(self, study: Study, name: str = "") -> None:
        self._study = study
        self._space = study.space
        self._native = _craggy.Model(study._use(), name, study._handle.worker[2])

    @property
    def name(self) -> str:
        """Which of the study's models it is."""
        return self._native.name

    @property
    def summary(self) -> str:
        """A sentence about it."""
        return self._native.summary

    @property
    def surrogate(self) -> str:
        """The surrogate that was fitted."""
        return self._native.surrogate

    @property
    def is_log_transformed(self) -> bool:
        """Whether it sees the values on a logarithmic scale, as some are far worse than the rest."""
        return self._native.is_log_transformed

    @property
    def study(self) -> Study:
        """The study that it is of."""
        return self._study

    @property
    def diagnostics(self) -> dict[str, Any]:
        """How well its chains agree, and what went wrong on the way."""
        return self._native.diagnostics

    @property
    def trials(self) -> list[int]:
        """The trials that it has learned from."""
        return self._native.trials

    def __repr__(self) -> str:
        return f"Model({self.name!r}, {len(self.trials)} trials)"

    def predict(
        self, points: Sequence[Mapping[str, Any]], probabilities: Sequence[float] = usual_probabilities
    ) -> Forecast:
        """The objective at several points, each a mapping from names to values."""
        return self._forecast(self._native.predict(self._codes(points), list(probabilities)), probabilities)

    def slice(
        self,
        parameter: str,
        at: Mapping[str, Any] | None = None,
        num: int = 101,
        probabilities: Sequence[float] = usual_probabilities,
    ) -> Slice:
        """Along one parameter, the others as `at`; left out, as at the best trial."""
        name = _name(parameter)
        inactive, codes, points, arrays = self._native.slice(name, self._at(at), num, list(probabilities))
        i = self._space._native.index_of(parameter)
        values = [self._space._value(i, code) for code in codes]
        forecast = self._forecast(arrays, probabilities)
        return Slice(parameter, values, [self._space._params(each) for each in points], forecast, inactive)

    def grid(self, rows: str, columns: str, at: Mapping[str, Any] | None = None, num: int = 31) -> Grid:
        """Over two parameters, the others as `at`; left out, as at the best trial."""
        inactive, row_codes, column_codes, active, (mean, sd, _) = self._native.grid(
            _name(rows), _name(columns), self._at(at), num, [0.5]
        )
        index = self._space._native.index_of
        shape = (len(row_codes), len(column_codes))
        return Grid(
            (rows, columns),
            [self._space._value(index(rows), code) for code in row_codes],
            [self._space._value(index(columns), code) for code in column_codes],
            np.reshape(mean, shape),
            np.reshape(sd, shape),
            np.reshape(np.array(active, dtype=np.bool_), shape),
            inactive,
        )

    def acquisition(self, points: Sequence[Mapping[str, Any]]) -> Worth:
        """What evaluations at several points are worth."""
        return Worth(*self._native.acquisition(self._codes(points)))

    def latent_magnitude(self) -> list[IgnoredDetail]:
        """What the model ignores of each observation."""
        return [
            IgnoredDetail(*each[:-1], latent=None if each[-1] is None else Interval(*each[-1]))
            for each in self._native.latent_magnitude()
        ]

    def leave_one_out(self, probabilities: Sequence[float] = usual_probabilities) -> list[LeftOut]:
        """Each observation as the others predict it."""
        return [
            LeftOut(trial, observed, mean, sd, tuple(quantiles), *rest)
            for trial, observed, mean, sd, quantiles, *rest in self._native.leave_one_out(list(probabilities))
        ]

    def importance(self, num_points: int = 512) -> dict[str, Importance]:
        """How much each parameter matters, alone and together with others; over so many points of the space."""
        return {
            name: Importance(Interval(*alone), Interval(*total))
            for name, alone, total in self._native.importance(num_points)
        }

    def _codes(self, points: Sequence[Mapping[str, Any]]) -> list[list[float]]:
        if isinstance(points, Mapping):
            raise TypeError(f"the points are {points!r}, but it has to be a list of them, even if there is one")
        return [self._space._codes(point) for point in points]

    def _at(self, at: Params | Mapping[str, Any] | None) -> list[float]:
        if at is not None:
            return self._space._codes(at)
        best = self._study._use().best()
        # A model needs a finished trial, but that may be infeasible.
        return best[1] if best is not None else list(self._study.trial(self.trials[0])._codes)

    def _forecast(self, arrays: tuple[Any, Any, Any], probabilities: Sequence[float]) -> Forecast:
        mean, sd, quantiles = arrays
        return Forecast(mean, sd, quantiles, tuple(probabilities))
