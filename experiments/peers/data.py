"""Two objectives over the unit cube, uniform designs of them, and the CSV files that all sides read."""

import numpy as np


def holder_table(X):
    """X in [-10, 10]^2, one point per row."""
    r = np.sqrt((X**2).sum(1))
    return -np.abs(np.sin(X[:, 0]) * np.cos(X[:, 1]) * np.exp(np.abs(1 - r / np.pi)))


def small_corruption(U):
    """The saw-toothed corruption of [Bodin2020, appendix], its small amplitudes, per coordinate of the unit cube."""

    def saw(turns):
        return 2 * (turns - np.floor(turns)) - 1

    on = (4 * U) % 1 < 0.5
    return on * (-0.03 * saw(0.15 + 15 * U) + 0.05 * saw(10 * U) + 0.08 * saw(0.5 + 30 * U) + 0.03 * saw(0.25 + 40 * U))


def corrupted_holder_table(U):
    value_range = 19.20850256788675  # of the uncorrupted function
    return holder_table(20 * U - 10) + value_range * small_corruption(U).max(1)


def hartmann6(U):
    weights = np.array([1.0, 1.2, 3.0, 3.2])
    A = np.array(
        [[10, 3, 17, 3.5, 1.7, 8], [0.05, 10, 17, 0.1, 8, 14], [3, 3.5, 1.7, 10, 17, 8], [17, 8, 0.05, 10, 0.1, 14]]
    )
    P = 1e-4 * np.array(
        [
            [1312, 1696, 5569, 124, 8283, 5886],
            [2329, 4135, 8307, 3736, 1004, 9991],
            [2348, 1451, 3522, 2883, 3047, 6650],
            [4047, 8828, 8732, 5743, 1091, 381],
        ]
    )
    return -np.exp(-(A * (U[:, None, :] - P) ** 2).sum(2)) @ weights


PROBLEMS = {"corrupted_holder_table": (2, corrupted_holder_table), "hartmann6": (6, hartmann6)}


def write_uniform_design(path, problem, N, seed):
    """N uniform points and their raw values, as columns x1,...,xQ,y."""
    Q, f = PROBLEMS[problem]
    U = np.random.default_rng([seed, N, Q]).random((N, Q))
    names = [f"x{q + 1}" for q in range(Q)] + ["y"]
    np.savetxt(path, np.column_stack([U, f(U)]), delimiter=",", header=",".join(names), comments="", fmt="%.17g")


def read(path):
    """Inputs in the unit cube, one per row, and raw values."""
    table = np.loadtxt(path, delimiter=",", skiprows=1, ndmin=2)
    return table[:, :-1], table[:, -1]


def standardised(y):
    """Mean 0 and variance 1 with divisor N, as craggy does it."""
    centred = y - y.mean()
    return centred / centred.std() if centred.std() > 0 else centred


def sigma_h(text, Q):
    """A scale as craggy's --sigma-h reads it: a distance, or with d in diagonals of the cube."""
    return float(text[:-1]) * np.sqrt(Q) if text.endswith("d") else float(text)
