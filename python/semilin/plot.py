"""Plots of a trained classifier. Each function draws on axes of matplotlib (new ones
if ``ax`` is None) and returns them. X and y are those of ``fit``: y is omitted for a
file, which has its labels."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Any

import numpy as np

from semilin._labels import class_name, is_unlabeled
from semilin._rows import source_of

_MOST_NUMBERS = 25  # classes of a confusion whose cells have numbers


def _axes(ax):
    if ax is not None:
        return ax
    import matplotlib.pyplot as plt

    return plt.subplots()[1]


def _known(estimator, X, y):
    """Which rows have a label, and these labels."""
    if y is None:
        if source_of(X) is None:
            raise ValueError("expected y, or a file, which has its labels")
        rows = estimator._model_rows(X, None)
        values = {class_name(value): value for value in estimator.classes_}
        names = [values.get(name, name) for name in rows.info["classes"]]
        y = np.array([*names, None], dtype=object)[rows.labels]
    y = np.asarray(y)
    known = ~is_unlabeled(y)
    if not known.any():
        raise ValueError("expected rows with labels, found none")
    return known, y[known]


def _outputs(estimator, X):
    """The confidence of the estimator for each row, and its class."""
    predicted = estimator.predict(X)
    if hasattr(estimator, "predict_proba"):
        return estimator.predict_proba(X).max(axis=1), predicted
    scores = estimator.decision_function(X)
    if scores.ndim == 1:
        return np.abs(scores), predicted
    two = np.partition(scores, -2, axis=1)[:, -2:]
    return two[:, 1] - two[:, 0], predicted


def class_sizes(estimator: Any, ax: Any = None) -> Any:
    """Plots the class sizes that training used, those that the model predicts for
    the unlabeled rows, and those that the supervised SVM predicts."""
    comparison = estimator.summary_.get("comparison")
    if comparison is None:
        raise ValueError("a supervised method has no class sizes")
    order = estimator._labels.order
    bars = {
        "used": estimator.class_sizes_,
        "predicted": np.array(comparison["predicted_sizes"])[order],
        "supervised SVM": np.array(comparison["supervised_sizes"])[order],
    }
    ax = _axes(ax)
    places = np.arange(len(estimator.classes_))
    for k, (name, sizes) in enumerate(bars.items()):
        ax.bar(places + 0.27 * (k - 1), sizes, width=0.27, label=name)
    ax.set_xticks(places, estimator.classes_)
    ax.set_ylabel("share of the unlabeled rows")
    ax.legend()
    return ax


def reliability(
    estimator: Any, X: Any, y: Any = None, bins: int = 10, ax: Any = None
) -> Any:
    """Plots the accuracy of the predicted class against its probability, in equal
    bins; reliable probabilities are on the diagonal."""
    known, y = _known(estimator, X, y)
    probabilities = estimator.predict_proba(X)[known]
    right = estimator.classes_[probabilities.argmax(axis=1)] == y
    sure = probabilities.max(axis=1)
    cell = np.minimum((sure * bins).astype(int), bins - 1)
    used = np.unique(cell)
    ax = _axes(ax)
    ax.plot([0, 1], [0, 1], color="gray", linewidth=1)
    ax.plot(
        [sure[cell == c].mean() for c in used],
        [right[cell == c].mean() for c in used],
        marker="o",
    )
    ax.set(xlabel="probability of the predicted class", ylabel="accuracy")
    return ax


def confusion(estimator: Any, X: Any, y: Any = None, ax: Any = None) -> Any:
    """Plots the confusion matrix, as fractions of the true classes."""
    known, y = _known(estimator, X, y)
    predicted = estimator.predict(X)[known]
    own = estimator.classes_.tolist()
    names = own + sorted({*y.tolist(), *predicted.tolist()} - set(own), key=str)
    place = {name: k for k, name in enumerate(names)}
    shares = np.zeros((len(names), len(names)))
    for true, guess in zip(y.tolist(), predicted.tolist()):
        shares[place[true], place[guess]] += 1
    shares /= np.maximum(shares.sum(axis=1, keepdims=True), 1)
    ax = _axes(ax)
    picture = ax.imshow(shares, vmin=0, vmax=1)
    ax.figure.colorbar(picture, ax=ax)
    ax.set_xticks(range(len(names)), names, rotation="vertical")
    ax.set_yticks(range(len(names)), names)
    ax.set(xlabel="predicted class", ylabel="true class")
    if len(names) <= _MOST_NUMBERS:
        for (t, p), share in np.ndenumerate(shares):
            color = "black" if share > 0.5 else "white"
            ax.text(p, t, f"{share:.2f}", ha="center", va="center", color=color)
    return ax


def confidence(estimator: Any, X: Any, y: Any = None, ax: Any = None) -> Any:
    """Plots the accuracy on the rows with the highest confidence against their
    fraction of all rows."""
    known, y = _known(estimator, X, y)
    sure, predicted = (found[known] for found in _outputs(estimator, X))
    right = (predicted == y)[np.argsort(-sure, kind="stable")]
    count = np.arange(1, len(y) + 1)
    ax = _axes(ax)
    ax.plot(count / len(y), np.cumsum(right) / count)
    ax.set(xlabel="share of the rows, the most confident first", ylabel="accuracy")
    return ax


def learning_curve(
    estimator: Any,
    X: Any,
    y: Any,
    X_test: Any,
    y_test: Any = None,
    labels: Sequence[int] = (1, 2, 5, 10),
    seed: int = 0,
    ax: Any = None,
) -> Any:
    """Plots the accuracy on the test rows against the number of labels per class,
    which are drawn at random from y, for the estimator and the supervised SVM."""
    y = np.asarray(y)
    unknown = is_unlabeled(y)
    random = np.random.RandomState(seed)
    rank = np.empty(len(y), dtype=int)
    for value in set(y[~unknown].tolist()):
        rows = np.flatnonzero(y == value)
        rank[rows] = random.permutation(len(rows))
    ours, svm = [], []
    for count in labels:
        kept = np.array(y, dtype=object)
        kept[unknown | (rank >= count)] = None
        model = copy(estimator).fit(X, kept)
        tested, truth = _known(model, X_test, y_test)
        ours.append(np.mean(model.predict(X_test)[tested] == truth))
        svm.append(np.mean(model.supervised_.predict(X_test)[tested] == truth))
    ax = _axes(ax)
    ax.plot(labels, ours, marker="o", label=str(estimator.method))
    ax.plot(labels, svm, marker="o", label="supervised SVM")
    ax.set(xscale="log", xlabel="labels per class", ylabel="accuracy")
    ax.legend()
    return ax
