"""Errors of the graph methods on points whose labels are hidden: the tables in
docs/graph-results.md.

    graph_table.py SEMILIN SET... [--labels 1,5,10,50] [--methods A,B] [--draws N]
                   [--sizes equal|estimate|true] [--set NAME=VALUE]... [--held-out]

SEMILIN_DATA names the folder of the data sets (datasets/README.md). SET: usps-49 (the
digits 4 and 9), usps-0149, usps, mnist, 20news_stripped, reuters_r8 (all rows, training
and test), or ssl_digit1, ssl_usps, ssl_g241c, ssl_text (their official splits). Labels
are drawn per class. Errors in % of the rows whose labels are hidden: mean and standard
deviation over the draws. --sizes, --set: of the graph methods. Besides the methods of
semilin there is "poisson", Poisson learning on the same graph. --held-out: the rows are
those of the training set alone; the model's error on the test set stands behind "out",
and behind "in" the error on the same test rows of a run that had them among its
unlabeled rows."""

import argparse
import gzip
import os
import tempfile
from pathlib import Path

import numpy as np
from accuracy import lines_of, run
from scipy.sparse import coo_matrix, diags
from scipy.sparse.linalg import cg

METHODS = "lap-rls,lap-svm,tv-rls,tv-svm,cheeger-rls,cheeger-svm,poisson"
OF_THE_GRAPH = "neighbors=", "weights=", "metric=", "search="


class Points:
    """Rows in a file, their classes and their graph."""

    def __init__(self, arguments, folder, lines, truth):
        self.arguments, self.truth, self.folder = arguments, np.array(truth), Path(folder)
        self.classes = np.unique(self.truth)
        self.write("rows.svm", lines)
        of_graph = [x for x in arguments.set if x.startswith(OF_THE_GRAPH)]
        options = [y for x in of_graph for y in ("--" + x).split("=")]
        self.semilin("graph", "rows.svm", "-o", "rows.graph", *options)
        self.semilin("convert", "rows.graph", "rows.edges")

    def write(self, name, lines):
        (self.folder / name).write_text("".join(f"? {line}\n" for line in lines))

    def semilin(self, *words):
        run([self.arguments.semilin, *words, "--quiet"], self.folder)

    def labels(self, method, shown):
        """What the method makes of the rows if it knows the classes of those shown."""
        if method == "poisson":
            return self.poisson(shown)
        table = "".join(f"{i + 1}\t{self.truth[i]}\n" for i in shown)
        (self.folder / "labels.tsv").write_text("id\tlabel\n" + table)
        options = ["--set", "lambda=0.001"]
        if method not in ("svm", "da"):
            sizes = self.arguments.sizes
            if sizes == "true":
                shares = [np.mean(self.truth == k) for k in self.classes]
                sizes = ",".join(f"{k}={x:.12g}" for k, x in zip(self.classes, shares))
            own = [x for x in self.arguments.set if not x.startswith(OF_THE_GRAPH)]
            options = ["--graph", "rows.graph", "--class-sizes", sizes]
            options += [y for x in own for y in ("--set", x)]
        self.semilin("train", "rows.svm", "--labels", "labels.tsv", "--method", method,
                     "-o", "model", "--labels-out", "out", *options)  # fmt: skip
        return lines_of(self.folder / "out")

    def predicted(self, lines):
        """What the last model says of other rows."""
        self.write("test.svm", lines)
        self.semilin("predict", "model", "test.svm", "-o", "out")
        return lines_of(self.folder / "out")

    def poisson(self, shown):
        """L u = the labels less their mean (Calder, Cook, Thorpe, Slepcev, ICML 2020)."""
        i, j, w = np.loadtxt(self.folder / "rows.edges", unpack=True)
        n, i, j = len(self.truth), i.astype(int) - 1, j.astype(int) - 1
        edges = coo_matrix((w, (i, j)), (n, n)).tocsr()
        edges = edges.maximum(edges.T)
        degrees = np.asarray(edges.sum(axis=1)).ravel()
        b = np.zeros((n, len(self.classes)))
        b[shown] = self.truth[shown, None] == self.classes
        b[shown] -= b[shown].mean(axis=0)
        laplacian, scale = diags(degrees) - edges, diags(1 / np.maximum(degrees, 1e-300))
        u = np.stack([cg(laplacian, column, M=scale, tol=1e-5)[0] for column in b.T], axis=1)
        return self.classes[np.argmax(u, axis=1)]


def read(name, *splits):
    """(lines, labels) of these parts of the set."""
    base, _, digits = name.partition("-")
    pairs = []
    for split in splits:
        with gzip.open(Path(os.environ["SEMILIN_DATA"], base, f"{split}.svm.gz"), "rt") as file:
            pairs += [line.rstrip("\n").partition(" ") for line in file]
    labels = np.array([pair[0] for pair in pairs])
    lines = np.array([pair[2] for pair in pairs], dtype=object)
    chosen = np.isin(labels, list(digits)) if digits else np.full(len(labels), True)
    return lines[chosen], labels[chosen]


def draws(name, truth, labels, count):
    """The rows that are shown, from 0 on."""
    splits = Path(os.environ["SEMILIN_DATA"], name, f"splits_l{labels}.txt.gz")
    if splits.exists():
        return [x.astype(int) - 1 for x in np.loadtxt(splits, ndmin=2)]
    found = []
    for seed in range(1, count + 1):
        order = np.random.RandomState(seed).permutation(len(truth))
        found.append(np.concatenate(
            [order[truth[order] == k][: int(labels)] for k in np.unique(truth)]))  # fmt: skip
    return found


def error(found, truth, hidden=slice(None)):
    return 100 * np.mean(found[hidden] != truth[hidden])


def cell(method, name, labels, arguments, points, test, together):
    here, out, beside = [], [], []
    for shown in draws(name, points.truth, labels, arguments.draws):
        hidden = np.full(len(points.truth), True)
        hidden[shown] = False
        here.append(error(points.labels(method, shown), points.truth, hidden))
        if test and method != "poisson":
            out.append(error(points.predicted(test[0]), test[1]))
        if test:
            found = together.labels(method, shown)[len(points.truth) :]
            beside.append(error(found, test[1]))
    more = "".join(f", {word} {np.mean(x):.2f}" for word, x in (("out", out), ("in", beside)) if x)
    return f"{np.mean(here):.2f}{more} (sd {np.std(here):.2f})"


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("semilin", help="the command, of a release build")
    parser.add_argument("sets", nargs="+")
    parser.add_argument("--labels", default="1,5,10,50")
    parser.add_argument("--methods", default=METHODS)
    parser.add_argument("--draws", type=int, default=10)
    parser.add_argument("--sizes", choices=["equal", "estimate", "true"], default="equal")
    parser.add_argument("--set", action="append", default=[])
    parser.add_argument("--held-out", action="store_true")
    arguments = parser.parse_args()
    arguments.semilin = str(Path(arguments.semilin).resolve())
    budgets = arguments.labels.split(",")
    for name in arguments.sets:
        with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
            splits = ["all"] if name.startswith("ssl_") else ["train", "test"]
            whole, test, together = read(name, *splits), None, None
            if arguments.held_out:
                together, test = Points(arguments, other, *whole), read(name, "test")
                whole = read(name, "train")
            points = Points(arguments, one, *whole)
            print(f"\n| {name} | {' | '.join(budgets)} |\n|{'---|' * (1 + len(budgets))}")
            for method in arguments.methods.split(","):
                cells = [cell(method, name, labels, arguments, points, test, together)
                         for labels in budgets]  # fmt: skip
                print(f"| {method} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
