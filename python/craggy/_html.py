"""A study as it shows itself in a notebook."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._study import Study
    from ._trial import TrialRecord

_width, _height = 480, 120


def study_html(study: Study) -> str:
    """The best point, the curve of the best value, and what became of the trials."""
    counts = study.counts
    words = [f"{counts[name]} {name}" for name in ("finished", "failed", "infeasible", "running", "waiting") if counts[name]]
    parts = [f"<p><b>{escape(study.name)}</b>: {', '.join(words) or 'no trials yet'}</p>"]
    best = study.best
    if best is not None:
        rows = "".join(
            f"<tr><td>{escape(name)}</td><td>{escape(_text(value))}</td></tr>" for name, value in best.params.items()
        )
        parts.append(f"<p>best value {_text(best.value)} (trial {best.number})</p><table>{rows}</table>")
        parts.append(_curve(study.trials, study.direction == "maximize"))
    return "<div>" + "".join(parts) + "</div>"


def _text(value: object) -> str:
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def _curve(trials: list[TrialRecord], maximises: bool) -> str:
    values = [trial.value for trial in trials if trial.value is not None and trial.feasible]
    best = values[:1]
    for value in values[1:]:
        best.append(max(best[-1], value) if maximises else min(best[-1], value))
    low, high = min(best), max(best)
    scale = (high - low) or 1.0
    points = " ".join(
        f"{_width * i / max(len(best) - 1, 1):.1f},{_height * (1 - 0.9 * (value - low) / scale) - 5:.1f}"
        for i, value in enumerate(best)
    )
    return (
        f'<svg viewBox="0 0 {_width} {_height}" width="{_width}" height="{_height}" role="img" '
        f'aria-label="best value by trial"><polyline points="{points}" fill="none" stroke="#0072b2" '
        'stroke-width="2"/></svg>'
    )
