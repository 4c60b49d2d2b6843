"""Pictures of the trials themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from . import _style, data
from ._sources import StudySource

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def history(study: StudySource, ax: Axes | None = None) -> Axes:
    """The value of each trial, and the best so far.

    The worst tail is not shown where it would press all else together; triangles at the edge stand for it.

    Examples
    --------
    >>> best = craggy.minimize(lambda x: (x - 1) ** 2, {"x": (-5.0, 5.0)}, trials=8)
    >>> ax = craggy.plot.history(best)
    >>> ax.get_xlabel()
    'trial'
    """
    shown = data.history(study)
    ax = _style.made(ax)
    ok = shown.feasible
    if ok.any():
        _style.dots(ax, shown.trials[ok], shown.values[ok], _style.grey, label="finished")
    if not ok.all():
        _style.dots(ax, shown.trials[~ok], shown.values[~ok], _style.orange, 6.0, marker="^", label="infeasible")
    if shown.failed.size:
        top = np.full(shown.failed.size, 0.98)
        _style.dots(
            ax, shown.failed, top, _style.vermilion, 6.0, marker="x", markeredgecolor=_style.vermilion,
            markeredgewidth=1.4, transform=ax.get_xaxis_transform(), label="failed",
        )
    if np.isfinite(shown.best).any():
        ax.step(shown.trials, shown.best, where="post", color=_style.blue, linewidth=2.2, label="best so far")
    _limit(ax, shown)
    ax.set_xlabel("trial")
    ax.set_ylabel("value")
    _style.legend(ax)
    return ax


def _limit(ax: Axes, shown: data.History) -> None:
    """Of the worse half no more than four times what the better half spans, as in the figures of `craggy plot`."""
    if len(shown.values) < 3:
        return
    sign = -1.0 if shown.maximises else 1.0
    cost = np.sort(sign * shown.values)
    middle, upper = (cost[int(share * (len(cost) - 1))] for share in (0.5, 0.75))
    limit = middle + 4.0 * max(middle - cost[0], upper - middle)
    if not (limit < cost[-1]) or limit <= cost[0]:
        return
    room = 0.06 * (limit - cost[0])
    ends = (sign * (cost[0] - room), sign * (limit + room))
    ax.set_ylim(min(ends), max(ends))
    beyond = sign * shown.values > limit
    edge = np.full(int(beyond.sum()), 0.015 if shown.maximises else 0.985)
    _style.dots(
        ax, shown.trials[beyond], edge, _style.grey, 5.0, marker="v" if shown.maximises else "^",
        transform=ax.get_xaxis_transform(), label="beyond the picture",
    )


def parallel(study: StudySource, ax: Axes | None = None) -> Axes:
    """A line for each finished trial through the values of its parameters; the best tenth stands out.

    Examples
    --------
    >>> best = craggy.minimize(lambda x, n: x * n, {"x": (0.0, 1.0), "n": (1, 9)}, trials=8)
    >>> ax = craggy.plot.parallel(best)
    >>> [tick.get_text() for tick in ax.get_xticklabels()]
    ['x', 'n']
    """
    shown = data.parallel(study)
    count = len(shown.names)
    ax = _style.made(ax, max(4.8, 1.4 * count), 3.6)
    from matplotlib.collections import LineCollection
    from matplotlib.colors import LinearSegmentedColormap
    from matplotlib.lines import Line2D

    x = np.arange(count, dtype=np.float64)
    rank = np.linspace(0.0, 1.0, len(shown.values)) if len(shown.values) > 1 else np.ones(len(shown.values))
    good = rank >= 0.9
    pale_to_blue = LinearSegmentedColormap.from_list("craggy rank", [_style.light_grey, _style.blue])
    lines = [np.column_stack([x, row]) for row in shown.shares]
    colours = [_style.vermilion if best else pale_to_blue(share) for best, share in zip(good, rank, strict=True)]
    opacity = np.where(good, 0.95, 0.3 + 0.4 * rank)
    ax.add_collection(
        LineCollection(lines, colors=colours, linewidths=np.where(good, 1.8, 1.0), alpha=opacity if lines else None)
    )
    # A parameter that is active between two that are not has no line to be seen by.
    alone = np.isfinite(shown.shares) & ~_has_neighbour(shown.shares)
    for row, column in zip(*np.nonzero(alone), strict=True):
        ax.plot([column], [shown.shares[row, column]], "_", color=colours[row], markersize=9)
    ax.grid(visible=False)
    ax.spines[["left", "bottom"]].set_visible(False)
    ax.set_yticks([])
    for i, ticks in enumerate(shown.ticks):
        ax.axvline(i, color=_style.dark_grey, linewidth=0.9, zorder=0.5)
        last = i + 1 == count and count > 1
        for share, label in ticks:
            ax.annotate(
                label, (i, share), (-5 if last else 5, 0), textcoords="offset points", fontsize="small", va="center",
                ha="right" if last else "left", color=_style.dark_grey,
                bbox={"boxstyle": "round,pad=0.1", "facecolor": "white", "edgecolor": "none", "alpha": 0.75},
            )
    ax.set_xticks(x, shown.names)
    ax.tick_params(axis="x", length=0)
    ax.set_xlim(-0.08 * max(count - 1, 1), 1.08 * max(count - 1, 1))
    ax.set_ylim(-0.05, 1.05)
    handles = [
        Line2D([], [], color=_style.vermilion, linewidth=1.8, label="the best tenth"),
        Line2D([], [], color=_style.blue, label="better"),
        Line2D([], [], color=_style.light_grey, label="worse"),
    ]
    _style.legend(ax, handles)
    return ax


def _has_neighbour(shares: data.Array) -> data.Flags:
    finite = np.isfinite(shares)
    beside = np.zeros_like(finite)
    beside[:, 1:] |= finite[:, :-1]
    beside[:, :-1] |= finite[:, 1:]
    return beside
