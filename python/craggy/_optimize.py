"""The loop of `Study.optimize`: the run's own threads ask and tell, this one evaluates or hands on to an executor."""

from __future__ import annotations

import inspect
import pickle
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from . import _craggy
from ._arguments import duration, whole
from ._progress import Progress, make_progress
from ._space import Space, _number
from ._trial import Returned, TrialRecord, message_of, result_of
from ._workers import Workers
from .errors import CraggyError, EvaluationFailed, InvalidArgument
from .executors import DaemonThreads, Executor, ExecutorLike, is_process_pool, num_workers

if TYPE_CHECKING:
    from ._study import Study

Callback: TypeAlias = "Callable[[Study, TrialRecord], object]"
Catch: TypeAlias = type[Exception] | Iterable[type[Exception]]


@dataclass(frozen=True)
class Target:
    """Ends a run once the best value is as good.

    Examples
    --------
    >>> study = craggy.Study("example", {"x": (-5.0, 5.0)})
    >>> study.optimize(lambda x: x**2, stop=craggy.Target(30.0))
    'target_reached'
    """

    value: float


@dataclass(frozen=True)
class Patience:
    """Ends a run once so many trials have finished since the best one.

    Examples
    --------
    >>> study = craggy.Study("example", {"x": (-5.0, 5.0)})
    >>> study.optimize(lambda x: 1.0, stop=craggy.Patience(3))
    'no_improvement'
    """

    trials: int


@dataclass(frozen=True)
class MaxFailures:
    """Ends a run once so many of its trials have failed.

    Examples
    --------
    >>> def objective(x):
    ...     raise craggy.EvaluationFailed("diverged")
    >>> study = craggy.Study("example", {"x": (-5.0, 5.0)})
    >>> study.optimize(objective, stop=craggy.MaxFailures(2))
    'too_many_failures'
    """

    trials: int


@dataclass(frozen=True)
class Converged:
    """Ends a run once the model expects little more of it.

    That is once four suggestions in a row were neither expected to improve the best value by `least`, in its units, nor
    did; not before five trials have finished for each parameter, and five more.

    Examples
    --------
    >>> study = craggy.Study("example", {"x": (-5.0, 5.0)})
    >>> study.optimize(lambda x: x**2, trials=60, stop=craggy.Converged(0.01))
    'converged'
    """

    least: float


StopRule: TypeAlias = "Target | Patience | MaxFailures | Converged | Callable[[Study], bool]"


def takes_keywords(objective: Callable[..., Any], space: Space) -> bool:
    """Whether an objective gets its parameters by keyword, or as one dict."""
    if not callable(objective):
        raise TypeError(f"the objective is {objective!r}, but it has to be a function")
    try:
        parameters = list(inspect.signature(objective).parameters.values())
    except (TypeError, ValueError):  # written in C, without a signature
        return False
    if any(each.kind is each.VAR_KEYWORD for each in parameters):
        return True
    by_keyword = {each.name for each in parameters if each.kind in (each.POSITIONAL_OR_KEYWORD, each.KEYWORD_ONLY)}
    required = [each for each in parameters if each.default is each.empty and each.kind is not each.VAR_POSITIONAL]
    if by_keyword.issuperset(space.names) and all(each.name in space.names for each in required):
        for each in required:
            if space._is_conditional_parameter(each.name):
                raise TypeError(
                    f"the objective has no default for {each.name}, but it is left out where it is inactive; "
                    f"give it one, such as {each.name}=None"
                )
        return True
    if len(required) == 1 and required[0].kind is not inspect.Parameter.KEYWORD_ONLY:
        return False
    raise TypeError(
        f"the objective takes {', '.join(each.name for each in parameters) or 'nothing'}, but it has to take the "
        f"parameters by keyword ({', '.join(space.names)}) or one dict"
    )


class Evaluation:
    """How one trial is evaluated: in this thread, or by an executor."""

    def __init__(self, objective: Callable[..., Returned], space: Space) -> None:
        self._objective = objective
        self._space = space
        self._by_keyword = takes_keywords(objective, space)

    def here(self, trial: _craggy.Trial) -> Returned:
        params = self._space._params(trial.values)
        return self._objective(**params) if self._by_keyword else self._objective(params)

    def submit(self, executor: Executor, trial: _craggy.Trial) -> Future[Any]:
        params = self._space._params(trial.values)
        future: Future[Any] = (
            executor.submit(self._objective, **params)
            if self._by_keyword
            else executor.submit(self._objective, params)
        )
        return future


