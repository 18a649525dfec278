"""Accuracy from no label to all labels, on new documents and on the rows at hand.

    accuracy.py SEMILIN [--sets A,B] [--budgets A,B] [--methods A,B] [--draws N]
                [--runs FILE.tsv] [--where test|hidden] [--figure FILE.svg]
    accuracy.py SEMILIN --beside [--draws N] [--runs FILE.tsv]

SEMILIN_DATA names the folder of the data sets (datasets/README.md). semilin reads the
texts of a set, or its svmlight rows if it has no texts; other programs read the rows.
A run hides all labels of the training split but those of its budget, trains, and looks
at the hidden labels and at the test split, which no method sees (of a set that has
none, each third row):

- words: no label, and the words of seed_words.csv, or of seed_words/SET.csv beside this
  program; 5+words: labels and words
- votes: no label, and the votes of train_votes.csv.gz; 20x+votes: 20 labels drawn from
  all, and votes; votes+words: votes and words. Votes that are changed: oneclass, each
  voter's most frequent class alone; random100 and random30, one more voter, at random on
  all or on 30 % of the rows; wrong30, always wrong; copies5 of the busiest voter;
  without-NAME, no vote for a class: votes/oneclass/wrong30, or 100x+votes/without-ham
- annotated: no label, and the votes of three simulated annotators on 2,000 rows, who are
  right on 60, 70 and 80 % and otherwise name one of the two neighboring classes;
  annotated-most and annotated-true: the class of most votes, or the true one, as label;
  votes+new and annotated+new: the new documents have votes, too
- 5: so many of each class; 20x: so many of all, at random; 5%: a share of all; -10: all
  but ten; all; 10-but-acq: ten of each class but one, also with +words
- 5@1000: five of each class, and of the other documents 1,000, at random
- 20%w40: 20 % at random, of which 40 % have the label of another class

A set FOLDER/PART is one of several in a folder. If it has the published labels of
PART_10.csv.gz, the budget 10 means these, and there are no other budgets but all. A
budget that draws nothing is run once.

A set NAME:CLASS is the task "CLASS or not", and only10 is ten labels of the class alone;
only10+size: and its true size. Of a set NAME+12 all but the twelve largest classes are
"none of these", a class whose F1 stands in place of macro F1. Of a set NAME& two
documents are joined to one with the labels of both; its figures are micro and macro F1 of
the labels, and linear-svc is scikit-learn's LinearSVC for each label, on TF-IDF. Of a set
NAME^100 each document has a vector of 100 numbers beside its words, a truncated SVD of
the TF-IDF of the training split; the methods words and vectors are the default on either
alone, logistic is LogisticRegression(C=10) on the vectors. Methods are those of semilin,
or its default, or liblinear (liblinear-train -s 2 -B 1, C = 1), svm-balanced and
lr-balanced (scikit-learn's LinearSVC and LogisticRegression(C=10) with
class_weight="balanced"), or for votes majority (the most voted classes as labels of
LogisticRegression(C=10)).

Prints tables in Markdown, sets x methods by budgets: accuracy and macro F1, of rare
classes F1 and average precision, and on new documents the calibration error of the
default's probabilities, each with its standard error over the draws. --runs
keeps each run in a file, and repeats none that the file has; --figure draws the
accuracy of up to four methods on the first set.

--beside prints the tables of docs/beside.md instead: for the sets and labels of
published.csv, the default, the SVM on the labels or majority, what others published,
processor seconds and memory. A set without PART is the mean of the parts above it."""

import argparse
import copy
import csv
import gzip
import io
import json
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from functools import cached_property
from pathlib import Path

import numpy as np
from figure import draw

SETS = [
    "20news_stripped", "reuters_r8", "reuters_r52", "ohsumed_single23", "trec6",
    "banking77", "pcmac", "usps",
    "sib200/eng", "sib200/deu", "sib200/tur", "sib200/ben", "sib200/tha",
    "masakhanews/som", "masakhanews/lug", "masakhanews/pcm",
    "intents/banking77", "intents/hwu64",
    "20news_stripped:13", "20news_stripped:7", "ohsumed_single23:4",
    "ohsumed_single23:1", "trec6:4",
]  # fmt: skip
BUDGETS = "words 1 5 10 1% 5% 20% 50% 90% -10 all 20%w20 20%w40".split()
ALONE = "words", "votes", "annotated"  # without a label
FIXED = "words", "votes", "all"  # nothing is drawn
SHARES = {"random100": 1.0, "random30": 0.3, "wrong30": 0.3}  # of the rows
ANNOTATORS = 0.6, 0.7, 0.8
RARE_BUDGETS = "2% 10% 50%".split()
METHODS = ["default", "da", "svm", "liblinear"]


