"""HEBO at its defaults: power-transformed outputs, a warped Gaussian process, a Pareto front of acquisitions.

It draws quasi-random points until there is one more than the dimension; the initial points count among them.
"""

import numpy as np
import pandas as pd
import torch
from hebo.design_space.design_space import DesignSpace
from hebo.optimizers.hebo import HEBO

torch.set_num_threads(1)


class Hebo:
    def __init__(self, bounds, seed):
        np.random.seed(seed)
        torch.manual_seed(seed)
        self.names = [f"x{i}" for i in range(1, len(bounds) + 1)]
        space = DesignSpace().parse(
            [
                {"name": name, "type": "num", "lb": low, "ub": high}
                for name, (low, high) in zip(self.names, bounds)
            ]
        )
        self.optimiser = HEBO(space, scramble_seed=seed)

    def tell(self, x, y):
        self.optimiser.observe(pd.DataFrame([x], columns=self.names), np.array([[y]]))

    def ask(self):
        return self.optimiser.suggest(n_suggestions=1)[self.names].to_numpy(dtype=float)[0]
