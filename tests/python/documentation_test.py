"""The examples in docstrings."""

import doctest
import importlib
import pkgutil

import pytest

import semilin

MODULES = ["semilin"] + [
    f"semilin.{m.name}" for m in pkgutil.iter_modules(semilin.__path__)
    if m.name != "_engine"
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_give_what_they_say(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_every_public_name_has_a_docstring():
    for name in semilin.__all__:
        assert getattr(semilin, name).__doc__, name
