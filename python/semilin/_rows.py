"""Rows on their way into the engine and out of it."""

from __future__ import annotations

import os
import sys
import types
import warnings
from typing import Any

import numpy as np

from semilin import _compat, _engine


def engine_rows(X, vectors=None, model=None):
    """The engine's view of a CSR matrix or a dense array, float32 or float64, with
    vectors beside it, which are scaled for a model unless it is None.

    The values of a CSR matrix are borrowed, and so are its column numbers if
    they have 32 bits; 64-bit ones are converted. So are those of an array none of
    which is 0. Rows whose columns do not ascend are sorted in a copy.
    """
    rows = _rows_alone(X)
    if vectors is not None:
        rows.set_vectors(_rows_alone(vectors), model)
    return rows


def as_vectors(vectors, rows):
    """An array of a vector for each of the rows, float32 or float64."""
    if vectors is None:
        return None
    if not hasattr(vectors, "tocsr"):
        vectors = np.asarray(vectors)
        if vectors.ndim != 2 or vectors.dtype.kind not in "fiu":
            raise ValueError(
                "vectors: expected numbers of shape (n_rows, n_columns), found "
                f"{vectors.dtype} of shape {vectors.shape}"
            )
    if vectors.shape[0] != rows:
        raise ValueError(
            f"vectors: expected {rows} rows, as many as X has, found {vectors.shape[0]}"
        )
    kept = vectors.dtype in (np.float32, np.float64)
    return vectors if kept else vectors.astype(np.float32)


def _rows_alone(X):
    if not hasattr(X, "tocsr"):
        return _engine.Rows.dense(np.ascontiguousarray(X))
    X = X.tocsr()
    if len(X.indptr) != X.shape[0] + 1:
        raise ValueError(
            f"X.indptr must have {X.shape[0] + 1} numbers, found {len(X.indptr)}"
        )
    return _engine.Rows.csr(
        np.ascontiguousarray(X.data),
        np.ascontiguousarray(X.indices),
        np.ascontiguousarray(X.indptr),
        X.shape[1],
    )


def csr_matrix(rows):
    """A CSR matrix that views the engine's rows, without a copy; of scipy where
    it is installed."""
    data, indices, indptr = rows.arrays()
    X = _compat.csr_matrix(rows.shape, dtype=data.dtype)
    if indptr[-1] < 2**31:  # as scipy has them; a few bytes per row
        indptr = indptr.astype(np.int32)
    X.data, X.indices, X.indptr = data, indices, indptr
    X.has_canonical_format = True
    return X


class Corpus:
    """Documents or rows in files, with their labels, read as ``semilin train`` does.

    Parameters
    ----------
    path : str or path, or a list of them
        Documents (.csv, .tsv, .jsonl, folders, lines), svmlight text, .npy, or
        a store written by ``semilin vectorize`` or ``semilin convert``, which is
        mapped into memory: a row is read from the file when it is used. Only
        documents may be in several files.
    purpose : "train", "suggest" or "read", default="train"
        "train" needs two classes, and leaves out a class if all documents with
        its label are empty and no document holds one of its seed words; for
        "suggest" labels may be missing; "read" keeps all classes.
    **source
        Other options of the command, with _ for - (``semilin_describe("source")``
        in C lists them): ``text_columns=["title", "body"]``, ``label_column="topic"``,
        ``labels=["more_labels.csv"]``, ``seed_words="words.csv"``,
        ``ngrams=2``, ...

    Attributes
    ----------
    X : scipy.sparse.csr_matrix of shape (n_rows, n_features)
        A view of the rows, read-only.
    y : ndarray of shape (n_rows,)
        The names of the classes; None where there is no label.
    vocabulary : Vocabulary or None
        The terms of the documents and their weights.
    ids, lines, drawn : lists
        For each row its id, its line in the file, and the probability with which
        it was drawn to be labeled; empty if not known.

    Raises
    ------
    ValueError
        If a file cannot be read, is malformed, or was truncated or altered.
    """

    _folder: Any = None  # one that lasts as long as the corpus

    def __init__(self, path: Any, purpose: str = "train", **source: Any) -> None:
        self._source = {"path": path, **source}
        self._rows, about = _engine.Rows.read({**self._source, "purpose": purpose})
        self.ids, self.lines, self.drawn = about["ids"], about["lines"], about["drawn"]
        warn_of(about["doubts"])

    @property
    def X(self) -> Any:
        return csr_matrix(self._rows)

    @property
    def y(self) -> np.ndarray:
        info = self._rows.info
        if info["multi_label"]:
            raise ValueError("the rows have sets of labels: give y, an indicator matrix")
        names = np.array([*info["classes"], None], dtype=object)
        return names[self._rows.labels]  # -1, no label, is the last: None

    @property
    def vocabulary(self) -> _engine.Vocabulary | None:
        return self._rows.vocabulary


def source_of(X):
    """What a file, files or a `Corpus` are read by; None for anything else."""
    if isinstance(X, Corpus):
        return X._source
    if isinstance(X, str) and " " in X and not os.path.exists(X):
        raise _engine.DataError(
            f"there is no file {X!r}; a text is an item of a list, as in predict([text])"
        )
    paths = X if isinstance(X, (list, tuple)) and X else [X]
    if isinstance(X, str) or all(isinstance(path, os.PathLike) for path in paths):
        return {"path": X}
    return None


def warn_of(sentences):
    """Warns, as of the line of the caller that is outside of this package."""
    frame: types.FrameType | None = sys._getframe()
    level = 1
    while frame and frame.f_globals.get("__name__", "").startswith("semilin"):
        frame, level = frame.f_back, level + 1
    for sentence in sentences:
        warnings.warn(sentence, stacklevel=level)
