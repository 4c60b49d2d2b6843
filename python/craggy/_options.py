"""The options of models and searches, by keyword."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict

from . import _craggy


class FitOptions(TypedDict, total=False):
    """What `fit` takes by keyword: the surrogate and how its posterior is sampled."""

    surrogate: Literal[
        "craggy",
        "noiseless",
        "homoscedastic",
        "heteroscedastic",
        "warped",
        "latent",
        "latent+noise",
        "latent+warped",
        "student_t",
        "laplace",
        "contaminated",
        "input_noise",
        "additive",
        "random",
    ]
    amplitude: Literal["unit", "sampled"] | None
    ard: bool | None
    main_effects: bool | None
    scaled_lengthscales: bool | None
    noisy: bool
    sigma_h: str | float | Sequence[float] | None
    latent_dimension: int
    new_latent: Literal["collapsed", "marginalised"]
    inference: Literal["fast", "nuts", "paper"]
    num_chains: int | None
    num_warmup: int | None
    num_draws: int | None
    thinning: int | None
    num_leapfrog: int | None
    max_tree_depth: int | None
    target_rhat: float | None
    max_iterations: int | None
    time_budget: float | None
    simd: Literal["baseline", "v3", "v4"] | None
    jitter: float


class Options(FitOptions, total=False):
    """What `Study`, `minimize` and `maximize` take by keyword; `describe_options` says what each is for."""

    turns: str | Sequence[str] | None
    acquisition: Literal["ei", "lcb", "ucb"]
    confidence_weight: float
    incumbent: Literal["best_value", "best_mean"] | None
    maximiser: Literal["multistart", "delta_cover"] | None
    max_exact: int | None
    num_initial: int
    initial_design: Literal["uniform", "sobol"]
    on_lost: Literal["retry", "fail"]


def native_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """Plain numbers and texts: scalars of NumPy become Python's, a list (levels of sigma_h, turns) its text."""
    return {name: _plain(value) for name, value in options.items()}


def _plain(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return ",".join(str(_plain(each)) for each in value)
    return value.item() if hasattr(value, "item") else value


def describe_options() -> dict[str, str]:
    """What each option is for, what it takes, and what it is where nothing is said.

    Examples
    --------
    >>> craggy.describe_options()["noisy"]
    'The objective is noisy: learn a noise variance on top of the surrogate (yes or no; no)'
    """
    described: dict[str, str] = {}
    for key, takes, default, text in _craggy.describe_options():
        described["inference" if key == "method" else key] = f"{text} ({takes}; {default})"
    return described
