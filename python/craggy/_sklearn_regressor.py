"""A regressor of scikit-learn that takes jagged detail for what it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from joblib import effective_n_jobs  # type: ignore[import-not-found, import-untyped, unused-ignore]
from sklearn.base import BaseEstimator, RegressorMixin  # type: ignore[import-not-found, import-untyped, unused-ignore]
from sklearn.utils import check_random_state  # type: ignore[import-not-found, import-untyped, unused-ignore]
from sklearn.utils.validation import check_is_fitted, validate_data  # type: ignore[import-not-found, import-untyped, unused-ignore]

from ._fit import Posterior, fit
from .errors import InvalidArgument

Array = np.ndarray[Any, np.dtype[np.float64]]


class LatentGPRegressor(RegressorMixin, BaseEstimator):  # type: ignore[misc, unused-ignore]
    """Gaussian process regression with one latent input per observation, fully Bayesian.

    The latent input lets the model ignore detail that a smooth function cannot follow: ripples, steps, outliers. What
    remains, the trend, is predicted, and averaged over draws of all hyper-parameters. The time of a fit grows
    with the cube of the observations: it is for hundreds of them, not for thousands.

    Parameters
    ----------
    surrogate
        One of those of `craggy.fit`: ``"latent"``, ``"homoscedastic"`` for a plain GP, ``"warped"``, ``"student_t"``, …
    sigma_h
        How far the latent inputs reach, as in `craggy.fit`.
    noisy
        Whether a noise variance is learned on top.
    inference, num_draws
        How the posterior is sampled, and how many draws of it there are; None: as many as `craggy.fit` makes.
    bounds
        Low and high of each column of X; left out, those of the data.
    random_state
        The same number gives the same bits.
    n_jobs
        Threads; -1: as many as the machine has. The result does not depend on it.
    fit_options
        Any other option of `craggy.fit` by its name.

    Attributes
    ----------
    posterior_ : Posterior
        As `craggy.fit` gives it: draws, diagnostics, the latent magnitude of each observation. A regressor that was
        pickled fits it again, to the same bits, when it is first needed.

    Examples
    --------
    >>> from craggy.sklearn import LatentGPRegressor
    >>> X = np.linspace(0, 1, 20)[:, np.newaxis]
    >>> y = (X[:, 0] - 0.4) ** 2 + 0.05 * (np.arange(20) % 2)
    >>> model = LatentGPRegressor(random_state=0).fit(X, y)
    >>> mean, sd, interval = model.predict([[0.4], [1.0]], return_std=True, return_quantiles=(0.025, 0.975))
    >>> bool(mean[0] < mean[1]), sd.shape, interval.shape
    (True, (2,), (2, 2))
    """

    def __init__(
        self,
        surrogate: str = "latent",
        *,
        sigma_h: str | float | None = None,
        noisy: bool = False,
        inference: str = "fast",
        num_draws: int | None = 256,
        bounds: Any = None,
        random_state: Any = None,
        n_jobs: int | None = None,
        fit_options: Mapping[str, Any] | None = None,
    ) -> None:
        self.surrogate = surrogate
        self.sigma_h = sigma_h
        self.noisy = noisy
        self.inference = inference
        self.num_draws = num_draws
        self.bounds = bounds
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.fit_options = fit_options

    def fit(self, X: Any, y: Any, noise: Any = None) -> LatentGPRegressor:
        """Sample the posterior.

        Parameters
        ----------
        X, y
            A row for each observation, and its value.
        noise
            The standard deviation of each y, where it is known; NaN where not.
        """
        X, y = validate_data(self, X, y, dtype=np.float64, y_numeric=True, ensure_min_samples=2)
        self.X_train_ = X
        self.y_train_ = np.asarray(y, dtype=np.float64)
        self._noise = None if noise is None else np.asarray(noise, dtype=np.float64)
        self._seed = int(check_random_state(self.random_state).randint(2**31 - 1))
        self._limits = _limits_of(X) if self.bounds is None else np.asarray(self.bounds, dtype=np.float64)
        self._posterior = self._fit()
        return self

    def _fit(self) -> Posterior:
        named = {"sigma_h": self.sigma_h, "num_draws": self.num_draws}
        options: Any = {
            "surrogate": self.surrogate,
            "noisy": self.noisy,
            "inference": self.inference,
            **{name: value for name, value in named.items() if value is not None},
            **(self.fit_options or {}),
        }
        return fit(
            self.X_train_,
            self.y_train_,
            bounds=self._limits,
            noise=self._noise,
            seed=self._seed,
            threads=1 if self.n_jobs is None else effective_n_jobs(self.n_jobs),
            **options,
        )

    @property
    def posterior_(self) -> Posterior:
        """What the surrogate believes of the function."""
        check_is_fitted(self, "X_train_")
        if self._posterior is None:
            self._posterior = self._fit()
        return self._posterior

    def predict(
        self, X: Any, return_std: bool = False, return_quantiles: Sequence[float] | None = None
    ) -> Array | tuple[Array, ...]:
        """Predict the function, without noise.

        Parameters
        ----------
        X
            Where.
        return_std
            Whether to return the standard deviation as well.
        return_quantiles
            Probabilities, such as ``(0.025, 0.975)``, whose quantiles are to be returned as well: a row for each of X.

        Returns
        -------
        mean : array
            Or a tuple of it and what else was asked for, in the order of the arguments.
        """
        check_is_fitted(self, "X_train_")
        X = validate_data(self, X, dtype=np.float64, reset=False)
        mean, sd = self.posterior_.predict(X)
        wanted = [mean]
        if return_std:
            wanted.append(sd)
        if return_quantiles is not None:
            if isinstance(return_quantiles, (bool, str)):
                raise InvalidArgument(
                    f"return_quantiles is {return_quantiles!r}, but it has to be probabilities, such as (0.025, 0.975)"
                )
            wanted.append(self.posterior_.quantiles(X, return_quantiles))
        return wanted[0] if len(wanted) == 1 else tuple(wanted)

    def __getstate__(self) -> dict[str, Any]:
        state: Any = super().__getstate__()
        return {**state, "_posterior": None} if "_posterior" in state else state


def _limits_of(X: Array) -> Array:
    """Low and high of each column; a column that is constant gets the width 1."""
    low, high = X.min(axis=0), X.max(axis=0)
    return np.column_stack([low, np.where(high > low, high, low + 1.0)])
