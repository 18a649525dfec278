"""The examples in docstrings."""

import doctest
import importlib
import os
import pkgutil
import re
import subprocess
import sys
import textwrap
import warnings
from pathlib import Path

import numpy as np
import pytest

import semilin

MODULES = ["semilin"] + [
    f"semilin.{m.name}" for m in pkgutil.iter_modules(semilin.__path__)
    if m.name != "_engine"
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_give_what_they_say(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def programs(path):
    """The indented blocks of Markdown that are Python, one after the other."""
    text = (Path(os.environ["SEMILIN_SOURCE_DIR"]) / path).read_text(encoding="utf-8")
    for block in re.findall(r"(?:^    .*\n|^\n(?=    ))+", text, re.MULTILINE):
        block = textwrap.dedent(block).strip("\n")
        if not re.match(r"pip|cmake", block):
            yield block


@pytest.mark.parametrize("path", ["docs/python.md", "docs/from-scikit-learn.md"])
def test_the_programs_of_the_documents_run(path, tmp_path, monkeypatch, on_path):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    monkeypatch.chdir(tmp_path)
    words = ["sport match goal team league coach".split(), "art opera stage song choir score".split()]
    texts = [" ".join(words[i % 2][(i // 2 + k) % 6] for k in range(4)) for i in range(60)]
    truth = ["sport", "art"] * 30
    labels = [name if i < 12 else "" for i, name in enumerate(truth)]
    rows = "".join(f"d{i},{text},{label}\n" for i, (text, label) in enumerate(zip(texts, labels)))
    Path("news.csv").write_text("id,text,label\n" + rows)
    Path("more.csv").write_text("text\nthe goal\nan opera\n")
    Path("more_labels.csv").write_text("id,label\nd12,sport\n")
    vectorizer = semilin.TextVectorizer()
    names = {
        **dict(texts=texts, labels=labels, more_texts=texts[:9], vectorizer=vectorizer),
        **dict(X=vectorizer.fit_transform(texts), y=labels),
        **dict(E=np.eye(2)[np.arange(60) % 2] + 0.1, F=np.eye(2)[np.arange(9) % 2] + 0.1),
        **dict(test_texts=texts[20:], test_labels=truth[20:]),
    }
    if path == "docs/from-scikit-learn.md":
        names.update(labeled_texts=texts[:12], labels=truth[:12], other_texts=texts[12:])
    blocks = list(programs(path))
    assert len(blocks) > 3
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for block in blocks:
            try:
                exec(compile(block, path, "exec"), names)
            except ValueError as error:  # semilin.label, built without libevent
                if "this build has no server" not in str(error):
                    raise


def test_every_public_name_has_a_docstring():
    for name in semilin.__all__:
        assert getattr(semilin, name).__doc__, name


def test_the_reference_names_every_public_name():
    script = os.environ["SEMILIN_SOURCE_DIR"] + "/docs/python_reference.py"
    made = subprocess.run(
        [sys.executable, script], capture_output=True, text=True, check=True
    ).stdout
    for name in [*semilin.__all__, "plot.confidence", "SemiLinearClassifier.fit"]:
        assert f"# {name}\n" in made
