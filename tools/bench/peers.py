"""Accuracy, seconds and memory of the default method beside what else one would use
for documents of which few have labels: the last table of docs/beside.md, in Markdown.

    peers.py SEMILIN [--draws N] [--runs FILE.tsv] [--only PATTERN]

SEMILIN_DATA names the folder that holds 20news_stripped and reuters_r8 (rows with
tf-idf weights in train.svm.gz, the same documents in docs.tsv.gz). N rows of each
class keep their labels, drawn with the seeds 1, 2, ... (default: 5 draws), the
same for all; accuracy is that on all other rows of train.svm.gz, whose labels no
method sees. Options of the peers are their defaults, or those that their own
documentation has for such data; where others were tried, a peer has those that were
more accurate in the mean of the table's columns:

- LinearSVC, LogisticRegression, LIBLINEAR (-s 2 -B 1): C = 1.
- Self-training: a LogisticRegression takes labels of probability 0.75 and more,
  which on 20 newsgroups none has. (The 100 surest of each round instead cost it
  more than 25 points on reuters_r8 with ten labels of each class.)
- Naive Bayes with EM (Nigam et al. 2000), on the same rows: smoothing 0.01, as in
  scikit-learn's pages on the 20 newsgroups, until no label changes.
- Label spreading on 7 neighbors or with the kernel of its default (rbf), and logistic
  regression after truncated SVD: 100 directions, scaled to unit length, as
  scikit-learn advises for text. Label spreading reads no sparse rows.
- fastText: skipgram -maxn 0 makes vectors of all texts, then supervised -lr 1
  -epoch 25, as in its tutorial.
- semilin: train's defaults; words are the names of the 20 newsgroups, and those of
  reuters_r8's seed_words.csv.

Programs are measured from files to labels, the classes of scikit-learn from rows in
memory, without Python's start, which favors them. The table has processor seconds,
of all threads together, since other programs change them least, and megabytes: the
most that a program held, or a class of scikit-learn beyond Python and the rows; both
are medians of the draws with ten labels of each class. --runs keeps each run, with its
wall seconds, and repeats none that the file has; all take about 25 minutes of a
processor. --only leaves those whose "SET LABELS METHOD" has the pattern, such as
"r8 10 .*rbf". fastText, LIBLINEAR and what measures them are Debian's packages
fasttext, liblinear-tools and time; what has not run is a dash."""

import argparse
import gzip
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import warnings
from pathlib import Path

import numpy as np
from accuracy import Set, kept_runs
from sklearn.datasets import load_svmlight_file
from sklearn.decomposition import TruncatedSVD
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import Normalizer, label_binarize
from sklearn.semi_supervised import LabelSpreading, SelfTrainingClassifier
from sklearn.svm import LinearSVC

SETS = {"20news_stripped": "20 newsgroups", "reuters_r8": "Reuters R8"}
GROUPS = """alt atheism|comp graphics|comp os ms windows misc|
comp sys ibm pc hardware|comp sys mac hardware|comp windows x|misc forsale|
rec autos|rec motorcycles|rec sport baseball|rec sport hockey|sci crypt|
sci electronics|sci med|sci space|soc religion christian|talk politics guns|
talk politics mideast|talk politics misc|talk religion misc"""


def clock():
    """Wall and processor seconds, those of ended programs included."""
    return np.array([time.perf_counter(), sum(os.times()[:4])])


def most_memory():
    """The most megabytes that this process has held since its count began."""
    status = Path("/proc/self/status").read_text()
    return int(re.search(r"VmHWM:\s*(\d+)", status)[1]) * 1024 / 1e6


