"""What the functions of this package take: studies, what `minimize` returns, models."""

from __future__ import annotations

from typing import TypeAlias

from .._minimize import Optimum
from .._model import Model
from .._study import Study

StudySource: TypeAlias = Study | Optimum | Model
ModelSource: TypeAlias = Model | Study | Optimum


def study_of(source: StudySource) -> Study:
    """The study that is meant."""
    if isinstance(source, (Optimum, Model)):
        return source.study
    if isinstance(source, Study):
        return source
    raise TypeError(f"there is {source!r}, but it has to be a study, what minimize returned, or a model")


def model_of(source: ModelSource) -> Model:
    """The model that is meant; of a study the one whose turn is next."""
    return source if isinstance(source, Model) else study_of(source).model()
