"""Evaluations that were made before, from a file."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

from . import _craggy
from .errors import InvalidArgument

if TYPE_CHECKING:
    from ._study import Study


class Readable(Protocol):
    """An open file, or anything else with a `read` that gives text."""

    def read(self) -> str: ...


Source: TypeAlias = str | os.PathLike[str] | Readable
WithoutValue: TypeAlias = Literal["failed", "waiting"]


@dataclass(frozen=True)
class Imported:
    """What came of an import; `Study.import_csv` gives it.

    Attributes
    ----------
    rows
        How many rows the file has.
    known
        How many of them the study had already.
    numbers
        The trials that were added.

    Examples
    --------
    >>> import io
    >>> study = craggy.Study("example", {"x": (0.0, 1.0)})
    >>> study.import_csv(io.StringIO("x,value\\n0.5,1\\n")).numbers
    (0,)
    """

    rows: int
    known: int
    numbers: tuple[int, ...]


def _text_of(source: Source) -> tuple[str, str]:
    """What there is to read, and what messages call it."""
    if isinstance(source, (str, os.PathLike)):
        name = os.fspath(source)
        try:
            with open(name, encoding="utf-8", newline="") as file:
                return file.read(), name
        except UnicodeDecodeError as error:
            raise InvalidArgument(f"{name} is not in UTF-8: {error.reason} at byte {error.start}") from None
    if not hasattr(source, "read"):
        raise TypeError(f"the source is {source!r}, but it has to be a path or an open file")
    text = source.read()
    if not isinstance(text, str):
        raise TypeError(f"the file gives {type(text).__name__}, but it has to give text; open it without 'b'")
    return text, str(getattr(source, "name", "the file"))


def import_rows(
    study: Study,
    source: Source,
    value: str | None,
    columns: Mapping[str, str],
    ignore: Iterable[str],
    without_value: WithoutValue | None,
    again: bool,
    dry_run: bool,
) -> Imported:
    """As `Study.import_csv` says."""
    if not isinstance(columns, Mapping):
        raise TypeError(f"columns is {columns!r}, but it has to be a dict: what each column is called here")
    names = dict(columns)
    if value is not None and names.setdefault(value, "value") != "value":
        raise InvalidArgument(f"the column {value!r} is given as value and in columns as {names[value]!r}")
    ignored = {ignore} if isinstance(ignore, str) else set(ignore)
    text, name = _text_of(source)
    rows, known, numbers = _craggy.import_text(
        study._use(), text, name, names, ignored, without_value or "", again, dry_run
    )
    return Imported(rows, known, tuple(numbers))
