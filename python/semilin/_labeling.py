"""The labeling page of the command, for the X and y of ``fit``."""

from __future__ import annotations

import csv
import json
import os
import shutil
import signal
import subprocess
import sysconfig
import tempfile
import weakref
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any

import numpy as np

from semilin import _engine
from semilin._base import Classifier
from semilin._inspection import as_frame
from semilin._labels import as_labels, class_name, columns_of, is_unlabeled
from semilin._rows import Corpus, source_of, warn_of
from semilin._seeds import as_lists
from semilin._text import are_texts, threads


class LabelingPage:
    """The labeling page that `label` serves.

    It is served until `close`, the end of a ``with`` statement, or the end of
    the process. A notebook on this machine shows it.

    Attributes
    ----------
    url : str
        The address of the page, for browsers on this machine.
    path : str
        The table of labels, which ``semilin train --labels`` also reads.
    """

    def __init__(
        self, source: dict[str, Any], options: list[str], path: str, folder: Any
    ) -> None:
        self.path, self._source = path, source
        self._folder = folder  # of the texts; lasts as long as the page
        self._log, self._heard = tempfile.TemporaryFile(), 0
        self._process = subprocess.Popen(
            [_command(), "label", *options, "--serve", "--output", path],
            stdout=subprocess.PIPE,
            stderr=self._log,
            start_new_session=True,  # Ctrl-C in a notebook does not end it
        )
        self._end = weakref.finalize(self, _end, self._process, self._log)
        assert self._process.stdout is not None
        try:
            self.url = self._process.stdout.readline().decode().strip()
        except BaseException:
            self._end()
            raise
        if not self.url:
            self._process.wait()
            self._log.seek(0)
            said = self._log.read().decode(errors="replace").strip()
            self.close()
            raise ValueError(said)
        self._warn()

    def _warn(self) -> None:
        """Warns of what the server has warned of since the last time."""
        said = os.pread(self._log.fileno(), 1 << 20, self._heard)
        said = said[: said.rfind(b"\n") + 1]
        self._heard += len(said)
        start = "semilin: warning: "
        lines = said.decode(errors="replace").splitlines()
        warn_of(line[len(start) :] for line in lines if line.startswith(start))

    def labels(self) -> Any:
        """The answers so far: a DataFrame, or a list of dicts without pandas, with
        "row" (for texts) or "id", "label" (a list where labels are sets), "answer"
        ("none", "unsure", "decided" or ""), "annotator" and the beginning of the "text"."""
        if not self._log.closed:
            self._warn()
        with open(self.path, encoding="utf-8", newline="") as file:
            lines = {
                (line["id"], line["answer"] == "decided" or line["annotator"]): line
                for line in csv.DictReader(file, delimiter="\t")
            }
        separator = self._source.get("label_separator")
        texts = self._source["path"].startswith(self._folder.name)
        rest = "answer", "annotator", "text"
        found = []
        for (name, _), line in lines.items():
            if not line["label"] and line["answer"] in ("", "decided"):
                continue  # taken back
            label: Any = line["label"]
            if separator:
                label = [one for one in label.split(separator) if one]
            where: dict[str, Any] = {"row": int(name) - 1} if texts else {"id": name}
            found.append({**where, "label": label, **{key: line[key] for key in rest}})
        return as_frame(found, ["row" if texts else "id", "label", *rest])

    def corpus(self) -> Corpus:
        """The documents with the labels and keywords so far, for ``fit``. Documents
        with the answers "none of these" and "unsure" are left out of training."""
        labels = self._source.get("labels") or []
        labels = [labels] if isinstance(labels, (str, os.PathLike)) else labels
        source: dict[str, Any] = {**self._source, "labels": [*labels, self.path]}
        words = Path(self.path).with_suffix("")
        words = words.with_name(words.name.removesuffix(".labels") + ".words.tsv")
        if words.exists():
            source["seed_words"] = str(words)
        if "seed_words" not in source:
            source.pop("classes", None)
        corpus = Corpus(**source)
        corpus._folder = self._folder  # it may be read again
        return corpus

    def close(self) -> None:
        """Ends the server; the table of labels stays."""
        self._end()

    def __enter__(self) -> LabelingPage:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"LabelingPage({self.url!r}, path={self.path!r})"

    def _repr_html_(self) -> str:
        place = f"Labels are saved in {escape(self.path)}."
        if self._process.poll() is not None:
            return f"<p>The page is closed. {place}</p>"
        link = f'<a href="{escape(self.url)}" target="_blank">Label documents</a>'
        style = "width: 100%; height: 40em; border: 1px solid gray"
        frame = f'<iframe src="{escape(self.url)}" title="Labels" style="{style}"></iframe>'
        return f"<p>{link}. {place}</p>{frame}"


