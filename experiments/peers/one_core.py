"""Keeps this process, its children and their libraries on one core. Import it before NumPy, JAX or PyTorch."""

import os

for _variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[_variable] = "1"
os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
# The last of the cores that we may use: the first gets most of the system's own work.
os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
