"""Bayesian optimisation of expensive functions that are not smooth.

>>> best = craggy.minimize(lambda x: abs(x - 0.3), {"x": (0.0, 1.0)}, trials=10)
>>> best.params["x"]  # doctest: +SKIP
0.3001

- `minimize`, `maximize`: a whole search in one call
- `Study`: ask and tell, in memory or in a store that many processes share
- `fit`: one surrogate fitted to arrays
- `craggy.plot`: pictures of studies and of what their models believe
- `craggy.executors`: where evaluations run
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from . import errors, executors
from ._advice import Reason, Verdict
from ._craggy import version as __version__
from ._fit import Posterior, fit
from ._import import Imported
from ._minimize import Optimum, maximize, minimize
from ._model import Forecast, Grid, IgnoredDetail, Importance, Interval, LeftOut, Model, Slice, Worth
from ._optimize import Converged, MaxFailures, Patience, Target
from ._options import describe_options
from ._space import Bool, Categorical, Float, Int, Space
from ._stores import delete_study, list_studies
from ._study import Study
from ._trial import Result, Trial, TrialRecord
from .errors import (
    Cancelled,
    CraggyError,
    EvaluationFailed,
    InvalidArgument,
    SpaceExhausted,
    StoreError,
    StoreUnreachable,
)

if TYPE_CHECKING:
    from . import plot

__all__ = [
    "Bool",
    "Cancelled",
    "Categorical",
    "Converged",
    "CraggyError",
    "EvaluationFailed",
    "Float",
    "Forecast",
    "Grid",
    "IgnoredDetail",
    "Importance",
    "Imported",
    "Int",
    "Interval",
    "InvalidArgument",
    "LeftOut",
    "MaxFailures",
    "Model",
    "Optimum",
    "Patience",
    "Posterior",
    "Reason",
    "Result",
    "Slice",
    "Space",
    "SpaceExhausted",
    "StoreError",
    "StoreUnreachable",
    "Study",
    "Target",
    "Trial",
    "TrialRecord",
    "Verdict",
    "Worth",
    "__version__",
    "delete_study",
    "describe_options",
    "errors",
    "executors",
    "fit",
    "list_studies",
    "maximize",
    "minimize",
    "plot",
]


# Loaded where it is used, so that `import craggy` stays quick.
_later = ("plot",)


def __getattr__(name: str) -> Any:
    if name in _later:
        return importlib.import_module(f".{name}", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_later})
