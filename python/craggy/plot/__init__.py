"""Pictures of studies, and of what their models believe, by Matplotlib.

Each function draws on the axes that it is given, or makes some, and returns them. Functions of a model take a study as
well, and then fit the model whose turn is next. What is drawn can be had as plain data from `craggy.plot.data`, for
other tools.

- `history`, `parallel`: the trials of a study
- `slice`, `slices`, `contour`: what a model believes along one parameter, along all of them, and over two
- `ignored`, `latent`: what a model ignores of each observation
- `calibration`, `coverage`: whether it predicts
- `importance`: which parameters matter
- `posterior`: what `craggy.fit` believes along one input
"""

from __future__ import annotations

from . import data
from ._beliefs import contour, posterior, slice, slices
from ._checks import calibration, coverage, ignored, importance, latent
from ._trials import history, parallel

__all__ = [
    "calibration",
    "contour",
    "coverage",
    "data",
    "history",
    "ignored",
    "importance",
    "latent",
    "parallel",
    "posterior",
    "slice",
    "slices",
]
