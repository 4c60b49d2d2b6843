#!/usr/bin/env python3
"""The functions of BBOB, for whoever writes to standard input: one line in, one line out.

A request is "FUNCTION DIMENSION INSTANCE x1 …", or "optimum FUNCTION DIMENSION INSTANCE"; the answer is "value V" or
"error TEXT".
"""

import sys
from functools import cache

import cocoex

SUITE = "bbob"
DIMENSIONS = (2, 3, 5, 10, 20, 40)


@cache
def problem(function, dimension, instance):
    # COCO ends the whole process for a function that it does not have.
    if not (1 <= function <= 24 and dimension in DIMENSIONS and instance >= 1):
        raise ValueError(f"BBOB has functions 1 to 24 in {', '.join(map(str, DIMENSIONS))} dimensions")
    return cocoex.BareProblem(SUITE, function, dimension, instance)


def answer(request):
    words = request.split()
    if words[0] == "optimum":
        return problem(*map(int, words[1:])).best_value()
    which, x = tuple(map(int, words[:3])), [float(word) for word in words[3:]]
    if len(x) != which[1]:
        raise ValueError(f"it takes {which[1]} coordinates, not {len(x)}")
    return problem(*which)(x)


def main():
    for request in sys.stdin:
        try:
            print("value", repr(float(answer(request))), flush=True)
        except Exception as error:  # whatever it is, the other side has to hear of it
            print("error", " ".join(str(error).split()) or type(error).__name__, flush=True)


if __name__ == "__main__":
    main()
