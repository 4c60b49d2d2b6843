"""Optuna's samplers at their defaults, among them ten startup trials, of which the initial points are the first."""

import optuna
from optuna.distributions import FloatDistribution

optuna.logging.set_verbosity(optuna.logging.ERROR)


class Study:
    def __init__(self, bounds, sampler):
        self.study = optuna.create_study(sampler=sampler)  # minimises
        self.distributions = {
            f"x{i}": FloatDistribution(low, high) for i, (low, high) in enumerate(bounds, start=1)
        }
        self.trial = None  # asked for and not told yet

    def tell(self, x, y):
        if self.trial is None:
            parameters = dict(zip(self.distributions, x, strict=True))
            self.study.add_trial(
                optuna.trial.create_trial(params=parameters, distributions=self.distributions, value=y)
            )
        else:
            self.study.tell(self.trial, y)
            self.trial = None

    def ask(self):
        self.trial = self.study.ask(self.distributions)
        return [self.trial.params[name] for name in self.distributions]


def tpe(bounds, seed):
    return Study(bounds, optuna.samplers.TPESampler(seed=seed))


def gp(bounds, seed):
    import torch

    torch.set_num_threads(1)
    return Study(bounds, optuna.samplers.GPSampler(seed=seed))
