"""What a study shows of itself in a notebook: the best point, the curve of the best value, and what to look at."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._advice import Verdict
    from ._study import Study
    from ._trial import TrialRecord

_width, _height, _margin = 480.0, 150.0, 8.0
_axis = 62.0  # for the labels at the left
_blue, _grey, _vermilion = "#0072b2", "#888888", "#d55e00"
# Of both a light and a dark notebook: text has its colour, and what is beside it is pale.
_colours = {"severe": _vermilion, "warning": "#e69f00", "note": _blue}
_most_points = 2000


def study_html(study: Study) -> str:
    """The study in HTML; texts from outside are escaped."""
    counts = study.counts
    states = ("finished", "failed", "infeasible", "running", "waiting")
    words = [f"{counts[state]} {state}" for state in states if counts[state]]
    parts = [
        f"<p style='margin:0 0 .5em'><b>{escape(study.name)}</b>, {study.direction}: "
        f"{', '.join(words) or 'no trials yet'}</p>"
    ]
    best = study.best
    if best is not None and best.value is not None:
        beside = [f"<p style='margin:0 0 .3em'>best value <b>{_text(best.value)}</b>, trial {best.number}</p>"]
        beside.append(_table(best.params))
        parts.append(
            "<div style='display:flex;flex-wrap:wrap;gap:1.5em;align-items:flex-start'>"
            f"<div>{''.join(beside)}</div>{_curve(study.trials, study.direction == 'maximize')}</div>"
        )
    parts.append(_verdicts(study.verdicts()))
    return f"<div style='max-width:60em'>{''.join(parts)}</div>"


def _table(params: Mapping[str, object]) -> str:
    rows = (
        f"<tr><td style='text-align:left'>{escape(name)}</td>"
        f"<td style='text-align:right'>{escape(_text(value))}</td></tr>"
        for name, value in params.items()
    )
    return f"<table>{''.join(rows)}</table>"


def _verdicts(verdicts: Iterable[Verdict]) -> str:
    items = [
        f"<li style='margin:.3em 0;padding-left:.6em;border-left:4px solid {_colours[each.severity]}'>"
        f"<b>{escape(each.severity)}</b>: {escape(each.sentence)} {escape(each.advice)}</li>"
        for each in verdicts
    ]
    return f"<ul style='list-style:none;padding:0;margin:.5em 0'>{''.join(items)}</ul>" if items else ""


def _text(value: object) -> str:
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def _best_so_far(values: list[float], maximises: bool) -> list[float]:
    best = values[:1]
    for value in values[1:]:
        best.append(max(best[-1], value) if maximises else min(best[-1], value))
    return best


def _curve(trials: list[TrialRecord], maximises: bool) -> str:
    """All values as dots, and the best so far as steps; the worst tail is cut off."""
    finished = [(trial.number, trial.value) for trial in trials if trial.value is not None and trial.feasible]
    numbers = [number for number, _ in finished]
    values = [value for _, value in finished]
    best = _best_so_far(values, maximises)
    low, high = _shown_range(values, maximises)
    last = max(numbers[-1], 1)

    def x(number: int) -> float:
        return _axis + (_width - _axis - _margin) * number / last

    def y(value: float) -> float:
        share = (min(max(value, low), high) - low) / ((high - low) or 1.0)
        return _height - _margin - (_height - 2 * _margin) * share

    stride = 1 + len(values) // _most_points
    dots = "".join(
        f'<circle cx="{x(number):.1f}" cy="{y(value):.1f}" r="2.2"/>' for number, value in finished[::stride]
    )
    steps = [f"{x(numbers[0]):.1f},{y(best[0]):.1f}"]
    for i in range(1, len(best)):
        if best[i] != best[i - 1]:
            steps += [f"{x(numbers[i]):.1f},{y(best[i - 1]):.1f}", f"{x(numbers[i]):.1f},{y(best[i]):.1f}"]
    steps.append(f"{x(numbers[-1]):.1f},{y(best[-1]):.1f}")
    labels = "".join(
        f'<text x="{_axis - 6}" y="{y(value) + 4:.1f}" text-anchor="end">{escape(f"{value:.4g}")}</text>'
        for value in dict.fromkeys((low, high))
    )
    return (
        f'<svg viewBox="0 0 {_width:g} {_height:g}" width="{_width:g}" height="{_height:g}" role="img" '
        f'aria-label="best value by trial">'
        f'<g font-size="11" font-family="sans-serif" fill="{_grey}">{labels}{dots}</g>'
        f'<polyline points="{" ".join(steps)}" fill="none" stroke="{_blue}" stroke-width="2"/></svg>'
    )


def _shown_range(values: list[float], maximises: bool) -> tuple[float, float]:
    """Of the worse half no more than four times what the better half spans."""
    ordered = sorted(values, reverse=maximises)
    median = ordered[(len(ordered) - 1) // 2]
    span = abs(median - ordered[0])
    worst = ordered[-1]
    if span > 0 and math.isfinite(4 * span):
        worst = max(worst, median - 4 * span) if maximises else min(worst, median + 4 * span)
    return (worst, ordered[0]) if maximises else (ordered[0], worst)