class Draw:
    """A set's rows, of which some show their labels; files hold the same."""

    def __init__(self, name, folder, semilin):
        source = Path(os.environ["SEMILIN_DATA"], name)
        folder.mkdir()
        self.folder, self.semilin = folder, semilin
        self.count = self.seed = None
        self.vectors = None  # what fastText's vectors cost, which all draws share
        self.write("kilobytes", [])
        self.data = Set(name)
        self.rows = load_svmlight_file(str(source / "train.svm.gz"))[0]
        self.truth = self.data.truth.astype(int)
        with gzip.open(source / "docs.tsv.gz", "rt") as lines:
            texts = [line.lower().partition("\t")[2] for line in lines]
        words = [re.findall("[a-z][a-z0-9]+", text) for text in texts[: len(self.truth)]]
        self.texts = [" ".join(x) for x in words]
        self.write("texts", self.texts)
        self.lines = self.data.rows[0]
        self.data.write(folder / "all.svm", self.lines, ["0"] * len(self.truth))
        shutil.copy(source / "vocab.txt.gz", folder)
        if name == "20news_stripped":
            names = GROUPS.replace("\n", "").split("|")
            words = [f"{k}: {name}" for k, name in enumerate(names)]
        else:
            words = (source / "seed_words.csv").read_text().splitlines()[1:]
        self.write("words", [line.replace(",", ":", 1) for line in words])

    def show(self, labels, seed):
        self.count, self.seed = labels, seed
        shown = self.data.shown(labels, seed)
        self.known = np.flatnonzero(shown != "")
        self.shown = np.full(len(self.truth), -1)
        self.shown[self.known] = self.truth[self.known]
        self.data.write(self.folder / "rows.svm", self.lines, shown)
        known = [self.lines[i] for i in self.known]
        self.data.write(self.folder / "known.svm", known, shown[self.known])
        known = [f"__label__{shown[i]} {self.texts[i]}" for i in self.known]
        self.write("known.texts", known)

    def write(self, name, lines):
        (self.folder / name).write_text("\n".join(lines) + "\n")

    def run(self, command, **options):
        """Runs a program in the folder; its words are separated by blanks."""
        words = "/usr/bin/time -a -o kilobytes -f %M".split() + command.split()
        subprocess.run(words, check=True, cwd=self.folder, **options)

    def memory(self):
        """The most megabytes of the programs that have run."""
        used = self.folder / "kilobytes"
        return max((int(x) for x in used.read_text().split()), default=0) * 1024 / 1e6

    def labels_of(self, name, prefix=""):
        lines = (self.folder / name).read_text().split("\n")[: len(self.truth)]
        return np.array([int(x[len(prefix) :] or -1) for x in lines])

    def accuracy(self, labels):
        hidden = self.shown < 0
        return 100 * np.mean(labels[hidden] == self.truth[hidden])


def supervised(model):
    return lambda draw: (
        model.fit(draw.rows[draw.known], draw.truth[draw.known]).predict(draw.rows)
    )


def directions(draw):
    svd = TruncatedSVD(100, random_state=draw.seed)
    return make_pipeline(svd, Normalizer()).fit_transform(draw.rows)


def svd(draw):
    rows = directions(draw)
    model = LogisticRegression(max_iter=1000)
    return model.fit(rows[draw.known], draw.truth[draw.known]).predict(rows)


def label_spreading(kernel):
    def run(draw):
        model = LabelSpreading(kernel=kernel, max_iter=1000)
        return model.fit(directions(draw), draw.shown).transduction_

    return run


def self_training(draw):
    model = SelfTrainingClassifier(LogisticRegression(max_iter=1000))
    return model.fit(draw.rows, draw.shown).predict(draw.rows)


def naive_bayes_em(draw):
    known = label_binarize(draw.truth[draw.known], classes=np.unique(draw.truth))
    beliefs, labels = np.zeros((len(draw.truth), known.shape[1])), None
    while True:
        beliefs[draw.known] = known
        weights = draw.rows.T @ beliefs + 0.01
        weights = np.log(weights / weights.sum(axis=0))
        scores = draw.rows @ weights + np.log(beliefs.mean(axis=0))
        before, labels = labels, scores.argmax(axis=1)
        if np.array_equal(before, labels):
            return labels
        beliefs = np.exp(scores - scores.max(axis=1, keepdims=True))
        beliefs /= beliefs.sum(axis=1, keepdims=True)


def liblinear(draw):
    draw.run("liblinear-train -q -s 2 -B 1 known.svm model")
    draw.run("liblinear-predict all.svm model out", stdout=subprocess.DEVNULL)
    return draw.labels_of("out")


def fasttext(draw):
    if draw.vectors is None:
        begin = clock()
        draw.run("fasttext skipgram -input texts -output all -maxn 0 -verbose 0")
        draw.vectors = clock() - begin, draw.memory()
    draw.run(
        "fasttext supervised -input known.texts -output known -verbose 0"
        " -lr 1 -epoch 25 -pretrainedVectors all.vec"
    )
    with open(draw.folder / "out", "w") as out:
        draw.run("fasttext predict known.bin texts", stdout=out)
    return draw.labels_of("out", "__label__")


def semilin(draw, options=""):
    draw.run(f"{draw.semilin} train -q rows.svm -o model --labels-out out {options}")
    return draw.labels_of("out")


def semilin_words(draw):
    return semilin(draw, "--seed-words words --vocabulary vocab.txt.gz")


