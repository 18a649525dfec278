"""Documents as rows, as ``semilin vectorize`` makes them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any

import numpy as np

from semilin import _engine
from semilin._compat import BaseEstimator, TransformerMixin, check_is_fitted
from semilin._rows import csr_matrix

_BATCH = 4096


def _batches(documents):
    """Lists of some thousand documents, which are copied into the engine."""
    if isinstance(documents, (str, bytes)):
        raise ValueError("expected a list of documents, found one string")
    documents, first = iter(documents), 0
    while batch := list(islice(documents, _BATCH)):
        for row, text in enumerate(batch, first):
            if not isinstance(text, (str, bytes)):
                raise ValueError(
                    f"row {row}: expected a document of type str, found {text!r}"
                )
        first += len(batch)
        yield batch


def are_texts(X):
    """Whether X is a list, an array or a series of texts."""
    if getattr(X, "ndim", 1 if isinstance(X, Sequence) else 0) != 1:
        return False
    there = (x for x in X if x is not None and x == x)  # some may be missing
    return isinstance(next(there, None), (str, bytes))


class TextVectorizer(TransformerMixin, BaseEstimator):
    """Turns documents into sparse rows: (1 + log tf) log(N / df), unit length.

    Words are runs of letters, marks and digits that begin with a letter, in
    lower case and normalized (Unicode NFKC). The rows are those of ``semilin
    vectorize``.

    Parameters
    ----------
    min_documents : int, default=2
        The fewest documents that hold a term.
    max_fraction : float, default=1.0
        The largest fraction of the documents that hold a term.
    min_length : int, default=2
        The fewest letters, marks and digits of a word.
    ngrams : int, default=1
        The longest run of words that is a term.
    char_ngrams : int, default=0
        If not 0, terms are runs of 3 to this many letters of each word.
    stem : str, default="none"
        The language whose endings are cut off: "english", "german", ...
    cjk_bigrams : bool, default=True
        Whether Chinese, Japanese and Korean letters are taken in pairs.
    hash_bits : int, default=0
        If not 0, each term is one of 2^hash_bits buckets.
    weighting : "sublinear", "counts" or "bm25", default="sublinear"
        The weight of a term that a document holds several times.
    n_jobs : int, default=None
        Threads; None or -1: all that OMP_NUM_THREADS allows. Never changes the
        rows.

    Attributes
    ----------
    vocabulary_ : Vocabulary
        ``terms`` and their weights ``idf``.

    Examples
    --------
    >>> from semilin import TextVectorizer
    >>> texts = ["red wine", "white wine", "red roses", "white roses"]
    >>> vectorizer = TextVectorizer()
    >>> vectorizer.fit_transform(texts).shape
    (4, 4)
    >>> vectorizer.get_feature_names_out().tolist()
    ['red', 'roses', 'white', 'wine']
    """

    def __init__(
        self,
        min_documents: int = 2,
        max_fraction: float = 1.0,
        min_length: int = 2,
        *,
        ngrams: int = 1,
        char_ngrams: int = 0,
        stem: str = "none",
        cjk_bigrams: bool = True,
        hash_bits: int = 0,
        weighting: str = "sublinear",
        n_jobs: int | None = None,
    ) -> None:
        self.min_documents = min_documents
        self.max_fraction = max_fraction
        self.min_length = min_length
        self.ngrams = ngrams
        self.char_ngrams = char_ngrams
        self.stem = stem
        self.cjk_bigrams = cjk_bigrams
        self.hash_bits = hash_bits
        self.weighting = weighting
        self.n_jobs = n_jobs

    @classmethod
    def _of(cls, vocabulary):
        """The one that has made this vocabulary; None if there is none."""
        if vocabulary is None:
            return None
        self = cls()
        self.vocabulary_ = vocabulary
        return self

    def fit(self, documents: Iterable[str], y: Any = None) -> TextVectorizer:
        """Learns the vocabulary of an iterable of str."""
        self.fit_transform(documents)
        return self

    def fit_transform(self, documents: Iterable[str], y: Any = None) -> Any:
        """Learns the vocabulary; returns the documents' rows, a CSR matrix of
        float32."""
        options = self.get_params()
        del options["n_jobs"]
        vocabulary, rows = _engine.learn_vocabulary(
            _batches(documents), options, threads(self.n_jobs)
        )
        if not rows.shape[1]:
            raise ValueError(
                f"no usable words: of the {rows.shape[0]} documents none has a word "
                f"that min_documents={self.min_documents} and "
                f"max_fraction={self.max_fraction} let pass"
            )
        self.vocabulary_ = vocabulary
        return csr_matrix(rows)

    def transform(self, documents: Iterable[str]) -> Any:
        """The rows of an iterable of str, a CSR matrix of float32. Words outside
        the vocabulary are ignored."""
        check_is_fitted(self)
        return csr_matrix(
            _engine.vectorize(
                _batches(documents), self.vocabulary_, threads(self.n_jobs)
            )
        )

    def get_feature_names_out(self, input_features: Any = None) -> np.ndarray:
        """The terms, in the order of the columns."""
        check_is_fitted(self)
        return np.array(self.vocabulary_.terms, dtype=object)

    def _more_tags(self):
        return {"X_types": ["string"]}


def threads(n_jobs):
    """The engine's threads: 0 stands for all."""
    if n_jobs is None or n_jobs == -1:
        return 0
    if n_jobs < 1:
        raise ValueError(f"n_jobs must be None, -1 or >= 1, got {n_jobs}")
    return n_jobs
