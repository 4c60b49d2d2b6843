"""Spaces: what is understood, what arrives, what is refused."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

import craggy


def test_every_way_to_write_a_parameter() -> None:
    space = craggy.Space(
        {
            "lr": "log(1e-5, 1e-1)",
            "width": craggy.Int(16, 1024, log=True),
            "dropout": craggy.Float(0, 0.5, step=0.1),
            "rate": craggy.Float(0.1, 10, log=True),
            "x": (0.0, 1.0),
            "n": (1, 8),
            "mixed": (0, 1.5),
            "k": range(2, 5),
            "even": range(0, 5, 2),
            "opt": ["adam", "sgd"],
            "flag": [False, True],
            "b": craggy.Bool(),
            "momentum": craggy.Float(0.0, 1.0, when="opt == sgd"),
            "decay": craggy.Categorical([0.5, None], when="opt == adam"),
            "sure": craggy.Bool(when="flag"),
            "depth": craggy.Int(1, 3, when="b"),
        }
    )
    assert space.texts == [
        "lr=log(1e-05,0.1)",
        "width=logint(16,1024)",
        "dropout=step(0,0.5,0.1)",
        "rate=log(0.1,10)",
        "x=float(0,1)",
        "n=int(1,8)",
        "mixed=float(0,1.5)",
        "k=int(2,4)",
        "even=step(0,4,2)",
        "opt=categorical(adam,sgd)",
        "flag=bool",
        "b=bool",
        "momentum=float(0,1) if opt == sgd",
        "decay=categorical(0.5,None) if opt == adam",
        "sure=bool if flag == true",
        "depth=int(1,3) if b == true",
    ]
    assert len(space) == 16
    assert craggy.Space._make(space) is space


def test_a_list_of_texts() -> None:
    space = craggy.Space(["lr=log(1e-5,1e-1)", "momentum=float(0,1) if lr > 0.01"])
    assert space.names == ["lr", "momentum"]
    assert repr(space) == "Space(['lr=log(1e-05,0.1)', 'momentum=float(0,1) if lr > 0.01'])"


def values_of(space: dict[str, Any], trials: int = 30) -> dict[str, set[Any]]:
    study = craggy.Study("s", space, surrogate="random")
    seen: dict[str, set[Any]] = {}
    for _ in range(trials):
        for name, value in study.ask().params.items():
            seen.setdefault(name, set()).add(value)
    return seen


def test_whole_numbers_are_int_and_bools_are_bool() -> None:
    seen = values_of({"n": (1, 3), "b": craggy.Bool(), "x": (0.0, 1.0), "s": "step(0,1,0.1)"})
    assert seen["n"] == {1, 2, 3} and {type(each) for each in seen["n"]} == {int}
    assert {type(each) for each in seen["b"]} == {bool}
    assert {type(each) for each in seen["x"]} == {float}
    assert 0.3 in seen["s"]


class Layer:
    """A choice that is a class."""


def activation(x: float) -> float:
    return x


def test_choices_arrive_as_the_objects_that_were_given() -> None:
    array = np.arange(3)
    choices = [Layer, activation, None, 3, 3.5, "three", (1, 2), array, True]
    space = craggy.Space({"c": craggy.Categorical(choices)})
    assert space.texts == [
        'c=categorical(Layer,activation,None,3,3.5,three,"(1, 2)","array([0, 1, 2])",true)'
    ]
    study = craggy.Study("s", space)
    arrived = [study.ask()["c"] for _ in range(len(choices))]
    assert {id(each) for each in arrived} == {id(each) for each in choices}
    for number, choice in enumerate(choices):
        assert space._codes({"c": choice}) == [float(number)]


def test_equal_choices_of_different_types_are_told_apart() -> None:
    space = craggy.Space({"c": craggy.Categorical([1, True, "1.0", 2.5])})
    assert space._codes({"c": True}) == [1.0]
    assert space._codes({"c": 1}) == [0.0]
    assert space._codes({"c": np.float64(2.5)}) == [3.0]  # equal is enough where nothing is of the same type


def test_inactive_parameters_are_left_out() -> None:
    space = craggy.Space({"opt": ["adam", "sgd"], "momentum": craggy.Float(0, 1, when="opt == sgd")})
    assert space._params(space._codes({"opt": "adam"})) == {"opt": "adam"}
    assert space._params(space._codes({"opt": "sgd", "momentum": 0.5})) == {"opt": "sgd", "momentum": 0.5}
    with pytest.raises(ValueError, match="the parameter 'momentum' is missing"):
        space._codes({"opt": "sgd"})
    with pytest.raises(ValueError, match="'momentum' is given, but it is inactive"):
        space._codes({"opt": "adam", "momentum": 0.5})


@pytest.mark.parametrize(
    ("params", "error", "message"),
    [
        ({"x": 2.0, "n": 1, "c": "a", "b": True}, ValueError, "x"),
        ({"x": "0.5", "n": 1, "c": "a", "b": True}, TypeError, "the value of 'x' is '0.5', but it has to be a number"),
        ({"x": 0.5, "n": 1.5, "c": "a", "b": True}, ValueError, "n"),
        ({"x": 0.5, "n": 1, "c": "z", "b": True}, ValueError, "'c' is 'z', but it has to be one of 'a', 'b'"),
        ({"x": 0.5, "n": 1, "c": "a", "b": 1}, TypeError, "'b' is 1, but it has to be True or False"),
        ({"x": 0.5, "n": 1, "c": "a"}, ValueError, "'b' is missing"),
        ({"x": 0.5, "n": 1, "c": "a", "b": True, "xx": 1}, ValueError, "xx"),
    ],
)
def test_points_that_are_refused(params: dict[str, Any], error: type[Exception], message: str) -> None:
    space = craggy.Space({"x": (0.0, 1.0), "n": (1, 3), "c": ["a", "b"], "b": craggy.Bool()})
    with pytest.raises(error, match=message):
        space._codes(params)


def test_values_of_numpy_are_taken() -> None:
    space = craggy.Space({"x": (0.0, 1.0), "n": (1, 3), "s": "step(0,1,0.1)", "b": craggy.Bool()})
    codes = space._codes({"x": np.float32(0.5), "n": np.int64(2), "s": 0.1 + 0.2, "b": np.True_})
    assert codes == [0.5, 2.0, 0.3, 1.0]


@pytest.mark.parametrize(
    ("space", "error", "message"),
    [
        ({"x": object()}, TypeError, "the parameter 'x' is <object"),
        ({"x": {"a": 1}}, TypeError, "the parameter 'x'"),
        ({3: (0.0, 1.0)}, TypeError, "the name of a parameter is 3"),
        ("x=float(0,1)", TypeError, "the space is the text"),
        ([3], TypeError, "a parameter is 3"),
        ({"x": "logg(1,2)"}, ValueError, "did you mean 'log'"),
        ({"x": craggy.Float(1, 0)}, ValueError, "x"),
        ({"x": craggy.Float("0", 1)}, TypeError, "the lower limit of 'x' is '0'"),  # type: ignore[arg-type]
        ({"x": craggy.Int(0, 1.5)}, TypeError, "the upper limit of 'x' is 1.5, but it has to be a whole number"),  # type: ignore[arg-type]
        ({"x": craggy.Float(1, 2, log=True, step=0.5)}, ValueError, "only one of them can hold"),
        ({"x": craggy.Categorical(["a"])}, ValueError, "x"),
        ({"x": ["a", "a"]}, ValueError, "x"),
        ({"x": craggy.Float(0, 1, when="y == 1")}, ValueError, "y"),
        ({}, ValueError, "parameter"),
    ],
)
def test_spaces_that_are_refused(space: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        craggy.Space(space)


def test_spaces_are_compared_pickled_and_shown() -> None:
    space = craggy.Space({"c": [Layer, None], "x": (0.0, 1.0)})
    copy = pickle.loads(pickle.dumps(space))
    assert copy == space and copy._choices[0] == (Layer, None)
    assert space != craggy.Space({"c": ["Layer", "None"], "x": (0.0, 1.0)})
    assert space != 3
    assert craggy.Categorical([1, 2], when="x > 0.5") == craggy.Categorical((1, 2), when="x > 0.5")
    assert repr(craggy.Categorical([1, 2], when="x > 0.5")) == "Categorical([1, 2], when='x > 0.5')"
