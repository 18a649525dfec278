"""Classifiers that learn from labeled and unlabeled rows."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from typing import Any, Callable

import numpy as np

from semilin import _engine
from semilin._base import XFAIL, Classifier, by_class
from semilin._compat import check_is_fitted
from semilin._labels import named
from semilin._rows import engine_rows
from semilin._text import TextVectorizer


class SemiLinearClassifier(Classifier):
    """A linear classifier that learns from labeled and unlabeled rows.

    Parameters
    ----------
    method : str, default="committee"
        "committee": annealing, total variation on a graph and naive Bayes vote,
        under the class sizes on which they agree; "da": deterministic
        annealing; "tsvm": transductive SVM; "nb-em": naive Bayes with EM; "svm"
        and "rls": labeled rows alone. Without unlabeled rows the committee is
        the SVM, for label sets "da".
    class_sizes : str, array or dict, default="estimate"
        Class sizes of the unlabeled rows: "estimate", "labels" (as among the
        labeled rows), "equal", numbers in the order of ``classes_`` that sum
        to 1, or a dict by class. For label sets the share of the rows that have
        each.
    lam : float, default=None
        Weight lambda of the penalty lambda/2 |w|^2. None: 0.001 times the rows'
        mean |x|^2, which is 1 for text; with many labels less, down to C = 1 of
        LIBLINEAR, as labels held out allow.
    C : float, default=None
        LIBLINEAR's parameter instead of lam: lambda = 1 / (2 C l) for l
        labeled rows.
    lam_u : float, default=None
        Weight of the unlabeled rows' loss; 0: the supervised SVM. None: their
        share of all rows.
    class_weight : "balanced" or dict, default=None
        Multiplies the costs of the classes' labeled rows.
    probability : bool, default=False
        Whether `predict_proba` is possible, which takes five more trainings.
    n_jobs : int, default=None
        Threads; None or -1: all that OMP_NUM_THREADS allows. Never changes the
        result.
    verbose : int, default=0
        1: progress on standard error, a bar on a terminal.
    callback : callable, default=None
        Called with a dict for each step: "stage", "iteration", "unit",
        "seconds", "objective", "fraction_done", "text". Returning False ends
        the run with the best model so far.
    options : dict, default=None
        The method's other options; ``semilin.options("da")`` lists them.
    vectorizer : TextVectorizer, default=None
        How texts become rows; None: by its defaults.

    Attributes
    ----------
    classes_ : ndarray
        The classes.
    coef_, intercept_ : ndarrays of shape (n_outputs, n_features), (n_outputs,)
        Weights and thresholds; one output for two classes, otherwise one per
        class. With vectors their weights come last.
    transduction_ : ndarray of shape (n_rows,)
        The class that training decided on for each row.
    label_distributions_ : ndarray of shape (n_rows, n_classes)
        The probability of each class for each row.
    class_sizes_ : ndarray of shape (n_classes,), or None
        The class sizes that were used; None for a supervised method.
    supervised_ : SemiLinearClassifier
        The supervised SVM, for comparison.
    summary_ : dict
        The report of the run, as ``semilin train --summary`` writes it.
    advice_ : str
        Whether the unlabeled rows seem to have helped, and what to do.
    n_iter_ : int
        Newton steps; for the committee the class sizes tried.
    n_features_in_ : int
        Columns of X.

    Examples
    --------
    >>> import numpy as np
    >>> from semilin import SemiLinearClassifier
    >>> X = np.array([[3., 0.], [2., 1.], [0., 3.], [1., 2.]])
    >>> model = SemiLinearClassifier(method="da").fit(X, ["a", "", "b", ""])
    >>> model.transduction_.tolist()
    ['a', 'a', 'b', 'b']
    """

    _METHODS = (*_engine.LINEAR_METHODS, "committee")

    def __init__(
        self,
        method: str = "committee",
        *,
        class_sizes: str | Sequence[float] | Mapping[Any, float] = "estimate",
        lam: float | None = None,
        C: float | None = None,
        lam_u: float | None = None,
        class_weight: str | Mapping[Any, float] | None = None,
        probability: bool = False,
        n_jobs: int | None = None,
        verbose: int = 0,
        callback: Callable[[dict], Any] | None = None,
        options: Mapping[str, Any] | None = None,
        vectorizer: TextVectorizer | None = None,
    ) -> None:
        self.method = method
        self.class_sizes = class_sizes
        self.lam = lam
        self.C = C
        self.lam_u = lam_u
        self.class_weight = class_weight
        self.probability = probability
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.callback = callback
        self.options = options
        self.vectorizer = vectorizer

    def _engine_options(self, labels):
        weights = self.class_weight
        if weights is not None and not isinstance(weights, str):
            weights = by_class("class_weight", weights, labels, missing=1.0)
        return {
            "class_sizes": self._class_sizes(labels),
            "lambda": self.lam,
            "C": self.C,
            "lambda_u": self.lam_u,
            "class_weights": weights,
        }

    def _weights(self):
        check_is_fitted(self, "classes_")
        parts = self._model.weights()
        if parts is None:
            raise AttributeError("the model is not linear: it has no coef_")
        return parts

    @property
    def coef_(self) -> np.ndarray:
        weights = self._in_order(self._weights()[0])
        return weights.reshape(1, -1) if weights.ndim == 1 else weights.T

    @property
    def intercept_(self) -> np.ndarray:
        intercepts = self._weights()[1]
        return np.atleast_1d(self._in_order(intercepts[None]).squeeze())

    def _more_tags(self):
        return {"multilabel": True, "_xfail_checks": dict(XFAIL)}


Classifier._supervised_class = SemiLinearClassifier


class GraphClassifier(Classifier):
    """A classifier that spreads labels along a graph of nearest neighbors.

    Parameters
    ----------
    method : str, default="tv-rls"
        "tv-rls", "tv-svm": total variation; "lap-rls", "lap-svm": the Laplacian;
        "cheeger-rls", "cheeger-svm": Cheeger's ratio; each with squares or the
        hinge on the labeled rows.
    class_sizes : str, array or dict, default="estimate"
        Class sizes of the unlabeled rows: "estimate", "labels", "equal", numbers
        in the order of ``classes_`` that sum to 1, or a dict by class.
    lam : float, default=None
        Weight lambda of the penalty lambda/2 |f|^2. None: the method's.
    gamma : float, default=None
        Weight of the penalty on the graph. None: the method's.
    n_neighbors : int, default=10
        How many nearest rows a row is joined to; at most n_rows - 1.
    kernel : str, default="auto"
        "linear", "rbf", "nystrom", "none" or "auto": linear for sparse
        rows, rbf for up to 5000 dense ones, otherwise none.
    graph : sparse matrix of shape (n_rows, n_rows), default=None
        Symmetric weights, instead of nearest neighbors.
    probability, n_jobs, verbose, callback, options, vectorizer
        As of `SemiLinearClassifier`.

    Attributes
    ----------
    classes_, transduction_, label_distributions_, class_sizes_, supervised_, \
