"""Documents as rows, as ``semilin vectorize`` makes them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any

import numpy as np

from semilin import _engine
from semilin._compat import TransformerBase, check_is_fitted, keep_parameters
from semilin._labels import as_labels, is_unlabeled
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

    def known(x):  # None, NaN and the NA of pandas are missing
        return x is not None and type(x).__name__ != "NAType" and x == x

    there = (x for x in X if isinstance(x, (str, bytes)) or known(x))
    return isinstance(next(there, None), (str, bytes))


class TextVectorizer(TransformerBase):
    """Turns documents into sparse rows: (1 + log tf) log(N / df), unit length.

    Words are runs of letters, marks and digits that begin with a letter, in
    lower case and normalized (Unicode NFKC). The rows are those of ``semilin
    vectorize``.

    Parameters
    ----------
    min_documents : int, default=2
        A term occurs in at least this many documents.
    max_fraction : float, default=1.0
        A term occurs in at most this fraction of the documents.
    min_length : int, default=2
        A word has at least this many letters, marks and digits.
    ngrams : int, default=1
        Runs of 1 to this many words are terms.
    char_ngrams : int, default=0
        If not 0, terms are runs of 3 to this many letters of each word.
    stem : str, default="none"
        The language of the Snowball stemmer: "english", "german", ...
    cjk_bigrams : bool, default=True
        Whether pairs of neighboring letters are words in scripts that do not
        separate words: Chinese, Japanese, Korean, Thai, Lao, Khmer, Burmese.
    hash_bits : int, default=0
        If not 0, each term is one of 2^hash_bits buckets.
    weighting : "sublinear", "counts" or "bm25", default="sublinear"
        The weight of a term that occurs tf times in a document, before it is
        multiplied by the idf: 1 + log tf, tf, or BM25 with k1 = 1.2 and b = 0.75
        (S. Robertson and others, TREC-3, 1994).
    pieces : "auto", "yes" or "no", default="auto"
        Whether pieces are read beside words: runs of three and four letters of each
        word, and pairs of neighboring words, weighted by half. "auto": yes if the
        documents have fewer than 40 different words in the mean, or if more than
        one word in twelve of a document is in no other one; no beyond four million
        words, each counted once in a document, and with `stem`, `ngrams`,
        `char_ngrams` or `hash_bits`.
    n_jobs : int, default=None
        Number of threads; None or -1: all that OMP_NUM_THREADS allows. It never
        changes the rows.

    Attributes
    ----------
    vocabulary_ : Vocabulary
        ``terms`` and their weights ``idf``.

    Examples
    --------
    >>> from semilin import TextVectorizer
    >>> texts = ["red wine", "white wine", "red roses", "white roses"]
    >>> vectorizer = TextVectorizer(pieces="no")
    >>> vectorizer.fit_transform(texts).shape
    (4, 4)
    >>> vectorizer.get_feature_names_out().tolist()
    ['red', 'roses', 'white', 'wine']
    """

    min_documents: int
    max_fraction: float
    n_jobs: int | None
    vocabulary_: Any

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
        pieces: str = "auto",
        n_jobs: int | None = None,
    ) -> None:
        keep_parameters(self, locals())

    @classmethod
    def _of(cls, vocabulary):
        """The one that has made this vocabulary; None if there is none."""
        if vocabulary is None:
            return None
        self = cls()
        self.vocabulary_ = vocabulary
        return self

    def fit(self, documents: Iterable[str], y: Any = None) -> TextVectorizer:
        """Learns the vocabulary of the documents, an iterable of str; see
        `fit_transform`."""
        self.fit_transform(documents, y)
        return self

    def fit_transform(self, documents: Iterable[str], y: Any = None) -> Any:
        """Learns the vocabulary and returns the rows of the documents, a CSR matrix
        of float32 of shape (n_documents, n_terms). If most of the documents have a
        label in `y`, all words of these are terms. Raises ValueError if no word is
        a term."""
        return self._fit_rows(documents, y)

    def _fit_rows(self, documents, y=None, words=()):
        """The same; seed words are terms, too, and phrases among them."""
        labeled = () if y is None else np.flatnonzero(~is_unlabeled(as_labels(y)))
        options = self.get_params()
        del options["n_jobs"]
        vocabulary, rows = _engine.vectorize(
            _batches(documents),
            threads(self.n_jobs),
            None,
            options,
            labeled,
            words,
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
        """Returns the rows of the documents, a CSR matrix of float32 of shape
        (n_documents, n_terms). Words outside the vocabulary are ignored."""
        check_is_fitted(self)
        used = threads(self.n_jobs)
        rows = _engine.vectorize(_batches(documents), used, self.vocabulary_)[1]
        return csr_matrix(rows)

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
    return int(n_jobs)
