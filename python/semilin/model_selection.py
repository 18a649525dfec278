"""Splitting and scoring where most rows have no label."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, Callable

import numpy as np
from sklearn.metrics import get_scorer
from sklearn.model_selection import StratifiedKFold

from semilin._labels import as_labels, encode, labeled_rows


class SemiSupervisedKFold:
    """Stratified folds of the labeled rows. Every training fold has all unlabeled
    rows, and no test fold has one.

    Parameters
    ----------
    n_splits : int, default=5
        The number of folds; at most as many as the smallest class has labels.
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
        fewest = np.bincount(codes[labeled]).min()
        if fewest < self.n_splits:
            raise ValueError(
                f"n_splits={self.n_splits} is more than the {fewest} labeled "
                "rows of the smallest class"
            )
        folds = StratifiedKFold(
            self.n_splits, shuffle=self.shuffle, random_state=self.random_state
        )
        for _, test in folds.split(labeled, codes[labeled]):
            training = np.ones(len(codes), dtype=bool)
            training[labeled[test]] = False
            yield np.flatnonzero(training), labeled[test]


def _score_labeled(scoring, estimator, X, y, **arguments):
    X, y = labeled_rows(X, y)
    return get_scorer(scoring)(estimator, X, y, **arguments) if len(y) else np.nan


def masked_scorer(scoring: str | Callable = "accuracy") -> Callable:
    """Makes a scorer of `scoring`, a name or a scorer of scikit-learn, that only
    looks at labeled rows; its score is NaN if there are none."""
    return partial(_score_labeled, scoring)
