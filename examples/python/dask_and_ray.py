# %% [markdown]
# # Dask and Ray
#
# Evaluations may run anywhere: `executor=` takes whatever has a `submit` that gives futures. This page uses a Dask
# cluster; [where to run](where_to_run.md) says which way is for whom.

# %%
import os
import time


def simulate(x, y):
    time.sleep(0.05)  # as if it were expensive
    return {"loss": (x - 1) ** 2 + abs(y), "process": os.getpid()}


processes = set()


# %% [markdown]
# ## Dask
#
# Workers need not import craggy, unless the objective does. `Client.get_executor()` is what craggy wants; the number of
# evaluations at a time is that of the workers, unless `jobs` says otherwise. A worker that dies loses no trial: the
# evaluation is handed out again.

# %%
import dask.distributed

import craggy


def loss(x, y):
    return simulate(x, y)["loss"]


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
# Ray has no such executor, so craggy brings a thin one. Its options are those of a Ray task.
#
# ```python
# import ray
#
# ray.init(address="auto")
# study.optimize(loss, trials=100, executor=craggy.executors.Ray(num_cpus=2))
# ```
#
# `craggy.ray.CraggySearch` is the other way round: Ray Tune has the loop, and craggy chooses the points.
#
# ## Slurm
#
# The same for jobs of a batch system, by submitit:
#
# ```python
# import submitit
#
# slurm = submitit.AutoExecutor("logs")
# slurm.update_parameters(timeout_min=60, slurm_partition="gpu")
# study.optimize(loss, trials=100, executor=craggy.executors.Submitit(slurm, jobs=8))
# ```
