"""Where evaluations run: anything with a `submit` that gives futures, and adapters for what has none.

Pools of threads and processes of `concurrent.futures`, loky, ``dask.distributed.Client.get_executor()`` and
``mpi4py.futures.MPIPoolExecutor`` can be given to `Study.optimize` as they are. Workers need not import craggy unless
the objective does.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, CancelledError, Future
from typing import Any, Protocol, TypeAlias

from .errors import InvalidArgument

__all__ = ["Executor", "ExecutorLike", "Ray", "Submitit"]


class Executor(Protocol):
    """What `executor=` has to be."""

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        """Begin to evaluate; gives a future."""

    def shutdown(self, wait: bool = True) -> None:
        """End the workers."""


ExecutorLike: TypeAlias = Executor


class DaemonThreads:
    """A thread for each evaluation, none of which keeps the program from ending."""

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()

        def evaluate() -> None:
            try:
                value = function(*args, **kwargs)
            except BaseException as error:
                future.set_exception(error)
            else:
                future.set_result(value)

        threading.Thread(target=evaluate, daemon=True, name="craggy evaluation").start()
        return future

    def shutdown(self, wait: bool = True) -> None:
        """Nothing is left to end."""


# Of Dask, Ray and submitit, which are not imported for it: the worker has died, not the evaluation failed.
_losses = {
    "KilledWorker",
    "WorkerCrashedError",
    "ActorDiedError",
    "NodeDiedError",
    "ObjectLostError",
    "OwnerDiedError",
    "LocalRayletDiedError",
    "UncompletedJobError",
}


def is_lost(error: BaseException) -> bool:
    """Whether a worker was lost rather than an evaluation failed."""
    if isinstance(error, (BrokenExecutor, CancelledError)):
        return True
    names = {kind.__name__ for kind in type(error).__mro__}
    return not names.isdisjoint(_losses) and "FailedJobError" not in names  # which is a job's own exception


def ends_together(executor: Executor) -> bool:
    """Whether all workers of a pool end when one of them dies."""
    return is_process_pool(executor) or _is_loky(executor)


def is_process_pool(executor: object) -> bool:
    """Whether it is a pool of processes of `concurrent.futures`, which sends functions by name."""
    processes = sys.modules.get("concurrent.futures.process")  # costs too much to import it for others
    return processes is not None and isinstance(executor, processes.ProcessPoolExecutor)


def _is_loky(executor: Executor) -> bool:
    return type(executor).__module__.startswith("loky")


def renewed(executor: Executor, workers: int | None = None) -> Executor:
    """An executor in the place of a broken one: a pool of processes does not mend itself."""
    made_like: Any = executor
    if is_process_pool(executor):
        from concurrent.futures import ProcessPoolExecutor

        return ProcessPoolExecutor(
            workers or made_like._max_workers, made_like._mp_context, made_like._initializer, made_like._initargs
        )
    if _is_loky(executor):
        import loky  # type: ignore[import-not-found, import-untyped, unused-ignore]

        make = loky.get_reusable_executor if workers is None else loky.ProcessPoolExecutor
        fresh: Executor = make(max_workers=workers or made_like._max_workers)
        return fresh
    return executor


def num_workers(executor: ExecutorLike | None) -> int:
    """How many evaluations an executor makes at the same time."""
    if executor is None:
        return 1
    for name in ("_max_workers", "num_workers"):
        workers = getattr(executor, name, None)
        if isinstance(workers, int):
            return workers
    client = getattr(executor, "_client", None)  # of Dask
    if client is not None and hasattr(client, "nthreads"):
        return max(1, int(sum(client.nthreads().values())))
    raise InvalidArgument(f"jobs is missing: {type(executor).__name__} does not say how many workers it has")


class Ray:
    """Evaluations as Ray tasks.

    Parameters
    ----------
    **options
        Of each task, as ``ray.remote`` takes them: ``num_cpus=4``, ``num_gpus=1``. Ray starts a task anew whose worker
        or node has died.

    Examples
    --------
    >>> study.optimize(objective, trials=100, executor=craggy.executors.Ray(num_cpus=2))  # doctest: +SKIP
    """

    def __init__(self, **options: Any) -> None:
        import ray  # type: ignore[import-not-found, import-untyped, unused-ignore]

        self._ray: Any = ray
        if not ray.is_initialized():
            ray.init()
        self._options = options

        # In here, so that workers get it by value: they need not have craggy. Ray takes functions only, not partials
        # or objects that can be called.
        def evaluate(function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
            return function(*args, **kwargs)

        self._evaluate: Any = ray.remote(evaluate).options(**options) if options else ray.remote(evaluate)

    @property
    def num_workers(self) -> int:
        """As many as the cluster has room for."""
        cpus = float(self._ray.cluster_resources().get("CPU", 1))
        return max(1, int(cpus / max(float(self._options.get("num_cpus", 1)), 1e-9)))

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Begin a task."""
        reference = self._evaluate.remote(function, args, kwargs)
        future: Future[Any] = Future()

        def wait() -> None:
            try:
                value = self._ray.get(reference)
            except BaseException as error:
                future.set_exception(getattr(error, "cause", None) or error)
            else:
                future.set_result(value)

        threading.Thread(target=wait, daemon=True, name="craggy ray task").start()
        return future

    def shutdown(self, wait: bool = True) -> None:
        """The cluster is the caller's."""


class Submitit:
    """Evaluations as jobs of a Slurm cluster, by submitit.

    Parameters
    ----------
    executor
        A ``submitit.AutoExecutor`` whose parameters are set.
    jobs
        How many may be in the queue at a time.
    poll
        Seconds between looks at a job.

    Examples
    --------
    >>> slurm = submitit.AutoExecutor("logs")                                          # doctest: +SKIP
    >>> slurm.update_parameters(timeout_min=60, slurm_partition="gpu")                 # doctest: +SKIP
    >>> study.optimize(objective, 100, executor=craggy.executors.Submitit(slurm, 8))   # doctest: +SKIP
    """

    def __init__(self, executor: Any, jobs: int = 1, poll: float = 1.0) -> None:
        self._executor = executor
        self.num_workers = jobs
        self._poll = poll

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Put a job into the queue."""
        job = self._executor.submit(function, *args, **kwargs)
        future: Future[Any] = Future()

        def wait() -> None:
            pause = threading.Event()
            try:
                while not job.done():
                    pause.wait(self._poll)
                value = job.result()
            except BaseException as error:
                future.set_exception(error)
            else:
                future.set_result(value)

        threading.Thread(target=wait, daemon=True, name="craggy submitit job").start()
        return future

    def shutdown(self, wait: bool = True) -> None:
        """Its jobs are the caller's."""