class Loop:
    """One run. What callbacks and rules are asked for is asked for in the thread of `optimize`."""

    def __init__(
        self,
        study: Study,
        session: _craggy.Run,
        evaluation: Evaluation,
        executor: Executor | None,
        callbacks: Iterable[Callback],
        rules: Iterable[Callable[[Study], bool]],
        catch: tuple[type[Exception], ...],
        progress: Progress,
    ) -> None:
        self._study = study
        self._session = session
        self._evaluation = evaluation
        self._workers = None if executor is None else Workers(executor, evaluation.submit, session.wake)
        self._callbacks = list(callbacks)
        self._rules = list(rules)
        self._catch = catch
        self._progress = progress
        self._error: Exception | None = None

    def run(self) -> str:
        try:
            while (message := self._session.next()) is not None:
                self._see_to(*message)
        except BaseException:
            self._session.abort()
            with suppress(CraggyError):
                self._session.join()
            raise
        finally:
            self._progress.close()
            if self._workers is not None:
                self._workers.close()
        end = self._session.join()
        if self._error is not None:
            raise self._error
        return end

    def _see_to(self, kind: str, trial: _craggy.Trial | None) -> None:
        if kind == "woken":
            ended = None if self._workers is None else self._workers.ended()
            if ended is not None:
                self._settle(*ended)
        elif kind == "idle":  # what this thread holds it cannot tell any more: nothing will call it again
            self._study._handle.release_forgotten()
        elif trial is None:
            return
        elif kind != "evaluate":
            self._ended(trial)
        elif self._workers is None:
            self._evaluate_here(trial)
        else:
            self._workers.submit(trial)

    def _evaluate_here(self, trial: _craggy.Trial) -> None:
        try:
            returned = self._evaluation.here(trial)
        except Exception as error:
            self._fail(trial, error)
        else:
            self._finish(trial, returned)

    def _finish(self, trial: _craggy.Trial, returned: Returned) -> None:
        try:
            result = result_of(returned)
        except TypeError as error:
            self._fail(trial, error)
        else:
            self._session.finish(trial, result.value, list(result.constraints), result.noise)

    def _fail(self, trial: _craggy.Trial, error: BaseException) -> None:
        if isinstance(error, Exception) and not isinstance(error, (EvaluationFailed, *self._catch)):
            self._error = self._error or error
            self._session.stop()
        self._session.fail(trial, message_of(error))

    def _settle(self, trial: _craggy.Trial, future: Future[Any]) -> None:
        try:
            returned = future.result()
        except (Exception, CancelledError) as error:
            self._fail(trial, error)
        else:
            self._finish(trial, returned)

    # --- once a trial has ended ---------------------------------------------------------------------------------------

    def _ended(self, trial: _craggy.Trial) -> None:
        if self._callbacks:
            record = self._study.trial(trial.number)
            for callback in self._callbacks:
                callback(self._study, record)
        if any(rule(self._study) for rule in self._rules):
            self._session.stop()
        self._study._handle.release_dropped()
        self._progress.show(self._study)


def _split(stop: Any) -> tuple[dict[str, Any], list[Callable[[Study], bool]]]:
    """The rules that the run itself knows, and functions."""
    known: dict[str, Any] = {}
    functions: list[Callable[[Study], bool]] = []
    for rule in stop if isinstance(stop, Iterable) else (stop,):
        if isinstance(rule, Target):
            key, value = "target", _number("the target", rule.value)
        elif isinstance(rule, Patience):
            key, value = "patience", whole("the patience", rule.trials, 1)
        elif isinstance(rule, MaxFailures):
            key, value = "max_failures", whole("the number of failures", rule.trials, 1)
        elif isinstance(rule, Converged):
            key, value = "min_improvement", _number("the least improvement", rule.least)
        elif callable(rule) and not isinstance(rule, type):
            functions.append(cast("Callable[[Study], bool]", rule))
            continue
        else:
            raise TypeError(
                f"stop has {rule!r}, but it has to be a craggy.Target, Patience, MaxFailures or Converged, or a function "
                "of the study"
            )
        if key in known:
            raise InvalidArgument(f"stop has {type(rule).__name__} twice, but only one of them can hold")
        known[key] = value
    return known, functions


def _callbacks(given: Callback | Iterable[Callback]) -> list[Callback]:
    callbacks = list(given) if isinstance(given, Iterable) else [given]
    for callback in callbacks:
        if not callable(callback):
            raise TypeError(f"callbacks has {callback!r}, but it has to be a function of the study and a trial")
    return callbacks


def _exceptions(given: Catch) -> tuple[type[Exception], ...]:
    kinds = tuple(given) if isinstance(given, Iterable) and not isinstance(given, (str, type)) else (given,)
    for kind in kinds:
        if not (isinstance(kind, type) and issubclass(kind, Exception)):
            raise TypeError(f"catch has {kind!r}, but it has to be a class of exceptions, such as ValueError")
    return cast("tuple[type[Exception], ...]", kinds)


def _check_executor(executor: object, objective: Callable[..., Returned]) -> None:
    if executor is not None and not callable(getattr(executor, "submit", None)):
        raise TypeError(
            f"the executor is {executor!r}, but it has to have a submit that gives futures, such as a "
            "concurrent.futures.ProcessPoolExecutor()"
        )
    if is_process_pool(executor):
        try:
            pickle.dumps(objective)
        except Exception as error:
            raise TypeError(
                f"the objective cannot be sent to another process ({error}); define it with def at the top level of a "
                "module, or take threads"
            ) from error


def optimize(
    study: Study,
    objective: Callable[..., Returned],
    trials: int | None,
    *,
    jobs: int | None,
    executor: ExecutorLike | None,
    callbacks: Callback | Iterable[Callback],
    stop: StopRule | Iterable[StopRule],
    catch: Catch,
    retries: int,
    seconds: float | None,
    progress: bool | None,
) -> str:
    """As `Study.optimize` says."""
    known, functions = _split(stop)
    if trials is None and seconds is None and not known and not functions:
        raise InvalidArgument("the run has no end; give trials=100, seconds=60 or stop=craggy.Patience(30)")
    evaluation = Evaluation(objective, study.space)
    caught, called = _exceptions(catch), _callbacks(callbacks)
    _check_executor(executor, objective)
    trials = None if trials is None else whole("the number of trials", trials, 0)
    jobs = num_workers(executor) if jobs is None else whole("the number of jobs", jobs, 1)
    retries = whole("the number of retries", retries, 0)
    seconds = None if seconds is None else duration("the time of a run", seconds)
    if executor is None and jobs > 1:
        executor = DaemonThreads()
    plan: Mapping[str, Any] = {**dict.fromkeys(("target", "patience", "max_failures", "min_improvement")), **known}
    study._handle.release_forgotten()
    session = _craggy.Run(study._use(), trials=trials, jobs=jobs, retries=retries, seconds=seconds, **plan)
    loop = Loop(study, session, evaluation, executor, called, functions, caught, make_progress(progress, study, trials))
    return loop.run()
