"""What a parameter of a problem is, and the numbers that stand for its values: craggy's codes.

A real or whole number is its own code, and a category's is its index.
"""

from typing import NamedTuple

ROUNDING = 1e-6  # of the width: what scaling to the problem's units may leave, in single precision


def nearest(x, low, high):
    if not abs(x - min(max(x, low), high)) <= ROUNDING * (high - low):  # not a number is not inside either
        raise ValueError(f"the peer suggests {x}, which is not in [{low}, {high}]")
    return min(max(x, low), high)


class Real(NamedTuple):
    low: float
    high: float
    log: bool = False

    def inside(self, x):
        return nearest(x, self.low, self.high)

    def description(self):
        return "real on a logarithmic scale" if self.log else "real"


class Whole(NamedTuple):
    low: int
    high: int
    log: bool = False

    def inside(self, x):
        if x != round(x):
            raise ValueError(f"the peer suggests {x}, which is no whole number")
        return nearest(x, self.low, self.high)

    def description(self):
        return "a whole number"


class Category(NamedTuple):
    choices: tuple

    def inside(self, x):
        return Whole(0, len(self.choices) - 1).inside(x)

    def description(self):
        return "a category"


def parameter_from(request):
    kind = request["kind"]
    if kind == "float":
        return Real(float(request["low"]), float(request["high"]), bool(request["log"]))
    if kind == "int":
        return Whole(int(request["low"]), int(request["high"]), bool(request["log"]))
    if kind == "categorical":
        return Category(tuple(request["choices"]))
    raise ValueError(f"kind has to be float, int or categorical, not {kind!r}")
