# %% [markdown]
# # First steps
#
# `pip install craggy`, and NumPy is all that comes with it. The pictures on this page take Matplotlib as well.
#
# Below, `train` stands for something expensive: it takes a learning rate, a depth and the name of an optimiser, and
# returns a loss. The loss is jagged, as losses are: a small change of the rate makes it jump.

# %%
import math

import craggy


def train(lr, depth, opt):
    trend = (math.log10(lr) + 3) ** 2 + 0.1 * abs(depth - 5) + (0.3 if opt == "sgd" else 0.0)
    jag = 0.2 * (math.floor(9 * math.log10(lr)) % 2)
    return trend + jag


# %% [markdown]
# ## One call
#
# The space says what may vary. A text is in the [grammar of the command line](../spaces.md), a list is a choice; there
# are types for the rest. `train` gets its arguments by name: `depth` as an `int`, `opt` as the text that was given. A
# function of one dictionary would do as well.

# %%
best = craggy.minimize(
    train,
    {"lr": "log(1e-5, 1e-1)", "depth": craggy.Int(1, 8), "opt": ["adam", "sgd"]},
    trials=30,
    seed=0,
)
print(f"{best.value:.3f} at lr = {best.params['lr']:.2e}, depth = {best.params['depth']}, opt = {best.params['opt']}")

# %% [markdown]
# In a notebook, `best` shows the best point, the curve, and what is worth looking at. As a picture of its own:

# %% Values of 30 trials as grey dots, and the best so far as a blue line that falls.
craggy.plot.history(best)

# %% [markdown]
# ## What the model believes
#
# All else is in `best.study`. Its model says what it believes along each parameter: the mean, bands with one half and
# 95 % of the probability, and at the bottom where a trial is worth most. An observation that the model leaves out of
# the trend, as a jag, would be red.

# %% Three panels, one for each parameter: a bowl along the learning rate, a shallow one along the depth, two choices.
model = best.study.model("latent")
craggy.plot.slices(model);

# %%
for name, share in model.importance().items():
    print(f"{name:6} accounts for {share.total.middle:4.0%} of the variance")

# %% [markdown]
# Every point has a reason, and a study has verdicts, if something about it is worth knowing.

# %%
print(best.study.why(25))
for verdict in best.study.verdicts():
    print(verdict.severity, "-", verdict)

# %% [markdown]
# ## Ask and tell
#
# Where your own program has the loop, ask for a point and tell what came of it. An exception inside of the block fails
# the trial and comes out again; the study learns from that, too. With a store, the study is on disk: the same two lines
# resume it after a crash, and as many processes as you like may take part.

# %%
import tempfile

store = f"sqlite:///{tempfile.mkdtemp()}/tune.db"
study = craggy.Study("tune", {"lr": "log(1e-5, 1e-1)", "depth": craggy.Int(1, 8)}, store=store)
for _ in range(5):
    with study.ask() as trial:
        trial.tell(train(**trial.params, opt="adam"))
print(study, craggy.list_studies(store))

# %% [markdown]
# ## Parameters that are not always there
#
# `when` says where a parameter is active. Elsewhere it is left out, so the function needs a default for it.

# %%
def train_with_momentum(opt, lr, momentum=None):
    return train(lr, 5, opt) + (0.0 if momentum is None else (momentum - 0.9) ** 2)


conditional = {
    "opt": ["adam", "sgd"],
    "lr": craggy.Float(1e-5, 1e-1, log=True),
    "momentum": craggy.Float(0, 0.99, when="opt == sgd"),
}
found = craggy.minimize(train_with_momentum, conditional, trials=20)
print(sorted(found.params))

# %% [markdown]
# ## Data that you have already
#
# Earlier evaluations teach the model before it suggests anything. `import_csv` takes a file whole or not at all, and
# says what it does not understand; `add` takes one point, and `to_frame` gives everything to pandas.

# %%
import io

earlier = io.StringIO("learning_rate,depth,loss,date\n3e-4,4,0.55,monday\n2e-3,6,0.31,tuesday\n")
print(study.import_csv(earlier, value="loss", columns={"learning_rate": "lr"}, ignore="date"))
study.add({"lr": 1e-3, "depth": 5}, train(1e-3, 5, "adam"))
print(len(study), "trials, the best with", round(study.best_value, 3))

# %% [markdown]
# ## Constraints, noise, failures
#
# A result that is more than a number is a `craggy.Result`. A point is feasible if none of its constraints is above 0.
# `EvaluationFailed` says that there is no value at this point, and the run goes on; any other exception ends it, unless
# `catch` names it.

# %%
def simulate(width, load):
    if load > 9.5:
        raise craggy.EvaluationFailed("the solver diverged")
    return craggy.Result(width * load, constraints=[3 - width * math.sqrt(load)])


search = craggy.Study("beam", {"width": (0.1, 3.0), "load": (1.0, 10.0)}, direction="minimize")
ended = search.optimize(simulate, trials=25, stop=[craggy.Patience(15)])
print(ended, search.counts)

# %% [markdown]
# Next: [a jagged simulator](jagged_simulator.md), [where to run](where_to_run.md), and
# [all about evaluations](../evaluations.md).
