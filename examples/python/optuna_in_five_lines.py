# %% [markdown]
# # Optuna in five lines
#
# Optuna keeps the study, the storage, the dashboard and the pruners; craggy chooses the points. The only line that
# changes is the one that makes the sampler.

# %%
import math

import optuna

from craggy.optuna import CraggySampler

optuna.logging.set_verbosity(optuna.logging.WARNING)


def objective(trial):
    lr = trial.suggest_float("lr", 1e-5, 1e-1, log=True)
    depth = trial.suggest_int("depth", 1, 8)
    opt = trial.suggest_categorical("opt", ["adam", "sgd"])
    momentum = trial.suggest_float("momentum", 0.0, 0.99) if opt == "sgd" else 0.9
    jag = 0.2 * (math.floor(9 * math.log10(lr)) % 2)
    return (math.log10(lr) + 3) ** 2 + 0.1 * abs(depth - 5) + (momentum - 0.9) ** 2 + jag


study = optuna.create_study(sampler=CraggySampler(seed=0))
study.optimize(objective, n_trials=25)
print(round(study.best_value, 3), study.best_params["opt"], study.best_params["depth"])

# %% [markdown]
# A sampler may be made with everything that a craggy study takes by keyword, such as `surrogate="latent"` or
# `noisy=True`. It suggests what `craggy.Study` would with the same seed and the same history, and the same again after a
# restart from Optuna's storage. Conditional parameters, constraints, failed, pruned and running trials are taken into
# account.

# %%
noisy = optuna.create_study(direction="maximize", sampler=CraggySampler(seed=1, noisy=True))
noisy.optimize(lambda trial: -abs(trial.suggest_float("x", -3, 3) - 1), n_trials=12)
print(len(noisy.trials), "trials")
