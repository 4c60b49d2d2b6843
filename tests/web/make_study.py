"""Makes the studies of the browser tests: make_study.py CRAGGY FOLDER.

FOLDER/studies.db gets "wing" with 300 trials, of which the last were chosen by models, "blade" with jags on a bowl, an
empty study, one with one trial, one whose trials all failed, and three repetitions of a small one. The seeds are fixed.
"""

import csv
import random
import subprocess
import sys
from pathlib import Path

from objective import evaluate

HERE = Path(__file__).resolve().parent
PARAMETERS = [
    "angle=float(0,1)", "height=float(0,1)", "rate=log(1e-5,1e-1)", "layers=int(1,9)", "width=logint(16,1024)",
    'solver=categorical(adam,sgd,"rms, slow")', "momentum=float(0,1) if solver == sgd", "warm=bool",
    "decay=float(0,1) if warm == true", "mass=float(0,3)", "step=step(0,1,0.25)", "seedling=int(0,100)",
]  # fmt: skip


def random_point(generator: random.Random) -> dict:
    """Evenly over the space, without what is inactive."""
    point = {
        "angle": generator.random(),
        "height": generator.random(),
        "rate": 10 ** generator.uniform(-5, -1),
        "layers": generator.randint(1, 9),
        "width": round(2 ** generator.uniform(4, 10)),
        "solver": generator.choice(["adam", "sgd", "rms, slow"]),
        "warm": generator.random() < 0.5,
        "mass": generator.uniform(0, 3),
        "step": 0.25 * generator.randint(0, 4),
        "seedling": generator.randint(0, 100),
    }
    if point["solver"] == "sgd":
        point["momentum"] = generator.random()
    if point["warm"]:
        point["decay"] = generator.random()
    return point


def write_rows(path: Path, count: int) -> None:
    """Evaluations that were made before, as a file to be imported."""
    generator = random.Random(23)
    names = [text.split("=")[0] for text in PARAMETERS]
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, [*names, "value", "constraint_1", "noise", "state", "message"])
        writer.writeheader()
        for number in range(count):
            point = random_point(generator)
            row = {name: str(value).lower() if isinstance(value, bool) else value for name, value in point.items()}
            try:
                came = evaluate(point, number)
                row |= {"value": came["value"], "constraint_1": came["constraints"][0], "noise": came["noise"]}
                row |= {"state": "finished"}
            except RuntimeError as error:
                row |= {"state": "failed", "message": str(error)}
            writer.writerow(row)


def main(craggy: str, folder: Path) -> None:
    """Makes all of them."""
    folder.mkdir(parents=True, exist_ok=True)
    store = f"sqlite:///{folder / 'studies.db'}"

    def run(*words: str, okay: tuple = (0,)) -> None:
        done = subprocess.run([craggy, *words], capture_output=True, text=True, check=False)
        if done.returncode not in okay:
            sys.exit(f"{' '.join(words)}: {done.stderr}")

    def create(name: str, parameters: list, *options: str) -> None:
        run("create", name, "--store", store, *(word for text in parameters for word in ("--param", text)), *options)

    create("wing", PARAMETERS, "--seed", "4")
    rows = folder / "rows.csv"
    write_rows(rows, 294)
    run("import", "wing", str(rows), "--store", store)
    command = [sys.executable, str(HERE / "objective.py")]
    run("run", "--study", "wing", "--store", store, "--trials", "300", "--jobs", "3", "--quiet", "--", *command)
    jagged = ["--param", "angle=float(0,1)", "--param", "chord=float(0,1)", "--seed", "5"]
    run("run", "--study", "blade", "--store", store, *jagged, "--trials", "50", "--quiet", "--", sys.executable,
        str(HERE / "blade.py"), "{angle}", "{chord}")  # fmt: skip
    create("empty", PARAMETERS)
    create("one <b>trial</b>", ["x=float(0,1)"])
    run("enqueue", "one <b>trial</b>", "--store", store, "--set", "x=0.5")
    run("ask", "one <b>trial</b>", "--store", store)
    run("tell", "one <b>trial</b>", "0", "1.5", "--store", store)
    failing = ["--param", "x=float(0,1)", "--param", "y=log(1e-3,1)", "--seed", "1"]
    run("run", "--study", "broken", "--store", store, *failing, "--trials", "8", "--max-failures", "20", "--quiet", "--",
        sys.executable, "-c", "raise SystemExit('</script><script>alert(1)</script>')", okay=(0, 1, 3))  # fmt: skip
    for seed in range(3):
        quick = ["--param", "x=float(-2,2)", "--param", "y=float(-2,2)", "--surrogate", "noiseless"]
        run("run", "--study", f"bowl-{seed + 1}", "--store", store, *quick, "--seed", str(seed), "--trials", "14", "--quiet",
            "--", sys.executable, "-c", "import sys; x, y = map(float, sys.argv[1:]); print((x-1)**2 + (y+.5)**2)",
            "{x}", "{y}")  # fmt: skip


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
