"""One whole suggestion, model fitted and acquisition maximised, by BoTorch and by Optuna on one core. Prints JSON.

All are point estimates of the hyperparameters:
  botorch       SingleTaskGP + LogExpectedImprovement; fit_gpytorch_mll, then optimize_acqf: 512 points, 10 restarts
  optuna        GPSampler, a new one, that meets the whole history at once
  optuna_warm   GPSampler that has just suggested from all trials but the last, as in a running study
"""

import one_core  # before the libraries that start threads

import argparse
import json
import statistics
import time
import warnings

import botorch
import gpytorch
import optuna
import torch

import data

warnings.filterwarnings("ignore")
optuna.logging.set_verbosity(optuna.logging.ERROR)
torch.set_num_threads(1)


def botorch_seconds(X, y, seed):
    torch.manual_seed(seed)
    X = torch.tensor(X, dtype=torch.double)
    Y = -torch.tensor(y, dtype=torch.double).unsqueeze(-1)  # BoTorch maximises
    cube = torch.stack([torch.zeros(X.shape[1]), torch.ones(X.shape[1])]).double()

    begin = time.process_time()
    model = botorch.models.SingleTaskGP(X, Y)
    botorch.fit_gpytorch_mll(gpytorch.mlls.ExactMarginalLogLikelihood(model.likelihood, model))
    fitted = time.process_time()
    acquisition = botorch.acquisition.LogExpectedImprovement(model, best_f=Y.max())
    botorch.optim.optimize_acqf(acquisition, bounds=cube, q=1, num_restarts=10, raw_samples=512)
    end = time.process_time()
    return {"seconds": end - begin, "fit_seconds": fitted - begin, "acquisition_seconds": end - fitted}


def ask_optuna(study, Q):
    trial = study.ask()
    for q in range(Q):
        trial.suggest_float(f"x{q + 1}", 0, 1)
    return trial


def optuna_seconds(X, y, seed, warm):
    N, Q = X.shape
    distributions = {f"x{q + 1}": optuna.distributions.FloatDistribution(0, 1) for q in range(Q)}
    history = [
        optuna.trial.create_trial(params=dict(zip(distributions, x)), distributions=distributions, value=value)
        for x, value in zip(X.tolist(), y.tolist())
    ]
    study = optuna.create_study(sampler=optuna.samplers.GPSampler(seed=seed, n_startup_trials=0))
    if warm:
        study.add_trials(history[:-1])
        # Failed, so that the one new trial is the history's last.
        study.tell(ask_optuna(study, Q), state=optuna.trial.TrialState.FAIL)
        study.add_trial(history[-1])
    else:
        study.add_trials(history)

    begin = time.process_time()
    ask_optuna(study, Q)
    return {"seconds": time.process_time() - begin}


PEERS = {
    "botorch": botorch_seconds,
    "optuna": lambda X, y, seed: optuna_seconds(X, y, seed, warm=False),
    "optuna_warm": lambda X, y, seed: optuna_seconds(X, y, seed, warm=True),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", required=True, help="CSV file with the columns x1,...,xQ,y")
    parser.add_argument("--repeats", type=int, default=5, help="timed calls, after an untimed one")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()

    X, y = data.read(options.data)
    report = {}
    for name, suggest in PEERS.items():
        calls = [suggest(X, y, options.seed + repeat) for repeat in range(options.repeats + 1)][1:]
        report[name] = {part: statistics.median(call[part] for call in calls) for part in calls[0]}
        report[name]["all_seconds"] = [call["seconds"] for call in calls]
    print(json.dumps(report))


if __name__ == "__main__":
    main()
