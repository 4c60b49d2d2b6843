"""One surrogate fitted to arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from . import _craggy
from ._arguments import whole
from ._options import native_options
from .errors import InvalidArgument

if TYPE_CHECKING:
    from typing import Unpack

    from ._options import FitOptions

Array: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]
ArrayLike: TypeAlias = Any


class Posterior:
    """What a surrogate believes of a function after having seen some of its values; `fit` makes it.

    Inputs are those that were given to `fit`, in their own units; answers are in those of y.

    Attributes
    ----------
    X, y
        What it has seen: a row for each observation, and its value.

    Examples
    --------
    >>> posterior = craggy.fit([0.0, 0.5, 1.0], [0.0, 0.25, 1.0], surrogate="noiseless")
    >>> posterior.quantiles([0.25, 0.75]).shape
    (2, 3)
    """

    def __init__(self, native: _craggy.Fit, low: Array, width: Array, X: Array, y: Array) -> None:
        self._native = native
        self._low, self._width = low, width
        self.X: Array = X
        self.y: Array = y

    def __repr__(self) -> str:
        return f"Posterior({self.surrogate!r}, {len(self.y)} observations, {self.diagnostics['draws']} draws)"

    @property
    def bounds(self) -> Array:
        """Low and high of each input."""
        return np.column_stack([self._low, self._low + self._width])

    @property
    def surrogate(self) -> str:
        """Which surrogate was fitted."""
        return self._native.surrogate

    @property
    def diagnostics(self) -> dict[str, Any]:
        """How well the chains agree, and what went wrong on the way."""
        return self._native.diagnostics

    @property
    def draws(self) -> dict[str, Array]:
        """The unknowns in unconstrained coordinates: one number per draw, or one row where there are several."""
        values = self._native.draws()
        columns: dict[str, list[int]] = {}
        for i, name in enumerate(self._native.draw_names):
            columns.setdefault(name.partition("[")[0], []).append(i)
        return {
            name: values[:, which[0]] if self._native.draw_names[which[0]] == name else values[:, which]
            for name, which in columns.items()
        }

    def predict(self, X: ArrayLike) -> tuple[Array, Array]:
        """Mean and standard deviation of the function at the rows of X, without noise."""
        return self._native.predict(self._inside(X))

    def quantiles(self, X: ArrayLike, probabilities: Sequence[float] = (0.025, 0.5, 0.975)) -> Array:
        """Quantiles of the function: a row for each of X, a column for each probability."""
        return self._native.quantiles(self._inside(X), list(probabilities))

    def expected_improvement(self, X: ArrayLike) -> Array:
        """By how much the function is expected to be below the smallest y at the rows of X."""
        return self._native.expected_improvement(self._inside(X))

    def latent_magnitude(self) -> Array:
        """The median over draws of |h| of each observation, in the unit cube: how much of it is taken for detail."""
        return np.asarray(np.median(self._native.latent_distances(), axis=0), dtype=np.float64)

    def _inside(self, X: ArrayLike) -> Array:
        points = _rows("X", X)
        if points.shape[1] != len(self._low):
            raise InvalidArgument(f"X has {points.shape[1]} columns, but it has to be {len(self._low)}")
        return np.ascontiguousarray((points - self._low) / self._width)


def _rows(name: str, given: ArrayLike) -> Array:
    array = np.asarray(given, dtype=np.float64)
    if array.ndim == 1:
        array = array[:, np.newaxis]
    if array.ndim != 2:
        raise InvalidArgument(f"{name} has {array.ndim} dimensions, but it has to be 2: a row for each point")
    return array


def _column(name: str, given: ArrayLike, size: int) -> Array:
    array = np.ascontiguousarray(given, dtype=np.float64)
    if array.shape != (size,):
        raise InvalidArgument(
            f"{name} has the shape {array.shape}, but it has to be ({size},): a number for each row of X"
        )
    return array


def _limits(bounds: ArrayLike | None, num_inputs: int) -> tuple[Array, Array]:
    """Lower limits and widths; without bounds those of the unit cube."""
    if bounds is None:
        return np.zeros(num_inputs), np.ones(num_inputs)
    limits = np.asarray(bounds, dtype=np.float64)
    if limits.shape != (num_inputs, 2):
        raise InvalidArgument(
            f"the bounds have the shape {limits.shape}, but it has to be ({num_inputs}, 2): low and high of each column "
            "of X"
        )
    low, width = limits[:, 0], limits[:, 1] - limits[:, 0]
    if not (np.all(np.isfinite(limits)) and np.all(width > 0)):
        raise InvalidArgument(f"the bounds are {limits.tolist()}, but each low has to be below its high, both finite")
    return low, width


def fit(
    X: ArrayLike,
    y: ArrayLike,
    *,
    bounds: ArrayLike | None = None,
    noise: ArrayLike | None = None,
    seed: int = 0,
    threads: int = 0,
    **options: Unpack[FitOptions],
) -> Posterior:
    """Fit one surrogate to some values of a function.

    Parameters
    ----------
    X
        A row for each observation.
    y
        Its value, on any scale.
    bounds
        Low and high of each column of X, which has to be inside; left out, 0 and 1.
    noise
        The standard deviation of each y, where it is known; NaN where not.
    seed, threads
        The same seed gives the same bits, whatever the number of threads; 0: as many as the machine has.
    **options
        The surrogate, ``"latent"`` where nothing is said, its ``sigma_h``, the inference; see `describe_options`.

    Examples
    --------
    >>> X = np.linspace(0, 1, 8)[:, np.newaxis]
    >>> posterior = craggy.fit(X, np.sin(6 * X[:, 0]), surrogate="latent", sigma_h="0.1d", seed=1)
    >>> mean, sd = posterior.predict(X)
    >>> bool(np.all(sd > 0))
    True
    """
    rows = _rows("X", X)
    values = _column("y", y, len(rows))
    low, width = _limits(bounds, rows.shape[1])
    known = None if noise is None else _column("noise", noise, len(rows))
    inside = np.ascontiguousarray((rows - low) / width)
    seed, threads = whole("the seed", seed, 0, bits=64), whole("the number of threads", threads, 0)
    native = _craggy.Fit(inside, values, known, native_options(options), seed, threads)
    return Posterior(native, low, width, rows, values)
