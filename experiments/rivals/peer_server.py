#!/usr/bin/env python3
"""Another optimiser, for whoever writes to standard input: JSON, one line in, one line out.

  {"op": "describe", "name": NAME}                     {"options": {...}}: versions and settings, without importing them
  {"op": "start", "name": NAME, "parameters": [{"kind": ...}, ...], "seed": N}                {"started": NAME}
  {"op": "tell", "x": [...], "y": VALUE}               {"told": how often}
  {"op": "ask"}                                        {"x": [...]}

Kinds of parameters are those of parameters.py. A point has a number for each: a value, or the index of a category; y is
to be minimised. What is told before the first ask is the initial design;
after that, each ask is followed by one tell of its point. Whatever goes wrong is answered by {"error": TEXT}.
"""

import importlib
import importlib.metadata
import json
import os
import sys
import warnings
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))  # an isolated interpreter leaves it out
from parameters import Real, parameter_from


class Peer:
    """Where a peer is, which packages its points depend on, and how it is set."""

    def __init__(self, module, maker, packages, settings, mixed=False):
        self.module = module
        self.maker = maker
        self.packages = packages
        self.settings = settings
        self.mixed = mixed  # whether it takes all kinds of parameters, or only real ones on a plain scale

    def options(self):
        versions = {package: importlib.metadata.version(package) for package in self.packages}
        return {**versions, "settings": self.settings}

    def make(self, parameters, seed):
        """One that is told and asked; it gets parameters, or, unless it takes all kinds, pairs of bounds."""
        space = parameters if self.mixed else self.box(parameters)
        return getattr(importlib.import_module(self.module), self.maker)(space, seed)

    def box(self, parameters):
        for number, each in enumerate(parameters, start=1):
            if not isinstance(each, Real) or each.log:
                mixed = ", ".join(name for name, peer in PEERS.items() if peer.mixed)
                raise RequestError(
                    f"x{number} is {each.description()}, but this peer takes real numbers on a plain scale only;"
                    f" those that take all kinds are {mixed}"
                )
        return [(each.low, each.high) for each in parameters]


TORCH = ["torch", "numpy", "scipy"]
BOTORCH = ["botorch", "gpytorch", "linear-operator", *TORCH]
PEERS = {
    "botorch": Peer(
        "botorch_peers",
        "SingleTask",
        BOTORCH,
        "SingleTaskGP, LogExpectedImprovement, 512 raw samples, 10 restarts",
    ),
    "botorch-rrp": Peer(
        "botorch_peers",
        "RobustRelevancePursuit",
        BOTORCH,
        "RobustRelevancePursuitSingleTaskGP, LogExpectedImprovement, 512 raw samples, 10 restarts",
    ),
    "optuna-tpe": Peer(
        "optuna_peers", "tpe", ["optuna", "numpy", "scipy"], "TPESampler, its defaults", mixed=True
    ),
    "optuna-gp": Peer("optuna_peers", "gp", ["optuna", *TORCH], "GPSampler, its defaults", mixed=True),
    "hebo": Peer(
        "hebo_peer",
        "Hebo",
        ["HEBO", "gpytorch", "pymoo", "pandas", "scikit-learn", *TORCH],
        "its defaults",
    ),
    "smac": Peer(
        "smac_peer",
        "Smac",
        ["smac", "ConfigSpace", "scikit-learn", "numpy", "scipy"],
        "BlackBoxFacade, deterministic, the initial points instead of its own design",
        mixed=True,
    ),
    "cma": Peer(
        "cma_peer", "Cma", ["cma", "numpy"], "unit cube, from the best initial point, sigma 0.25, restarts double lambda"
    ),
}


class RequestError(Exception):
    """A request that makes no sense."""


class Conversation:
    def __init__(self, peers):
        self.peers = peers
        self.peer = None
        self.parameters = []
        self.num_told = 0

    def answer(self, request):
        operations = {"describe": self.describe, "start": self.start, "tell": self.tell, "ask": self.ask}
        operation = operations.get(request.get("op"))
        if operation is None:
            raise RequestError(f"op has to be one of {', '.join(operations)}, not {request.get('op')!r}")
        return operation(request)

    def peer_of(self, request):
        if request["name"] not in self.peers:
            raise RequestError(f"there is no peer {request['name']!r}, only {', '.join(self.peers)}")
        return self.peers[request["name"]]

    def describe(self, request):
        return {"options": self.peer_of(request).options()}

    def start(self, request):
        self.parameters = [parameter_from(each) for each in request["parameters"]]
        seed = int(request["seed"]) % (2**31 - 2) + 1  # some take 31 bits and read 0 as "any"
        self.peer = self.peer_of(request).make(self.parameters, seed)
        self.num_told = 0
        return {"started": request["name"]}

    def started(self):
        if self.peer is None:
            raise RequestError("nothing was started")
        return self.peer

    def tell(self, request):
        self.started().tell([float(coordinate) for coordinate in request["x"]], float(request["y"]))
        self.num_told += 1
        return {"told": self.num_told}

    def ask(self, _request):
        point = [float(coordinate) for coordinate in self.started().ask()]
        return {"x": [each.inside(x) for x, each in zip(point, self.parameters, strict=True)]}


def serve(peers, requests, answers):
    conversation = Conversation(peers)
    for line in requests:
        try:
            text = json.dumps(conversation.answer(json.loads(line)), allow_nan=False)
        except Exception as error:  # whatever it is, it is the other side that has to know
            text = json.dumps({"error": " ".join(f"{type(error).__name__}: {error}".split())})
        print(text, file=answers, flush=True)


def fix_hashes():
    """Begins again with the same hashes in every process: SMAC3 goes through sets, whose order depends on them."""
    if sys.flags.hash_randomization:
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        # Isolated as before, but for this one variable.
        os.execve(sys.executable, [sys.executable, "-s", "-P", *sys.argv], {**environment, "PYTHONHASHSEED": "0"})


def main(peers=None):
    fix_hashes()
    for pool in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ[pool] = "1"
    warnings.simplefilter("ignore")
    # Libraries print what they like; only answers go to standard output.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    serve(PEERS if peers is None else peers, sys.stdin, answers)


if __name__ == "__main__":
    main()
