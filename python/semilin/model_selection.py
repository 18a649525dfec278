"""Splitting, scoring and tuning where most rows have no label."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, Callable

import numpy as np
from sklearn.base import (
    BaseEstimator,
    ClassifierMixin,
    MetaEstimatorMixin,
    clone,
)
from sklearn.metrics import get_scorer
from sklearn.model_selection import StratifiedKFold
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted

from semilin import _engine
from semilin._base import has_probabilities
from semilin._classifiers import SemiLinearClassifier
from semilin._compat import keep_parameters
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


def _fitted_has_probabilities(tuner):
    return has_probabilities(getattr(tuner, "best_estimator_", tuner.estimator))


class GridTuner(MetaEstimatorMixin, ClassifierMixin, BaseEstimator):
    """Cross-validates every point of a grid, then trains with the best, as ``semilin
    tune`` does. Neighbors are searched for once, and supervised folds are trained
    as one batch.

    Parameters
    ----------
    estimator : SemiLinearClassifier or GraphClassifier
        Has all options that are not in a grid; its method is not "committee".
    lam, lam_u, gamma, n_neighbors, kernel_width : lists, default=None
        Values to try; lam_u is for linear methods, the last three are for graph
        methods. None: the grid of ``semilin tune``; for kernel_width, the
        estimator's.
    n_splits : int, default=5
        The number of folds; 0: each row is a fold.
    repeats : int, default=0
        The number of times that folds are drawn; 0: until 100 rows were held
        out, at most five times.
    seed : int, default=1
        The seed of the folds.
    choose : "one-se" or "best", default="one-se"
        "best" takes the most accurate point. "one-se" takes, of the points
        within one standard error of it, the estimator without changes, or else
        the simplest (L. Breiman and others, Classification and Regression Trees,
        1984).

    Attributes
    ----------
    best_estimator_ : the estimator, trained with the point chosen
    best_params_ : dict
        The point chosen.
    best_score_ : float
        The accuracy of this point on rows held out.
    cv_results_ : dict
        "params", "mean_test_score", "standard_error": lists with an item for
        each point. The last point is the estimator without changes, unless all
        grids are given.

    Examples
    --------
    >>> import numpy as np
    >>> from semilin import SemiLinearClassifier
    >>> from semilin.model_selection import GridTuner
    >>> X = np.array([[2., 0.], [3., 0.], [0., 2.], [0., 3.], [2., 1.], [1., 2.]])
    >>> y = np.array([0, 0, 1, 1, -1, -1])
    >>> tuner = GridTuner(SemiLinearClassifier("da"), lam=[0.1, 0.01], n_splits=2)
    >>> tuner.fit(X, y).predict(X)
    array([0, 0, 1, 1, 0, 1])
    """

    def __init__(
        self,
        estimator: Any = SemiLinearClassifier("da"),
        *,
        lam: Sequence[float] | None = None,
        lam_u: Sequence[float] | None = None,
        gamma: Sequence[float] | None = None,
        n_neighbors: Sequence[int] | None = None,
        kernel_width: Sequence[float] | None = None,
        n_splits: int = 5,
        repeats: int = 0,
        seed: int = 1,
        choose: str = "one-se",
    ) -> None:
        keep_parameters(self, locals())

    def fit(
        self,
        X: Any,
        y: Any = None,
        row_weights: Any = None,
        seed_words: Any = None,
        vocabulary: Any = None,
        vectors: Any = None,
        votes: Any = None,
    ) -> GridTuner:
        """Chooses a point and trains on all rows; see `SemiLinearClassifier.fit`."""
        if self.choose not in ("one-se", "best"):
            raise ValueError(f"choose must be one-se or best, got {self.choose!r}")
        best = clone(self.estimator)
        grids = {
            "lambda": self.lam,
            "lambda_u": self.lam_u,
            "gamma": self.gamma,
            "neighbors": self.n_neighbors,
            "width": self.kernel_width,
        }
        tune = {k: [] if grid is None else list(grid) for k, grid in grids.items()}
        tune.update(folds=self.n_splits, repeats=self.repeats)
        tune.update(seed=self.seed, choose=self.choose)
        run = partial(_engine.train, tune=tune)
        given = X, y, row_weights, seed_words, vocabulary, vectors, votes
        found = best._learn(run, *given)["tuning"]
        params = [_params(best, point) for point in found["points"]]
        self.best_estimator_ = best
        self.best_params_ = params[found["chosen"]]
        best.set_params(**self.best_params_)
        self.cv_results_ = {
            "params": params,
            "mean_test_score": [p["accuracy"] for p in found["points"]],
            "standard_error": [p["standard_error"] for p in found["points"]],
        }
        self.best_score_ = self.cv_results_["mean_test_score"][found["chosen"]]
        return self

    @property
    def classes_(self) -> np.ndarray:
        return self._best().classes_

    @property
    def n_features_in_(self) -> int:
        return self._best().n_features_in_

    def _best(self):
        check_is_fitted(self, "best_estimator_")
        return self.best_estimator_

    def predict(self, X: Any, vectors: Any = None, votes: Any = None) -> np.ndarray:
        """The predicted class of each row."""
        return self._best().predict(X, vectors, votes)

    def decision_function(
        self, X: Any, vectors: Any = None, votes: Any = None
    ) -> np.ndarray:
        """The outputs of ``best_estimator_``."""
        return self._best().decision_function(X, vectors, votes)

    @available_if(_fitted_has_probabilities)
    def predict_proba(
        self, X: Any, vectors: Any = None, votes: Any = None
    ) -> np.ndarray:
        """The probabilities of ``best_estimator_``."""
        return self._best().predict_proba(X, vectors, votes)

    def _more_tags(self):
        return {"_xfail_checks": self.estimator._get_tags()["_xfail_checks"]}


# A point as parameters of the estimator.
def _params(estimator, point):
    params = {"lam": point["lambda"]}
    if "lam_u" in estimator.get_params():
        return {**params, "lam_u": point["lambda_u"]}
    params.update(gamma=point.get("gamma", 0), n_neighbors=point.get("neighbors", 0))
    if "width" in point:
        options = {**(estimator.options or {}), "kernel_width": point["width"]}
        params["options"] = options
    return params
