"""Classifiers that learn from labelled and unlabelled rows."""

import json
import warnings

import numpy as np
import scipy.sparse as sp
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils import check_consistent_length
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted

from semilin import _engine
from semilin._labels import Labels, as_labels, class_name, encode
from semilin._progress import Printer
from semilin._rows import Store, engine_rows
from semilin._text import threads

# Rounding that "0.33, 0.33, 0.33" is forgiven.
_SUM_SLACK = 0.02


def has_probabilities(estimator):
    model = getattr(estimator, "_model", None)
    if not (estimator.probability if model is None else model.has_probabilities):
        raise AttributeError("probability=False: there are no probabilities")
    return True


class _Classifier(ClassifierMixin, BaseEstimator):
    """What the classifiers share: a method of the engine, from arrays to arrays."""

    def fit(self, X, y=None, row_weights=None):
        """Learns from all rows.

        Parameters
        ----------
        X : CSR matrix or array of shape (n_rows, n_features), or Store
            float32 and float64 are used in place; see `Store` for rows on disk.
        y : array of shape (n_rows,), or (n_rows, n_labels) for label sets
            -1 where there is no label; in arrays of objects or text also None,
            NaN and "". A label set is a row of 0 and 1; all -1: not known. May
            be left out for a Store.
        row_weights : array of shape (n_rows,), default=None
            Costs of the rows; a row of cost 0 is left out. (Not `sample_weight`,
            under which name scikit-learn wants the very same weights from rows
            in another order: they are equal up to ``tolerance``.)

        Returns
        -------
        self

        Raises
        ------
        ValueError
            For a parameter out of its range, for rows that are not valid (columns
            must ascend, values be finite), and if fewer than two classes have a
            label.

        Notes
        -----
        Ctrl-C ends the run: the estimator then has the best model so far, and
        ``summary_["stop"]`` is "interrupted".
        """
        self._learn(X, y, row_weights, _engine.train)
        return self

    def _learn(self, X, y, row_weights, run):
        """`fit` by another function of the engine; returns what that found."""
        if isinstance(X, Store):
            X, y = X.X, X.y if y is None else y
        X = self._validated(X, reset=True)
        y = as_labels(y)
        check_consistent_length(X, y)
        rows, costs = X, np.empty(0)
        kept = np.ones(len(y), dtype=bool)
        if row_weights is not None:
            costs = _costs(row_weights, X.shape[0])
            kept = costs > 0
            if not kept.all():
                rows, y, costs = X[kept], y[kept], costs[kept]
        labels = encode(y)
        found = self._run(run, rows, labels, costs)
        self._take(found, labels)
        self._settle(found["labels"], labels, X, kept)
        return found

    def _validated(self, X, reset):
        return self._validate_data(
            X, reset=reset, accept_sparse="csr", dtype=[np.float64, np.float32]
        )

    def _run(self, run, X, labels, costs):
        printer = Printer() if self.verbose and self.callback is None else None
        options = {**self._engine_options(labels), **(self.options or {})}
        options["threads"] = threads(self.n_jobs)
        try:
            return run(
                engine_rows(X),
                labels.codes,
                labels.names,
                costs,
                self._engine_method(labels),
                options,
                bool(self.probability),
                printer or self.callback,
            )
        finally:
            if printer:
                printer.close()

    def _take(self, found, labels):
        self._model = found["model"]
        self._labels = labels
        self.classes_ = labels.classes
        self.summary_ = json.loads(found["summary"])
        self.advice_ = found["advice"]
        self.n_iter_ = _iterations(self.summary_)
        sizes = np.array(self.summary_["class_sizes"])
        self.class_sizes_ = sizes[labels.order] if sizes.size else None
        self.supervised_ = self._with_model(found["supervised"], labels)
        if self.summary_["stop"] == "interrupted":
            warnings.warn("interrupted: this is the best model so far", stacklevel=4)
        for sentence in found["warnings"]:
            warnings.warn(sentence, stacklevel=4)

    def _with_model(self, model, labels):
        """An SVM beside this one."""
        other = SemiLinearClassifier(method="svm", n_jobs=self.n_jobs)
        other._model = model
        other._labels = labels
        other.classes_ = labels.classes
        other.n_features_in_ = self.n_features_in_
        return other

    # What training settled on; rows that were left out are predicted.
    def _settle(self, codes, labels, X, kept):
        width = (len(kept), len(labels.classes))
        if labels.multi_label:
            settled = np.zeros(width, dtype=int)
            settled[kept] = codes.reshape(-1, width[1])
        else:
            settled = np.empty(len(kept), dtype=labels.classes.dtype)
            settled[kept] = labels.classes[np.argsort(labels.order)[codes]]
        if not kept.all():
            settled[~kept] = self.predict(X[~kept])
        self.transduction_ = settled
        self._distributions = None
        if self._model.has_probabilities and not labels.multi_label:
            self._distributions = self._model_probabilities(X)
            known = np.zeros(len(kept), dtype=bool)
            known[kept] = labels.codes >= 0
            self._distributions[known] = self._one_hot(known)

    def _one_hot(self, chosen=slice(None)):
        return (self.transduction_[chosen, None] == self.classes_).astype(float)

    @property
    def label_distributions_(self):
        """Per training row the probability of each class, 1 for the class of a
        labelled row; without ``probability=True`` 1 for that of
        ``transduction_``."""
        check_is_fitted(self, "transduction_")
        if self._labels.multi_label:
            return self.transduction_.astype(float)
        return self._one_hot() if self._distributions is None else self._distributions

    def _scores(self, X):
        check_is_fitted(self, "classes_")
        X = self._validated(X.X if isinstance(X, Store) else X, reset=False)
        return self._model.scores(engine_rows(X), threads(self.n_jobs))

    def decision_function(self, X):
        """Outputs of shape (n_rows,) for two classes, positive for
        ``classes_[1]``; otherwise (n_rows, n_classes): the largest wins. Of label
        sets, each positive or not by itself. With ``probability=True`` they are
        the logarithms of the odds, so that the most probable class wins."""
        return self._in_order(self._calibrated(self._scores(X)))

    def _calibrated(self, outputs, shifted=True):
        fit = self._model.calibration
        if fit is None:
            return outputs
        slopes, shifts = fit
        return outputs * slopes + shifts if shifted else outputs * slopes

    def _in_order(self, scores):
        labels = self._labels
        if labels.multi_label:
            return scores
        if len(labels.classes) == 2:
            return scores.ravel() if labels.order[1] == 1 else -scores.ravel()
        return _columns(scores, labels.order)

    def predict(self, X):
        """A class per row; of label sets, rows of 0 and 1."""
        scores = self.decision_function(X)
        if self._labels.multi_label:
            return (scores > 0).astype(int)
        if len(self.classes_) == 2:
            return self.classes_[(scores > 0).astype(int)]
        return self.classes_[np.argmax(scores, axis=1)]

    @available_if(has_probabilities)
    def predict_proba(self, X):
        """The probability of each class, in the order of ``classes_``; needs
        ``probability=True``."""
        return self._model_probabilities(X)

    def _model_probabilities(self, X):
        scores = self._scores(X)
        return _columns(self._model.probabilities(scores), self._labels.order)

    def save(self, path, vectorizer=None):
        """Writes the model file that ``semilin predict`` reads; with a fitted
        `TextVectorizer` also from documents (``--text``)."""
        check_is_fitted(self, "classes_")
        vocabulary = None if vectorizer is None else vectorizer.vocabulary_
        self._model.save(str(path), vocabulary)

    def to_bytes(self):
        """The bytes of that file."""
        check_is_fitted(self, "classes_")
        return self._model.to_bytes()

    def _class_sizes(self, labels):
        given = self.class_sizes
        if given is None or isinstance(given, str):
            return given
        sizes = _by_class("class_sizes", given, labels)
        if labels.multi_label:
            return sizes
        if len(sizes) == 1 and len(labels.names) == 2:
            sizes = [1 - sizes[0], sizes[0]]
        total = sum(sizes)
        if min(sizes) < 0 or not abs(total - 1) <= _SUM_SLACK:
            raise ValueError(f"class_sizes must be >= 0 and sum to 1, got {given!r}")
        return [size / total for size in sizes]


