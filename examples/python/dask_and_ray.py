# %% [markdown]
# # Dask and Ray
#
# Evaluations may run anywhere: `executor=` takes whatever has a `submit` that gives futures. This page uses a Dask
# cluster, Ray and submitit; [where to run](where_to_run.md) says which way is for whom.

# %%
import time


def loss(x, y):
    time.sleep(0.05)  # as if it were expensive
    return (x - 1) ** 2 + abs(y)


# %% [markdown]
# ## Dask
#
# Workers need not import craggy, unless the objective does. `Client.get_executor()` is what craggy wants; the number of
# evaluations at a time is that of the workers, unless `jobs` says otherwise. A worker that dies loses no trial: the
# evaluation is handed out again.

# %%
import dask.distributed

import craggy

if __name__ == "__main__":
    with (
        dask.distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        dask.distributed.Client(cluster) as client,
    ):
        study = craggy.Study("grid", {"x": (-5.0, 5.0), "y": (-3, 3)}, seed=0)
        print(study.optimize(loss, trials=16, executor=client.get_executor()))
        print(len(study), "trials, the best", round(study.best_value, 3))

# %% [markdown]
# ## Ray
#
# Ray has no such executor, so craggy brings a thin one. Its options are those of a Ray task, such as
# `craggy.executors.Ray(num_gpus=1)`. Here Ray starts on this machine; `ray.init(address="auto")` joins a cluster.

# %%
import ray

if __name__ == "__main__":
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    study = craggy.Study("grid", {"x": (-5.0, 5.0), "y": (-3, 3)}, seed=0)
    print(study.optimize(loss, trials=16, executor=craggy.executors.Ray(num_cpus=1)))
    print(len(study), "trials, the best", round(study.best_value, 3))
    ray.shutdown()

# %% [markdown]
# `craggy.ray.CraggySearch` is the other way round: Ray Tune has the loop, and craggy chooses the points.
#
# ## Slurm
#
# The same for jobs of a batch system, by submitit. `cluster="local"` runs them as processes of this machine, for a try;
# without it submitit finds Slurm, and what its jobs need is set by
# `jobs.update_parameters(timeout_min=60, slurm_partition="gpu")`.

# %%
import tempfile

import submitit

if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as logs:
        jobs = submitit.AutoExecutor(folder=logs, cluster="local")
        study = craggy.Study("grid", {"x": (-5.0, 5.0), "y": (-3, 3)}, seed=0)
        print(study.optimize(loss, trials=8, executor=craggy.executors.Submitit(jobs, jobs=2)))
        print(len(study), "trials, the best", round(study.best_value, 3))
