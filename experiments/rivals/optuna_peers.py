"""Optuna's samplers at their defaults, among them ten startup trials, of which the initial points are the first."""

import optuna
from optuna.distributions import CategoricalDistribution, FloatDistribution, IntDistribution
from parameters import Category, Whole

optuna.logging.set_verbosity(optuna.logging.ERROR)


def distribution(parameter):
    if isinstance(parameter, Category):
        return CategoricalDistribution(range(len(parameter.choices)))
    kind = IntDistribution if isinstance(parameter, Whole) else FloatDistribution
    return kind(parameter.low, parameter.high, log=parameter.log)


class Study:
    def __init__(self, parameters, sampler):
        self.study = optuna.create_study(sampler=sampler)  # minimises
        self.distributions = {f"x{i}": distribution(each) for i, each in enumerate(parameters, start=1)}
        self.trial = None  # asked for and not told yet

    def tell(self, x, y):
        if self.trial is None:
            # Optuna finds the choice that equals a number; whole numbers it wants as such.
            parameters = {
                name: float(value) if isinstance(kind, FloatDistribution) else int(value)
                for (name, kind), value in zip(self.distributions.items(), x, strict=True)
            }
            self.study.add_trial(
                optuna.trial.create_trial(params=parameters, distributions=self.distributions, value=y)
            )
        else:
            self.study.tell(self.trial, y)
            self.trial = None

    def ask(self):
        self.trial = self.study.ask(self.distributions)
        return [self.trial.params[name] for name in self.distributions]


def tpe(parameters, seed):
    return Study(parameters, optuna.samplers.TPESampler(seed=seed))


def gp(parameters, seed):
    import torch

    torch.set_num_threads(1)
    return Study(parameters, optuna.samplers.GPSampler(seed=seed))
