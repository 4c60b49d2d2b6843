"""CMA-ES (pycma) on the unit cube, from the best initial point with a step of a quarter of the cube.

Whole populations are asked for and told. Where the strategy says that it has converged, it begins again at a uniform
point with twice the population, as pycma's own restarts do.
"""

import cma
import numpy as np

SIGMA = 0.25


class Cma:
    def __init__(self, bounds, seed):
        self.low, self.high = np.array(bounds).T
        self.random = np.random.default_rng(seed)
        self.best = None  # of the initial points
        self.strategy = None
        self.population = []
        self.values = []

    def tell(self, x, y):
        if self.strategy is None:
            if self.best is None or y < self.best[1]:
                self.best = ((np.array(x) - self.low) / (self.high - self.low), y)
            return
        self.values.append(y)
        if len(self.values) == len(self.population):
            self.strategy.tell(self.population, self.values)
            self.population, self.values = [], []
            if self.strategy.stop():
                self.start(self.random.uniform(size=len(self.low)), 2 * self.strategy.popsize)

    def ask(self):
        if self.strategy is None:
            self.start(np.clip(self.best[0], 0.0, 1.0))
        if not self.population:
            self.population = self.strategy.ask()
        point = self.population[len(self.values)]
        return self.low + (self.high - self.low) * np.asarray(point)

    def start(self, mean, popsize=None):
        options = {"bounds": [0, 1], "seed": int(self.random.integers(1, 2**31)), "verbose": -9}
        if popsize is not None:
            options["popsize"] = popsize
        self.strategy = cma.CMAEvolutionStrategy(mean, SIGMA, options)
