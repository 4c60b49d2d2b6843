"""A whole search in one call."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ._space import Params, SpaceLike
from ._study import Direction, Study
from ._trial import Returned, TrialRecord
from .errors import CraggyError

if TYPE_CHECKING:
    from typing import Unpack

    from ._optimize import Callback, StopRule
    from ._options import Options
    from .executors import ExecutorLike


@dataclass(frozen=True)
class Optimum:
    """What a search has found.

    Attributes
    ----------
    params, value
        The best point and its value; where values are noisy, the point with the best posterior mean, and that mean.
    trial
        The trial they are from.
    study
        Everything else: all trials, what the model believes.
    stopped
        Why the search ended, as `Study.optimize` returns it.

    Examples
    --------
    >>> best = craggy.minimize(lambda x: x * x, {"x": (-1.0, 2.0)}, trials=4)
    >>> best.value == best.study.best_value, best.stopped
    (True, 'done')
    """

    params: Params
    value: float
    trial: TrialRecord
    study: Study
    stopped: str

    def _repr_html_(self) -> str:
        return self.study._repr_html_()


def minimize(
    objective: Callable[..., Returned],
    space: SpaceLike,
    trials: int | None = None,
    *,
    seed: int = 0,
    jobs: int | None = None,
    executor: ExecutorLike | None = None,
    callbacks: Callback | Iterable[Callback] = (),
    stop: StopRule | Iterable[StopRule] = (),
    catch: type[Exception] | Iterable[type[Exception]] = (),
    retries: int = 0,
    seconds: float | None = None,
    progress: bool | None = None,
    name: str = "study",
    store: str | os.PathLike[str] | None = None,
    threads: int = 0,
    **options: Unpack[Options],
) -> Optimum:
    """Find the point of a space at which an objective is smallest.

    Parameters
    ----------
    objective, trials, jobs, executor, callbacks, stop, catch, retries, seconds, progress
        As in `Study.optimize`.
    space, seed, name, store, threads, **options
        As in `Study`.

    Returns
    -------
    Optimum
        The best point with its value, and the study.

    Raises
    ------
    CraggyError
        If no trial has finished, with the reason of the last one.

    Examples
    --------
    >>> best = craggy.minimize(lambda x, y: (x - 1) ** 2 + abs(y), {"x": (-5.0, 5.0), "y": (-3, 3)}, trials=12)
    >>> best.value == min(trial.value for trial in best.study.trials)
    True
    """
    return _search("minimize", objective, space, trials, locals())


def maximize(
    objective: Callable[..., Returned],
    space: SpaceLike,
    trials: int | None = None,
    *,
    seed: int = 0,
    jobs: int | None = None,
    executor: ExecutorLike | None = None,
    callbacks: Callback | Iterable[Callback] = (),
    stop: StopRule | Iterable[StopRule] = (),
    catch: type[Exception] | Iterable[type[Exception]] = (),
    retries: int = 0,
    seconds: float | None = None,
    progress: bool | None = None,
    name: str = "study",
    store: str | os.PathLike[str] | None = None,
    threads: int = 0,
    **options: Unpack[Options],
) -> Optimum:
    """Find the point of a space at which an objective is largest; otherwise as `minimize`.

    Examples
    --------
    >>> craggy.maximize(lambda opt: len(opt), {"opt": ["adam", "sgd"]}, trials=2).params
    {'opt': 'adam'}
    """
    return _search("maximize", objective, space, trials, locals())


_of_the_study = ("seed", "store", "threads")
_of_the_run = ("jobs", "executor", "callbacks", "stop", "catch", "retries", "seconds", "progress")


def _search(
    direction: Direction, objective: Callable[..., Returned], space: SpaceLike, trials: int | None, given: dict[str, Any]
) -> Optimum:
    of_the_study = {name: given[name] for name in _of_the_study}
    study = Study(given["name"], space, direction=direction, **of_the_study, **given["options"])
    stopped = study.optimize(objective, trials, **{name: given[name] for name in _of_the_run})
    recommended = study.recommended()
    if recommended is not None:
        trial, mean = recommended
        return Optimum(trial.params, mean, trial, study, stopped)
    best = study.best
    if best is None or best.value is None:
        raise CraggyError(f"no trial has a value that counts: {_why(study)}")
    return Optimum(best.params, best.value, best, study, stopped)


def _why(study: Study) -> str:
    failed = [trial for trial in study.trials if trial.state == "failed"]
    if failed:
        return f"{len(failed)} failed, the last one with: {failed[-1].message}"
    infeasible = study.counts["infeasible"]
    return f"{infeasible} violate a constraint" if infeasible else "none was made"
