"""The examples in docstrings."""

import doctest
import importlib
import os
import pkgutil
import sys

import pytest
from conftest import run

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


def test_the_reference_names_every_public_name():
    script = os.environ["SEMILIN_SOURCE_DIR"] + "/docs/python_reference.py"
    made = run(sys.executable, script)
    for name in [*semilin.__all__, "plot.confidence", "SemiLinearClassifier.fit"]:
        assert f"# {name}\n" in made