def _by_class(name, given, labels, missing=None):
    """Numbers per class, as an array or a dict, in the engine's order. Those that
    a dict leaves out are `missing`."""
    if not isinstance(given, dict):
        values = np.asarray(given, dtype=float).ravel()
        if len(values) == len(labels.order):
            ordered = np.empty(len(values))
            ordered[labels.order] = values
            values = ordered
        return values.tolist()
    named = {class_name(key): float(value) for key, value in given.items()}
    names = [class_name(value) for value in labels.classes]
    values = [missing] * len(names)
    for key, value in named.items():
        if key not in names:
            raise ValueError(f"{name}: there is no class {key!r}")
        values[labels.order[names.index(key)]] = value
    if missing is None and values.count(None) == 1 and not labels.multi_label:
        values[values.index(None)] = 1 - sum(v for v in values if v is not None)
    if None in values:
        absent = [n for n in names if n not in named]
        raise ValueError(f"{name}: no number for class {absent[0]!r}")
    return values


def _one_of(methods, method):
    if method in methods:
        return method
    raise ValueError(f"method must be one of {', '.join(methods)}, got {method!r}")


def _costs(weights, rows):
    costs = np.asarray(weights, dtype=np.float64)
    if costs.shape != (rows,):
        raise ValueError(f"row_weights: expected {rows} numbers, found {costs.shape}")
    if not (np.isfinite(costs).all() and (costs >= 0).all()):
        raise ValueError("row_weights must be finite and not negative")
    return costs


