"""The exceptions of craggy.

A caller's mistake is an `InvalidArgument`, which is a `ValueError` too, or a plain `TypeError`. Everything else that
craggy raises by itself is a `CraggyError`.
"""

from __future__ import annotations

__all__ = [
    "Cancelled",
    "CraggyError",
    "EvaluationFailed",
    "InvalidArgument",
    "SpaceExhausted",
    "StoreError",
    "StoreUnreachable",
]


class CraggyError(Exception):
    """What all errors of craggy have in common."""


class InvalidArgument(CraggyError, ValueError):
    """An argument is wrong; the message names it and says what would be right."""


class Cancelled(CraggyError):
    """The work was stopped from outside before it was done."""


class SpaceExhausted(CraggyError):
    """Every point of a finite space is a trial already: there is nothing left to ask for."""


class StoreError(CraggyError):
    """A store cannot do what it was asked: a full disk, a file that is no database."""


class StoreUnreachable(StoreError):
    """A store could not be reached for as long as craggy keeps trying."""


class EvaluationFailed(CraggyError):
    """Raised by an objective that has no value at a point: the trial fails with this message and the run goes on."""
