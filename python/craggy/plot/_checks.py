"""Pictures of how a model treats what it has seen: what it ignores, whether it predicts, which parameters matter."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .._fit import Posterior
from ..errors import InvalidArgument
from . import _style, data
from ._sources import ModelSource, model_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def ignored(model: ModelSource, ax: Axes | None = None) -> Axes:
    """What a model ignores: how far each observation is from the trend that the model believes.

    What stands out, with the number of its trial, the model takes for a jag and not for the trend.

    Examples
    --------
    >>> best = craggy.minimize(lambda x: (x - 1) ** 2, {"x": (-5.0, 5.0)}, trials=8)
    >>> craggy.plot.ignored(best).get_ylabel()
    'observed − believed'
    """
    details = model_of(model).latent_magnitude()
    ax = _style.made(ax)
    trials = np.array([each.trial for each in details])
    differences = np.array([each.ignored for each in details])
    out = np.array([each.stands_out for each in details])
    ax.axhline(0.0, color=_style.dark_grey, linewidth=1.0)
    for which, stem, colour, size, label in (
        (~out, _style.sky_blue, _style.blue, 4.5, "absorbed"),
        (out, _style.vermilion, _style.vermilion, 6.5, "stands out"),
    ):
        if which.any():
            ax.vlines(trials[which], 0.0, differences[which], color=stem, linewidth=1.6)
            _style.dots(ax, trials[which], differences[which], colour, size, label=label)
    for trial, difference in zip(trials[out], differences[out], strict=True):
        ax.annotate(str(trial), (trial, difference), (6, 0), textcoords="offset points", va="center",
                    fontsize="small", color=_style.vermilion)  # fmt: skip
    ax.margins(x=0.03, y=0.1)
    ax.set_xlabel("trial")
    ax.set_ylabel("observed − believed")
    _style.legend(ax)
    return ax


def latent(model: ModelSource | Posterior, ax: Axes | None = None) -> Axes:
    """How far the latent input moves each observation away from the trend, in the unit cube.

    Of a model of a study with the interval of 95 %.

    Examples
    --------
    >>> fitted = craggy.fit([0.0, 0.2, 0.5, 0.9], [1.0, 0.5, 0.0, 2.0], seed=1)
    >>> craggy.plot.latent(fitted).get_ylabel()
    'latent magnitude |h|'
    """
    if isinstance(model, Posterior):
        magnitude = model.latent_magnitude()
        where = np.arange(len(magnitude))
        ax = _style.made(ax)
        ax.set_xlabel("observation")
    else:
        fitted = model_of(model)
        details = fitted.latent_magnitude()
        intervals = [each.latent for each in details if each.latent is not None]
        if not intervals:
            raise InvalidArgument(f"the model {fitted.name!r} has no latent inputs; see study.models for one that has")
        magnitude = np.array([each.middle for each in intervals])
        where = np.array([each.trial for each in details])
        ax = _style.made(ax)
        ax.vlines(
            where, [each.lower for each in intervals], [each.upper for each in intervals], color=_style.sky_blue,
            linewidth=1.4, label="95 %",
        )
        ax.set_xlabel("trial")
    _style.dots(ax, where, magnitude, _style.blue, label="median")
    ax.set_ylim(bottom=0.0)
    ax.margins(x=0.03)
    ax.set_ylabel("latent magnitude |h|")
    _style.legend(ax)
    return ax


def calibration(model: ModelSource, ax: Axes | None = None) -> Axes:
    """Each observation as the others predict it: mean and 95 %. If the model is right, 19 of 20 bars meet the line.

    Examples
    --------
    >>> best = craggy.minimize(lambda x: (x - 1) ** 2, {"x": (-5.0, 5.0)}, trials=8)
    >>> craggy.plot.calibration(best).get_xlabel()
    'observed'
    """
    left_out = model_of(model).leave_one_out()
    ax = _style.made(ax, 4.4, 4.0)
    observed = np.array([each.observed for each in left_out])
    mean = np.array([each.mean for each in left_out])
    lower = np.array([each.quantiles[0] for each in left_out])
    upper = np.array([each.quantiles[-1] for each in left_out])
    inside = (lower <= observed) & (observed <= upper)
    for which, colour, label in ((inside, _style.blue, "mean and 95 %"), (~inside, _style.vermilion, "outside")):
        if which.any():
            ax.vlines(observed[which], lower[which], upper[which], color=colour, linewidth=1.3, alpha=0.4)
            _style.dots(ax, observed[which], mean[which], colour, 4.5, label=label)
    low, high = observed.min(), observed.max()
    room = 0.08 * (high - low or 1.0)
    ends = (low - room, high + room)
    ax.plot(ends, ends, color=_style.dark_grey, linewidth=1.0, linestyle="--", label="as it should be", zorder=1)
    ax.set_xlim(*ends)
    spread = np.concatenate([mean, observed])
    ax.set_ylim(min(ends[0], spread.min() - room), max(ends[1], spread.max() + room))
    ax.set_xlabel("observed")
    ax.set_ylabel("predicted by the others")
    _style.legend(ax)
    return ax


def coverage(model: ModelSource, ax: Axes | None = None) -> Axes:
    """Which share of the observations is inside the band that should have it, as the others predict them.

    Below the line the model is too sure, above it is not sure enough.

    Examples
    --------
    >>> best = craggy.minimize(lambda x: (x - 1) ** 2, {"x": (-5.0, 5.0)}, trials=8)
    >>> craggy.plot.coverage(best).get_ylabel()
    'share that it has'
    """
    shown = data.coverage(model)
    ax = _style.made(ax, 4.4, 4.0)
    ax.plot([0, 1], [0, 1], color=_style.dark_grey, linewidth=1.0, linestyle="--", label="as it should be")
    ax.plot(shown.width, shown.share, color=_style.blue, linewidth=2.2, label="the model")
    ax.set_xlim(0, 1)
    ax.set_ylim(0, 1.02)
    ax.set_xlabel("share that the band should have")
    ax.set_ylabel("share that it has")
    _style.legend(ax)
    return ax


def importance(model: ModelSource, ax: Axes | None = None) -> Axes:
    """How much of the variance of the believed function each parameter accounts for, with intervals of 95 %.

    Examples
    --------
    >>> best = craggy.minimize(lambda x, n: x * n, {"x": (0.0, 1.0), "n": (1, 9)}, trials=8)
    >>> craggy.plot.importance(best).get_xlabel()
    'share of the variance'
    """
    found = sorted(model_of(model).importance().items(), key=lambda item: item[1].total.middle)
    ax = _style.made(ax, 6.0, 1.2 + 0.45 * len(found))
    y = np.arange(len(found), dtype=np.float64)
    for offset, colour, label, intervals in (
        (0.17, _style.blue, "alone", [each.alone for _, each in found]),
        (-0.17, _style.sky_blue, "together with others", [each.total for _, each in found]),
    ):
        middle = np.clip([each.middle for each in intervals], 0.0, 1.0)
        lower = np.clip([each.lower for each in intervals], 0.0, 1.0)
        upper = np.clip([each.upper for each in intervals], 0.0, 1.0)
        ax.barh(y + offset, middle, 0.3, color=colour, label=label)
        ax.hlines(y + offset, lower, upper, color=_style.black, linewidth=1.3)
    ax.set_yticks(y, [name for name, _ in found])
    ax.tick_params(axis="y", length=0)
    ax.grid(visible=False, axis="y")
    ax.grid(axis="x", color=_style.light_grey, linewidth=0.7)
    ax.set_xlim(0.0, 1.0)
    ax.set_xlabel("share of the variance")
    _style.legend(ax)
    return ax
