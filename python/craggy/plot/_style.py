"""How pictures look: the colours of craggy's own figures, axes without a box, and axes for parameters of all kinds."""

from __future__ import annotations

import math
import weakref
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.colors import Colormap

# Told apart with any kind of colour vision [OkabeIto2008].
black, dark_grey, grey, light_grey = "#000000", "#444444", "#888888", "#e2e2e2"
blue, sky_blue, green, orange, vermilion = "#0072b2", "#56b4e9", "#009e73", "#e69f00", "#d55e00"


def needs_matplotlib() -> None:
    """Say how to get Matplotlib where it is missing."""
    try:
        import matplotlib  # noqa: F401, ICN001
    except ImportError as missing:
        raise ImportError("craggy.plot needs Matplotlib: pip install matplotlib") from missing


def made(ax: Axes | None, width: float = 6.4, height: float = 3.6) -> Axes:
    """The axes that are given, or new ones in a figure of their own, made plain."""
    if ax is None:
        needs_matplotlib()
        import matplotlib.pyplot as plt

        figure, ax = plt.subplots(figsize=(width, height), layout="constrained")
        _made_here.add(figure)
    return plain(ax)


def made_grid(axes: Any, count: int, columns: int, width: float, height: float) -> np.ndarray[Any, Any]:
    """As many axes, those that are given or new ones in rows; what is left of the last row is not shown."""
    if axes is not None:
        given = np.atleast_1d(np.asarray(axes, dtype=object)).ravel()
        if len(given) != count:
            raise ValueError(f"there are {len(given)} axes, but {count} are needed")
        return given
    needs_matplotlib()
    import matplotlib.pyplot as plt

    columns = min(columns, count)
    rows = math.ceil(count / columns)
    _, grid = plt.subplots(rows, columns, figsize=(width * columns, height * rows), layout="constrained", squeeze=False)
    for unused in grid.flat[count:]:
        unused.set_axis_off()
    made_axes: np.ndarray[Any, Any] = grid.ravel()[:count]
    return made_axes


def plain(ax: Axes) -> Axes:
    """Axes at the left and below, with pale lines for the values."""
    ax.spines[["top", "right"]].set_visible(False)
    ax.spines[["left", "bottom"]].set_color(dark_grey)
    ax.tick_params(colors=dark_grey, which="both")
    ax.xaxis.label.set_color(dark_grey)
    ax.yaxis.label.set_color(dark_grey)
    ax.grid(axis="y", color=light_grey, linewidth=0.7)
    ax.set_axisbelow(True)
    return ax


def legend(ax: Axes, handles: Sequence[Any] | None = None) -> None:
    """A legend: of axes that were made here above them, in given axes where it covers least."""
    labels = ax.get_legend_handles_labels()[1] if handles is None else [each.get_label() for each in handles]
    if not labels:
        return
    figure = ax.get_figure(root=True)
    if figure in _made_here:
        shared_legend(ax, figure, handles)
    elif handles is None:
        ax.legend(fontsize="small", framealpha=0.7, edgecolor="none", labelcolor=dark_grey)
    else:
        ax.legend(handles=handles, fontsize="small", framealpha=0.7, edgecolor="none", labelcolor=dark_grey)


def shared_legend(ax: Axes, figure: Any, handles: Sequence[Any] | None = None) -> None:
    """The legend of one of several axes, above all of them, in as many columns as there is room for."""
    shown = list(ax.get_legend_handles_labels()[0] if handles is None else handles)
    labels = [str(each.get_label()) for each in shown]
    columns = _num_columns(labels, figure.get_figwidth() * 72)
    figure.legend(shown, labels, loc="outside upper left", ncols=columns, **_of_legend)


# Figures with nothing else in them.
_made_here: weakref.WeakSet[Any] = weakref.WeakSet()
_of_legend: dict[str, Any] = {"frameon": False, "labelcolor": dark_grey, "handlelength": 1.6, "columnspacing": 1.4}


def _num_columns(labels: Sequence[str], width: float) -> int:
    """In a width in points, by an estimate of how wide texts are."""
    size = 10.0
    widest = max(0.55 * len(label) + 2.4 + 1.4 for label in labels) * size
    together = sum(0.55 * len(label) + 2.4 + 1.4 for label in labels) * size
    return len(labels) if together <= width else max(1, int(width / widest))


