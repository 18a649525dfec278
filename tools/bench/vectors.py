#!/usr/bin/env python3
"""Vectors beside words (docs/results.md), and the time to read them.

    vectors.py SEMILIN DATA [--draws N] [--labels N,...] [--sets NAME,...]

SEMILIN is the command, DATA the folder of real data. The vectors are made: 100
numbers per document by truncated SVD of its words, scaled to length 1. Needs
scikit-learn. Prints, of digits and made numbers as svmlight text and as .npy, the
processor's seconds that one thread takes to read them and whether models have the
same bytes; then the accuracy (%) on hidden labels by method, of words, of
vectors, and of both.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from sklearn.datasets import dump_svmlight_file, load_svmlight_file
from sklearn.decomposition import TruncatedSVD
from sklearn.preprocessing import normalize

RANK = 100
METHODS = {
    "words": ("svm", "da", "nb-em", "tv-rls", "committee"),
    "vectors": ("svm", "da", "tv-rls", "committee"),
    "both": ("svm", "da", "committee"),
}


def made_vectors(X):
    svd = TruncatedSVD(RANK, random_state=1)
    return normalize(svd.fit_transform(X)).astype(np.float32)


def drawn(y, count, seed):
    """The rows that keep their labels, `count` of each class."""
    order = np.random.default_rng(seed).permutation(len(y))
    kept = np.zeros(len(y), dtype=bool)
    for k in np.unique(y):
        kept[order[y[order] == k][:count]] = True
    return kept


def train(command, folder, arguments):
    """The summary of a training, whose labels are in folder/out."""
    line = [command, "train", *arguments, "-q", "-o", "model", "--summary", "s"]
    subprocess.run([*line, "--labels-out", "out"], cwd=folder, check=True)
    return json.loads((folder / "s").read_text())


def study(command, folder, data, name, counts, draws):
    X, y = load_svmlight_file(str(data / name / "train.svm.gz"))
    y = y.astype(int)
    dump_svmlight_file(X, y, str(folder / "words.svm"), zero_based=False)
    np.save(folder / "e.npy", made_vectors(X))
    rows = {
        "words": ("words.svm",),
        "vectors": ("e.npy",),
        "both": ("words.svm", "--vectors", "e.npy"),
    }
    for count in counts:
        for kind, methods in METHODS.items():
            for method in methods:
                right = []
                for seed in range(1, draws + 1):
                    kept = drawn(y, count, seed)
                    shown = np.where(kept, y.astype(str), "?")
                    (folder / "labels").write_text("\n".join(shown) + "\n")
                    options = ("--labels", "labels", "--method", method)
                    train(command, folder, (*rows[kind], *options))
                    out = np.loadtxt(folder / "out", dtype=int)
                    right.append(100 * np.mean((out == y)[~kept]))
                print(
                    f"{name:16} {count:3} {kind:8} {method:10}",
                    f"{np.mean(right):5.1f}",
                    flush=True,
                )


def seconds_of(command, folder, *arguments):
    """The least of five runs."""
    least = float("inf")
    for _ in range(5):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(
            [command, *arguments],
            cwd=folder,
            check=True,
            stdout=subprocess.DEVNULL,
            env={**os.environ, "OMP_NUM_THREADS": "1"},
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        user = after.ru_utime - before.ru_utime
        least = min(least, user + after.ru_stime - before.ru_stime)
    return least


def digits(path):
    X, y = load_svmlight_file(str(path), dtype=np.float32)
    return X.toarray(), y.astype(int)


def made_numbers():
    random = np.random.default_rng(1)
    X = random.standard_normal((60000, 384), dtype=np.float32)
    return X, (X[:, 0] > 0).astype(int)


def reading(command, folder, name, X, y):
    np.save(folder / "x.npy", X)
    (folder / "labels").write_text("\n".join(map(str, y)) + "\n")
    with (folder / "x.svm").open("w") as out:
        for label, row in zip(y, X):
            places = np.flatnonzero(row)
            entries = " ".join(f"{j + 1}:{row[j]}" for j in places)
            out.write(f"{label} {entries}\n")
    nothing = seconds_of(command, folder, "--version")
    seconds, models = {}, {}
    for file in ("x.svm", "x.npy"):
        seconds[file] = seconds_of(command, folder, "inspect", file) - nothing
        train(command, folder, (file, "--labels", "labels", "--method", "svm"))
        models[file] = (folder / "model").read_bytes()
    same = "same" if models["x.svm"] == models["x.npy"] else "OTHER"
    ratio = seconds["x.svm"] / seconds["x.npy"]
    print(
        f"{name:6} {X.shape[0]} x {X.shape[1]}  text {seconds['x.svm']:.3f} s ",
        f".npy {seconds['x.npy']:.3f} s  {ratio:.1f} times  {same} model",
        flush=True,
    )


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("command")
    parser.add_argument("data", type=Path)
    parser.add_argument("--draws", type=int, default=3)
    parser.add_argument("--labels", default="1,5,10")
    parser.add_argument("--sets", default="20news_stripped,reuters_r8,trec6")
    given = parser.parse_args()
    counts = [int(count) for count in given.labels.split(",")]
    command = str(Path(given.command).resolve())
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for one in ("usps", "mnist"):
            X, y = digits(given.data / one / "train.svm.gz")
            reading(command, folder, one, X, y)
        reading(command, folder, "made", *made_numbers())
        for one in filter(None, given.sets.split(",")):
            study(command, folder, given.data, one, counts, given.draws)


if __name__ == "__main__":
    sys.exit(main())
