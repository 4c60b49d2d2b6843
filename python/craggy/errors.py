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
    """What all errors of craggy have in common.

    Examples
    --------
    >>> study = craggy.Study("example", {"x": (0.0, 1.0)})
    >>> try:
    ...     study.replay(0)
    ... except craggy.CraggyError as error:
    ...     print(type(error).__name__)
    InvalidArgument
    """


class InvalidArgument(CraggyError, ValueError):
    """An argument is wrong; the message names it and says what would be right.

    Examples
    --------
    >>> craggy.Space({"x": (1.0, 0.0)})
    Traceback (most recent call last):
    craggy.errors.InvalidArgument: ...
    """


class Cancelled(CraggyError):
    """The work was stopped from outside before it was done.

    Examples
    --------
    >>> issubclass(craggy.Cancelled, craggy.CraggyError)
    True
    """


class SpaceExhausted(CraggyError):
    """Every point of a finite space is a trial already: there is nothing left to ask for.

    Examples
    --------
    >>> study = craggy.Study("example", {"flag": craggy.Bool()})
    >>> trials = [study.ask(), study.ask()]
    >>> study.ask()
    Traceback (most recent call last):
    craggy.errors.SpaceExhausted: ...
    """


class StoreError(CraggyError):
    """A store cannot do what it was asked: a full disk, a file that is no database.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> file = pathlib.Path(tempfile.mkdtemp()) / "notes.db"
    >>> _ = file.write_text("a text that is no database " * 40)
    >>> craggy.list_studies(file)
    Traceback (most recent call last):
    craggy.errors.StoreError: ...
    """


class StoreUnreachable(StoreError):
    """A store could not be reached for as long as craggy keeps trying.

    Examples
    --------
    >>> craggy.list_studies("postgresql://nobody@127.0.0.1:9/none")  # doctest: +SKIP
    Traceback (most recent call last):
    craggy.errors.StoreUnreachable: ...
    """


class EvaluationFailed(CraggyError):
    """Raised by an objective that has no value at a point: the trial fails with this message and the run goes on.

    Examples
    --------
    >>> def objective(x):
    ...     raise craggy.EvaluationFailed("no mesh")
    >>> study = craggy.Study("example", {"x": (0.0, 1.0)})
    >>> study.optimize(objective, trials=2)
    'done'
    >>> study.trials[1].message
    'no mesh'
    """
