"""Effective sample size and R-hat of rank-normalised split chains [Vehtari2021], the one estimator used for all sides.

Vehtari, Gelman, Simpson, Carpenter, Bürkner: Rank-normalization, folding, and localization: an improved R-hat for
assessing convergence of MCMC. Bayesian Analysis 16 (2021). Chains are rows: an array of chains x draws.
"""

from statistics import NormalDist

import numpy as np


def split(chains):
    """Each chain cut in two, a middle draw left out where their number is odd."""
    half = chains.shape[1] // 2
    return np.concatenate([chains[:, :half], chains[:, -half:]])


def rank_normalised(chains):
    """Normal scores of the pooled ranks; ties get their mean rank."""
    _, inverse, counts = np.unique(chains, return_inverse=True, return_counts=True)
    mean_rank = np.cumsum(counts) - (counts - 1) / 2
    fractions = (mean_rank - 3 / 8) / (chains.size + 1 / 4)
    scores = np.array([NormalDist().inv_cdf(p) for p in fractions])
    return scores[inverse].reshape(chains.shape)


def variances(chains):
    """Mean variance within chains, and the estimate of the whole variance that adds what lies between them."""
    S = chains.shape[1]
    within = chains.var(axis=1, ddof=1).mean()
    return within, within * (S - 1) / S + chains.mean(axis=1).var(ddof=1)


def autocovariance(chain):
    """At all lags, divisor S, by a Fourier transform long enough not to wrap around."""
    S = chain.size
    transform = np.fft.rfft(chain - chain.mean(), 2 * S)
    return np.fft.irfft(np.abs(transform) ** 2, 2 * S)[:S] / S


def effective_size(chains):
    """Draws over Geyer's initial monotone sequence of the autocorrelations of all chains [Vehtari2021, Sec. 3.2]."""
    M, S = chains.shape
    within, total = variances(chains)
    if not total > 0:
        return float("nan")
    rho = 1 - (within - np.mean([autocovariance(chain) for chain in chains], axis=0)) / total
    rho[0] = 1
    pairs = rho[: S - S % 2].reshape(-1, 2)
    sums = pairs.sum(1)
    kept = np.argmax(sums < 0) if (sums < 0).any() else len(sums) - 1
    # The even half of the first pair left out counts once: a better estimate for antithetic chains.
    tau = -1 + 2 * np.minimum.accumulate(sums[:kept]).sum() + max(pairs[kept, 0], 0)
    # Antithetic chains can be better than independent draws, but not credibly by more than this.
    return M * S / max(tau, 1 / np.log10(M * S))


def bulk_ess(chains):
    return effective_size(rank_normalised(split(np.asarray(chains, dtype=float))))


def rhat(chains):
    """The larger of R-hat for the bulk and R-hat of the distance from the median, which sees unequal scales."""
    halves = split(np.asarray(chains, dtype=float))

    def plain(x):
        within, total = variances(rank_normalised(x))
        return float(np.sqrt(total / within)) if within > 0 else float("nan")

    return max(plain(halves), plain(np.abs(halves - np.median(halves))))


def mean_and_error(chains):
    """Mean and its Monte Carlo standard error."""
    chains = np.asarray(chains, dtype=float)
    return float(chains.mean()), float(chains.std(ddof=1) / np.sqrt(effective_size(split(chains))))
