#!/usr/bin/env python3
"""The objectives nn_boston and nn_climate, for whoever writes to standard input: one line in, one line out.

A request is "PROBLEM x1 … x9", the point in the problem's own units; the answer is "value V" or "error TEXT".

As scikit-optimize's benchmarks/bench_ml.py has it: 70 % of the rows train a network with one hidden layer, inputs
standardised by the training rows; the rest give −R² or the log loss, at most 5. Split and network have random_state 0.
"""

import argparse
import csv
import hashlib
import math
import os
import sys
import warnings
from pathlib import Path

import numpy as np
import sklearn
from sklearn.metrics import log_loss, r2_score
from sklearn.model_selection import train_test_split
from sklearn.neural_network import MLPClassifier, MLPRegressor
from sklearn.preprocessing import StandardScaler

HERE = Path(__file__).resolve().parent
WORST = 5.0  # what diverged, and what is worse than that
SEED = 0


class DataError(Exception):
    """The data of a problem are missing, or not those that the problem is defined with."""


# --- data -------------------------------------------------------------------------------------------------------------


def digest(table):
    """A checksum of the values, whatever file they came from: rounded to nine decimals, little-endian doubles."""
    return hashlib.sha256((np.round(table, 9) + 0.0).astype("<f8").tobytes()).hexdigest()


def read_csv(path):
    """The numbers of a file with one line of names, the target in the last column."""
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))[1:]
    return np.array(rows, dtype=float)


def check_digest(table, expected, source):
    if digest(table) != expected:
        raise DataError(f"{source}: not the data that the problem is defined with (sha256 {digest(table)})")
    return table


BOSTON_DIGEST = "832e894115c56dd24ec63848d4a3d9bd921d268d0be1bee2a8f4ee5ea318f5f7"


def boston_table(_options):
    path = HERE / "data" / "boston_housing.csv"
    return check_digest(read_csv(path), BOSTON_DIGEST, path)


CLIMATE_FILE = "climate_model_crashes.csv"
CLIMATE_DIGEST = "77c945a28791c1d5d74697f558cd17455bfb4b23a541f5404655180755ab8bad"
CLIMATE_OPENML_ID = 1467  # with the columns Study and Run, which later versions there leave out


def openml_table(fetch):
    """The climate data from OpenML, where classes are names: of the two, the rarer one is a crash."""
    bunch = fetch(data_id=CLIMATE_OPENML_ID, as_frame=False, data_home=HERE.parents[1] / "build" / "nn-data")
    labels, counts = np.unique(bunch.target, return_counts=True)
    if len(labels) != 2:
        raise DataError(f"OpenML {CLIMATE_OPENML_ID} has {len(labels)} classes, but there have to be 2")
    success = bunch.target == labels[np.argmax(counts)]
    return np.column_stack([np.asarray(bunch.data, dtype=float), success])


def climate_table(options):
    """From the data folder if it is given, else from OpenML, which may not be redistributed here."""
    if options.data_dir:
        path = Path(options.data_dir) / CLIMATE_FILE
        if not path.is_file():
            raise DataError(f"there is no {path}, where CRAGGY_DATA_DIR points")
        table = read_csv(path)
        return table if options.any_data else check_digest(table, CLIMATE_DIGEST, path)
    from sklearn.datasets import fetch_openml

    try:
        table = openml_table(fetch_openml)
    except (OSError, ValueError) as error:  # no network, or an answer that makes no sense
        raise DataError(
            f"the climate data are not part of craggy and OpenML did not give them ({error}); "
            f"set CRAGGY_DATA_DIR to a folder with {CLIMATE_FILE}"
        ) from error
    return check_digest(table, CLIMATE_DIGEST, f"OpenML {CLIMATE_OPENML_ID}")


# --- objectives -------------------------------------------------------------------------------------------------------


def network_options(x):
    """The point as arguments of scikit-learn's networks; whole numbers are truncated."""
    return {
        "hidden_layer_sizes": (int(2.0 ** x[0]),),
        "alpha": 10.0 ** x[1],
        "batch_size": int(2.0 ** x[2]),
        "max_iter": int(2.0 ** x[3]),
        "learning_rate_init": 10.0 ** x[4],
        "power_t": x[5],
        "momentum": x[6],
        "beta_1": x[7],
        "beta_2": x[8],
        "learning_rate": "constant",
        "solver": "adam",
        "activation": "relu",
        "nesterovs_momentum": False,
        "random_state": SEED,
    }


class Objective:
    def __init__(self, table, network, loss):
        inputs = table[:, :-1]
        self.network = network
        self.loss = loss
        train, test, self.y_train, self.y_test = train_test_split(
            inputs, table[:, -1], train_size=0.7, random_state=SEED
        )
        scaler = StandardScaler().fit(train)
        self.X_train, self.X_test = scaler.transform(train), scaler.transform(test)

    def __call__(self, x):
        try:
            model = self.network(**network_options(x)).fit(self.X_train, self.y_train)
            value = self.loss(model, self.X_test, self.y_test)
        except (ValueError, ArithmeticError):  # the weights or the predictions are not finite
            return WORST
        return float(min(value, WORST)) if math.isfinite(value) else WORST


def negative_r2(model, X, y):
    return -r2_score(y, model.predict(X))


def classifier_loss(model, X, y):
    return log_loss(y, model.predict_proba(X)[:, 1], labels=[0, 1])


def make_boston(options):
    return Objective(boston_table(options), MLPRegressor, negative_r2)


def make_climate(options):
    return Objective(climate_table(options), MLPClassifier, classifier_loss)


MAKERS = {"nn_boston": make_boston, "nn_climate": make_climate}


# --- the conversation -------------------------------------------------------------------------------------------------


def check_versions():
    """Other versions give other values, so the pinned ones are required."""
    for line in (HERE / "requirements.txt").read_text(encoding="utf-8").splitlines():
        name, _, wanted = line.partition("==")
        found = {"scikit-learn": sklearn.__version__, "numpy": np.__version__}.get(name)
        if found is not None and found != wanted:
            raise DataError(f"{name} is {found}, but values are defined with {wanted}; run './run python nn'")


def answer(request, objectives, options):
    name, *coordinates = request.split()
    if name not in objectives:
        if name not in MAKERS:
            raise DataError(f"there is no problem '{name}'")
        objectives[name] = MAKERS[name](options)
    x = [float(coordinate) for coordinate in coordinates]
    if len(x) != 9:
        raise DataError(f"{name} has 9 coordinates, not {len(x)}")
    return objectives[name](x)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data-dir", default=os.environ.get("CRAGGY_DATA_DIR", ""))
    parser.add_argument("--any-data", action="store_true", help="no checksum for what is in the data folder")
    options = parser.parse_args()
    warnings.simplefilter("ignore")  # networks that would like more epochs
    np.seterr(all="ignore")
    objectives = {}
    for request in sys.stdin:
        try:
            check_versions()
            print("value", repr(answer(request, objectives, options)), flush=True)
        except DataError as error:
            print("error", " ".join(str(error).split()), flush=True)


if __name__ == "__main__":
    main()
