# %% [markdown]
# # Reading a posterior
#
# Without any search: `craggy.fit` takes arrays and says what a surrogate believes of the function behind them. All
# unknowns are integrated over by Markov chain Monte Carlo, so the answer is a distribution and not a best guess.

# %%
import numpy as np

import craggy

rng = np.random.default_rng(3)
X = np.sort(rng.uniform(-2, 2, 30))
y = np.sin(2 * X) + 0.25 * X**2
y[[6, 17, 24]] += [1.4, -1.1, 0.9]  # three measurements went wrong

post = craggy.fit(X, y, surrogate="latent", sigma_h="0.1d", bounds=[(-2, 2)], seed=0)
print(post)

# %% [markdown]
# ## Predictions
#
# `predict` gives the mean and the standard deviation of the function, in the units of `y` and without noise. Quantiles
# are exact quantiles of the mixture over all draws, not those of a bell curve.

# %%
grid = np.linspace(-2, 2, 5)
mean, sd = post.predict(grid)
low, high = post.quantiles(grid, [0.025, 0.975]).T
for row in zip(grid, mean, sd, low, high):
    print("x = {:+.1f}: {:+.2f} ± {:.2f}, 95 % from {:+.2f} to {:+.2f}".format(*row))

# %% The posterior runs through the observations but for three, which are red.
craggy.plot.posterior(post)

# %% [markdown]
# ## What it ignores
#
# Each observation has a latent input h. Where the observation fits the trend, |h| is small; where it does not, |h| is
# what it takes to explain it away. The three wrong measurements stand out, and nobody had to say how many there are.

# %% Latent magnitude of each observation; three of thirty are far above the rest.
craggy.plot.latent(post)

# %%
magnitude = post.latent_magnitude()
print("largest:", sorted(np.argsort(magnitude)[-3:].tolist()))

# %% [markdown]
# ## The draws
#
# `draws` has the unknowns by name, in the coordinates in which they were sampled: a number for each draw, or a row
# where there is one for each observation or input. `diagnostics` says whether to believe them: R-hat is 1 if the
# chains agree, and the effective sample size says how many independent draws they are worth.

# %%
for name, values in post.draws.items():
    print(f"{name:12} {values.shape}")
print({key: round(float(post.diagnostics[key]), 2) for key in ("rhat_max", "ess_min", "divergences")})

# %% [markdown]
# ## The same of a study
#
# A study has a model of its own, in the units of the objective: `predict`, `slice`, `grid`, `importance`,
# `leave_one_out`, `latent_magnitude`. The four models of the default take turns; `study.models` says which they are.

# %%
study = craggy.Study("example", {"x": (-2.0, 2.0), "n": (0, 3)}, seed=1)
study.optimize(lambda x, n: np.sin(2 * x) + 0.25 * x**2 + 0.1 * n, trials=20)
for name, summary in study.models.items():
    print(f"{name}: {summary}")

# %%
model = study.model("smooth")
forecast = model.predict([{"x": -0.7, "n": 0}, {"x": 1.5, "n": 3}])
print(forecast.mean.round(2), forecast.sd.round(2))
left_out = model.leave_one_out()
print("predicted within 95 %:", sum(each.quantiles[0] <= each.observed <= each.quantiles[-1] for each in left_out))

# %% How much each parameter matters: x by far the most.
craggy.plot.importance(model)
