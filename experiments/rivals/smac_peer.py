"""SMAC3's black-box facade: a Gaussian process, expected improvement, now and then a random point.

Started as its example of a warm start has it: the points that were told take the place of the initial design.
"""

import tempfile

from ConfigSpace import Categorical, Configuration, ConfigurationSpace, Float, Integer
from parameters import Category, Real, Whole
from smac import BlackBoxFacade, Scenario
from smac.runhistory.dataclasses import TrialInfo, TrialValue

SEED_OF_DETERMINISTIC_TRIALS = 0
UNLIMITED = 10**9  # trials: nothing here knows how many there will be


def hyperparameter(name, parameter):
    if isinstance(parameter, Category):
        return Categorical(name, list(range(len(parameter.choices))))
    kind = Integer if isinstance(parameter, Whole) else Float
    return kind(name, (parameter.low, parameter.high), log=parameter.log)


class Smac:
    def __init__(self, parameters, seed):
        self.parameters = {f"x{i}": each for i, each in enumerate(parameters, start=1)}
        self.space = ConfigurationSpace(
            {name: hyperparameter(name, each) for name, each in self.parameters.items()}, seed=seed
        )
        self.seed = seed
        self.folder = tempfile.TemporaryDirectory(prefix="craggy_smac_")  # SMAC writes its settings
        self.facade = None
        self.initial = []
        self.trial = None  # asked for and not told yet

    def tell(self, x, y):
        if self.facade is None:
            values = {
                name: value if isinstance(each, Real) else int(value)
                for (name, each), value in zip(self.parameters.items(), x, strict=True)
            }
            self.initial.append((Configuration(self.space, values), y))
        else:
            self.facade.tell(self.trial, TrialValue(cost=y), save=False)

    def ask(self):
        if self.facade is None:
            self.facade = self.start()
        self.trial = self.facade.ask()
        return [self.trial.config[name] for name in self.parameters]

    def start(self):
        scenario = Scenario(
            self.space,
            deterministic=True,
            n_trials=UNLIMITED,
            output_directory=self.folder.name,
            seed=self.seed,
        )
        facade = BlackBoxFacade(
            scenario,
            lambda configuration, seed=0: 0.0,  # never called: the runner evaluates
            initial_design=BlackBoxFacade.get_initial_design(
                scenario, n_configs=0, additional_configs=[configuration for configuration, _ in self.initial]
            ),
            intensifier=BlackBoxFacade.get_intensifier(scenario, max_config_calls=1),
            logging_level=False,
            overwrite=True,
        )
        for configuration, cost in self.initial:
            facade.tell(
                TrialInfo(configuration, seed=SEED_OF_DETERMINISTIC_TRIALS), TrialValue(cost=cost), save=False
            )
        return facade