def _columns(array, order):
    return array if np.array_equal(order, np.arange(len(order))) else array[:, order]


def _iterations(summary):
    if "hypotheses" in summary:
        return max(len(summary["hypotheses"]), 1)
    found = summary.get("iterations", 1)
    return max(found["newton"] if isinstance(found, dict) else found, 1)


class SemiLinearClassifier(_Classifier):
    """A linear classifier that learns from labelled and unlabelled rows.

    Parameters
    ----------
    method : str, default="committee"
        "committee": annealing, total variation on a graph and naive Bayes vote,
        under the class sizes on which they agree; "da": deterministic annealing;
        "tsvm": transductive SVM; "nb-em": naive Bayes with EM; "svm" and "rls":
        labelled rows alone. Without unlabelled rows the committee is the SVM, of
        label sets it is "da".
    class_sizes : str, array or dict, default="estimate"
        Class sizes of the unlabelled rows: "estimate", "labels" (as among the
        labelled rows), "equal", numbers in the order of ``classes_`` that sum to
        1, or a dict by class. Of label sets: the share of the rows that have
        each.
    lam : float, default=None
        Weight lambda of the penalty lambda/2 |w|^2. None: 0.001 times the rows'
        mean |x|^2, which is 1 for text.
    C : float, default=None
        LIBLINEAR's parameter instead: lambda = 1 / (2 C l), l labelled rows.
    lam_u : float, default=1.0
        Weight of the unlabelled rows' loss; 0: the supervised SVM.
    class_weight : "balanced" or dict, default=None
        Multiplies the costs of the classes' labelled rows.
    probability : bool, default=False
        Fit what `predict_proba` needs: five more trainings.
    n_jobs : int, default=None
        Threads; None or -1: all that OMP_NUM_THREADS allows. Never changes the
        result.
    verbose : int, default=0
        1: progress on standard error, a bar on a terminal.
    callback : callable, default=None
        Gets a dict for each step: "stage", "iteration", "unit", "seconds",
        "objective", "fraction_done", "text". Returning False ends the run with
        the best model so far.
    options : dict, default=None
        The method's other options; ``semilin.options("da")`` lists them.

    Attributes
    ----------
    classes_ : ndarray
        The classes.
    coef_, intercept_ : ndarrays of shape (n_outputs, n_features), (n_outputs,)
        Weights and thresholds; one output for two classes, else one per class.
    transduction_ : ndarray of shape (n_rows,)
        The class that training settled on for each row.
    label_distributions_ : ndarray of shape (n_rows, n_classes)
        The same as probabilities.
    class_sizes_ : ndarray of shape (n_classes,), or None
        The class sizes that were used; None of a supervised method.
    supervised_ : SemiLinearClassifier
        The supervised SVM beside it.
    summary_ : dict
        What the run did, as ``semilin train --summary`` writes it.
    advice_ : str
        Whether the unlabelled rows seem to have helped, and what to do.
    n_iter_ : int
        Newton steps; of the committee the class sizes tried.
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

    def __init__(
        self,
        method="committee",
        *,
        class_sizes="estimate",
        lam=None,
        C=None,
        lam_u=1.0,
        class_weight=None,
        probability=False,
        n_jobs=None,
        verbose=0,
        callback=None,
        options=None,
    ):
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

    def _engine_method(self, labels):
        if self.method != "committee":
            return _one_of(_engine.LINEAR_METHODS, self.method)
        if labels.multi_label:
            return "da"
        return "committee" if (labels.codes < 0).any() else "svm"

    def _engine_options(self, labels):
        weights = self.class_weight
        if weights is not None and not isinstance(weights, str):
            weights = _by_class("class_weight", weights, labels, missing=1.0)
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
    def coef_(self):
        weights = self._calibrated(self._weights()[0], shifted=False)
        weights = self._in_order(weights)
        return weights.reshape(1, -1) if weights.ndim == 1 else weights.T

    @property
    def intercept_(self):
        intercepts = self._calibrated(self._weights()[1])
        return np.atleast_1d(self._in_order(intercepts[None]).squeeze())

    def _more_tags(self):
        return {"multilabel": True, "_xfail_checks": dict(_XFAIL)}


class GraphClassifier(_Classifier):
    """A classifier that spreads labels along a graph of nearest neighbours.

    Parameters
    ----------
    method : str, default="tv-rls"
        "tv-rls", "tv-svm": total variation; "lap-rls", "lap-svm": the Laplacian;
        "cheeger-rls", "cheeger-svm": Cheeger's ratio; each with squares or the
        hinge on the labelled rows.
    class_sizes : str, array or dict, default="estimate"
        Class sizes of the unlabelled rows: "estimate", "labels", "equal", numbers
        in the order of ``classes_`` that sum to 1, or a dict by class.
    lam : float, default=None
        Weight lambda of the penalty lambda/2 |f|^2. None: the method's.
    gamma : float, default=None
        Weight of the penalty on the graph. None: the method's.
    n_neighbors : int, default=10
        How many nearest rows a row is joined to; at most n_rows - 1.
    kernel : str, default="auto"
        "linear", "rbf", "nystrom", "fourier", "none" or "auto": linear for sparse
        rows, rbf for up to 5000 dense ones, otherwise none.
    graph : sparse matrix of shape (n_rows, n_rows), default=None
        Symmetric weights, instead of nearest neighbours.
    probability, n_jobs, verbose, callback, options
        As of `SemiLinearClassifier`.

    Attributes
    ----------
    classes_, transduction_, label_distributions_, class_sizes_, supervised_, \
