"""Trials as columns: arrays for NumPy and for a data frame."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np

from ._trial import TrialRecord

Column: TypeAlias = np.ndarray[Any, np.dtype[Any]]


def columns_of(trials: Sequence[TrialRecord], names: Sequence[str]) -> dict[str, Column]:
    """The columns of `Study.to_dict`, of parameters with these names."""

    def numbers(of: Callable[[TrialRecord], float | None]) -> Column:
        return np.array([math.nan if (number := of(trial)) is None else number for trial in trials], dtype=np.float64)

    def texts(of: Callable[[TrialRecord], str]) -> Column:
        return np.array([of(trial) for trial in trials], dtype=np.str_)

    columns: dict[str, Column] = {
        "number": np.array([trial.number for trial in trials], dtype=np.int64),
        "state": texts(lambda trial: trial.state),
        "value": numbers(lambda trial: trial.value),
    }
    for name in names:
        columns[f"params_{name}"] = _column([trial.params.get(name) for trial in trials])
    for i in range(max((len(trial.constraints) for trial in trials), default=0)):
        columns[f"constraint_{i + 1}"] = numbers(
            lambda trial, i=i: trial.constraints[i] if i < len(trial.constraints) else None  # type: ignore[misc]
        )
    if any(trial.noise is not None for trial in trials):
        columns["noise"] = numbers(lambda trial: trial.noise)
    columns["seconds"] = numbers(lambda trial: trial.seconds)
    columns["model"] = texts(lambda trial: trial.model)
    columns["message"] = texts(lambda trial: trial.message)
    return columns


def _column(values: list[Any]) -> Column:
    """Numbers as numbers, where that loses nothing; inactive ones among floats are NaN."""
    given = [value for value in values if value is not None]
    types = {type(value) for value in given}
    if types <= {float} or (types <= {int, float} and len(given) < len(values)):
        return np.array([math.nan if value is None else float(value) for value in values], dtype=np.float64)
    if types in ({int}, {bool}, {str}) and len(given) == len(values):
        return np.array(values)
    column = np.empty(len(values), dtype=object)
    column[:] = values
    return column
