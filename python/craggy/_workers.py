"""Evaluations by an executor, and what becomes of those whose workers die."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, CancelledError, Future
from typing import Any

from . import _craggy
from ._trial import message_of
from .errors import EvaluationFailed
from .executors import Executor, ends_together, is_lost, renewed

# A trial whose worker dies so often is taken for the reason of it.
_most_deaths = 3


class Workers:
    """Hands trials to an executor, and again those that were lost with a worker.

    A pool of processes ends all its workers when one of them dies, and does not say which. So what was lost with it is
    evaluated again one at a time, in a process apart: there a trial that kills its worker harms no other.

    Parameters
    ----------
    executor
        Where trials are evaluated.
    submit
        Gives a trial to an executor.
    wake
        Called in any thread when a trial has ended; `ended` then says which.
    """

    def __init__(
        self, executor: Executor, submit: Callable[[Executor, _craggy.Trial], Future[Any]], wake: Callable[[], None]
    ) -> None:
        self._executor = executor
        self._submit = submit
        self._wake = wake
        self._own: list[Executor] = []
        self._arrived: deque[tuple[_craggy.Trial, Future[Any], Executor]] = deque()
        self._deaths: dict[int, int] = {}
        self._suspects: deque[_craggy.Trial] = deque()
        self._suspect: int | None = None  # the one that is evaluated now
        self._apart: Executor | None = None

    def submit(self, trial: _craggy.Trial) -> None:
        """Have a trial evaluated."""
        self._executor = self._hand_out(trial, self._executor)

    def ended(self) -> tuple[_craggy.Trial, Future[Any]] | None:
        """The next trial that has ended; None if it was lost and is evaluated again."""
        trial, future, executor = self._arrived.popleft()
        if executor is self._apart:
            self._suspect = None
        error = _error_of(future)
        settled: tuple[_craggy.Trial, Future[Any]] | None = (trial, future)
        if error is not None and is_lost(error):
            settled = self._after_a_death(trial, error, executor)
        self._evaluate_the_next_suspect()
        return settled

    def close(self) -> None:
        """End the pools that were made here."""
        for executor in self._own:
            executor.shutdown(wait=False)

    def _hand_out(self, trial: _craggy.Trial, executor: Executor) -> Executor:
        try:
            future = self._submit(executor, trial)
        except Exception as error:
            if not is_lost(error):
                raise
            executor = self._renewed(executor)  # it broke before this trial was handed to it
            future = self._submit(executor, trial)
        future.add_done_callback(lambda done: self._arrive(trial, done, executor))
        return executor

    def _arrive(self, trial: _craggy.Trial, future: Future[Any], executor: Executor) -> None:
        self._arrived.append((trial, future, executor))
        self._wake()

    def _after_a_death(
        self, trial: _craggy.Trial, error: BaseException, executor: Executor
    ) -> tuple[_craggy.Trial, Future[Any]] | None:
        self._deaths[trial.number] = deaths = self._deaths.get(trial.number, 0) + 1
        if executor is self._executor:
            self._executor = self._renewed(executor)
        elif executor is self._apart:
            self._apart = self._renewed(executor, 1)
        if deaths >= _most_deaths:
            failed: Future[Any] = Future()
            failed.set_exception(EvaluationFailed(f"its worker was lost {deaths} times: {message_of(error)}"))
            return trial, failed
        if isinstance(error, BrokenExecutor) and ends_together(executor):
            self._suspects.append(trial)
        else:
            self.submit(trial)
        return None

    def _evaluate_the_next_suspect(self) -> None:
        if self._suspect is not None or not self._suspects:
            return
        trial = self._suspects.popleft()
        self._suspect = trial.number
        self._apart = self._hand_out(trial, self._apart or self._renewed(self._executor, 1))

    def _renewed(self, executor: Executor, workers: int | None = None) -> Executor:
        fresh = renewed(executor, workers)
        if fresh is not executor:
            self._own.append(fresh)
        return fresh


def _error_of(future: Future[Any]) -> BaseException | None:
    try:
        future.result()
    except (Exception, CancelledError) as error:
        return error
    return None
