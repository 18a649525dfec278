"""Classifiers that learn from labeled and unlabeled rows."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any, Callable

import numpy as np

from semilin import _engine
from semilin._base import XFAIL, Classifier, by_class
from semilin._compat import check_is_fitted, keep_parameters
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
        (squared hinge) and "rls" (least squares) learn from labeled rows alone.
        Without unlabeled rows "committee" is the SVM, and for label sets it is
        "da".
    class_sizes : str, array or dict, default="estimate"
        Class sizes of the unlabeled rows: "estimate", "labels" (as among the
        labeled rows), "equal", numbers in the order of ``classes_`` that sum
        to 1, or a dict by class. For label sets: the fraction of the rows that
        have each label.
    lam : float, default=None
        Weight lambda of the penalty lambda/2 |w|^2, > 0. None: min(0.001,
        1/(2 l)) times the mean |x|^2 of the rows, for l labeled rows; with more
        than 1,000 labels, labels held out may choose a larger value.
    C : float, default=None
        LIBLINEAR's parameter instead of lam: lambda = 1 / (2 C l) for l
        labeled rows.
    lam_u : float, default=None
        Weight of the loss of the unlabeled rows, >= 0; 0: the supervised SVM.
        None: u/(l + u) for l labeled and u unlabeled rows.
    class_weight : "balanced" or dict, default=None
        Factors of the costs of each class's labeled rows; a class that is not
        in the dict has 1. "balanced": all classes cost the same together. None:
        1.
    probability : bool, default=False
        Whether to fit probabilities for `predict_proba` by five more trainings,
        for methods that have none; the default method has some.
    n_jobs : int, default=None
        Number of threads; None or -1: all that OMP_NUM_THREADS allows. It never
        changes the result.
    verbose : int, default=0
        1: shows progress on standard error, as a bar on a terminal.
    callback : callable, default=None
        Called with a dict for each step: "stage", "iteration", "unit",
        "seconds", "objective", "fraction_done", "text". Returning False ends
        the run with the best model so far.
    options : dict, default=None
        The method's other options; ``semilin.options("da")`` lists them.
    vectorizer : TextVectorizer, default=None
        How texts become rows; None: ``TextVectorizer()``.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The classes, sorted; for label sets the labels, in the order of the
        columns of y.
    coef_, intercept_ : ndarrays of shape (n_outputs, n_features), (n_outputs,)
        Weights and thresholds; one output for two classes, otherwise one per
        class. The weights of vectors come last.
    transduction_ : ndarray of shape (n_rows,), or (n_rows, n_classes)
        The class that training decided on for each row; for label sets, rows of
        0 and 1.
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
        Number of Newton steps; for the committee, of class sizes tried.
    n_features_in_ : int
        Number of columns of X.

    Notes
    -----
    The linear methods have outputs o = X w and minimize ::

        lambda/2 |w|^2 + 1/(2l) sum_labeled c_i max(0, 1 - y_i o_i)^2
                       + lam_u/(2u) sum_unlabeled c_j loss(o_j)

    where c are the costs of the rows, l and u their sums over the labeled and
    the unlabeled rows ("rls": squares instead of the hinge). "da" and "tsvm"
    follow V. Sindhwani, S. S. Keerthi, Large Scale Semi-supervised Linear SVMs,
    SIGIR 2006, sections 3.2 and 3.1; "nb-em" follows K. Nigam, A. McCallum,
    S. Thrun, T. Mitchell, Machine Learning 39, 2000. docs/methods.md describes
    all methods.

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

    lam: Any
    C: Any
    lam_u: Any
    class_weight: Any

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
        keep_parameters(self, locals())

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
        The penalty on the graph: "tv-rls", "tv-svm": total variation;
        "lap-rls", "lap-svm": the Laplacian; "cheeger-rls", "cheeger-svm":
        Cheeger's ratio; with squares (rls) or the hinge (svm) on the labeled
        rows.
    class_sizes : str, array or dict, default="estimate"
        Class sizes of the unlabeled rows: "estimate", "labels", "equal", numbers
        in the order of ``classes_`` that sum to 1, or a dict by class.
    lam : float, default=None
        Weight lambda of the penalty lambda/2 |f|^2 in the space of the kernel,
        > 0. None: 0.01 for Laplacian methods, 0.1 for the others.
    gamma : float, default=None
        Weight of the penalty on the graph, >= 0. None: 4 for Laplacian methods;
        for total variation 0.5 for two classes and 0.4 for more, 0.05 with the
        linear kernel.
    n_neighbors : int, default=10
        How many nearest rows a row is joined to; at most n_rows - 1.
    kernel : str, default="auto"
        "linear", "rbf", "nystrom", "none" or "auto": linear for sparse
        rows, rbf for up to 5,000 dense ones, otherwise none.
    graph : sparse matrix of shape (n_rows, n_rows), default=None
        Symmetric weights, which replace the graph of nearest neighbors.
    probability, n_jobs, verbose, callback, options, vectorizer
        See `SemiLinearClassifier`.

    Attributes
    ----------
    classes_, transduction_, label_distributions_, class_sizes_, supervised_, \
summary_, advice_, n_iter_, n_features_in_
        See `SemiLinearClassifier`.

    Notes
    -----
    The methods minimize, over functions f in the space of the kernel, ::

        loss(f on labeled rows) + lambda/2 |f|^2 + gamma P(f)

    with the penalty P(f) = f'Lf / 2 (L is the Laplacian of the graph) or
    sum w_ij |f_i - f_j|, or the ratio of the latter to sum |f - median f|
    (X. Bresson, R. Zhang, TV-SVM, arXiv:1210.0699, 2012; equations 6, 51, 11
    and 28). The model keeps a copy of the training rows that it needs.

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

    graph: Any
    kernel: Any
    lam: Any
    gamma: Any
    n_neighbors: Any

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
        keep_parameters(self, locals())

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

    A default of None means that the method or the data decide. Raises
    ValueError for a name that is not a method.

    >>> import semilin
    >>> semilin.options("da")["tolerance"]
    (1e-05, '> 0', 'stop when |gradient| <= tolerance * |gradient at 0|')
    """
    return _engine.described_options(method)


def load(path: str | os.PathLike) -> SemiLinearClassifier:
    """Reads the classifier in a model file, written by ``save`` or ``semilin train``.

    The classes are names, as text. ``summary_``, ``advice_`` and
    ``class_sizes_`` are those that the file records. Raises ValueError if the
    file is not a model.
    """
    model = _engine.Model.made("model_read", os.fsencode(path))
    info = model.info
    estimator = SemiLinearClassifier(method=info.get("method", "svm"))
    estimator._model = model
    estimator._labels = named(model.classes, multi_label=model.multi_label)
    estimator.classes_ = estimator._labels.classes
    estimator.n_features_in_ = model.own_features
    estimator.vectorizer_ = TextVectorizer._of(model.vocabulary)
    if training := info.get("training"):
        estimator._report({"method": info["method"], **training})
    return estimator
