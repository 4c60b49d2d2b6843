"""Bayesian optimisation of expensive functions that are not smooth.

>>> best = craggy.minimize(lambda x: abs(x - 0.3), {"x": (0.0, 1.0)}, trials=10)
>>> best.params["x"]  # doctest: +SKIP
0.3001

- `minimize`, `maximize`: a whole search in one call
- `Study`: ask and tell, in memory or in a store that many processes share
- `fit`: one surrogate fitted to arrays
- `craggy.executors`: where evaluations run
"""

from . import errors, executors
from ._craggy import version as __version__
from ._fit import Posterior, fit
from ._minimize import Optimum, maximize, minimize
from ._model import Forecast, Grid, IgnoredDetail, Importance, Interval, LeftOut, Model, Slice, Worth
from ._optimize import MaxFailures, Patience, Target
from ._options import describe_options
from ._space import Bool, Categorical, Float, Int, Space
from ._study import Study, delete_study, list_studies
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

__all__ = [
    "Bool",
    "Cancelled",
    "Categorical",
    "CraggyError",
    "EvaluationFailed",
    "Float",
    "Forecast",
    "Grid",
    "IgnoredDetail",
    "Importance",
    "Int",
    "Interval",
    "InvalidArgument",
    "LeftOut",
    "MaxFailures",
    "Model",
    "Optimum",
    "Patience",
    "Posterior",
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
]