WORDS, OURS = "**semilin**, given words of the classes", "**semilin**"
BAYES, SVM = "naive Bayes with EM", "linear SVM (LinearSVC)"
FASTTEXT = "fastText, vectors of all texts"
METHODS = {
    WORDS: semilin_words,
    OURS: semilin,
    BAYES: naive_bayes_em,
    "truncated SVD, logistic regression": svd,
    "label spreading on neighbors": label_spreading("knn"),
    "label spreading, rbf": label_spreading("rbf"),
    "self-training": self_training,
    "logistic regression": supervised(LogisticRegression(max_iter=1000)),
    SVM: supervised(LinearSVC()),
    "linear SVM (LIBLINEAR)": liblinear,
    FASTTEXT: fasttext,
}
PROGRAMS = {"linear SVM (LIBLINEAR)": "liblinear-train", FASTTEXT: "fasttext"}


def measure(draw, method):
    """[accuracy, wall seconds, processor seconds, megabytes]."""
    shared = draw.vectors if method == FASTTEXT else None
    draw.write("kilobytes", [])
    Path("/proc/self/clear_refs").write_text("5")  # the count of most_memory begins
    begin, held = clock(), most_memory()
    labels = METHODS[method](draw)
    seconds, memory = clock() - begin, draw.memory() or most_memory() - held
    if shared:
        seconds, memory = seconds + shared[0], max(memory, shared[1])
    return [round(x, 2) for x in (draw.accuracy(labels), *seconds, memory)]


def plan(draws):
    """(set, labels, seed, method) of each run."""
    for name in SETS:
        yield name, "0", 0, WORDS
    for seed in range(1, draws + 1):
        for name in SETS:
            for labels in "5", "10":
                for method in METHODS:
                    if method not in PROGRAMS or shutil.which(PROGRAMS[method]):
                        yield name, labels, seed, method


def measure_all(semilin, wanted, path):
    """The runs by their plan: those that the file has, and the others, which are
    written to it."""
    (file, runs), sets = kept_runs(path), {}
    with tempfile.TemporaryDirectory() as folder:
        for run in wanted:
            if run in runs:
                continue
            name, labels, seed, method = run
            if name not in sets:
                sets[name] = Draw(name, Path(folder, name), semilin)
            if (sets[name].count, sets[name].seed) != (labels, seed):
                sets[name].show(labels, seed)
            runs[run] = measure(sets[name], method)
            print(*run, *runs[run], sep="\t", file=file, flush=True)
    return {run: runs[run] for run in wanted}


def found(runs, name, labels, method):
    """The figures of the draws: a row for each."""
    wanted = (name, labels, method)
    return np.array([x for run, x in runs.items() if run[:2] + run[3:] == wanted])


def columns(runs, name):
    """Of a set: the accuracy with 0, 5 and 10 labels, the best one in bold, and the
    seconds and megabytes with 10, each by method."""
    for labels in "0", "5", "10":
        draws = {m: found(runs, name, labels, m) for m in METHODS}
        means = {m: f"{x[:, 0].mean():.1f}" for m, x in draws.items() if x.size}
        best = max(means.values(), key=float, default=None)
        yield {m: f"**{x}**" if x == best else x for m, x in means.items()}
    yield {m: f"{np.median(x[:, 2]):.1f}" for m, x in draws.items() if x.size}
    yield {m: f"{np.median(x[:, 3]):.0f}" for m, x in draws.items() if x.size}


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("semilin", help="the command, of a release build")
    parser.add_argument("--draws", type=int, default=5)
    parser.add_argument("--runs", help="the file that keeps the runs")
    parser.add_argument("--only", default="", help="a pattern of the runs")
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")  # rows without a word have no direction
    for program in PROGRAMS.values():
        if not shutil.which(program):
            print(f"{program} is not installed: dashes", file=sys.stderr)
    semilin = str(Path(arguments.semilin).resolve())
    wanted = [
        (name, labels, seed, method)
        for name, labels, seed, method in plan(arguments.draws)
        if re.search(arguments.only, f"{name} {labels} {method}")
    ]
    runs = measure_all(semilin, wanted, arguments.runs)
    table = [column for name in SETS for column in columns(runs, name)]
    heads = [f"{SETS[name]}, no label | 5 per class | 10 | seconds | MB" for name in SETS]
    print(f"| | {' | '.join(heads)} |")
    print("|---" * (1 + len(table)) + "|")
    for method in METHODS:
        print(f"| {method} | {' | '.join(x.get(method, '-') for x in table)} |")


if __name__ == "__main__":
    main()
