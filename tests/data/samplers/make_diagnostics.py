"""Writes diagnostics_draws.csv and diagnostics_expected.csv, the figures that tests/samplers/diagnostics_test.cpp compares with.

The expected values come from ArviZ (https://python.arviz.org), an independent implementation of [Vehtari2021]. Run with
the version that the header of diagnostics_expected.csv names; the tests themselves need no Python.
"""

import arviz
import numpy as np


def autoregressive(rng, chains, draws, rho):
    x = rng.normal(size=(chains, draws))
    for t in range(1, draws):
        x[:, t] = rho * x[:, t - 1] + np.sqrt(1 - rho**2) * x[:, t]
    return x


rng = np.random.default_rng(20200707)
cases = {
    "autocorrelated": autoregressive(rng, 4, 100, 0.7),
    "antithetic": autoregressive(rng, 4, 60, -0.6),
    "slow": autoregressive(rng, 2, 200, 0.98),
    "shifted_chain": rng.normal(size=(3, 51)) + np.array([[0.0], [0.0], [1.5]]),
    "scaled_chain": rng.normal(size=(4, 80)) * np.array([[1.0], [1.0], [1.0], [4.0]]),
    "trend": rng.normal(size=(2, 64)) + np.linspace(-1, 1, 64),
    "single_chain": autoregressive(rng, 1, 40, 0.5),
    "cauchy": rng.standard_cauchy(size=(2, 80)),
    "counts": rng.poisson(3.0, size=(4, 50)).astype(float),
    "six_draws": rng.normal(size=(2, 6)),
    "four_draws": rng.normal(size=(3, 4)),
}
cases = {name: np.round(x, 6) for name, x in cases.items()}

with open("diagnostics_draws.csv", "w") as out:
    out.write("# case,chain,draws: input of diagnostics_expected.csv, from make_diagnostics.py\n")
    for name, x in cases.items():
        for chain, row in enumerate(x):
            out.write(f"{name},{chain}," + ",".join(repr(float(v)) for v in row) + "\n")

with open("diagnostics_expected.csv", "w") as out:
    out.write(f"# case,statistic,value: ArviZ {arviz.__version__}, from make_diagnostics.py\n")
    for name, x in cases.items():
        statistics = {
            "rhat": arviz.rhat(x, method="rank"),
            "ess_bulk": arviz.ess(x, method="bulk"),
            "ess_tail": arviz.ess(x, method="tail"),
            "ess_mean": arviz.ess(x, method="mean"),
            "mcse_mean": arviz.mcse(x, method="mean"),
            "bfmi_of_first_chain": arviz.bfmi(x[:1])[0],
        }
        if x.shape[0] == 1:
            del statistics["rhat"]  # ArviZ asks for two chains, although the halves of one would do
        for statistic, value in statistics.items():
            out.write(f"{name},{statistic},{float(value)!r}\n")