class Set:
    """Texts, or rows as lines of a file, of a training and a test split, with labels."""

    def __init__(self, name):
        self.joined = name.endswith("&")
        name, _, self.dimensions = name.removesuffix("&").partition("^")
        self.name, _, self.rare = name.partition(":")
        self.name, _, self.kept = self.name.partition("+")
        folder, _, part = self.name.partition("/")
        self.folder = Path(os.environ["SEMILIN_DATA"], folder)
        self.rows = None  # the rows of both splits, for other programs
        self.published = {}  # the labels of a budget
        tables = f"train_{part}", f"{part}_all", "train"
        table = next((x for x in tables if self.has(f"{x}.csv")), None)
        self.csv = table or self.has("docs.tsv")
        if table:
            self.train, self.truth = self.table(table)
            test = table.replace("train", "test").replace("_all", "_test")
            self.test, self.test_truth = self.table(test)
            for budget in "5", "10":
                if self.has(f"{part}_{budget}.csv"):
                    shown = {x: y for x, y in zip(*self.table(f"{part}_{budget}")) if y}
                    labels = [shown.pop(x, "") for x in self.train]
                    self.published[budget] = np.array(labels, dtype=self.truth.dtype)
            self.join()
            return
        if self.has("all.svm"):
            pairs = self.pairs("all.svm", " ")
            new = np.arange(len(pairs)) % 3 == 0
        else:
            pairs, more = self.pairs("train.svm", " "), self.pairs("test.svm", " ")
            new = np.repeat([False, True], [len(pairs), len(more)])
            pairs += more
        labels = self.labels(x[0] for x in pairs)
        self.truth, self.test_truth = labels[~new], labels[new]
        self.rows = self.split(pairs, new)
        documents = self.pairs("docs.tsv", "\t") if self.csv else pairs
        self.train, self.test = self.split(documents, new)
        self.join()

    def join(self):
        """Pairs of documents, drawn at random, and their labels, "a" or "a,b"."""
        if not self.joined:
            return

        def pairs(texts, labels):
            order = np.random.RandomState(1).permutation(len(texts) // 2 * 2).reshape(-1, 2)
            sets = [",".join(sorted({labels[i], labels[j]})) for i, j in order]
            return [f"{texts[i]} {texts[j]}" for i, j in order], np.array(sets)

        self.rows, self.published = None, {}
        self.train, self.truth = pairs(self.train, self.truth)
        self.test, self.test_truth = pairs(self.test, self.test_truth)

    def has(self, name):
        return (self.folder / f"{name}.gz").exists()

    def pairs(self, name, separator):
        with gzip.open(self.folder / f"{name}.gz", "rt") as f:
            return [x.rstrip("\n").partition(separator) for x in f]

    def split(self, pairs, new):
        return [[x[2] for x, n in zip(pairs, new) if n == k] for k in (False, True)]

    def table(self, name):
        with gzip.open(self.folder / f"{name}.csv.gz", "rt") as f:
            found = list(csv.DictReader(f))
        return [x["text"] for x in found], self.labels(x["label"] for x in found)

    def labels(self, names):
        """The names, or of the task "CLASS or not" 1 and 0, or "none" of the largest."""
        names = list(names)
        if isinstance(self.kept, str) and self.kept:
            self.kept = sorted(set(names), key=lambda x: (-names.count(x), x))[: int(self.kept)]
        if self.kept:
            names = [x if x in self.kept or not x else "none" for x in names]
        return np.array([str(int(x == self.rare)) if self.rare and x else x for x in names])

    def write(self, path, lines, labels):
        """A label "" hides it."""
        with open(path, "w", newline="") as f:
            if path.suffix == ".csv":
                table = csv.writer(f)
                table.writerow(["id", "text", "label"])
                table.writerows(zip(range(len(lines)), lines, labels))
            else:
                f.writelines(f"{y or '?'} {x}\n" for x, y in zip(lines, labels))

    @cached_property
    def vectors(self):
        """Those of both splits, of length 1."""
        from sklearn.decomposition import TruncatedSVD
        from sklearn.feature_extraction.text import TfidfVectorizer
        from sklearn.pipeline import make_pipeline
        from sklearn.preprocessing import Normalizer

        rows = TfidfVectorizer(sublinear_tf=True, min_df=2)
        directions = TruncatedSVD(int(self.dimensions), random_state=1)
        made = make_pipeline(rows, directions, Normalizer()).fit(self.train)
        return [made.transform(texts).astype(np.float32) for texts in (self.train, self.test)]

    def votes(self, changes=(), seed=0, split="train"):
        """(numbers of rows from 0, what each voter says of each, or "")"""
        with gzip.open(self.folder / f"{split}.csv.gz", "rt") as f:
            numbers = {x["id"]: i for i, x in enumerate(csv.DictReader(f))}
        with gzip.open(self.folder / f"{split}_votes.csv.gz", "rt") as f:
            rows = list(csv.reader(f))[1:]
        ids = [numbers[x[0]] for x in rows]
        votes = np.array([self.labels(x[1:]) for x in rows], dtype=object)
        for change in changes:
            votes = self.changed(votes, change, ids, seed)
        return ids, votes[:, (votes != "").any(axis=0)]

    def write_votes(self, path, changes, seed, split="train"):
        ids, votes = self.votes(changes, seed, split)
        with open(path, "w", newline="") as f:
            table = csv.writer(f)
            table.writerow(["id", *(f"voter{v}" for v in range(len(votes[0])))])
            table.writerows([i, *x] for i, x in zip(ids, votes))

    def changed(self, votes, change, rows, seed):
        if change.startswith("without-"):
            return np.where(votes == change.removeprefix("without-"), "", votes)
        if change == "copies5":
            busiest = (votes != "").sum(axis=0).argmax()
            return np.hstack([votes] + 5 * [votes[:, [busiest]]])
        if change == "oneclass":
            most = [max(set(v) - {""}, key=list(v).count, default="") for v in votes.T]
            return np.where(votes == np.array(most, dtype=object), votes, "")
        draw = np.random.RandomState(seed)
        classes, truth = np.unique(self.truth, return_inverse=True)
        truth = truth[rows]
        least = 1 if change.startswith("wrong") else 0
        said = classes[(truth + draw.randint(least, len(classes), len(rows))) % len(classes)]
        said[draw.rand(len(rows)) >= SHARES[change]] = ""
        return np.hstack([votes, said[:, np.newaxis]])

    def words(self):
        """The table of seed words, if there is one."""
        own = Path(__file__).parent / "seed_words" / f"{self.name.replace('/', '_')}.csv"
        return next((x for x in (self.folder / "seed_words.csv", own) if x.exists()), None)

    def write_words(self, path):
        with open(self.words(), newline="") as f:
            classes, words = zip(*list(csv.reader(f))[1:])
        with open(path, "w", newline="") as f:
            csv.writer(f).writerows([("class", "words"), *zip(self.labels(classes), words)])

    def annotated(self, seed, split="train"):
        """2,000 rows, all of the test split, and what each annotator says of each."""
        draw, test = np.random.RandomState(seed), split == "test"
        classes, truth = np.unique(self.test_truth if test else self.truth, return_inverse=True)
        rows = draw.permutation(len(truth))[: None if test else 2000]
        votes = []
        for right in ANNOTATORS:
            wrong = draw.choice([-1, 1], len(rows)) * (draw.rand(len(rows)) >= right)
            votes.append(classes[(truth[rows] + wrong) % len(classes)])
        return rows, votes

    def write_annotated(self, path, seed, split="train"):
        rows, votes = self.annotated(seed, split)
        with open(path, "w", newline="") as f:
            table = csv.writer(f)
            table.writerow(["id", *(f"annotator{a}" for a in ANNOTATORS)])
            table.writerows((i + (not self.csv), *v) for i, *v in zip(rows, *votes))

    def shown(self, budget, seed):
        """The labels that the budget shows, "" for the others."""
        if budget.startswith("annotated-"):
            rows, votes = self.annotated(seed)
            labels = np.full(len(self.truth), "", dtype=self.truth.dtype)
            if budget == "annotated-true":
                labels[rows] = self.truth[rows]
            else:  # a tie: the one who is right most often
                labels[rows] = [a if a == b else c for a, b, c in zip(*votes)]
            return labels
        if budget in self.published:
            return self.published[budget]
        order = np.random.RandomState(seed).permutation(len(self.truth))
        budget = budget.partition("@")[0].partition("+")[0]
        alone = budget.partition("/")[0] in ALONE
        budget, _, untold = budget.partition("-but-")
        share, _, wrong = budget.partition("w") if not alone else ("0", "", "")
        if alone:
            chosen = order[:0]
        elif budget == "all":
            chosen = order
        elif budget.startswith("only"):
            chosen = order[self.truth[order] == "1"][: int(budget[4:])]
        elif share.endswith("%"):
            chosen = order[: round(float(share[:-1]) / 100 * len(order))]
        elif share.startswith("-"):
            chosen = order[: int(share)]
        elif share.endswith("x"):
            chosen = order[: int(share[:-1])]
        else:
            classes = np.setdiff1d(self.truth, [untold])
            chosen = [order[self.truth[order] == k][: int(share)] for k in classes]
            chosen = np.concatenate(chosen)
        labels = np.full(len(order), "", dtype=self.truth.dtype)
        labels[chosen] = self.truth[chosen]
        if self.rare and "1" not in labels and not alone:
            return self.shown(budget, seed + 1000)  # it has no label of the class
        if wrong:
            draw, classes = random.Random(seed), sorted(set(self.truth))
            for i in draw.sample(list(chosen), len(chosen) * int(wrong) // 100):
                labels[i] = draw.choice([k for k in classes if k != labels[i]])
        return labels

    def sample(self, labels, hidden, seed):
        """The set and its labels with so many of the rows without a label."""
        order = np.random.RandomState(seed).permutation(len(labels))
        rows = [*order[labels[order] != ""], *order[labels[order] == ""][:hidden]]
        small = copy.copy(self)
        small.train, small.truth = [self.train[i] for i in rows], self.truth[rows]
        if self.rows:
            small.rows = [self.rows[0][i] for i in rows], self.rows[1]
        return small, labels[rows]


def run(command, cwd):
    subprocess.run(command, check=True, cwd=cwd, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)  # fmt: skip


def processor_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def lines_of(path):
    """Names with blanks stand in quotes."""
    return np.array([x.strip('"') for x in path.read_text().splitlines()])


def semilin(command, data, labels, budget, seed, method, folder):
    """(predictions and scores of the training rows, the same of the test rows, and the
    probabilities of these predictions, or NaN, and the megabytes of the training)"""
    method, *options = method.split("+")
    given = {"words": False, "vectors": True}.get(method, bool(data.dimensions))
    beside = {"train": [], "test": []}
    if given:
        for split, vectors in zip(beside, data.vectors):
            np.save(folder / split, vectors)
            beside[split] = ["--vectors", f"{split}.npy"]
    if method == "vectors":
        ext, beside = "npy", {"train": ["--labels", "labels"], "test": []}
        (folder / "labels").write_text("\n".join(x or "?" for x in labels) + "\n")
    else:
        ext = "csv" if data.csv else "svm"
        data.write(folder / f"train.{ext}", data.train, labels)
        data.write(folder / f"test.{ext}", data.test, [""] * len(data.test))
    train = [command, "train", f"train.{ext}", "-o", "model", "--labels-out", "out"]
    train += [*beside["train"], "--threads", "1", "--summary", "summary.json"]
    train += [x for o in options for x in o.split(" ", 1)]
    if method not in ("default", "words", "vectors"):
        train += ["--method", method]
    if data.joined:
        train += ["--label-separator", ","]
    parts = [part.split("/") for part in budget.split("+")]
    if ["words"] in parts:
        data.write_words(folder / "words.csv")
        train += ["--seed-words", "words.csv"]
        train += [] if data.csv else ["--vocabulary", str(data.folder / "vocab.txt.gz")]
    if budget.startswith("only"):
        train += ["--classes", "0,1"]
        train += ["--class-sizes", f"1={np.mean(data.truth == '1')}"] if ["size"] in parts else []
    predict = [command, "predict", "model", f"test.{ext}", *beside["test"]]
    new = ["new"] in parts
    voters, *changes = next((x for x in parts if x[0] in ("votes", "annotated")), [None])
    for split in ("train", "test")[: 1 + new] if voters else ():
        if voters == "votes":
            data.write_votes(folder / f"{split}_votes.csv", changes, seed, split)
        else:
            data.write_annotated(folder / f"{split}_votes.csv", seed, split)
        if split == "train":
            train += ["--votes", "train_votes.csv"]
        else:
            train += ["--probabilities"]
            predict += ["--votes", "test_votes.csv"]
    run(train, folder)
    run([*predict, "-o", "new.jsonl"], folder)
    new = [json.loads(x) for x in (folder / "new.jsonl").read_text().splitlines()]
    predicted = np.array([",".join(np.atleast_1d(x["label"])) for x in new])
    sure = np.array([x.get("probability", np.nan) for x in new])
    scores = None
    if data.rare:
        run([*predict, "--scores", "-o", "s"], folder)
        scores = np.array([float(x.split()[-1]) for x in lines_of(folder / "s")])
    memory = json.loads((folder / "summary.json").read_text())["peak_memory_bytes"] / 1e6
    return (lines_of(folder / "out"), None), (predicted, scores, sure, memory)


def liblinear(data, labels, folder):
    names = sorted(set(labels) - {""})
    number = {k: str(i + 1) for i, k in enumerate(names)}
    known = np.flatnonzero(labels != "")
    data.write(folder / "known", [data.rows[0][i] for i in known],
               [number[labels[i]] for i in known])  # fmt: skip
    run(["liblinear-train", "-q", "-s", "2", "-B", "1", "known", "ll"], folder)
    found = []
    for lines in data.rows:
        data.write(folder / "rows", lines, ["1"] * len(lines))
        run(["liblinear-predict", "rows", "ll", "out"], folder)
        found.append(([names[int(x) - 1] for x in lines_of(folder / "out")], None))
    return found


def scikit(data, labels, method):
    from sklearn.datasets import load_svmlight_file
    from sklearn.linear_model import LogisticRegression
    from sklearn.svm import LinearSVC

    def rows(lines):
        text = io.BytesIO("".join(f"0 {x}\n" for x in lines).encode())
        return load_svmlight_file(text)[0]

    both = rows(data.rows[0] + data.rows[1])
    train, test = both[: len(labels)], both[len(labels) :]
    known = np.flatnonzero(labels != "")
    model = {
        "svm-balanced": LinearSVC(class_weight="balanced"),
        "lr-balanced": LogisticRegression(C=10, class_weight="balanced", max_iter=1000),
    }[method].fit(train[known], labels[known])
    return [(model.predict(x), model.decision_function(x)) for x in (train, test)]


def majority(data):
    """The most voted classes as labels of logistic regression on TF-IDF."""
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.linear_model import LogisticRegression

    ids, votes = data.votes()
    told = {i: max(sorted(set(v) - {""}), key=list(v).count, default="") for i, v in zip(ids, votes)}
    known = [i for i, label in told.items() if label]
    rows = TfidfVectorizer(sublinear_tf=True, min_df=2).fit([data.train[i] for i in known])
    both = [rows.transform(texts) for texts in (data.train, data.test)]
    model = LogisticRegression(C=10, max_iter=1000)
    model.fit(both[0][known], [told[i] for i in known])
    return [(model.predict(x), model.decision_function(x)) for x in both]


def logistic(data, labels):
    """Logistic regression on the vectors."""
    from sklearn.linear_model import LogisticRegression

    known = np.flatnonzero(labels != "")
    model = LogisticRegression(C=10, max_iter=1000)
    model.fit(data.vectors[0][known], labels[known])
    return [(model.predict(x), None) for x in data.vectors]


def linear_svc(data, labels):
    """For each label an SVM on TF-IDF."""
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.multiclass import OneVsRestClassifier
    from sklearn.preprocessing import MultiLabelBinarizer
    from sklearn.svm import LinearSVC

    known = np.flatnonzero(labels != "")
    rows = TfidfVectorizer(sublinear_tf=True, min_df=2)
    train, test = rows.fit_transform(data.train), rows.transform(data.test)
    sets = MultiLabelBinarizer()
    told = sets.fit_transform([x.split(",") for x in labels[known]])
    model = OneVsRestClassifier(LinearSVC()).fit(train[known], told)
    found = [sets.inverse_transform(model.predict(x)) for x in (train, test)]
    return [(np.array([",".join(x) for x in sets]), None) for sets in found]


def f1_of_labels(truth, predicted):
    """Micro and macro F1, in %."""
    pairs = [(set(t.split(",")), set(p.split(",")) - {""}) for t, p in zip(truth, predicted)]
    count = {k: [sum(k in t and k in p for t, p in pairs), sum((k in t) + (k in p) for t, p in pairs)]
             for k in set().union(*(t for t, _ in pairs))}  # fmt: skip
    both, all_of = np.array(list(count.values())).T
    extra = sum(len(p - set(count)) for _, p in pairs)
    return [200 * both.sum() / (all_of.sum() + extra), 200 * np.mean(both / all_of)]


def average_precision(truth, scores):
    order = np.argsort(-scores, kind="stable")
    hits = truth[order] == "1"
    return np.mean((np.cumsum(hits) / (1 + np.arange(len(hits))))[hits])


def calibration_error(right, sure):
    """Over ten bins, in %."""
    if np.isnan(sure).any():
        return float("nan")
    bins = np.minimum(10 * sure, 9).astype(int)
    return 100 * np.abs(np.bincount(bins, right - sure)).sum() / len(sure)


def f1_of_classes(truth, predicted):
    f1 = {}
    for k in np.unique(truth):
        both = np.sum((truth == k) & (predicted == k))
        f1[k] = 2 * both / (np.sum(truth == k) + np.sum(predicted == k))
    return f1


def weighted_f1(truth, predicted):
    """The mean of the classes' F1 by their sizes, in %."""
    return 100 * sum(f * np.mean(truth == k) for k, f in f1_of_classes(truth, predicted).items())


def figures(data, truth, found):
    """Two of them, in %."""
    predicted, scores, *_ = found
    predicted = np.array(predicted)
    if len(truth) == 0:
        return [float("nan")] * 2
    if data.joined:
        return f1_of_labels(truth, predicted)
    f1 = f1_of_classes(truth, predicted)
    if data.rare:
        ap = average_precision(truth, scores) if scores is not None else float("nan")
        return [100 * f1.get("1", float("nan")), 100 * ap]
    if data.kept:
        return [100 * np.mean(predicted == truth), 100 * f1["none"]]
    return [100 * np.mean(predicted == truth), 100 * np.mean(list(f1.values()))]


def measure(command, data, budget, seed, method, folder):
    labels = data.shown(budget, seed)
    if "@" in budget:
        data, labels = data.sample(labels, int(budget.partition("@")[2]), seed)
    begin = processor_seconds()
    if method == "liblinear":
        found = liblinear(data, labels, folder)
    elif method == "majority":
        found = majority(data)
    elif method == "linear-svc":
        found = linear_svc(data, labels)
    elif method == "logistic":
        found = logistic(data, labels)
    elif method.endswith("-balanced"):
        found = scikit(data, labels, method)
    else:
        found = semilin(command, data, labels, budget, seed, method, folder)
    seconds = processor_seconds() - begin
    hidden = np.flatnonzero(labels == "")
    predicted, _, sure, memory, *_ = *found[1], np.array([np.nan]), np.nan
    predicted = np.array(predicted)
    error = calibration_error(predicted == data.test_truth, sure)
    at_hand = (np.array(found[0][0])[hidden], None if found[0][1] is None else found[0][1][hidden])
    return [round(float(x), 2) for x in (
        *figures(data, data.test_truth, found[1]),
        *figures(data, data.truth[hidden], at_hand), seconds, error,
        weighted_f1(data.test_truth, predicted), memory)]  # fmt: skip


def possible(data, budget, method):
    evidence = {part.partition("/")[0] for part in budget.split("+")}
    if data.joined and evidence & set(ALONE):
        return False
    if method == "linear-svc":
        return data.joined
    if method in ("logistic", "words", "vectors"):
        return bool(data.dimensions) and not evidence & set(ALONE)
    if method == "majority" and budget != "votes":
        return False
    own = method != "liblinear" and not method.endswith("-balanced")
    if evidence & {"words", "votes", "annotated"} and not own:
        return False
    if "words" in evidence and (method == "svm" or not data.words()):
        return False
    if evidence & {"words", "votes", "annotated"}:
        return "votes" not in evidence or (data.folder / "train_votes.csv.gz").exists()
    if data.published and budget not in (*data.published, "all"):
        return False
    if method == "liblinear":
        return data.rows and shutil.which("liblinear-train")
    return data.rows or not method.endswith("-balanced")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("semilin", help="the command, of a release build")
    parser.add_argument("--sets", default=",".join(SETS))
    parser.add_argument("--budgets")
    parser.add_argument("--methods", default=",".join(METHODS))
    parser.add_argument("--draws", type=int, default=3)
    parser.add_argument("--runs", help="the file that keeps the runs")
    parser.add_argument("--where", choices=["test", "hidden"], default="test")
    parser.add_argument("--figure", help="the SVG file to draw")
    parser.add_argument("--beside", action="store_true", help="the tables of docs/beside.md")
    arguments = parser.parse_args()
    command = str(Path(arguments.semilin).resolve())
    methods = arguments.methods.split(",")
    plan = {name: budgets_of(":" in name, arguments) for name in arguments.sets.split(",")}
    if arguments.beside:
        methods = ["default", "svm", "majority"]
        plan = {}
        for parts, budget, _ in published():
            if len(parts) == 1:
                plan.setdefault(parts[0], []).append(budget)
    file, runs = kept_runs(arguments.runs)
    for name, budgets in plan.items():
        if not Path(os.environ["SEMILIN_DATA"], re.split("[:/+&^]", name)[0]).exists():
            print(f"accuracy.py: no {name}, skipped", file=sys.stderr)
            continue
        data = Set(name)
        for seed in range(1, arguments.draws + 1):
            for budget in budgets:
                for method in methods:
                    key = name, budget, seed, method
                    once = set(budget.split("+")) <= set(FIXED) or budget in data.published
                    if key in runs or (once and seed > 1) or not possible(data, budget, method):
                        continue
                    with tempfile.TemporaryDirectory() as folder:
                        runs[key] = measure(command, data, budget, seed, method, Path(folder))
                    print(*key, *runs[key], sep="\t", file=file, flush=True)
    if arguments.beside:
        print_beside(runs, arguments.draws)
        return
    print_tables(arguments.sets.split(","), runs, methods, arguments)
    if arguments.figure:
        draw_accuracy(arguments.sets.split(",")[0], runs, methods, arguments)


def kept_runs(path):
    """(file, {(set, budget, seed, method): figures} of those that it has)"""
    file, runs = open(path, "a+") if path else io.StringIO(), {}
    file.seek(0)
    for line in file:
        name, budget, seed, method, *numbers = line.rstrip("\n").split("\t")
        runs[name, budget, int(seed), method] = [float(x) for x in [*numbers, *3 * ["nan"]][:8]]
    return file, runs


FIGURES = {
    "": ["accuracy", "macro F1", "calibration error"],
    ":": ["F1", "average precision"],
    "&": ["micro F1", "macro F1"],
}


def kind_of(name):
    return next((kind for kind in FIGURES if kind and kind in name), "")


def print_tables(names, runs, methods, arguments):
    """Sets x methods down, budgets across; one table for each figure."""
    at = [0, 1, 5] if arguments.where == "test" else [2, 3]
    for kind, figures in FIGURES.items():
        chosen = [name for name in names if kind_of(name) == kind]
        budgets = budgets_of(kind == ":", arguments)
        for column, figure in zip(at, figures if chosen else []):
            print(f"\n| {figure}, % | | {' | '.join(budgets)} |\n|{'---|' * (2 + len(budgets))}")
            for name in chosen:
                for method in methods:
                    cells = [cell(runs, (name, budget), method, column, arguments.draws)
                             for budget in budgets]  # fmt: skip
                    if any(cells):
                        print(f"| {name} | {method} | {' | '.join(cells)} |", flush=True)


def cell(runs, where, method, column, draws):
    """The mean with its standard error, if there are runs."""
    found = [runs[k][column] for s in range(1, draws + 1) if (k := (*where, s, method)) in runs]
    found = [x for x in found if x == x]
    if not found:
        return ""
    error = np.std(found, ddof=1) / len(found) ** 0.5 if len(found) > 1 else 0
    return f"{np.mean(found):.1f}" + (f" ± {error:.1f}" if error >= 0.05 else "")


def draw_accuracy(name, runs, methods, arguments):
    column = 0 if arguments.where == "test" else 2
    budgets = dict(enumerate(budgets_of(":" in name, arguments)))
    curves = []
    for method in methods:
        seeds = range(1, arguments.draws + 1)
        found = {i: [runs[k][column] for s in seeds if (k := (name, b, s, method)) in runs]
                 for i, b in budgets.items()}  # fmt: skip
        known = {i: [x for x in values if x == x] for i, values in found.items()}
        curves.append({i: values for i, values in known.items() if values})
    figure = "F1" if ":" in name else "accuracy"
    rows = "new" if arguments.where == "test" else "hidden"
    heading = f"{name}: {figure} on {rows} documents, %"
    title = f"{heading}; means of {arguments.draws} draws, bars of one standard deviation"
    below = "labels: words alone, of each class, share of all"
    ticks = {y: f"{y}" for y in range(0, 101, 20)}
    kinds = {i: (b in ALONE, b.endswith("%") or b == "all") for i, b in budgets.items()}
    starts = [i for i in kinds if i and kinds[i] != kinds[i - 1]]
    draw(arguments.figure, title, methods, [(heading, below, budgets, ticks, curves, starts)])


def published():
    """[(sets, labels, lines of published.csv about them)]; a folder stands for its parts"""
    with open(Path(__file__).parent / "published.csv", newline="") as f:
        lines = list(csv.DictReader(f))
    names = dict.fromkeys(x["set"] for x in lines)
    found = []
    for name, budget in dict.fromkeys((x["set"], x["labels"]) for x in lines):
        about = [x for x in lines if (x["set"], x["labels"]) == (name, budget)]
        parts = [x for x in names if x.startswith(f"{name}/")]
        found.append((parts or [name], budget, about))
    return found


def print_beside(runs, draws):
    """The figures of docs/beside.md, means of the parts of a folder, and the sources."""
    print("| set | labels | semilin | SVM or majority | published |")
    print(f"|{'---|' * 5}")
    sources = {}
    for names, budget, lines in published():
        figure = {"accuracy": 0, "F1": 0, "weighted F1": 6}[lines[0]["figure"]]

        def mean(method, column):
            found = [[runs[k][column] for s in range(1, draws + 1)
                      if (k := (name, budget, s, method)) in runs] for name in names]  # fmt: skip
            return f"{np.mean([np.mean(x) for x in found]):.1f}" if all(found) else ""

        other = mean("majority", figure) or mean("svm", figure)
        theirs = ", ".join(f"{x['who']} {x['score']}" for x in lines if x["who"])
        cells = lines[0]["set"], budget, mean("default", figure), other, theirs
        print(f"| {' | '.join(cells)} |")
        sources.update({x["who"]: x["source"] for x in lines if x["who"]})
    seconds, memory = np.array([x for k, x in runs.items() if k[3] == "default"])[:, [4, 7]].T
    print(f"\nSeconds of the processor: {min(seconds)} to {max(seconds)}, median {np.median(seconds)}")
    print(f"Memory of a training: at most {max(memory):.0f} MB\n")
    print(*(f"- {who}: {source}." for who, source in sources.items()), sep="\n")


def budgets_of(rare, arguments):
    if arguments.budgets:
        return arguments.budgets.split(",")
    return RARE_BUDGETS if rare else BUDGETS


if __name__ == "__main__":
    main()
