# %% [markdown]
# # A jagged simulator
#
# A simulator seldom gives a smooth function. Its mesh changes with the geometry, an iteration ends a step earlier or
# later, a contact sticks or slips. The trend is what you are after; the detail on top of it is an accident of the
# numerics, and sometimes there is no result at all.
#
# This one computes the drag of a wing from its sweep and its thickness. The mesh changes with every half degree: each one
# has a small error of its own, a bad one gives a drag that is far too high, and some cannot be made.

# %%
import math

import numpy as np

import craggy


def drag(sweep, thickness):
    cells = 400 + math.floor(150 * thickness) + math.floor(2 * sweep)
    if cells % 29 == 0:
        raise craggy.EvaluationFailed(f"no mesh with {cells} cells")
    trend = 1.0 + 0.002 * (sweep - 27) ** 2 + 4.0 * (thickness - 0.55) ** 2
    error = 0.05 * math.sin(7919 * cells)
    return trend + error + (2.0 if cells % 9 == 0 else 0.0)


space = {"sweep": (0.0, 45.0), "thickness": (0.1, 1.0)}

# %% [markdown]
# ## What a plain model makes of it
#
# Look at a few evaluations along the sweep. A Gaussian process without noise has to go through each of them, and so it
# sees no trend. The latent GP gives each observation an unknown input of its own: what does not fit the trend moves
# away along that, and the trend stays.

# %% Two panels. The plain GP runs through every jag; the latent GP keeps the bowl under them.
import matplotlib.pyplot as plt

def drag_or_nothing(sweep):
    try:
        return drag(sweep, 0.52)
    except craggy.EvaluationFailed:
        return math.nan


sweeps = np.linspace(0, 45, 32)
values = np.array([drag_or_nothing(sweep) for sweep in sweeps])
seen = np.isfinite(values)

figure, axes = plt.subplots(1, 2, figsize=(9, 3.4), sharey=True, layout="constrained")
for ax, surrogate in zip(axes, ["noiseless", "latent"]):
    fitted = craggy.fit(sweeps[seen], values[seen], surrogate=surrogate, bounds=[(0, 45)], seed=1)
    craggy.plot.posterior(fitted, ax=ax)
    ax.set_title(f"the {surrogate} GP")
    ax.set_xlabel("sweep")

# %% [markdown]
# ## A search
#
# By default craggy lets four models take turns, one of them the latent GP, so nothing has to be known beforehand. Here
# we know that there are jags, and take the latent GP alone; `sigma_h` is the scale of what it may ignore. Geometries
# that cannot be meshed are failed trials: the search learns where they are, and goes on.

# %%
study = craggy.Study("wing", space, surrogate="latent", sigma_h="0.1d", seed=3)
print(study.optimize(drag, trials=40), study.counts)
print({name: round(value, 3) for name, value in study.best_params.items()}, round(study.best_value, 3))

# %% Values of 40 trials with the best so far; the trials that failed are crosses at the top.
craggy.plot.history(study)

# %% [markdown]
# The best value owes something to luck: it is a point where the error of the mesh is below 0. Where the *trend* is best,
# the model knows. Dots are trials, and the cross is the best of them.

# %% Posterior mean over sweep and thickness: a bowl whose bottom is near sweep 27 and thickness 0.55.
model = study.model()
craggy.plot.contour(model, "sweep", "thickness")

# %%
grid = model.grid("sweep", "thickness", num=46)
i, j = np.unravel_index(np.argmin(grid.mean), grid.mean.shape)
print(f"the trend is lowest near sweep = {grid.rows[i]:.0f}, thickness = {grid.columns[j]:.2f} (in truth 27, 0.55)")

# %% [markdown]
# ## What it ignores
#
# Each observation less what the model believes of the trend at its point. Those in red, with the numbers of their
# trials, it takes for jags: they are the bad meshes, each 2 above the trend.

# %% The difference between each observation and the trend: four of them are 2 above it and red, the others near 0.
craggy.plot.ignored(model)

# %% [markdown]
# ## Does it predict?
#
# Leave one observation out, predict it from the others, and compare. What comes from a good mesh is predicted well. The
# bad meshes are outside of their bars: nothing in the other observations tells of them.

# %% Each observation against its prediction by the others; most bars meet the diagonal, those of the bad meshes do not.
craggy.plot.calibration(model)

# %% [markdown]
# ## A long run
#
# A real simulator takes hours and a store: `craggy.Study("wing", space, store="sqlite:///wing.db")`. Then a crash loses
# nothing, Ctrl-C ends the run within a second and gives the unfinished trial back, and `craggy plot wing` draws the
# same pictures in a terminal beside it. Where the simulator is a command and not a function, take
# [`craggy run`](../studies.md) instead.