summary_, advice_, n_iter_, n_features_in_
        As of `SemiLinearClassifier`.

    Notes
    -----
    The model keeps a copy of the training rows that it needs.

    Examples
    --------
    >>> import numpy as np
    >>> from semilin import GraphClassifier
    >>> X = np.array([[1.], [2.], [3.], [11.], [12.], [13.]])
    >>> y = np.array([0, -1, -1, 1, -1, -1])
    >>> GraphClassifier(n_neighbors=2).fit(X, y).transduction_
    array([0, 0, 0, 1, 1, 1])
    """

    _METHODS = _engine.GRAPH_METHODS

    def __init__(
        self,
        method: str = "tv-rls",
        *,
        class_sizes: str | Sequence[float] | Mapping[Any, float] = "estimate",
        lam: float | None = None,
        gamma: float | None = None,
        n_neighbors: int = 10,
        kernel: str = "auto",
        graph: Any = None,
        probability: bool = False,
        n_jobs: int | None = None,
        verbose: int = 0,
        callback: Callable[[dict], Any] | None = None,
        options: Mapping[str, Any] | None = None,
        vectorizer: TextVectorizer | None = None,
    ) -> None:
        self.method = method
        self.class_sizes = class_sizes
        self.lam = lam
        self.gamma = gamma
        self.n_neighbors = n_neighbors
        self.kernel = kernel
        self.graph = graph
        self.probability = probability
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.callback = callback
        self.options = options
        self.vectorizer = vectorizer

    def fit(  # type: ignore[override]
        self,
        X: Any,
        y: Any = None,
        seed_words: Any = None,
        vocabulary: Any = None,
        vectors: Any = None,
        votes: Any = None,
    ) -> GraphClassifier:
        """Learns from all rows; see `SemiLinearClassifier.fit`."""
        return super().fit(X, y, None, seed_words, vocabulary, vectors, votes)

    def _engine_options(self, labels):
        graph = self.graph
        if graph is not None:
            graph = graph if hasattr(graph, "tocsr") else np.asarray(graph)
            graph = engine_rows(graph.astype(np.float32))
        return {
            "class_sizes": self._class_sizes(labels),
            "lambda": self.lam,
            "gamma": self.gamma,
            "neighbors": min(self.n_neighbors, max(len(labels.codes) - 1, 1)),
            "kernel": self.kernel,
            "graph": graph,
        }

    def _more_tags(self):
        return {"_xfail_checks": dict(XFAIL)}


def options(method: str) -> dict[str, tuple]:
    """The options of a method, by name: (default, values, what it does).

    A default of None is chosen by the method or from the data.

    >>> import semilin
    >>> semilin.options("da")["tolerance"]
    (1e-05, '> 0', 'stop when |gradient| <= tolerance * |gradient at 0|')
    """
    return _engine.described_options(method)


def load(path: str | os.PathLike) -> SemiLinearClassifier:
    """The classifier in a model file, written by ``save`` or ``semilin train``.

    The classes are names, as text. ``summary_``, ``advice_`` and
    ``class_sizes_`` are what the file says of the training.
    """
    model = _engine.Model.read(str(path))
    info = json.loads(model.info)
    estimator = SemiLinearClassifier(method=info.get("method", "svm"))
    estimator._model = model
    estimator._labels = named(model.classes, multi_label=model.multi_label)
    estimator.classes_ = estimator._labels.classes
    estimator.n_features_in_ = model.own_features
    estimator.vectorizer_ = TextVectorizer._of(model.vocabulary)
    if training := info.get("training"):
        estimator._report({"method": info["method"], **training})
    return estimator
