"""craggy against random search on a mixed space, through the command line: seeds side by side, and a paired test.

Every study lives in one SQLite file, so the same command goes on where it was cut off.
"""
import argparse
import csv
import json
import pathlib
import subprocess
import sys

import numpy as np
from scipy.stats import wilcoxon

HERE = pathlib.Path(__file__).resolve().parent
CHECKOUT = HERE.parent.parent

# Real numbers on two scales, whole numbers on two scales, names, a truth value, and one that only counts sometimes.
PARAMETERS = [
    "rate=log(0.001, 1)",
    "trees=logint(5, 200)",
    "depth=int(1, 8)",
    "subsample=float(0.2, 1)",
    "loss=categorical(squared_error, absolute_error, huber)",
    "alpha=float(0.5, 0.99) if loss == huber",
    "log_target=bool",
]
COMMAND = [
    sys.executable, str(HERE / "objective.py"), "--rate={rate}", "--trees={trees}", "--depth={depth}",
    "--subsample={subsample}", "--loss={loss}", "--alpha={alpha}", "--log-target={log_target}",
]


def best_so_far(craggy, store, surrogate, seed, trials):
    study = f"{surrogate}-{seed}"
    command = [craggy, "run", "--study", study, "--store", store, "--surrogate", surrogate, "--seed", str(seed),
               "--trials", str(trials), "--json"]
    for parameter in PARAMETERS:
        command += ["--param", parameter]
    subprocess.run(command + ["--"] + COMMAND, check=True, stdout=subprocess.DEVNULL)
    shown = subprocess.run([craggy, "show", study, "--store", store, "--json"], check=True, capture_output=True)
    # Boosting may diverge, which is a failed trial, and no error is as large as that.
    values = [trial.get("value", np.inf) for trial in json.loads(shown.stdout)["trials"]]
    return np.minimum.accumulate(np.array(values))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--craggy", default=str(CHECKOUT / "build/release/apps/craggy/craggy"))
    parser.add_argument("--out", type=pathlib.Path, required=True, help="folder for the store and boosting.csv")
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--trials", type=int, default=30)
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    store = str(asked.out.resolve() / "boosting.db")

    finals = {"craggy": [], "random": []}
    with open(asked.out / "boosting.csv", "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["surrogate", "seed"] + [f"best{n}" for n in range(1, asked.trials + 1)])
        for seed in range(asked.seeds):
            for surrogate, ends in finals.items():
                series = best_so_far(asked.craggy, store, surrogate, seed, asked.trials)
                ends.append(series[-1])
                writer.writerow([surrogate, seed] + [f"{value:.10g}" for value in series])
                file.flush()
            print(f"seed {seed}: craggy {finals['craggy'][-1]:.4f}, random {finals['random'][-1]:.4f}", flush=True)
    ours, random = np.array(finals["craggy"]), np.array(finals["random"])
    p = wilcoxon(ours, random, alternative="two-sided").pvalue
    print(f"mean {ours.mean():.4f} against {random.mean():.4f}; craggy is lower on {(ours < random).sum()} of "
          f"{asked.seeds} seeds; two-sided Wilcoxon p = {p:.4f}")


if __name__ == "__main__":
    main()