summary_, advice_, n_iter_, n_features_in_
        As of `SemiLinearClassifier`.

    Notes
    -----
    The model keeps the training rows that it needs, by reference: do not change
    X afterwards.

    Examples
    --------
    >>> import numpy as np
    >>> from semilin import GraphClassifier
    >>> X = np.array([[0.], [1.], [2.], [10.], [11.], [12.]])
    >>> y = np.array([0, -1, -1, 1, -1, -1])
    >>> GraphClassifier(n_neighbors=2).fit(X, y).transduction_
    array([0, 0, 0, 1, 1, 1])
    """

    def __init__(
        self,
        method="tv-rls",
        *,
        class_sizes="estimate",
        lam=None,
        gamma=None,
        n_neighbors=10,
        kernel="auto",
        graph=None,
        probability=False,
        n_jobs=None,
        verbose=0,
        callback=None,
        options=None,
    ):
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

    def fit(self, X, y=None):
        """Learns from all rows; see `SemiLinearClassifier.fit`."""
        return super().fit(X, y)

    def _engine_method(self, labels):
        return _one_of(_engine.GRAPH_METHODS, self.method)

    def _engine_options(self, labels):
        graph = self.graph
        if graph is not None:
            graph = sp.csr_matrix(graph).astype(np.float32)
            graph = _engine.Graph(engine_rows(graph))
        return {
            "class_sizes": self._class_sizes(labels),
            "lambda": self.lam,
            "gamma": self.gamma,
            "neighbors": min(self.n_neighbors, max(len(labels.codes) - 1, 1)),
            "kernel": self.kernel,
            "graph": graph,
        }

    def _more_tags(self):
        return {"_xfail_checks": dict(_XFAIL)}


_XFAIL = {
    "check_classifiers_classes": "its classes are -1 and 1, and -1 is no class "
    "here: it means that a row has no label",
}


def options(method):
    """The options of a method, by name: (default, values, what it does).

    A default of None is chosen by the method or from the data.

    >>> import semilin
    >>> semilin.options("da")["tolerance"]
    (1e-05, '> 0', 'stop when |gradient| <= tolerance * |gradient at 0|')
    """
    return _engine.described_options(method)


def load(path):
    """The classifier in a model file, written by ``save`` or ``semilin train``.

    Its classes are their names, as text.
    """
    model = _engine.Model.read(str(path))
    names = model.classes
    order = np.arange(len(names), dtype=np.int32)
    classes = order if model.multi_label else np.array(names, dtype=object)
    estimator = SemiLinearClassifier(method=json.loads(model.info).get("method", "svm"))
    estimator._model = model
    estimator._labels = Labels(classes, names, np.empty(0), order, model.multi_label)
    estimator.classes_ = classes
    estimator.n_features_in_ = model.features
    return estimator
