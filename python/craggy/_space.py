"""Search spaces: what parameters there are, and their values as Python has them."""

from __future__ import annotations

import math
import numbers
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from . import _craggy
from .errors import InvalidArgument

Params: TypeAlias = dict[str, Any]


def _condition(when: str | None) -> str:
    return "" if when is None else f" if {when}"


def _name(name: object) -> str:
    if not isinstance(name, str):
        raise TypeError(f"the name of a parameter is {name!r}, but it has to be a text")
    return name


def _number(what: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        raise TypeError(f"{what} is {value!r}, but it has to be a number")
    return float(value)


def _whole(what: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, numbers.Integral):
        raise TypeError(f"{what} is {value!r}, but it has to be a whole number")
    return int(value)


@dataclass(frozen=True)
class Float:
    """A real number from `low` to `high`.

    Parameters
    ----------
    low, high
        The limits, both included.
    log
        Whether the search sees the logarithm: for rates, sizes, anything whose order of magnitude matters.
    step
        Only `low`, `low + step`, … up to `high` are allowed.
    when
        The condition under which the parameter is there at all, such as ``"opt == sgd"``.

    Examples
    --------
    >>> craggy.Float(1e-5, 1e-1, log=True)
    Float(low=1e-05, high=0.1, log=True, step=None, when=None)
    """

    low: float
    high: float
    log: bool = False
    step: float | None = None
    when: str | None = None

    def _text(self, name: str) -> str:
        low, high = _number(f"the lower limit of {name!r}", self.low), _number(f"the upper limit of {name!r}", self.high)
        if self.step is not None:
            if self.log:
                raise InvalidArgument(f"the step of {name!r} is given with log=True, but only one of them can hold")
            step = _number(f"the step of {name!r}", self.step)
            return f"{name}=step({low!r},{high!r},{step!r}){_condition(self.when)}"
        return f"{name}={'log' if self.log else 'float'}({low!r},{high!r}){_condition(self.when)}"


@dataclass(frozen=True)
class Int:
    """A whole number from `low` to `high`, both included.

    Parameters
    ----------
    low, high
        The limits.
    log
        Whether the search sees the logarithm.
    step
        Only `low`, `low + step`, … up to `high` are allowed.
    when
        The condition under which the parameter is there at all.

    Examples
    --------
    >>> craggy.Int(1, 8)
    Int(low=1, high=8, log=False, step=1, when=None)
    """

    low: int
    high: int
    log: bool = False
    step: int = 1
    when: str | None = None

    def _text(self, name: str) -> str:
        low, high = _whole(f"the lower limit of {name!r}", self.low), _whole(f"the upper limit of {name!r}", self.high)
        step = _whole(f"the step of {name!r}", self.step)
        if step != 1:
            if self.log:
                raise InvalidArgument(f"the step of {name!r} is given with log=True, but only one of them can hold")
            return f"{name}=step({low},{high},{step}){_condition(self.when)}"
        return f"{name}={'logint' if self.log else 'int'}({low},{high}){_condition(self.when)}"


@dataclass(frozen=True)
class Bool:
    """`True` or `False`.

    Examples
    --------
    >>> craggy.Bool(when="opt == sgd")
    Bool(when='opt == sgd')
    """

    when: str | None = None

    def _text(self, name: str) -> str:
        return f"{name}=bool{_condition(self.when)}"


class Categorical:
    """One of several things without an order: texts, numbers, classes, functions, any objects.

    The objective gets the very object that was given. In a store it has the name of a class or function, and what
    `repr` says of anything else but a text.

    Parameters
    ----------
    choices
        At least two, all different.
    when
        The condition under which the parameter is there at all.

    Examples
    --------
    >>> craggy.Categorical(["adam", "sgd"])
    Categorical(['adam', 'sgd'])
    """

    def __init__(self, choices: Iterable[Any], *, when: str | None = None) -> None:
        self.choices: tuple[Any, ...] = tuple(choices)
        self.when = when

    def __repr__(self) -> str:
        when = "" if self.when is None else f", when={self.when!r}"
        return f"Categorical({list(self.choices)!r}{when})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Categorical) and (self.choices, self.when) == (other.choices, other.when)

    __hash__ = None  # type: ignore[assignment]

    def _text(self, name: str) -> str:
        texts = [_name_of_choice(choice) for choice in self.choices]
        return _craggy.categorical_text(name, texts) + _condition(self.when)


Domain: TypeAlias = Float | Int | Bool | Categorical
DomainLike: TypeAlias = Domain | str | range | Sequence[Any]
SpaceLike: TypeAlias = "Space | Mapping[str, DomainLike] | Iterable[str]"


def _name_of_choice(choice: object) -> str:
    if isinstance(choice, str):
        return choice
    if isinstance(choice, bool):
        return "true" if choice else "false"
    if callable(choice):
        name = getattr(choice, "__qualname__", None)
        if isinstance(name, str):
            return name
    return repr(choice)


def _domain(name: str, given: DomainLike) -> Domain | str:
    """What is meant by a list, a tuple or a range."""
    if isinstance(given, (Float, Int, Bool, Categorical, str)):
        return given
    if isinstance(given, range):
        if len(given) < 2:
            raise InvalidArgument(f"the parameter {name!r} is {given!r}, but it has to have at least two values")
        low, high = min(given), max(given)
        return Int(low, high, step=abs(given.step))
    if isinstance(given, tuple) and len(given) == 2 and all(_is_number(each) for each in given):
        low, high = given
        whole = all(isinstance(each, numbers.Integral) for each in given)
        return Int(int(low), int(high)) if whole else Float(float(low), float(high))
    if isinstance(given, Sequence):
        return Bool() if {*map(_identity, given)} == {(bool, True), (bool, False)} else Categorical(given)
    raise TypeError(
        f"the parameter {name!r} is {given!r}, but it has to be a text such as 'log(1e-5, 1e-1)', a craggy.Float, Int, "
        "Bool or Categorical, a pair of limits, or a list of choices"
    )


def _is_number(value: object) -> bool:
    return isinstance(value, numbers.Real) and not isinstance(value, bool)


def _identity(value: object) -> tuple[type, object]:
    try:
        hash(value)
    except TypeError:
        return type(value), id(value)
    return type(value), value


class Space:
    """A search space: parameters by name.

    Everything that takes a space takes what this class takes.

    Parameters
    ----------
    parameters
        A mapping from names to a `Float`, `Int`, `Bool` or `Categorical`, a text of the grammar such as
        ``"log(1e-5, 1e-1)"``, a pair of limits (whole numbers, if both of them are), a `range` of whole numbers, or a
        list of choices;
        or texts with the names in them, as on the command line: ``["lr=log(1e-5,1e-1)", "layers=int(1,8)"]``.

    Examples
    --------
    >>> space = craggy.Space({"lr": "log(1e-5, 1e-1)", "depth": (1, 8), "opt": ["adam", "sgd"]})
    >>> space.texts
    ['lr=log(1e-05,0.1)', 'depth=int(1,8)', 'opt=categorical(adam,sgd)']
    """

    def __init__(self, parameters: Mapping[str, DomainLike] | Iterable[str]) -> None:
        objects: dict[str, tuple[Any, ...]] = {}
        floats: set[str] = set()
        if isinstance(parameters, Mapping):
            texts = []
            for name, given in parameters.items():
                domain = _domain(_name(name), given)
                texts.append(f"{name}={domain}" if isinstance(domain, str) else domain._text(name))
                if isinstance(domain, Categorical):
                    objects[name] = domain.choices
                elif isinstance(domain, Float):
                    floats.add(name)
        elif isinstance(parameters, str):
            raise TypeError(f"the space is the text {parameters!r}, but it has to be a mapping or a list of texts")
        else:
            texts = list(parameters)
            for text in texts:
                if not isinstance(text, str):
                    raise TypeError(f"a parameter is {text!r}, but in a list it has to be a text, 'lr=log(1e-5,1e-1)'")
        self._use(_craggy.Space(texts), objects, floats)

    @classmethod
    def _of(
        cls, native: _craggy.Space, objects: Mapping[str, tuple[Any, ...]] | None = None, floats: Iterable[str] = ()
    ) -> Space:
        space = cls.__new__(cls)
        space._use(native, objects or {}, floats)
        return space

    def _use(self, native: _craggy.Space, objects: Mapping[str, tuple[Any, ...]], floats: Iterable[str]) -> None:
        self._native = native
        self._objects = dict(objects)
        self._floats = frozenset(floats)  # real numbers even where all their steps are whole
        self._names: list[str] = native.names
        self._kinds: list[str] = native.kinds
        self._choices: list[tuple[Any, ...]] = [
            self._objects.get(name, tuple(names)) for name, names in zip(self._names, native.choices, strict=True)
        ]
        self._ints = [
            kind in ("int", "logint") or (kind == "step" and whole and name not in self._floats)
            for name, kind, whole in zip(self._names, self._kinds, native.whole, strict=True)
        ]
        self._conditional: list[bool] = native.conditional
        self._is_conditional = any(self._conditional)

    @property
    def names(self) -> list[str]:
        """The names of the parameters, in their order."""
        return list(self._names)

    @property
    def texts(self) -> list[str]:
        """The parameters as texts of the grammar."""
        return self._native.texts

    def __len__(self) -> int:
        return len(self._names)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Space) and self._native == other._native and self._choices == other._choices

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Space({self.texts!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (self.texts, self._objects, self._floats)

    def _is_conditional_parameter(self, name: str) -> bool:
        return self._conditional[self._names.index(name)]

    def _value(self, i: int, code: float) -> Any:
        kind = self._kinds[i]
        if self._ints[i]:
            return int(code)
        if kind == "categorical":
            return self._choices[i][int(code)]
        return code != 0.0 if kind == "bool" else code

    def _params(self, codes: Sequence[float]) -> Params:
        """The values of the active parameters at a point."""
        if not self._is_conditional:
            return {name: self._value(i, codes[i]) for i, name in enumerate(self._names)}
        active = self._native.active_at(list(codes))
        return {name: self._value(i, codes[i]) for i, name in enumerate(self._names) if active[i]}

    def _code(self, i: int, value: Any) -> float:
        name, kind = self._names[i], self._kinds[i]
        if kind == "categorical":
            return self._code_of_choice(i, value)
        if kind == "bool":
            if isinstance(value, bool) or type(value).__name__ in ("bool", "bool_"):
                return float(value)
            raise TypeError(f"the value of {name!r} is {value!r}, but it has to be True or False")
        number = _number(f"the value of {name!r}", value)
        if kind == "step" and math.isfinite(number):
            return self._native.parse_value(i, repr(number))  # may be off by rounding
        return number

    def _code_of_choice(self, i: int, value: Any) -> float:
        choices = self._choices[i]
        for position, choice in enumerate(choices):
            if choice is value or (type(choice) is type(value) and _same(choice, value)):
                return float(position)
        for position, choice in enumerate(choices):
            if _same(choice, value):
                return float(position)
        raise InvalidArgument(
            f"the value of {self._names[i]!r} is {value!r}, but it has to be one of "
            + ", ".join(repr(choice) for choice in choices)
        )

    def _codes(self, params: Mapping[str, Any]) -> list[float]:
        """The point with these values; a parameter that is inactive may be left out."""
        if not isinstance(params, Mapping):
            raise TypeError(f"the point is {params!r}, but it has to be a dict with a value for each parameter")
        for name in params:
            self._native.index_of(_name(name))  # raises for an unknown one
        lows = self._native.decode([0.0] * self._num_inputs())
        codes = [
            self._code(i, params[name]) if name in params else lows[i] for i, name in enumerate(self._names)
        ]
        active = self._native.active_at(codes) if self._is_conditional else [True] * len(codes)
        for i, name in enumerate(self._names):
            if active[i] and name not in params:
                raise InvalidArgument(f"the parameter {name!r} is missing")
            if not active[i] and name in params:
                raise InvalidArgument(f"the parameter {name!r} is given, but it is inactive there: {self.texts[i]}")
        return self._native.checked(codes)

    def _num_inputs(self) -> int:
        return sum(max(len(choices), 1) for choices in self._native.choices)

    @staticmethod
    def _make(given: SpaceLike) -> Space:
        return given if isinstance(given, Space) else Space(given)


def _same(a: object, b: object) -> bool:
    try:
        return bool(a == b)
    except Exception:  # an array, for example, has no such truth
        return False


def _unpickled(texts: list[str], objects: Mapping[str, tuple[Any, ...]], floats: Iterable[str]) -> Space:
    return Space._of(_craggy.Space(texts), objects, floats)
