"""Types: the public names are annotated, and mypy finds the package in order."""

import inspect
import os
import subprocess
import sys
from pathlib import Path

import pytest

import semilin
from semilin import plot

PROGRAM = """
import semilin
model = semilin.SemiLinearClassifier("da", class_sizes={"a": 0.5}).fit("news.csv")
labels = model.predict(["a text"]).tolist()
semilin.load("m").save("n")
semilin.audit("news.csv", estimator=semilin.GraphClassifier(n_neighbors=5))
content: bytes = model.to_bytes()
"""


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


def test_mypy_finds_no_fault(tmp_path):
    pytest.importorskip("mypy")
    package = Path(semilin.__file__).parent
    assert (package / "py.typed").exists()
    (tmp_path / "program.py").write_text(PROGRAM)
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--ignore-missing-imports", "--cache-dir=cache"]
        + ["program.py", str(package)],
        cwd=tmp_path,
        env={**os.environ, "MYPYPATH": str(package.parent)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout
