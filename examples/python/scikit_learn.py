# %% [markdown]
# # Hyper-parameters of scikit-learn
#
# `CraggySearchCV` is a search like `GridSearchCV` and `RandomizedSearchCV`, with the arguments of scikit-optimize's
# `BayesSearchCV`: a script for that one changes its import and runs.

# %%
import numpy as np
from sklearn.datasets import load_wine
from sklearn.ensemble import RandomForestClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

from craggy.sklearn import Categorical, CraggySearchCV, Integer, Real

X, y = load_wine(return_X_y=True)
search = CraggySearchCV(
    make_pipeline(StandardScaler(), SVC()),
    {
        "svc__C": Real(1e-3, 1e3, "log-uniform"),
        "svc__gamma": Real(1e-4, 1e1, "log-uniform"),
        "svc__kernel": Categorical(["rbf", "sigmoid"]),
    },
    n_iter=20,
    cv=4,
    random_state=0,
)
search.fit(X, y)
print(f"accuracy {search.best_score_:.3f} with {search.best_params_['svc__kernel']}")

# %% [markdown]
# What cross-validation gives is noisy: another split, another score. craggy reports the spread over the folds to its
# model as noise, so that a setting that was merely lucky does not draw the search to it.
#
# The result of each search space is a study, with all that a study can tell.

# %% Three panels: the accuracy along C and gamma, each with a plateau, and two kernels.
import craggy

study = search.optimizer_results_[0].study()
craggy.plot.slices(study);

# %% [markdown]
# ## A search of your own
#
# Where the search needs more than scikit-learn's interface has (conditions, failures, early results), take a study. The
# objective is whatever you can compute.

# %%
from sklearn.model_selection import cross_val_score


def score(max_depth, min_samples_leaf, max_features):
    forest = RandomForestClassifier(
        n_estimators=15,
        max_depth=max_depth,
        min_samples_leaf=min_samples_leaf,
        max_features=max_features,
        random_state=0,
    )
    scores = cross_val_score(forest, X, y, cv=3)
    return craggy.Result(scores.mean(), noise=scores.std() / np.sqrt(len(scores)))


space = {
    "max_depth": (1, 12),
    "min_samples_leaf": craggy.Int(1, 32, log=True),
    "max_features": ["sqrt", 0.5, None],  # any objects: the function gets what is given here
}
best = craggy.maximize(score, space, trials=12, seed=0)
print(f"{best.value:.3f}", {name: type(value).__name__ for name, value in best.params.items()})

# %% [markdown]
# ## A regressor
#
# `LatentGPRegressor` is the latent GP as a regressor among others: in pipelines, in a grid search, with standard
# deviations and quantiles from `predict`. Outliers and jags need no cleaning beforehand.

# %% A sine with steps on it and two outliers; the prediction keeps to the sine.
import matplotlib.pyplot as plt

from craggy.sklearn import LatentGPRegressor

inputs = np.linspace(0, 1, 40)[:, np.newaxis]
outputs = np.sin(6 * inputs[:, 0]) + 0.1 * (np.floor(25 * inputs[:, 0]) % 2)
outputs[[11, 29]] += [1.5, -1.2]
regressor = LatentGPRegressor(random_state=0).fit(inputs, outputs)
mean, sd = regressor.predict(inputs, return_std=True)

figure, ax = plt.subplots(figsize=(6.4, 3.2), layout="constrained")
ax.fill_between(inputs[:, 0], mean - 2 * sd, mean + 2 * sd, alpha=0.25, linewidth=0, label="± 2 sd")
ax.plot(inputs[:, 0], mean, label="predicted")
ax.plot(inputs[:, 0], outputs, "k.", label="observed")
ax.legend(frameon=False);
