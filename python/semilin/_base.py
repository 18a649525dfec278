"""The base of the classifiers: a method of the engine, from arrays to arrays."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import nullcontext
from copy import copy
from functools import partial
from html import escape
from typing import Any, TypeVar

import numpy as np

from semilin import _engine
from semilin._compat import (
    ClassifierBase,
    available_if,
    check_consistent_length,
    check_is_fitted,
    validate_data,
)
from semilin._labels import as_labels, class_name, columns_of, is_unlabeled, named
from semilin._progress import Printer
from semilin._rows import Corpus, as_vectors, engine_rows, source_of, warn_of
from semilin._seeds import as_names, by_voter, in_order_of, set_evidence, words_in
from semilin._show import as_html
from semilin._text import TextVectorizer, are_texts, threads

# The checks of scikit-learn that are expected to fail, and why.
XFAIL = {
    "check_classifiers_classes": "its classes are -1 and 1, and -1 is no class "
    "here: it means that a row has no label",
}


def has_probabilities(estimator):
    model = getattr(estimator, "_model", None)
    if not (estimator.probability if model is None else model.has_probabilities):
        raise AttributeError("probability=False: there are no probabilities")
    return True


Fitted = TypeVar("Fitted", bound="Classifier")


class Classifier(ClassifierBase):
    """The base of the classifiers: a method of the engine, from arrays to arrays."""

    # What the parameters of both classifiers are, and what each of them defines.
    method: str
    n_jobs: int | None
    verbose: int
    probability: bool
    class_sizes: Any
    options: Any
    vectorizer: Any
    callback: Any
    _METHODS: Any
    _engine_options: Any
    _supervised_class: Any  # of supervised_; set by semilin._classifiers

    def fit(
        self: Fitted,
        X: Any,
        y: Any = None,
        row_weights: Any = None,
        seed_words: Any = None,
        vocabulary: Any = None,
        vectors: Any = None,
        votes: Any = None,
        tune: Mapping[str, Any] | None = None,
    ) -> Fitted:
        """Trains on labeled and unlabeled rows.

        Parameters
        ----------
        X : CSR matrix or array of shape (n_rows, n_features), texts, or a file
            Rows of float32 and float64 are used in place. A list of str is
            turned into rows by a `TextVectorizer`, which later texts and `save`
            share. A str or path, a list of paths, or a `Corpus` is read as
            ``semilin train`` reads it.
        y : array of shape (n_rows,), or (n_rows, n_labels) for label sets
            -1 where there is no label; in arrays of objects or text also None,
            NaN and blanks. A label set is a row of 0 and 1; a row of -1 has no
            known labels; the columns of a DataFrame name the labels. May be
            omitted for a file, with seed_words and with votes.
        row_weights : array of shape (n_rows,), default=None
            Costs of the rows, >= 0 (0 or 1 for graph methods); a row of cost 0 is
            left out. None: 1. (The name is not `sample_weight`, because
            scikit-learn then requires the same weights for rows in another
            order, and these are only equal up to ``tolerance``.)
        seed_words : dict, list, "names" or path, default=None
            Keywords of the classes, which then need no label: words by
            class, ``{"sport": ["match", "goal"]}``; a file of them, as
            ``semilin train --seed-words`` reads it; a list of classes whose
            names are the words; or "names": the names of the classes of y.
        vocabulary : TextVectorizer or list of str, default=None
            The names of the columns of X, for seed_words; not needed with
            texts, nor with a file of documents.
        vectors : array of shape (n_rows, n_columns), default=None
            A vector for each row, such as an embedding, beside X: methods for
            words use X, methods on a graph use the vectors, and linear ones
            use both. New rows need vectors, too: ``predict(X, vectors=...)``.
        votes : DataFrame, dict or array of shape (n_rows, n_voters), default=None
            Votes of rules, language models or annotators, a column per voter: a
            class, or -1, None, NaN or a blank where the voter abstains. Of a
            DataFrame the index counts if X has one. Beside a file of documents
            also a file, as ``semilin train --votes`` reads it. Rows without a label get the labels that follow from the votes (A. P.
            Dawid, A. M. Skene, Applied Statistics 28, 1979);
            ``summary_["votes"]`` has the estimated accuracy of each voter.
        tune : dict, default=None
            Chooses options by cross-validation, as ``semilin tune`` does, and
            trains with them: lists "lambda", "C", "lambda_u", "gamma",
            "neighbors" and "width" to try instead of the usual ones ({}: all
            usual), "folds", "repeats", "seed", and "choose": "one-se" or "best".
            ``tuning_`` has the accuracy of each point and the one chosen.

        Returns
        -------
        self

        Raises
        ------
        ValueError
            If a parameter is out of its range, if a row has a column twice or a
            value that is not finite, or if fewer than two classes have a label
            or a keyword.

        Notes
        -----
        Ctrl-C ends the run: the estimator then has the best model so far, and
        ``summary_["stop"]`` is "interrupted". If there is no model yet, because
        a graph method still searches for neighbors, ``KeyboardInterrupt`` is
        raised.
        """
        given = X, y, row_weights, seed_words, vocabulary, vectors, votes
        before = dict(vars(self))
        try:
            rows, labels, kept, everything = self._prepared(*given)
            found = self._run(partial(_engine.train, tune=tune), rows, labels)
            self._settle(found["labels"], kept, rows if kept.all() else everything())
        except BaseException:  # the model that was there stays whole
            vars(self).clear()
            vars(self).update(before)
            raise
        self.tuning_ = found.get("tuning")
        return self

    def _prepared(
        self,
        X,
        y=None,
        row_weights=None,
        seed_words=None,
        vocabulary=None,
        vectors=None,
        votes=None,
        purpose="train",
    ):
        """What `fit` learns from: the engine's rows, `Labels`, which rows of X they
        are, and a function that gives those of all X."""
        vectorizer, source = None, source_of(X)
        others = (y, row_weights, seed_words, vectors)
        alone = all(value is None for value in others)
        if source and alone and isinstance(votes, (str, os.PathLike)):
            source, votes = {**source, "votes": votes}, None
        votes = in_order_of(X, votes)
        if source:
            alone = alone and votes is None
            if not isinstance(X, Corpus) or source != X._source:
                source["threads"] = threads(self.n_jobs)
                X = Corpus(**source, purpose=purpose if alone else "read")
            vectorizer = self.vectorizer_ = TextVectorizer._of(X.vocabulary)
            if alone:
                rows, info = X._rows, X._rows.info
                labels = named(info["labels"], rows.labels, info["multi_label"])
                return rows, labels, np.ones(rows.shape[0], dtype=bool), None
            X, y = X.X, X.y if y is None else y
        X = self._validated(X, True, y, words_in(seed_words))
        self.vectorizer_ = self.vectorizer_ or vectorizer
        vectors = as_vectors(vectors, X.shape[0])
        told = seed_words is not None or votes is not None
        if y is None and (told or purpose == "suggest"):
            y = np.full(X.shape[0], -1)
        columns, y = columns_of(y), as_labels(y)
        check_consistent_length(X, y)
        costs: np.ndarray = np.empty(0)
        rows, beside = X, vectors
        kept: np.ndarray = np.ones(len(y), dtype=bool)
        if row_weights is not None:
            costs = _costs(row_weights, X.shape[0])
            kept = costs > 0
            if not kept.all():
                rows, y, costs = X[kept], y[kept], costs[kept]
                beside = None if vectors is None else vectors[kept]
        vocabulary = self.vectorizer_ if vocabulary is None else vocabulary
        rows = engine_rows(rows, beside)
        fewest = 2 if purpose == "train" else 0
        if votes is not None and not kept.all():
            raise ValueError("votes: not with row_weights of 0")
        labels = set_evidence(
            rows, y, costs, seed_words, vocabulary, fewest, votes, columns
        )
        return rows, labels, kept, lambda: engine_rows(X, vectors, self._model)

    def _validated(self, X, reset, *known):
        texts = are_texts(X)
        if reset:
            usual = self.vectorizer or TextVectorizer(n_jobs=self.n_jobs)
            self.vectorizer_ = copy(usual) if texts else None
        if texts:
            vectorizer = getattr(self, "vectorizer_", None)
            if vectorizer is None:
                raise ValueError("expected rows, found texts: fit was given rows")
            X = vectorizer._fit_rows(X, *known) if reset else vectorizer.transform(X)
        for name in getattr(X, "columns", ()):
            if getattr(X[name].dtype, "kind", "O") == "O" and are_texts(X[name]):
                raise ValueError(f"X is a DataFrame of texts: give a column, X[{name!r}]")
        return validate_data(
            self, X, reset=reset, accept_sparse="csr", dtype=[np.float64, np.float32]
        )

    def _run_options(self, labels):
        options = {**self._engine_options(labels), **(self.options or {})}
        options.update(
            method=one_of(self._METHODS, self.method),
            probabilities=bool(self.probability),
            threads=threads(self.n_jobs),
        )
        return options

    def _run(self, run, rows, labels):
        silent = not self.verbose or self.callback is not None
        listener: Any = nullcontext(self.callback) if silent else Printer()
        with listener as heard:
            found = run(rows, self._run_options(labels), heard)
        self._model = found["model"]
        self._labels = labels
        self.n_features_in_ = self._model.own_features
        self.classes_ = labels.classes
        self._report(found["summary"])
        self.advice_ = found["advice"]
        self.n_iter_ = _iterations(self.summary_)
        self.supervised_ = self._with_model(found["supervised"], labels)
        if self.summary_["stop"] == "interrupted":
            warn_of(["interrupted: this is the best model so far"])
        warn_of(found["warnings"])
        return found

    def _report(self, summary):
        self.summary_ = summary
        self.advice_ = summary.get("comparison", {}).get("advice", "")
        sizes = np.array(summary.get("class_sizes", ()))
        self.class_sizes_ = sizes[self._labels.order] if sizes.size else None

    def _with_model(self, model, labels):
        """A supervised SVM with the classes of this classifier."""
        other = self._supervised_class(method="svm", n_jobs=self.n_jobs)
        other._model = model
        other._labels = labels
        other.classes_ = labels.classes
        other.n_features_in_ = model.own_features
        other.vectorizer_ = self.vectorizer_
        return other

    # The classes that training decided on; rows left out of training are
    # predicted.
    def _settle(self, codes, kept, rows):
        labels, model, jobs = self._labels, self._model, threads(self.n_jobs)
        width = (len(kept), len(labels.classes))
        if labels.multi_label:
            settled = np.zeros(width, dtype=int)
            settled[kept] = _columns(codes.reshape(-1, width[1]), labels.order)
        else:
            settled = np.empty(len(kept), dtype=labels.classes.dtype)
            settled[kept] = labels.classes[np.argsort(labels.order)[codes]]
        if not kept.all():
            settled[~kept] = self._winners(model.scores(rows, jobs)[~kept])
        self.transduction_ = settled
        self._distributions = None
        if model.has_probabilities and not labels.multi_label:
            found = _columns(model.probabilities(rows, jobs), labels.order)
            known = np.zeros(len(kept), dtype=bool)
            known[kept] = labels.codes >= 0
            found[known] = self._one_hot(known)
            self._distributions = found

    def _one_hot(self, chosen=slice(None)):
        return (self.transduction_[chosen, None] == self.classes_).astype(float)

    @property
    def label_distributions_(self) -> np.ndarray:
        """The probability of each class for each training row, of shape (n_rows,
        n_classes): 1 for the class of a labeled row. Without
        probabilities: 1 for the class in ``transduction_``."""
        check_is_fitted(self, "transduction_")
        if self._labels.multi_label:
            return self.transduction_.astype(float)
        return self._one_hot() if self._distributions is None else self._distributions

    def _model_rows(self, X, vectors, purpose="read", votes=None):
        """The engine's rows of X in the features of the model."""
        check_is_fitted(self, "classes_")
        if source := source_of(X):
            source = {"threads": threads(self.n_jobs), **source, "purpose": purpose}
            if purpose == "read":  # votes of the training are not of new rows
                source.pop("votes", None)
            beside = {"vectors": vectors, "votes": votes}
            source.update((k, v) for k, v in beside.items() if v is not None)
            rows, about = _engine.Rows.read(source, self._model)
            warn_of(about["doubts"])
            return rows
        votes = in_order_of(X, votes)
        X = self._validated(X, reset=False)
        vectors = as_vectors(vectors, X.shape[0])
        if vectors is None and self._model.vectors:
            raise ValueError("vectors: expected those of X, as fit had them, found None")
        rows = engine_rows(X, vectors, self._model)
        if votes is not None:
            rows.set_votes(as_names(by_voter(votes, X.shape[0])), self._model)
            warn_of(rows.info["doubts"])
        return rows

    def _outputs(self, X, vectors, votes, kind="scores"):
        rows = self._model_rows(X, vectors, votes=votes)
        return getattr(self._model, kind)(rows, threads(self.n_jobs))

    def decision_function(
        self, X: Any, vectors: Any = None, votes: Any = None
    ) -> np.ndarray:
        """The outputs of the rows. For two classes their shape is (n_rows,), and
        they are positive for ``classes_[1]``; otherwise it is (n_rows,
        n_classes), and the largest output wins. For label sets a row has the
        labels whose outputs are positive."""
        return self._in_order(self._outputs(X, vectors, votes))

    def _in_order(self, scores):
        labels = self._labels
        if len(labels.classes) == 2 and not labels.multi_label:
            return scores.ravel() if labels.order[1] == 1 else -scores.ravel()
        return _columns(scores, labels.order)

    def predict(
        self,
        X: Any,
        vectors: Any = None,
        votes: Any = None,
        *,
        least_probability: float | None = None,
        precision: float | None = None,
    ) -> np.ndarray:
        """The predicted class of each row; for label sets, rows of 0 and 1.
        ``votes`` on these rows, by voters of `fit`, count beside X, if there are
        probabilities. A row whose class is less probable than
        ``least_probability``, or than labels held out say that it must be for a
        share ``precision`` of such rows to be right, gets None."""
        if least_probability is None and precision is None:
            return self._winners(self._outputs(X, vectors, votes))
        found = _engine.report(
            "decide",
            self._model,
            self._model_rows(X, vectors, votes=votes),
            least_probability=least_probability,
            precision=precision,
            threads=threads(self.n_jobs),
        )
        values = {class_name(value): value for value in self.classes_}
        labels: np.ndarray = np.empty(len(found["rows"]), dtype=object)
        labels[:] = [values.get(one["label"]) for one in found["rows"]]
        return labels

    def score(self, X: Any, y: Any = None, sample_weight: Any = None) -> float:
        """The accuracy on the rows that have a label, which y says as in `fit`; a
        label set is right as a whole. A file has its own labels. Raises ValueError
        if no row has a label."""
        from semilin._inspection import evaluate

        if sample_weight is None:
            return evaluate(self, X, y)["accuracy"]
        y = as_labels(y)
        known = np.flatnonzero(~is_unlabeled(y))
        if len(known) == 0:
            raise ValueError("expected labels, found none")
        right = self.predict(X)[known] == y[known]
        weights = np.asarray(sample_weight)[known]
        return float(np.average(right.reshape(len(known), -1).all(1), weights=weights))

    def _winners(self, outputs):
        scores = self._in_order(outputs)
        if self._labels.multi_label:
            return (scores > 0).astype(int)
        if len(self.classes_) == 2:
            return self.classes_[(scores > 0).astype(int)]
        return self.classes_[np.argmax(scores, axis=1)]

    @available_if(has_probabilities)
    def predict_proba(
        self, X: Any, vectors: Any = None, votes: Any = None
    ) -> np.ndarray:
        """The probability of each class, of shape (n_rows, n_classes), in the
        order of ``classes_``; a method other than the default needs
        ``probability=True``. They are calibrated
        on labels held out (J. Platt, 1999; for more than two classes A.
        Alexandari, A. Kundaje, A. Shrikumar, ICML 2020)."""
        found = self._outputs(X, vectors, votes, "probabilities")
        return _columns(found, self._labels.order)

    def _repr_html_(self):
        fitted = hasattr(self, "summary_")
        return as_html(self) if fitted else f"<pre>{escape(repr(self))}</pre>"

    def _repr_mimebundle_(self, **_):  # a notebook asks for this first
        return {"text/plain": repr(self), "text/html": self._repr_html_()}

    def save(
        self, path: str | os.PathLike, vectorizer: TextVectorizer | None = None
    ) -> None:
        """Writes a model file for ``semilin predict`` and `load`. With a fitted
        `TextVectorizer`, or if the classifier was trained on texts, the model
        also predicts documents."""
        check_is_fitted(self, "classes_")
        vocabulary = None if vectorizer is None else vectorizer.vocabulary_
        self._model.save(str(path), vocabulary)

    def to_bytes(self) -> bytes:
        """Returns the bytes of the file that `save` writes."""
        check_is_fitted(self, "classes_")
        return self._model.to_bytes()

    def _class_sizes(self, labels):
        given = self.class_sizes
        if given is None or isinstance(given, str):
            return given
        return ",".join(map(repr, by_class("class_sizes", given, labels)))


def by_class(name, given, labels, missing=None):
    """Numbers per class, from an array or a dict, in the engine's order.
    Classes that a dict does not have get `missing`. Without `missing`, a single
    class that a dict does not have gets the rest of 1, unless labels are sets."""
    if isinstance(given, dict):
        sizes = {class_name(key): float(value) for key, value in given.items()}
        names = [class_name(value) for value in labels.classes]
        for key in sizes:
            if key not in names:
                raise ValueError(f"{name}: there is no class {key!r}")
        absent = [key for key in names if key not in sizes]
        if missing is None and len(absent) == 1 and not labels.multi_label:
            missing = 1 - sum(sizes[key] for key in labels.names if key in sizes)
        if missing is None and absent:
            raise ValueError(f"{name}: no number for class {absent[0]!r}")
        given = [sizes.get(key, missing) for key in names]
    values: np.ndarray = np.asarray(given, dtype=float).ravel()
    if len(values) == 0:
        raise ValueError(f"{name}: expected a number for each class, found none")
    if len(values) == len(labels.order):
        values = values[np.argsort(labels.order)]
    return values.tolist()


def one_of(methods, method):
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
