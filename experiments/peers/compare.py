#!/usr/bin/env python3
"""Runs craggy and its peers on the same data, one core each, and prints both sides with their ratio.

  compare.py ess --n 50               effective draws of log l per CPU second: craggy bench posterior, NumPyro's NUTS
  compare.py suggest --n 25,50,100    CPU seconds of one suggestion: craggy bench suggest, BoTorch, Optuna

Makes build/peers-venv first where that is missing, and leaves all figures in build/peers-ess.json or
build/peers-suggest.json. README.md beside this file says what they mean.
"""

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
VENV = ROOT / "build" / "peers-venv"
if Path(sys.prefix).resolve() != VENV.resolve():
    subprocess.run([HERE.parent / "environment", "peers"], check=True)
    os.execv(VENV / "bin" / "python", [VENV / "bin" / "python", __file__, *sys.argv[1:]])

import argparse
import datetime
import importlib.metadata
import json
import platform
import shlex
import tempfile

import data
import ess


# --- running things ---------------------------------------------------------------------------------------------------


def json_of(command):
    """What a command prints as JSON; a command that fails ends this program, with its own words on standard error."""
    print("$", shlex.join(map(str, command)), file=sys.stderr)
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    if done.returncode != 0:
        sys.exit(f"compare.py: that command failed with exit code {done.returncode}")
    return json.loads(done.stdout)


def peer(script, *arguments):
    return json_of([sys.executable, HERE / script, *arguments])


def craggy(*arguments):
    return json_of([ROOT / "run", "craggy", "bench", *arguments, "--threads", "1", "--json"])


