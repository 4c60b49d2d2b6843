"""One suite over all executors: every trial gets its result, none is evaluated to the end twice, also if a worker dies."""

from __future__ import annotations

import concurrent.futures
import multiprocessing
import os
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from objectives import Fatal, FatalSomewhere, Noted, NotedByRay, broken, finished

import craggy
from craggy.executors import DaemonThreads, num_workers, renewed

space = {"x": (-1.0, 1.0), "y": (-1.0, 1.0)}


@contextmanager
def threads() -> Iterator[Any]:
    with concurrent.futures.ThreadPoolExecutor(3) as pool:
        yield pool


@contextmanager
def processes() -> Iterator[Any]:
    with concurrent.futures.ProcessPoolExecutor(3, multiprocessing.get_context("forkserver")) as pool:
        yield pool


@contextmanager
def loky_processes() -> Iterator[Any]:
    loky = pytest.importorskip("loky")
    pool = loky.get_reusable_executor(max_workers=3)
    yield pool
    pool.shutdown(wait=True)


@contextmanager
def dask() -> Iterator[Any]:
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(n_workers=3, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client.get_executor()


@contextmanager
def submitit_jobs() -> Iterator[Any]:
    submitit = pytest.importorskip("submitit")
    with tempfile.TemporaryDirectory() as folder:
        executor = submitit.AutoExecutor(folder=folder, cluster="local")
        executor.update_parameters(timeout_min=5)
        yield craggy.executors.Submitit(executor, jobs=3, poll=0.05)


Make = Callable[[], Any]


@pytest.fixture(autouse=True)
def workers_find_the_objectives(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")]))


def check_forty_evaluations(executor: Any, objective: Noted) -> None:
    """All results are there, and no point was evaluated twice."""
    study = craggy.Study("s", space, surrogate="random")
    assert num_workers(executor) == 3
    assert study.optimize(objective, trials=40, executor=executor) == "done"
    assert study.counts["finished"] == 40
    points = sorted(f"{trial.params['x']!r} {trial.params['y']!r}" for trial in study.trials)
    assert sorted(finished(objective.folder)) == points
    assert (Path(objective.folder) / "killed").exists() == objective.deadly


def test_forty_evaluations_in_threads(tmp_path: Path) -> None:
    with threads() as executor:
        check_forty_evaluations(executor, Noted(str(tmp_path)))


@pytest.mark.parametrize("make", [processes, loky_processes, dask, submitit_jobs])
def test_forty_evaluations_although_a_worker_dies(make: Make, tmp_path: Path) -> None:
    with make() as executor:
        check_forty_evaluations(executor, Noted(str(tmp_path), deadly=True))


@pytest.fixture(scope="module")
def ray_cluster() -> Iterator[Any]:
    """One of three nodes with a processor each; the driver is on the first."""
    ray = pytest.importorskip("ray")
    utils = pytest.importorskip("ray.cluster_utils")
    path = os.environ.get("PYTHONPATH", "")
    os.environ["PYTHONPATH"] = os.pathsep.join([str(Path(__file__).parent), path])  # for the processes of the nodes
    cluster = utils.Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    for _ in range(2):
        cluster.add_node(num_cpus=1)
    ray.init(address=cluster.address, log_to_driver=False, configure_logging=False)
    cluster.wait_for_nodes()
    yield cluster
    ray.shutdown()
    cluster.shutdown()
    os.environ["PYTHONPATH"] = path


def remove_the_node_that_is_named(cluster: Any, place: Path) -> None:
    while not place.exists() or not place.read_text():
        time.sleep(0.02)
    (node,) = (node for node in cluster.worker_nodes if node.node_id == place.read_text())
    cluster.remove_node(node, allow_graceful=False)


def test_forty_evaluations_although_a_node_of_ray_is_removed(ray_cluster: Any, tmp_path: Path) -> None:
    import ray

    objective = NotedByRay(str(tmp_path), spared=ray.get_runtime_context().get_node_id())
    remover = threading.Thread(
        target=remove_the_node_that_is_named, args=(ray_cluster, tmp_path / "node"), daemon=True
    )
    remover.start()
    check_forty_evaluations(craggy.executors.Ray(num_cpus=1), objective)
    remover.join(60)
    assert len(ray_cluster.worker_nodes) == 1


def test_an_exception_in_a_task_of_ray_is_raised_here(ray_cluster: Any) -> None:
    study = craggy.Study("s", space, surrogate="random")
    executor = craggy.executors.Ray()
    with pytest.raises(ZeroDivisionError, match="in a worker"):
        study.optimize(broken, trials=5, executor=executor, jobs=1)
    executor.shutdown()
    assert study.counts["failed"] == 1


def test_an_exception_in_a_job_of_a_queue_is_raised_here() -> None:
    study = craggy.Study("s", space, surrogate="random")
    with submitit_jobs() as executor:
        with pytest.raises(Exception, match="in a worker"):
            study.optimize(broken, trials=5, executor=executor, jobs=1)
        executor.shutdown()
    assert study.counts["failed"] == 1


def test_an_evaluation_that_kills_its_worker_each_time_fails() -> None:
    study = craggy.Study("s", space, surrogate="random")
    with processes() as executor:
        assert study.optimize(Fatal(), trials=1, executor=executor) == "done"
    assert study.trials[0].state == "failed"
    assert "its worker was lost 3 times" in study.trials[0].message


@pytest.mark.parametrize("make", [processes, loky_processes])
def test_an_evaluation_that_kills_its_worker_harms_no_other(make: Make) -> None:
    study = craggy.Study("s", space, surrogate="random")
    for x in (-0.5, 0.9, -0.6, -0.7, -0.8):
        study.enqueue({"x": x, "y": 0.0})
    with make() as executor:
        assert study.optimize(FatalSomewhere(), trials=5, executor=executor) == "done"
    assert [trial.state for trial in study.trials] == ["finished", "failed", "finished", "finished", "finished"]


def test_an_exception_in_a_worker_is_raised_here() -> None:
    study = craggy.Study("s", space, surrogate="random")
    with processes() as executor, pytest.raises(ZeroDivisionError, match="in a worker"):
        study.optimize(broken, trials=5, executor=executor, jobs=1)
    assert study.counts["failed"] == 1
    with threads() as executor:
        assert study.optimize(broken, trials=3, executor=executor, catch=ArithmeticError) == "done"
    assert study.counts["failed"] == 3


class Cancelling:
    """Takes no work the first time, and cancels it the second."""

    num_workers = 1

    def __init__(self) -> None:
        self.submitted = 0

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        self.submitted += 1
        if self.submitted == 1:
            raise CancelledError
        future: Future[Any] = Future()
        if self.submitted == 2:
            future.cancel()
            future.set_running_or_notify_cancel()
        else:
            future.set_result(function(*args, **kwargs))
        return future

    def shutdown(self, wait: bool = True) -> None:
        """Nothing to end."""


def test_work_that_is_cancelled_is_submitted_again() -> None:
    study = craggy.Study("s", space, surrogate="random")
    executor = Cancelling()
    assert study.optimize(lambda x, y: x, trials=2, executor=executor) == "done"
    assert study.counts["finished"] == 2 and executor.submitted == 4


class Refusing(Cancelling):
    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        raise RuntimeError("closed")


def test_an_executor_that_refuses_ends_the_run() -> None:
    study = craggy.Study("s", space, surrogate="random")
    with pytest.raises(RuntimeError, match="closed"):
        study.optimize(lambda x, y: x, trials=2, executor=Refusing())
    assert study.counts["waiting"] == 1  # given back


def test_how_many_workers_there_are() -> None:
    class Silent:
        def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any: ...
        def shutdown(self, wait: bool = True) -> None: ...

    assert num_workers(None) == 1
    with pytest.raises(ValueError, match="jobs is missing: Silent does not say"):
        num_workers(Silent())
    silent = Silent()
    assert renewed(silent) is silent


def test_own_threads() -> None:
    executor = DaemonThreads()
    assert executor.submit(lambda x, y: x + y, 1, y=2).result(10) == 3
    with pytest.raises(ZeroDivisionError):
        executor.submit(broken, 1, 2).result(10)
    executor.shutdown()


def test_several_jobs_without_an_executor(tmp_path: Path) -> None:
    study = craggy.Study("s", space, surrogate="random")
    study.optimize(Noted(str(tmp_path)), trials=20, jobs=4)
    assert len(set(finished(str(tmp_path)))) == len(finished(str(tmp_path))) == 20
