"""Pictures of what a model believes: along one parameter, over two, and of a fit to arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from .._fit import Posterior
from . import _style, data
from ._sources import ModelSource, model_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_share_of_worth = 0.16  # of the height, for what an evaluation would be worth


def slice(
    model: ModelSource, parameter: str, at: Mapping[str, Any] | None = None, ax: Axes | None = None
) -> Axes:
    """What a model believes along one parameter, and where an evaluation is worth most.

    The line is the mean, the bands have one half and 95 % of the probability. Black trials are near the slice in their
    other parameters, pale ones are not; red ones the model takes for a jag, not for the trend. Green, at the bottom, is
    the worth of an evaluation.

    Parameters
    ----------
    model
        A model; of a study the one whose turn is next.
    parameter
        Its name.
    at
        The values of the other parameters; left out, those of the best trial.
    ax
        Where to draw; left out, in a figure of its own.

    Examples
    --------
    >>> best = craggy.minimize(lambda x: (x - 1) ** 2, {"x": (-5.0, 5.0)}, trials=8)
    >>> craggy.plot.slice(best, "x").get_xlabel()
    'x'
    """
    ax = _style.made(ax)
    _draw_slice(ax, data.slice(model, parameter, at))
    _style.legend(ax)
    return ax


def slices(
    model: ModelSource,
    parameters: Sequence[str] | None = None,
    at: Mapping[str, Any] | None = None,
    axes: Any = None,
) -> np.ndarray[Any, Any]:
    """As `slice`, along several parameters or all of them; gives the axes as an array.

    Examples
    --------
    >>> best = craggy.minimize(lambda x, n: x * n, {"x": (0.0, 1.0), "n": (1, 9)}, trials=8)
    >>> len(craggy.plot.slices(best))
    2
    """
    model = model_of(model)
    names = list(model.study.space.names if parameters is None else parameters)
    grid = _style.made_grid(axes, len(names), 3, 3.4, 2.9)
    drawn = []
    for name, ax in zip(names, grid, strict=True):
        shown = data.slice(model, name, at)
        _draw_slice(_style.plain(ax), shown)
        if not shown.inactive:
            drawn.append(ax)
    bottoms, tops = zip(*(ax.get_ylim() for ax in drawn), strict=True)
    for ax in drawn:
        ax.set_ylim(min(bottoms), max(tops))
    if axes is None:
        for ax in drawn:
            if not ax.get_subplotspec().is_first_col():
                ax.set_ylabel("")
        _style.shared_legend(max(drawn, key=lambda ax: len(ax.get_legend_handles_labels()[0])), drawn[0].figure)
    return grid


def _draw_slice(ax: Axes, shown: data.SliceData) -> None:
    axis = _style.ParameterAxis(shown.kind, shown.x)
    if shown.inactive:
        ax.set_xlabel(shown.parameter)
        ax.set_xticks([])
        ax.set_yticks([])
        ax.spines[:].set_visible(False)
        ax.text(0.5, 0.5, f"inactive: needs {shown.inactive}", ha="center", transform=ax.transAxes, color=_style.grey)
        return
    x = np.array(axis.places(shown.x))
    low, high = _shown_range(shown)
    _belief(ax, axis, x, shown.mean, shown.quantiles)
    _observations(ax, axis, shown.observations)
    if shown.at is not None:
        ax.axvline(axis.at(shown.at), color=_style.grey, linewidth=1.0, linestyle=":", zorder=1.5)
    room = 0.1 * (high - low or 1.0)
    bottom = low - room - (high - low + 2 * room) * _share_of_worth / (1 - _share_of_worth)
    ax.set_ylim(bottom, high + room)
    worth = _share_of_worth * shown.worth
    over = ax.get_xaxis_transform()
    if axis.has_choices:
        ax.bar(x, worth, 0.5, transform=over, color=_style.green, alpha=0.45, label="worth of a trial")
    else:
        ax.fill_between(x, 0, worth, transform=over, color=_style.green, alpha=0.45, linewidth=0,
                        label="worth of a trial")  # fmt: skip
    axis.dress(ax, shown.parameter, room=0.02)
    ax.set_ylabel("value")


def _shown_range(shown: data.SliceData) -> tuple[float, float]:
    """All of the mean and of the inner band; the outer one as far as that spans, and trials as far as the outer one."""
    inner = np.concatenate([shown.mean, shown.quantiles[:, 1], shown.quantiles[:, -2]])
    span = inner.max() - inner.min() or 1.0
    seen = shown.observations.y[shown.observations.near]
    outer = np.concatenate([shown.quantiles[:, 0], shown.quantiles[:, -1], seen])
    low = max(float(outer.min()), float(inner.min()) - span)
    high = min(float(outer.max()), float(inner.max()) + span)
    return min(low, float(inner.min())), max(high, float(inner.max()))


def _belief(ax: Axes, axis: _style.ParameterAxis, x: data.Array, mean: data.Array, quantiles: data.Array) -> None:
    bands = ((0, -1, 0.22, "95 %"), (1, -2, 0.38, "half"))
    if axis.has_choices:
        for first, last, opacity, label in bands:
            height = quantiles[:, last] - quantiles[:, first]
            ax.bar(x, height, 0.5, quantiles[:, first], color=_style.sky_blue, alpha=opacity, linewidth=0, label=label)
        ax.hlines(mean, x - 0.25, x + 0.25, color=_style.blue, linewidth=2.2, label="mean")
        return
    for first, last, opacity, label in bands:
        ax.fill_between(
            x, quantiles[:, first], quantiles[:, last], color=_style.sky_blue, alpha=opacity, linewidth=0, label=label
        )
    ax.plot(x, mean, color=_style.blue, linewidth=2.2, label="mean")


def _observations(ax: Axes, axis: _style.ParameterAxis, seen: data.Observations) -> None:
    x = np.array(axis.places(seen.x))
    jags = seen.near & seen.stands_out
    plain = seen.near & ~seen.stands_out
    _style.dots(ax, x[~seen.near], seen.y[~seen.near], _style.grey, 4.0, alpha=0.35, markeredgewidth=0)
    _style.dots(ax, x[plain], seen.y[plain], _style.black, 4.5, label="trials nearby")
    if jags.any():
        ax.vlines(x[jags], seen.believed[jags], seen.y[jags], color=_style.vermilion, linewidth=1.0, alpha=0.7)
        _style.dots(ax, x[jags], seen.y[jags], _style.vermilion, 6.5, label="jags")


def contour(
    model: ModelSource,
    x: str | None = None,
    y: str | None = None,
    *,
    show: Literal["mean", "sd"] = "mean",
    at: Mapping[str, Any] | None = None,
    num: int = 41,
    ax: Axes | None = None,
) -> Axes:
    """What a model believes over two parameters.

    Light is better, or of `show="sd"` more uncertain. Dots are trials, wherever their other parameters are; the cross
    is the point through which the picture goes.

    Parameters
    ----------
    model
        A model; of a study the one whose turn is next.
    x, y
        The parameters across and up; left out, those that matter most.
    show
        The mean of the objective, or its standard deviation.
    at
        The values of the other parameters; left out, those of the best trial.
    num
        As many values of each parameter.
    ax
        Where to draw; left out, in a figure of its own.

    Examples
    --------
    >>> best = craggy.minimize(lambda x, n: x * n, {"x": (0.0, 1.0), "n": (1, 9)}, trials=8)
    >>> craggy.plot.contour(best, "x", "n").get_ylabel()
    'n'
    """
    if show not in ("mean", "sd"):
        raise ValueError(f"show is {show!r}, but it has to be 'mean' or 'sd'")
    model = model_of(model)
    shown = data.contour(model, x, y, at, num)
    ax = _style.made(ax, 4.9, 3.9)
    across = _style.ParameterAxis(shown.kinds[0], shown.x)
    up = _style.ParameterAxis(shown.kinds[1], shown.y)
    values = np.ma.masked_invalid(shown.mean if show == "mean" else shown.sd)
    colours = _style.heights(reverse=show == "mean" and model.study.direction == "minimize")
    across.dress(ax, shown.parameters[0])
    up.dress(ax, shown.parameters[1], vertical=True)
    if across.has_choices or up.has_choices or len(shown.x) < 8 or len(shown.y) < 8 or values.mask.any():
        drawn: Any = ax.pcolormesh(across.edges(), up.edges(), values, cmap=colours, rasterized=True)
        ax.set_xlim(across.edges()[0], across.edges()[-1])
        ax.set_ylim(up.edges()[0], up.edges()[-1])
    else:
        places = (across.places(shown.x), up.places(shown.y))
        drawn = ax.contourf(*places, values, 16, cmap=colours)
        ax.contour(*places, values, drawn.levels[::4], colors="white", linewidths=0.5, alpha=0.6)
    ax.grid(visible=False)
    bar = ax.figure.colorbar(drawn, ax=ax, pad=0.02, label="mean" if show == "mean" else "standard deviation")
    bar.outline.set_visible(False)  # type: ignore[operator, unused-ignore]
    bar.ax.tick_params(colors=_style.dark_grey)
    bar.ax.yaxis.label.set_color(_style.dark_grey)
    trials = [(across.at(a), up.at(b)) for a, b in shown.trials]
    _style.dots(ax, [a for a, _ in trials], [b for _, b in trials], _style.black, 4.5, clip_on=False)
    name_x, name_y = shown.parameters
    if name_x in shown.at and name_y in shown.at:
        ax.plot(across.at(shown.at[name_x]), up.at(shown.at[name_y]), "x", color=_style.vermilion, markersize=11,
                markeredgewidth=2.4)  # fmt: skip
    return ax


def posterior(
    fitted: Posterior, column: int = 0, at: Sequence[float] | None = None, ax: Axes | None = None
) -> Axes:
    """What a fit believes along one input; observations are the redder, the more of them it ignores.

    Parameters
    ----------
    fitted
        What `craggy.fit` returned.
    column
        The column of X that is drawn.
    at
        The values of the other columns; left out, those of the row with the smallest y.
    ax
        Where to draw; left out, in a figure of its own.

    Examples
    --------
    >>> fitted = craggy.fit([0.0, 0.2, 0.5, 0.9], [1.0, 0.5, 0.0, 2.0], seed=1)
    >>> craggy.plot.posterior(fitted).get_xlabel()
    'x'
    """
    shown = data.posterior(fitted, column, at)
    ax = _style.made(ax)
    _belief(ax, _style.ParameterAxis("float", shown.x.tolist()), shown.x, shown.mean, shown.quantiles)
    from matplotlib.colors import LinearSegmentedColormap

    if shown.latent.max() > 0:
        redder = LinearSegmentedColormap.from_list("craggy latent", [_style.black, _style.vermilion])
        drawn = ax.scatter(
            shown.observed_x, shown.observed_y, 34, shown.latent, cmap=redder, edgecolors="white", linewidths=0.7,
            zorder=3,
        )
        bar = ax.figure.colorbar(drawn, ax=ax, pad=0.02, label="latent magnitude |h|")
        bar.outline.set_visible(False)  # type: ignore[operator, unused-ignore]
        bar.ax.tick_params(colors=_style.dark_grey)
        bar.ax.yaxis.label.set_color(_style.dark_grey)
    else:
        _style.dots(ax, shown.observed_x, shown.observed_y, _style.black, label="observed")
    ax.margins(x=0.02)
    ax.set_xlabel("x" if len(fitted.bounds) == 1 else f"column {column} of X")
    ax.set_ylabel("y")
    _style.legend(ax)
    return ax