def dots(ax: Axes, x: Any, y: Any, colour: str, size: float = 5.0, **options: Any) -> None:
    """Dots with a white rim, which stay apart where they overlap."""
    options = {"linestyle": "none", "marker": "o", "markeredgecolor": "white", "markeredgewidth": 0.7, **options}
    ax.plot(x, y, color=colour, markersize=size, **options)


def heights(reverse: bool = False) -> Colormap:
    """From dark to light with a lightness that rises steadily (cubehelix [Green2011]), without black and white."""
    from matplotlib.colors import ListedColormap

    light = np.linspace(0.16, 0.94, 256)
    angle = 2 * np.pi * (0.25 / 3 + 1 - 0.9 * light)
    deviation = 1.2 * light * (1 - light) / 2
    c, s = deviation * np.cos(angle), deviation * np.sin(angle)
    colours = np.column_stack(
        [light - 0.14861 * c + 1.78277 * s, light - 0.29227 * c - 0.90649 * s, light + 1.97294 * c]
    )
    return ListedColormap(np.clip(colours[::-1] if reverse else colours, 0, 1), name="craggy")


class ParameterAxis:
    """Where the values of a parameter are on an axis: numbers where they are, choices beside each other."""

    def __init__(self, kind: str, values: Sequence[Any]) -> None:
        self.is_log = kind in ("log", "logint")
        self.is_whole = kind in ("int", "logint", "step")
        self.has_choices = kind in ("categorical", "bool")
        self._values = list(values)

    def at(self, value: Any) -> float:
        """Where a value is."""
        if not self.has_choices:
            return float(value)
        for position, choice in enumerate(self._values):
            if choice is value or (type(choice) is type(value) and choice == value):
                return float(position)
        return math.nan

    def places(self, values: Sequence[Any]) -> list[float]:
        """Where values are."""
        return [self.at(value) for value in values]

    def edges(self) -> list[float]:
        """Where cells around the values begin and end."""
        places = self.places(self._values)
        if self.has_choices:
            return [place - 0.5 for place in places] + [places[-1] + 0.5]
        scaled = [math.log(place) for place in places] if self.is_log else places
        middles = [(a + b) / 2 for a, b in zip(scaled, scaled[1:], strict=False)]
        if self.is_whole:  # each value in the middle of its cell
            ends = (scaled[0] - (middles[0] - scaled[0]), scaled[-1] + (scaled[-1] - middles[-1]))
        else:
            ends = (scaled[0], scaled[-1])
        edges = [ends[0], *middles, ends[1]]
        return [math.exp(edge) for edge in edges] if self.is_log else edges

    def dress(self, ax: Axes, name: str, vertical: bool = False, room: float = 0.0) -> None:
        """Scale, limits, ticks and name of the axis; `room` is the share that is left free at both ends."""
        axis = ax.yaxis if vertical else ax.xaxis
        (ax.set_ylabel if vertical else ax.set_xlabel)(name)
        limits = ax.set_ylim if vertical else ax.set_xlim
        if self.has_choices:
            axis.set_ticks(range(len(self._values)), [_name_of(value) for value in self._values])
            limits(-0.5, len(self._values) - 0.5)
            return
        if self.is_log:
            (ax.set_yscale if vertical else ax.set_xscale)("log")
        if self._values and self._values[0] < self._values[-1]:
            limits(*self._widened(float(self._values[0]), float(self._values[-1]), 0.0 if vertical else room))
        if self.is_whole and not self.is_log and all(float(value).is_integer() for value in self._values):
            from matplotlib.ticker import MaxNLocator

            axis.set_major_locator(MaxNLocator("auto", integer=True))

    def _widened(self, low: float, high: float, room: float) -> tuple[float, float]:
        if self.is_log:
            return low * (low / high) ** room, high * (high / low) ** room
        return low - room * (high - low), high + room * (high - low)


def _name_of(value: object) -> str:
    return value if isinstance(value, str) else getattr(value, "__name__", None) or repr(value)
