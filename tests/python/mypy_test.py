"""mypy finds the package in order, and checks programs that use it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import semilin

pytest.importorskip("mypy", reason="needs mypy")

PACKAGE = Path(semilin.__file__).parent
PROGRAM = """
from __future__ import annotations

import semilin
from semilin import SemiLinearClassifier, SemiSupervisedKFold


def trained(texts: list[str], labels: list[str]) -> SemiLinearClassifier:
    return SemiLinearClassifier("da", class_sizes={"a": 0.5}).fit(texts, labels)


model = trained(["red wine", "white roses"] * 4, ["a", "b"] * 4)
labels: list[str] = list(model.predict("more.csv"))
content: bytes = model.to_bytes()
semilin.load("m").save("n")
semilin.audit("news.csv", estimator=semilin.GraphClassifier(n_neighbors=5))
semilin.suggest("news.csv", model=model, count=5)
semilin.explain(model, ["a text"])
semilin.expected_accuracy(["a"], ["b"])
with semilin.label("news.csv", model=model) as page:
    url: str = page.url
    model.fit(page.corpus())
model.fit(["a"], ["b"], tune={"lambda": [1e-2, 1e-3]})
folds: int = SemiSupervisedKFold(3).get_n_splits()
default, values, text = semilin.options("da")["tolerance"]
"""


def mypy(folder, *arguments):
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--ignore-missing-imports", "--cache-dir=cache"]
        + list(arguments),
        cwd=folder,
        env={**os.environ, "MYPYPATH": str(PACKAGE.parent)},
        capture_output=True,
        text=True,
    )
    return done.stdout


def test_mypy_finds_no_fault_in_the_package(tmp_path):
    assert (PACKAGE / "py.typed").exists()
    assert "Success" in mypy(tmp_path, "--check-untyped-defs", str(PACKAGE))


def test_mypy_checks_programs_that_use_the_package(tmp_path):
    strict = ["--strict", "--follow-imports=silent", "program.py"]
    (tmp_path / "program.py").write_text(PROGRAM)
    assert "Success" in mypy(tmp_path, *strict)
    faults = ["number: int = model.to_bytes()", "semilin.load()", "page.urls"]
    faults += ["model.fti(['a'])", "semilin.sugest('news.csv')"]
    (tmp_path / "program.py").write_text(PROGRAM + "\n".join(faults))
    assert mypy(tmp_path, *strict).count("error:") == len(faults)
