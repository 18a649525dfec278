"""Rows on their way into the engine and out of it."""

import numpy as np

from semilin import _compat, _engine


def engine_rows(X, vectors=None, model=None):
    """The engine's view of a CSR matrix or a dense array, float32 or float64, with
    vectors beside it, which are scaled for a model unless it is None.

    The values of a CSR matrix are borrowed, and so are its column numbers if
    they have 32 bits; 64-bit ones are converted. So are those of an array none of
    which is 0. Columns must ascend in every row: ``X.sum_duplicates()`` makes
    them.
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
    return _engine.Rows(
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


class Store:
    """A store written by ``semilin vectorize`` or ``semilin convert``, mapped
    into memory: a row is read from the file when it is used.

    Parameters
    ----------
    path : str
        The file.

    Attributes
    ----------
    X : scipy.sparse.csr_matrix of shape (n_rows, n_features)
        A view of the mapped pages, read-only.
    y : ndarray of shape (n_rows,)
        The names of the classes; None where there is no label.
    vocabulary : Vocabulary or None
        The terms of the store's documents and their weights.

    Raises
    ------
    ValueError
        If the file is not a store, or was cut or altered.
    """

    def __init__(self, path):
        self._store = _engine.Store(str(path))

    @property
    def X(self):
        return csr_matrix(self._store)

    @property
    def y(self):
        if self._store.multi_label:
            raise ValueError("the rows have sets of labels: give y, an indicator matrix")
        names = np.array([*self._store.classes, None], dtype=object)
        return names[self._store.labels]  # -1, no label, is the last: None

    @property
    def vocabulary(self):
        return self._store.vocabulary
