"""Documents as rows, as ``semilin vectorize`` makes them."""

from collections.abc import Sequence
from itertools import islice

import numpy as np

from semilin import _engine
from semilin._compat import BaseEstimator, TransformerMixin, check_is_fitted
from semilin._rows import csr_matrix

_BATCH = 4096


def _batches(documents):
    """Lists of some thousand documents, which are copied into the engine."""
    if isinstance(documents, (str, bytes)):
        raise ValueError("expected a list of documents, found one string")
    documents = iter(documents)
    while batch := list(islice(documents, _BATCH)):
        for text in batch:
            if not isinstance(text, (str, bytes)):
                raise ValueError(
                    f"expected documents of type str, found {type(text).__name__}"
                )
        yield batch


def are_texts(X):
    """Whether X is a list, an array or a series of texts."""
    if getattr(X, "ndim", 1 if isinstance(X, Sequence) else 0) != 1:
        return False
    return isinstance(next(iter(X), None), (str, bytes))


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

    def __init__(self, min_documents=2, max_fraction=1.0, min_length=2, n_jobs=None):
        self.min_documents = min_documents
        self.max_fraction = max_fraction
        self.min_length = min_length
        self.n_jobs = n_jobs

    def fit(self, documents, y=None):
        """Learns the vocabulary of an iterable of str."""
        self.fit_transform(documents)
        return self

    def fit_transform(self, documents, y=None):
        """Learns the vocabulary; returns the documents' rows, a CSR matrix of
        float32."""
        options = {
            "min_documents": self.min_documents,
            "max_fraction": self.max_fraction,
            "min_length": self.min_length,
        }
        vocabulary, rows = _engine.learn_vocabulary(
            _batches(documents), options, threads(self.n_jobs)
        )
        if not rows.shape[1]:
            raise ValueError(
                f"no word of the {rows.shape[0]} documents is a term under "
                f"min_documents={self.min_documents} and "
                f"max_fraction={self.max_fraction}"
            )
        self.vocabulary_ = vocabulary
        return csr_matrix(rows)

    def transform(self, documents):
        """The rows of an iterable of str, a CSR matrix of float32. Words outside
        the vocabulary are ignored."""
        check_is_fitted(self)
        return csr_matrix(
            _engine.vectorize(
                _batches(documents), self.vocabulary_, threads(self.n_jobs)
            )
        )

    def get_feature_names_out(self, input_features=None):
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
