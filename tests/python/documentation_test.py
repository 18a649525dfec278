"""The examples in docstrings, and the types of the public names."""

import doctest
import importlib
import inspect
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
    for name in [*semilin.__all__, "SemiLinearClassifier.fit"]:
        assert f"# {name}\n" in made


def test_dir_lists_what_the_package_offers():
    names = dir(semilin)
    assert {*semilin.__all__, "DataError"} <= set(names)
    assert not {"Any", "find_spec", "TYPE_CHECKING"} & set(names)


def functions():
    for name in semilin.__all__:
        item = getattr(semilin, name)
        if not inspect.isclass(item):
            yield name, item
            continue
        for part, value in inspect.getmembers(item):
            function = value.fget if isinstance(value, property) else value
            ours = str(getattr(function, "__module__", "")).startswith("semilin")
            public = not part.startswith("_") or part == "__init__"
            if inspect.isfunction(function) and ours and public:
                yield f"{name}.{part}", function


def test_public_functions_are_annotated():
    for name, function in functions():
        typed = inspect.signature(function)
        assert typed.return_annotation is not inspect.Signature.empty, name
        for parameter in typed.parameters.values():
            known = parameter.annotation is not inspect.Parameter.empty
            assert known or parameter.name == "self", f"{name}: {parameter}"
