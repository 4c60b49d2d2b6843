#!/usr/bin/env python3
"""Records of the suites bbob and bbob-confirmation in COCO's own format, so that cocopp draws its pages of them.

    to_coco.py --out FOLDER RECORDS.jsonl ...
    python -m cocopp FOLDER/*        # beside what cocopp has of others

There is a folder for each method. The points of the records are evaluated once more, under COCO's observer.
"""

import argparse
import json
import re
import sys
from pathlib import Path

import cocoex

NAME = re.compile(r"bbob_f(\d+)_d(\d+)_i(\d+)")


def read_points(files):
    """By method: function, dimension and instance, with the points in their order."""
    points = {}
    for file in files:
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            record = json.loads(line)
            name = NAME.fullmatch(record["problem"])
            if not name:
                continue
            if not record.get("points"):
                sys.exit(f"{file}:{number}: the record is a compact one, without points")
            points.setdefault(record["method"], {})[tuple(map(int, name.groups()))] = record["points"]
    return points


def write(method, runs, out):
    """One experiment of COCO: its functions, dimensions and instances in COCO's order."""
    folder = re.sub(r"[^A-Za-z0-9.+-]+", "-", method)
    observer = cocoex.Observer(
        "bbob", f"outer_folder: {out} result_folder: {folder} algorithm_name: {folder}"
    )
    instances = ",".join(map(str, sorted({instance for _, _, instance in runs})))
    dimensions = ",".join(map(str, sorted({dimension for _, dimension, _ in runs})))
    for problem in cocoex.Suite("bbob", f"instances: {instances}", f"dimensions: {dimensions}"):
        run = runs.get((problem.id_function, problem.dimension, problem.id_instance))
        if run is None:
            continue
        problem.observe_with(observer)
        for point in run:
            problem(point)
    return observer.result_folder


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("records", nargs="+", type=Path)
    parser.add_argument("--out", required=True, type=Path, help="a folder that is made")
    options = parser.parse_args()
    all_points = read_points(options.records)
    if not all_points:
        sys.exit("there is no record of a BBOB function")
    options.out.mkdir(parents=True, exist_ok=True)
    for method, runs in sorted(all_points.items()):
        print(f"{method}: {len(runs)} runs in {write(method, runs, options.out)}")


if __name__ == "__main__":
    main()
