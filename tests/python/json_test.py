"""What commands print with --json is what docs/json.schema.json says."""

import json
import os
import pathlib
import random

import pytest
from conftest import run

jsonschema = pytest.importorskip("jsonschema")
SCHEMA = json.loads(
    pathlib.Path(os.environ["SEMILIN_SOURCE_DIR"], "docs", "json.schema.json").read_text()
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("json")
    draw = random.Random(1)
    rows = []
    for i in range(120):
        words = draw.choices([f"{'ab'[i % 2]}{n}" for n in range(20)], k=4)
        rows.append((i, " ".join(words + draw.choices([f"w{n}" for n in range(40)], k=5)), i % 2))
    for name, label in {
        "few.csv": lambda i, k: "ab"[k] if i < 30 else "",
        "all.csv": lambda i, k: "ab"[k],
        "sets.csv": lambda i, k: "ab"[k] + ("|c" if i % 3 == 0 else "") if i < 60 else "",
    }.items():
        lines = [f"{i},{text},{label(i, k)}\n" for i, text, k in rows]
        (path / name).write_text("id,text,label\n" + "".join(lines))
    lines = [f"{i},{'ab'[k] if i % 7 else ''},{'ab'[i % 3 == 0]}\n" for i, _, k in rows]
    (path / "votes.csv").write_text("id,v,w\n" + "".join(lines))
    command(path, "train few.csv -q -o m --method da --probabilities")
    command(path, "train few.csv -q -o plain --method svm")
    command(path, "train sets.csv -q -o sets --label-separator |")
    command(path, "vectorize few.csv -q -o few.store")
    return path


def command(folder, arguments):
    return run(os.environ["SEMILIN_COMMAND"], *arguments.split(), cwd=folder)


@pytest.mark.parametrize(
    "arguments",
    [
        "train few.csv -o x",
        "train few.csv -o x --method da --expected-accuracy --test all.csv",
        "train few.csv -o x --method tv-rls",
        "train few.csv -o x --votes votes.csv",
        "train sets.csv -o x --label-separator |",
        "tune few.csv -o x --method svm --set lambda=0.01,0.001",
        "predict m all.csv",
        "predict plain all.csv -o -",
        "predict sets all.csv",
        "evaluate m all.csv",
        "evaluate sets sets.csv --label-separator |",
        "inspect m",
        "inspect sets",
        "inspect few.store",
        "suggest few.csv",
        "suggest few.csv --model m",
        "suggest few.csv --model m --words 2",
        "suggest sets.csv --model sets --label-separator |",
        "audit all.csv",
        "explain m a1",
        "explain m --data few.csv --row 3 --members",
    ],
)
def test_the_document_is_as_the_schema_says(arguments, folder):
    printed = command(folder, arguments + " --json")

    schema = {**SCHEMA, "$ref": "#/$defs/" + arguments.split()[0]}
    jsonschema.Draft202012Validator(schema).validate(json.loads(printed))


def test_the_list_of_many_rows_is_whole(folder):
    (folder / "two.svm").write_text("1 1:1\n2 2:1\n")
    (folder / "many.svm").write_text("1 1:1\n2 2:1\n" * 60000)
    command(folder, "train two.svm -q -o two")
    printed = json.loads(command(folder, "predict two many.svm --json"))

    assert [row["id"] for row in printed] == [str(i + 1) for i in range(120000)]
