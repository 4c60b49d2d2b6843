"""Settings of which every fit fails, kept among the results of a search.

scikit-learn takes it for a mistake if all fits that it makes at a time fail. A search that goes one setting at a time
meets that whenever a setting is impossible, and is to go on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Fold = dict[str, Any]


class FailedSettings:
    """Where among all settings those are that scikit-learn knows nothing of."""

    def __init__(self, error_score: Any) -> None:
        self._error_score = error_score
        self._settings: list[tuple[int, Mapping[str, Any]]] = []

    def is_one(self, error: ValueError) -> bool:
        """Whether an exception says that all fits of some settings failed, where that has a score."""
        text = str(error)
        return self._error_score != "raise" and "All the" in text and "fits failed" in text

    def add(self, position: int, settings: Sequence[Mapping[str, Any]]) -> None:
        """Keep settings that are the next ones from a position."""
        self._settings.extend((position + i, each) for i, each in enumerate(settings))

    def merged(
        self, settings: Sequence[Mapping[str, Any]], folds: Sequence[Fold], n_splits: int
    ) -> tuple[list[Mapping[str, Any]], list[Fold]]:
        """All settings in their order, and what came of each of their folds."""
        all_settings, all_folds = list(settings), list(folds)
        failed = [self._failed(fold) for fold in folds[:n_splits]]
        for position, each in self._settings:
            all_settings.insert(position, each)
            all_folds[position * n_splits : position * n_splits] = failed
        return all_settings, all_folds

    def _failed(self, fold: Fold) -> Fold:
        """As a fold, with the score of a failure."""
        kinds: list[str] = [name for name in ("test_scores", "train_scores") if name in fold]
        scores = {name: self._score_like(fold[name]) for name in kinds}
        return {**fold, **scores, "fit_time": 0.0, "score_time": 0.0}

    def _score_like(self, scores: Any) -> Any:
        return {name: self._error_score for name in scores} if isinstance(scores, dict) else self._error_score
