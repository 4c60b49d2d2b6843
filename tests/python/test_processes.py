"""Ctrl-C, forks, and programs that end: nothing is lost and nobody waits."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path

import pytest

import craggy

space = {"x": (-5.0, 5.0), "y": (-5.0, 5.0)}


def interrupted_after(seconds: float) -> None:
    """Sends Ctrl-C to this process."""
    threading.Timer(seconds, os.kill, (os.getpid(), signal.SIGINT)).start()


def hard_study(trials: int = 60) -> craggy.Study:
    """One whose next suggestion takes many seconds."""
    study = craggy.Study("s", space, surrogate="latent", inference="nuts", num_draws=100_000, num_initial=1)
    for i in range(trials):
        study.add({"x": -4.9 + 0.1 * i, "y": 4.9 - 0.1 * i}, float(i % 7))
    return study


def test_ctrl_c_stops_a_suggestion() -> None:
    study = hard_study()
    interrupted_after(0.3)
    with pytest.raises(KeyboardInterrupt):
        study.ask()
    assert study.counts["running"] == study.counts["waiting"] == 0


def test_ctrl_c_stops_a_fit() -> None:
    X = [[i / 60, (7 * i % 60) / 60] for i in range(60)]
    interrupted_after(0.3)
    with pytest.raises(KeyboardInterrupt):
        craggy.fit(X, [float(i % 7) for i in range(60)], inference="nuts", num_draws=100_000)


def test_ctrl_c_stops_a_run_between_trials() -> None:
    study = hard_study()
    interrupted_after(0.3)
    with pytest.raises(KeyboardInterrupt):
        study.optimize(lambda x, y: x, trials=200)
    assert study.counts["running"] == 0


@pytest.mark.parametrize("jobs", [1, 3])
def test_ctrl_c_stops_a_run_while_objectives_are_evaluated(jobs: int) -> None:
    study = craggy.Study("s", space, surrogate="random")
    going = threading.Event()

    def slow(x: float, y: float) -> float:
        if len(study) >= 3:
            going.wait(60)
        return x

    interrupted_after(0.5)
    with pytest.raises(KeyboardInterrupt):
        study.optimize(slow, trials=100, jobs=jobs)
    going.set()
    counts = study.counts
    assert counts["finished"] >= 3 and counts["running"] == counts["failed"] == 0
    assert counts["waiting"] >= 1  # given back
    assert study.optimize(lambda x, y: x, trials=20) == "done"
    assert len(study) == 20


def test_other_threads_compute_beside_this_one() -> None:
    study = hard_study(20)
    ticks = 0
    done = threading.Event()

    def ask() -> None:
        craggy.fit([[i / 30] for i in range(30)], [float(i % 5) for i in range(30)])
        done.set()

    thread = threading.Thread(target=ask)
    thread.start()
    while not done.wait(0.001):
        ticks += 1
    thread.join()
    assert ticks > 5 and len(study) == 20


def child(body: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-W", "ignore::DeprecationWarning", "-c", textwrap.dedent(body), *arguments], capture_output=True, text=True, timeout=120
    )


def test_a_forked_process_takes_part_in_a_study_of_a_store(sqlite: str) -> None:
    done = child(
        """
        import os, sys, craggy
        study = craggy.Study("s", {"x": (0.0, 1.0), "c": [int, None]}, store=sys.argv[1])
        study.tell(study.ask(), 1.0)
        of_the_parent = study.ask()
        process = os.fork()
        if process == 0:
            try:
                of_the_parent.tell(2.0)
                study.tell(study.ask(), 3.0)
                with study.ask() as trial:
                    trial.fail("in the child")
                given_back = study.ask()
                assert given_back["c"] in (int, None)
                given_back.release()
                os._exit(0 if len(study) == 3 else 3)
            except BaseException as error:
                print(repr(error), flush=True)
                os._exit(4)
        assert os.waitpid(process, 0)[1] == 0
        study.tell(study.ask(), 4.0)
        print(sorted(trial.value or 0 for trial in study.trials))
        """,
        sqlite,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "[0, 1.0, 2.0, 3.0, 4.0]\n", "")


def test_a_forked_process_may_end_and_is_told_about_studies_in_memory() -> None:
    done = child(
        """
        import gc, os, craggy
        study = craggy.Study("s", {"x": (0.0, 1.0)})
        trial = study.ask()
        process = os.fork()
        if process == 0:
            for use in (study.ask, trial.release, lambda: trial.fail("no"), lambda: trial.tell(1.0), lambda: len(study)):
                try:
                    use()
                except craggy.CraggyError as error:
                    print(error, flush=True)
            del study, trial
            gc.collect()
            raise SystemExit(0)
        print(os.waitpid(process, 0)[1])
        """
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("is in the memory of process") == 5 and done.stdout.endswith("\n0\n")


def one_more(study: craggy.Study) -> None:
    study.tell(study.ask(), 2.0)


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_studies_travel_to_other_processes(sqlite: str, method: str) -> None:
    study = craggy.Study("s", space, store=sqlite)
    process = multiprocessing.get_context(method).Process(target=one_more, args=(study,))
    process.start()
    process.join(60)
    assert process.exitcode == 0 and len(study) == 1


def test_a_trial_of_a_process_that_was_killed_is_handed_out_again(sqlite: str) -> None:
    study = craggy.Study("s", space, store=sqlite)
    done = child(
        """
        import os, signal, sys, craggy
        print(craggy.Study("s", store=sys.argv[1]).ask()["x"], flush=True)
        os.kill(os.getpid(), signal.SIGKILL)
        """,
        sqlite,
    )
    assert done.returncode == -signal.SIGKILL
    time.sleep(1.1)  # workers that have ended are looked for once a second
    assert study.ask()["x"] == float(done.stdout)


def test_what_an_import_needs() -> None:
    done = child("import sys, craggy; print(*sorted({name.partition('.')[0] for name in sys.modules}))")
    assert not {"pandas", "scipy", "tqdm", "matplotlib", "ray", "optuna"} & set(done.stdout.split())


def test_two_processes_share_a_study(sqlite: str, command: str, tmp_path: Path) -> None:
    """One of Python and one of the command line."""
    study = craggy.Study("s", space, store=sqlite, surrogate="random")
    script = tmp_path / "objective.sh"
    script.write_text("echo 1.5\n")
    worker = subprocess.Popen(
        [command, "worker", "--store", sqlite, "--study", "s", "--trials", "12", "--quiet", "--", "sh", str(script)],
        stdout=subprocess.DEVNULL,
    )
    try:
        study.optimize(lambda x, y: time.sleep(0.02) or 2.5, trials=12)
        worker.wait(60)
    finally:
        worker.kill()
    values = [trial.value for trial in study.trials]
    assert len(values) == 12 and set(values) <= {1.5, 2.5}
