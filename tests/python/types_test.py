"""Types: the public names are annotated."""

import inspect

import semilin
from semilin import plot


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
    for name, item in inspect.getmembers(plot, inspect.isfunction):
        if item.__module__ == plot.__name__ and not name.startswith("_"):
            yield f"plot.{name}", item


def test_public_functions_are_annotated():
    for name, function in functions():
        typed = inspect.signature(function)
        assert typed.return_annotation is not inspect.Signature.empty, name
        for parameter in typed.parameters.values():
            known = parameter.annotation is not inspect.Parameter.empty
            assert known or parameter.name == "self", f"{name}: {parameter}"
