"""The objective of the browser tests: twelve parameters of all kinds, jags, noise, a constraint and failures."""

import json
import math
import os
import random
import sys


def evaluate(params: dict, seed: int) -> dict:
    """The value with its noise and constraint; raises where the evaluation fails."""
    generator = random.Random(seed)
    x, y = params["angle"], params["height"]
    if x > 0.9 and y > 0.6:
        raise RuntimeError("no mesh: <script>alert('angle')</script> & the blade is too steep")
    value = (x - 0.35) ** 2 + 0.6 * (y - 0.7) ** 2
    value += 0.15 * abs(math.log10(params["rate"]) + 3) + 0.05 * abs(params["layers"] - 4)
    value += {"adam": 0.0, "sgd": 0.15, "rms, slow": 0.3}[params["solver"]]
    if params["solver"] == "sgd":
        value += 0.2 * abs(params["momentum"] - 0.9)
    value += 0.1 * (params["width"] / 512 - 0.5) ** 2 + (0.0 if params["warm"] else 0.08)
    if "decay" in params:
        value -= 0.05 * params["decay"]
    # A simulator's jags: steps and spikes that no trend explains.
    value += 0.06 * (math.floor(17 * x) % 2) + (0.8 if generator.random() < 0.06 else 0.0)
    value += generator.gauss(0.0, 0.02)
    return {"value": value, "constraints": [params["mass"] - 1.6 - y], "noise": 0.02}


if __name__ == "__main__":
    with open(os.environ["CRAGGY_PARAMS_FILE"], encoding="utf-8") as file:
        point = json.load(file)
    try:
        print(json.dumps(evaluate(point, int(os.environ["CRAGGY_SEED"]))))
    except RuntimeError as error:
        sys.exit(str(error))
