"""Checks of arguments by name, before the compiled part refuses them in words of its own."""

from __future__ import annotations

import math

from ._space import _number, _whole
from .errors import InvalidArgument


def whole(what: str, value: object, least: int, bits: int = 63) -> int:
    """A whole number that is large enough, and fits into what the core keeps it in."""
    number = _whole(what, value)
    if not least <= number < 2**bits:
        bounds = f"at least {least}" if number < least else f"below 2**{bits}"
        raise InvalidArgument(f"{what} is {number}, but it has to be {bounds}")
    return number


def duration(what: str, value: object) -> float | None:
    """Seconds above 0; None for those without an end."""
    seconds = _number(what, value)
    if not seconds > 0:
        raise InvalidArgument(f"{what} is {value!r}, but it has to be above 0 seconds")
    return seconds if seconds < 1e9 else None


def finite_duration(what: str, value: object) -> float:
    """Seconds above 0 that end."""
    seconds = duration(what, value)
    if seconds is None:
        raise InvalidArgument(f"{what} is {value!r}, but it has to be below 1e9 seconds")
    return seconds


def text(what: str, value: object) -> str:
    """A text, given by somebody who may have mixed up the order."""
    if not isinstance(value, str):
        raise TypeError(f"{what} is {value!r}, but it has to be a text")
    return value
