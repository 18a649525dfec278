"""The programs in examples/ run, and do what they say."""

import os
import sys
from pathlib import Path

import numpy as np
import pytest
from conftest import run

EXAMPLES = Path(os.environ["SEMILIN_SOURCE_DIR"]) / "examples"
WORDS = {
    "wine": "grape barrel cork vintage cellar red white tannin".split(),
    "bread": "flour oven yeast crust dough rye loaf bake".split(),
}


def documents(count):
    random = np.random.RandomState(0)
    for i in range(count):
        label = ["wine", "bread"][i % 2]
        yield label, " ".join(random.choice(WORDS[label], 6))


def test_classify(tmp_path):
    lines = [
        f"{label if i < 6 else ''},{text}\n"
        for i, (label, text) in enumerate(documents(60))
    ]
    (tmp_path / "texts.csv").write_text("label,text\n" + "".join(lines))
    found = run(sys.executable, EXAMPLES / "classify.py", tmp_path / "texts.csv")
    truth = [f"{line}\t{label}" for line, (label, _) in enumerate(documents(60), 2)]
    assert found.splitlines() == truth[6:]


def test_classify_says_in_a_line_what_is_wrong(tmp_path):
    program = [sys.executable, EXAMPLES / "classify.py"]
    assert run(*program, status=1) == "usage: classify.py FILE\n"
    said = run(*program, tmp_path / "none", status=1)
    assert said.startswith("classify.py: ") and "none: " in said
    assert said.count("\n") == 1