def label(
    X: Any,
    y: Any = None,
    model: Classifier | str | os.PathLike | None = None,
    *,
    output: str | os.PathLike | None = None,
    count: int = 200,
    classes: Sequence[Any] = (),
    seed_words: Any = None,
    vectors: Any = None,
    use: str = "training",
    port: int = 0,
    n_jobs: int | None = None,
) -> LabelingPage:
    """Serves a page on which people label documents, as ``semilin label --serve``
    does: labels are saved at once, and the server trains to choose the next
    documents.

    Parameters
    ----------
    X, y
        Texts and their labels, or a file of documents: see
        `SemiLinearClassifier.fit`. Labels may be missing.
    model : classifier or path, default=None
        A model that was trained on X; the page shows its guesses from the start.
    output : path, default=None
        The table of labels (.tsv); new labels are added if it exists. None:
        "labels.tsv", and for a file NAME.csv, NAME.labels.tsv beside it.
    count : int, default=200
        The number of documents.
    classes : list, default=()
        Classes to offer from the start; where y is an indicator matrix of as many
        columns, their names.
    seed_words : dict, list, "names" or path, default=None
        Keywords of the classes: see ``fit``.
    vectors : array, default=None
        A vector for each text.
    use : "training", "sizes" or "accuracy", default="training"
        The purpose of the labels: see `suggest`.
    port : int, default=0
        The port of the address; 0: any free port.
    n_jobs : int, default=None
        The number of threads; None: all.

    Returns
    -------
    LabelingPage
        Its ``corpus()`` is for ``fit``, and ``labels()`` has the answers.

    Raises
    ------
    ValueError
        If X has no texts, or with the message of the command.
    FileNotFoundError
        If the command semilin is not on the path.

    Examples
    --------
    >>> import semilin
    >>> page = semilin.label(texts, classes=["sport", "art"])  # doctest: +SKIP
    >>> model = semilin.SemiLinearClassifier().fit(page.corpus())  # doctest: +SKIP
    """
    source, folder = source_of(X), tempfile.TemporaryDirectory()
    here = Path(folder.name)
    if source is None:
        if not are_texts(X):
            raise ValueError("expected texts or a file of documents, found rows")
        source = _as_file(X, y, here / "texts.jsonl", classes)
        output = "labels.tsv" if output is None else output
    elif y is not None:
        raise ValueError("y: not with a file, which has its labels")
    source = dict(source)
    if vectors is not None:
        np.save(here / "vectors.npy", np.asarray(vectors))
        source["vectors"] = str(here / "vectors.npy")
    classes = [class_name(value) for value in classes]
    if isinstance(seed_words, (list, tuple)):
        classes, seed_words = classes + [class_name(one) for one in seed_words], "names"
    if classes:
        source["classes"] = classes
    if isinstance(seed_words, dict):
        words = as_lists({name: own or str(name) for name, own in seed_words.items()})
        (here / "words.json").write_text(json.dumps(words))
        seed_words = here / "words.json"
    if seed_words is not None:
        source["seed_words"] = os.fspath(seed_words)
    path = source["path"]
    if isinstance(path, (list, tuple)):
        if len(path) != 1:
            raise ValueError(f"expected one file of documents, found {len(path)}")
        (path,) = path
    source["path"] = path = os.path.abspath(path)
    if output is None:
        output = Path(path).with_name(Path(path).stem + ".labels.tsv")
    options = [path, *_options(source), f"--count={count}", f"--for={use}"]
    options += [f"--port={port}", f"--threads={threads(n_jobs)}"]
    if isinstance(model, Classifier):
        model.save(here / "model")
        model = here / "model"
    if model is not None:
        options += ["--model", os.fspath(model)]
    return LabelingPage(source, options, os.path.abspath(output), folder)


def _command():
    """The command of this installation, or else the one on the path."""
    own = Path(sysconfig.get_path("scripts")) / "semilin"
    found = str(own) if own.exists() else shutil.which("semilin")
    if found is None:
        raise FileNotFoundError("semilin.label needs the command semilin on the path")
    return found


def _end(process, log):
    if process.poll() is None:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
    process.wait()
    process.stdout.close()
    log.close()


def _as_file(texts, y, path, classes):
    """Writes texts and labels to a file; returns what it is read by."""
    names = columns_of(y)
    y = np.full(len(texts), -1) if y is None else as_labels(y)
    if len(y) != len(texts):
        raise ValueError(f"there are {len(texts)} texts, but {len(y)} labels")
    sets = y.ndim == 2
    if sets:
        if len(classes) == y.shape[1]:
            names = classes
        elif names is None:
            names = range(y.shape[1])
        names = [class_name(value) for value in names]
    known = ~is_unlabeled(y)
    with open(path, "w", encoding="utf-8") as file:
        for row, text in enumerate(texts):
            record = {"text": text}
            if known[row] and sets:
                record["label"] = [name for name, has in zip(names, y[row]) if has]
            elif known[row]:
                record["label"] = class_name(y[row])
            file.write(json.dumps(record) + "\n")
    if not sets:
        return {"path": str(path)}
    free = (one for one in ",;|\t" if not any(one in name for name in names))
    return {"path": str(path), "label_separator": next(free, ",")}


# Options that are not called as the members of a source are.
_NAMES = {"text_columns": "text-column", "double_values": "double"}
# What `semilin label` decides itself: the terms, and which rows count.
_ONLY_TRAINING = {"path", "threads", "vocabulary", "row_weights", "unlabeled"}
_ONLY_TRAINING |= _engine.described_options("text").keys()


def _options(source):
    """The options of the command that read what a source of `Corpus` reads."""
    for name, value in source.items():
        if name in _ONLY_TRAINING:
            continue
        option = "--" + _NAMES.get(name, name.replace("_", "-"))
        if name == "header":
            yield f"{option}={'yes' if value else 'no'}"
        elif name == "classes":
            yield f"{option}={','.join(map(_quoted, value))}"
        elif value is True:
            yield option
        elif value is not None and value is not False:
            values = value if isinstance(value, (list, tuple)) else [value]
            is_list = name == "text_columns"
            yield from (f"{option}={_quoted(one) if is_list else one}" for one in values)


def _quoted(name):
    return f'"{name}"' if "," in name else name
