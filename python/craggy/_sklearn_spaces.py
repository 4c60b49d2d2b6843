"""The dimensions of search spaces as users of scikit-learn and scikit-optimize write them."""

from __future__ import annotations

import numbers
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ._space import Bool, Categorical, Float, Int, Space, _is_number
from .errors import InvalidArgument

# skopt lets a prior be said in these words.
_priors = {"uniform": False, "log-uniform": True}


def Real(low: float, high: float, prior: str = "uniform", base: int = 10, **others: Any) -> Float:
    """A real number, with scikit-optimize's arguments; the base of the logarithm changes nothing.

    Examples
    --------
    >>> from craggy.sklearn import Real
    >>> Real(1e-6, 1e6, prior="log-uniform")
    Float(low=1e-06, high=1000000.0, log=True, step=None, when=None)
    """
    return Float(float(low), float(high), log=_is_log(prior))


def Integer(low: int, high: int, prior: str = "uniform", base: int = 10, **others: Any) -> Int:
    """A whole number, with scikit-optimize's arguments.

    Examples
    --------
    >>> from craggy.sklearn import Integer
    >>> Integer(1, 8)
    Int(low=1, high=8, log=False, step=1, when=None)
    """
    return Int(int(low), int(high), log=_is_log(prior))


def _is_log(prior: object) -> bool:
    if not isinstance(prior, str) or prior not in _priors:
        raise InvalidArgument(f"the prior is {prior!r}, but it has to be 'uniform' or 'log-uniform'")
    return _priors[prior]


@dataclass(frozen=True)
class Constant:
    """A dimension that has one value only."""

    value: Any


def dimension(name: str, given: Any) -> Float | Int | Bool | Categorical | Constant | str:
    """What is meant by one entry of a search space."""
    if isinstance(given, (Float, Int, Bool, str)):
        return given
    if isinstance(given, Categorical):
        return _choices(given.choices)
    if hasattr(given, "categories"):  # of skopt
        return _choices(given.categories)
    if hasattr(given, "low") and hasattr(given, "high") and hasattr(given, "prior"):  # of skopt, too
        return _limits(given.low, given.high, given.prior, whole=type(given).__name__ == "Integer")
    if hasattr(given, "dist") and hasattr(given, "support"):
        return _distribution(name, given)
    if isinstance(given, tuple) and 2 <= len(given) <= 4 and all(_is_number(each) for each in given[:2]):
        if len(given) == 2 or isinstance(given[2], str):
            return _limits(given[0], given[1], given[2] if len(given) > 2 else "uniform")
    if isinstance(given, Iterable) and not isinstance(given, Mapping):
        return _choices(given)
    raise TypeError(
        f"the dimension {name!r} is {given!r}, but it has to be Real, Integer or Categorical, a tuple such as "
        "(1e-6, 1e+6, 'log-uniform'), a list of choices, a distribution of scipy.stats, or one of craggy's own"
    )


def _limits(low: Any, high: Any, prior: object, whole: bool | None = None) -> Float | Int | Constant:
    if whole is None:
        whole = isinstance(low, numbers.Integral) and isinstance(high, numbers.Integral)
    if low == high:
        return Constant(low)
    return Int(int(low), int(high), log=_is_log(prior)) if whole else Float(float(low), float(high), log=_is_log(prior))


def _distribution(name: str, given: Any) -> Float | Int | Constant:
    """What is meant by a distribution of scipy.stats, as for RandomizedSearchCV."""
    kind = given.dist.name
    if kind not in ("uniform", "loguniform", "reciprocal", "randint"):
        raise InvalidArgument(
            f"the dimension {name!r} has the distribution {kind!r}, but it has to be uniform, loguniform or randint"
        )
    low, high = given.support()
    return _limits(low, high, "uniform" if kind in ("uniform", "randint") else "log-uniform", whole=kind == "randint")


def _choices(given: Iterable[Any]) -> Bool | Categorical | Constant:
    choices = [each.item() if isinstance(each, np.generic) else each for each in given]
    if len(choices) == 1:
        return Constant(choices[0])
    return Bool() if {*map(repr, choices)} == {"True", "False"} else Categorical(choices)


class SearchSpace:
    """One of the spaces of a search: what is searched, and what is the same at every point of it."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        dimensions = {name: dimension(name, each) for name, each in given.items()}
        self.fixed = {name: each.value for name, each in dimensions.items() if isinstance(each, Constant)}
        searched = {name: each for name, each in dimensions.items() if not isinstance(each, Constant)}
        self.space = Space(searched) if searched else None
        self.names = sorted(dimensions)

    def settings(self, params: Mapping[str, Any]) -> dict[str, Any]:
        """The parameters of an estimator at a point."""
        return {**self.fixed, **params}


def spaces_and_trials(given: Any, n_iter: int) -> list[tuple[SearchSpace, int]]:
    """The spaces of a search in their order, each with the number of its evaluations."""
    if isinstance(given, Mapping):
        given = [given]
    if isinstance(given, str) or not isinstance(given, Sequence) or not given:
        raise TypeError(
            f"search_spaces is {given!r}, but it has to be a dict, or a list of dicts or of tuples (dict, evaluations)"
        )
    spaces: list[tuple[SearchSpace, int]] = []
    for each in given:
        space, trials = each if isinstance(each, tuple) and len(each) == 2 else (each, n_iter)
        if not isinstance(space, Mapping) or not space:
            raise TypeError(f"a search space is {space!r}, but it has to be a dict with at least one dimension")
        if isinstance(trials, bool) or not isinstance(trials, numbers.Integral) or trials < 1:
            raise InvalidArgument(f"the evaluations of a search space are {trials!r}, but it has to be 1 or more")
        spaces.append((SearchSpace(space), int(trials)))
    return spaces