def circumstances():
    """What a figure has to be quoted with."""

    def git(*arguments):
        return subprocess.run(["git", "-C", ROOT, *arguments], capture_output=True, text=True).stdout.strip()

    models = [line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")]
    pins = [line for line in (HERE / "requirements.txt").read_text().splitlines() if "==" in line]
    return {
        "date": datetime.date.today().isoformat(),
        "machine": f"{models[0] if models else platform.processor()}, {os.cpu_count()} cores",
        "commit": git("rev-parse", "--short=12", "HEAD") + ("+changes" if git("status", "--porcelain") else ""),
        "python": platform.python_version(),
        "versions": {name: importlib.metadata.version(name) for name in (pin.split("==")[0] for pin in pins)},
    }


def print_table(header, rows):
    cells = [[cell if isinstance(cell, str) else f"{cell:.4g}" for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(header, *cells)]
    for line in (header, *cells):
        print("  ".join(cell.rjust(width) for cell, width in zip(line, widths)))


# --- the two comparisons ----------------------------------------------------------------------------------------------


def judged(run):
    """One side's figures for log l, by the estimator that both sides share."""
    chains = run["log_lengthscale"]
    mean, error = ess.mean_and_error(chains)
    effective = ess.bulk_ess(chains)
    own = {name: value for name, value in run.items() if name != "log_lengthscale"}
    return {
        "draws": sum(map(len, chains)),
        "cpu_seconds": run["cpu_seconds"],
        "ess": effective,
        "ess_per_cpu_second": effective / run["cpu_seconds"],
        "rhat": ess.rhat(chains),
        "mean": mean,
        "mean_error": error,
        "own_report": own,
    }


def compare_ess(options, folder):
    results = []
    for N in options.n:
        file = folder / f"{options.problem}_{N}.csv"
        data.write_uniform_design(file, options.problem, N, options.data_seed)
        shared = ["--data", file, "--sigma-h", options.sigma_h]
        sides = {"numpyro": judged(peer("numpyro_latent.py", *shared, "--chains", str(options.chains), *options.numpyro_args))}
        if not options.peers_only:
            sides["craggy"] = judged(craggy("posterior", *shared, "--draws-of-log-l", *options.craggy_args))
        results.append({"problem": options.problem, "N": N, "sigma_h": options.sigma_h, "sides": sides})

    header = ["N", "by", "draws", "CPU s", "ESS log l", "ESS / CPU s", "R-hat", "mean log l", "its error", "x numpyro"]
    columns = ["draws", "cpu_seconds", "ess", "ess_per_cpu_second", "rhat", "mean", "mean_error"]
    rows = []
    for result in results:
        reference = result["sides"]["numpyro"]["ess_per_cpu_second"]
        for name, side in result["sides"].items():
            side["ratio_to_numpyro"] = side["ess_per_cpu_second"] / reference
            rows.append([str(result["N"]), name, *(side[column] for column in columns), side["ratio_to_numpyro"]])
    print_table(header, rows)
    return results


def compare_suggest(options, folder):
    results = []
    for N in options.n:
        file = folder / f"{options.problem}_{N}.csv"
        data.write_uniform_design(file, options.problem, N, options.data_seed)
        sides = peer("suggest_peers.py", "--data", file, "--repeats", str(options.repeats))
        if not options.peers_only:
            latent = ["--surrogate", "latent", "--sigma-h", options.sigma_h]
            for name, surrogate in (("craggy latent", latent), ("craggy default", ["--surrogate", "craggy"])):
                sides[name] = craggy("suggest", "--data", file, *surrogate, *options.craggy_args)
        results.append({"problem": options.problem, "N": N, "sigma_h": options.sigma_h, "sides": sides})

    header = ["N", "by", "CPU s", "of it fit", "acquisition", "botorch / it", "optuna_warm / it"]
    rows = []
    for result in results:
        seconds = {name: side.get("cpu_seconds", side["seconds"]) for name, side in result["sides"].items()}
        for name, side in result["sides"].items():
            parts = [side.get(part, "-") for part in ("fit_seconds", "acquisition_seconds")]
            ratios = [seconds[reference] / seconds[name] for reference in ("botorch", "optuna_warm")]
            rows.append([str(result["N"]), name, seconds[name], *parts, *ratios])
    print_table(header, rows)
    return results


# --- command line -----------------------------------------------------------------------------------------------------


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    for name, function, problem, sizes in (
        ("ess", compare_ess, "corrupted_holder_table", "50"),
        ("suggest", compare_suggest, "hartmann6", "25,50,100"),
    ):
        command = commands.add_parser(name, formatter_class=argparse.ArgumentDefaultsHelpFormatter)
        command.set_defaults(function=function)
        command.add_argument("--n", default=sizes, type=lambda text: [int(n) for n in text.split(",")], help="sizes")
        command.add_argument("--problem", default=problem, choices=data.PROBLEMS, help="objective")
        command.add_argument("--sigma-h", default="0.1d", help="of the latent GP, as craggy's --sigma-h")
        command.add_argument("--data-seed", type=int, default=0, help="seed of the uniform design")
        command.add_argument("--peers-only", action="store_true", help="leave craggy out")
        command.add_argument("--craggy-args", default="", type=shlex.split, help="more arguments for craggy bench")
        output = ROOT / "build" / f"peers-{name}.json"
        command.add_argument("--output", type=Path, default=output, help="figures in JSON")
    commands.choices["ess"].add_argument("--chains", type=int, default=4, help="of NumPyro; craggy runs its own default")
    commands.choices["ess"].add_argument(
        "--numpyro-args", default="", type=shlex.split, help="as --numpyro-args='--draws 1000'"
    )
    commands.choices["suggest"].add_argument("--repeats", type=int, default=5, help="timed calls of a peer")
    options = parser.parse_args()

    if not options.peers_only:  # with all cores, before this process keeps to one
        subprocess.run([ROOT / "run", "build"], check=True, stdout=sys.stderr)
    import one_core  # what we start inherits the core

    with tempfile.TemporaryDirectory() as folder:
        results = options.function(options, Path(folder))
    options.output.write_text(json.dumps({**circumstances(), "results": results}, indent=1) + "\n")
    print(f"Figures: {options.output}", file=sys.stderr)


if __name__ == "__main__":
    main()
