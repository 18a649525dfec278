"""Splitting and scoring where most rows have no label."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, Callable

import numpy as np
from sklearn.metrics import get_scorer
from sklearn.model_selection import StratifiedKFold

from semilin._labels import as_labels, encode, labeled_rows


def _first_copies(X, rows):
    """For each of `rows` the first one that equals it; rows of zeros are no copies."""
    if hasattr(X, "tocsr"):
        X = X.tocsr()[rows]
        cuts = [slice(*ends) for ends in zip(X.indptr, X.indptr[1:])]
        keys = [X.indices[cut].tobytes() + X.data[cut].tobytes() for cut in cuts]
    else:
        X = np.asarray(X)[rows]
        said = X.dtype.kind in "OSU"
        keys = [str(row.tolist() if X.ndim > 1 else row) for row in X]
        keys = [key if said or np.any(row) else "" for key, row in zip(keys, X)]
    seen: dict = {}
    return np.array([seen.setdefault(key or row, row) for key, row in zip(keys, rows)])


class SemiSupervisedKFold:
    """Stratified folds of the labeled rows. Every training fold has all unlabeled
    rows, and no test fold has one. Equal rows or texts are in one fold.

    Parameters
    ----------
    n_splits : int, default=5
        The number of folds; at most as many as the smallest class has labels, of
        copies one.
    shuffle : bool, default=False
        Whether the rows of each class are shuffled first.
    random_state : int, default=None
        The seed of the shuffling.

    Examples
    --------
    >>> import numpy as np
    >>> from semilin.model_selection import SemiSupervisedKFold
    >>> y = np.array([0, 0, 1, 1, -1])
    >>> for train, test in SemiSupervisedKFold(2).split(np.zeros((5, 1)), y):
    ...     print(train, test)
    [1 3 4] [0 2]
    [0 2 4] [1 3]
    """

    def __init__(
        self, n_splits: int = 5, *, shuffle: bool = False, random_state: int | None = None
    ) -> None:
        self.n_splits = n_splits
        self.shuffle = shuffle
        self.random_state = random_state

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:
        """The number of folds."""
        return self.n_splits

    def split(
        self, X: Any, y: Any, groups: Any = None
    ) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """Yields the rows to train on and those to test on."""
        codes = encode(as_labels(y)).codes
        labeled = np.flatnonzero(codes >= 0)
        first = _first_copies(X, labeled)
        single = np.unique(first)
        fewest = np.bincount(codes[single]).min()
        if fewest < self.n_splits:
            raise ValueError(
                f"n_splits={self.n_splits} is more than the {fewest} labeled "
                "rows of the smallest class"
            )
        folds = StratifiedKFold(
            self.n_splits, shuffle=self.shuffle, random_state=self.random_state
        )
        for _, test in folds.split(single, codes[single]):
            held_out = labeled[np.isin(first, single[test])]
            training = np.ones(len(codes), dtype=bool)
            training[held_out] = False
            yield np.flatnonzero(training), held_out


def _score_labeled(scoring, estimator, X, y, **arguments):
    X, y = labeled_rows(X, y)
    return get_scorer(scoring)(estimator, X, y, **arguments) if len(y) else np.nan


def masked_scorer(scoring: str | Callable = "accuracy") -> Callable:
    """Makes a scorer of `scoring`, a name or a scorer of scikit-learn, that only
    looks at labeled rows; its score is NaN if there are none."""
    return partial(_score_labeled, scoring)
