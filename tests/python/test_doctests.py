"""The examples of the docstrings run, and every public name has one."""

from __future__ import annotations

import doctest
import importlib
import inspect
import pkgutil

import numpy as np
import pytest

import craggy

found = pkgutil.walk_packages(craggy.__path__, "craggy.", onerror=lambda name: None)
modules = [module.name for module in found if module.name != "craggy._craggy"]
options = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


@pytest.mark.parametrize("name", ["craggy", *modules])
def test_examples(name: str) -> None:
    if name.startswith("craggy.plot"):
        pytest.importorskip("matplotlib").use("Agg")
    module = importlib.import_module(name)
    result = doctest.testmod(module, extraglobs={"craggy": craggy, "np": np}, optionflags=options)
    assert result.failed == 0


def test_everything_public_is_documented() -> None:
    for name in craggy.__all__:
        thing = getattr(craggy, name)
        if inspect.isclass(thing) or inspect.isfunction(thing):
            assert ">>>" in (thing.__doc__ or ""), name
            for member, what in vars(thing).items():
                if not member.startswith("_") and (inspect.isfunction(what) or isinstance(what, property)):
                    assert inspect.getdoc(what), f"{name}.{member}"
