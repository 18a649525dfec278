"""What to label next, which labels look wrong, why a model decides as it does, and
how often it is right. These functions take the same X and y as ``fit``."""

from __future__ import annotations

from copy import copy
from typing import Any

import numpy as np

from semilin import _engine
from semilin._base import Classifier
from semilin._classifiers import SemiLinearClassifier
from semilin._labels import as_labels, class_name, columns_of
from semilin._rows import Corpus, source_of
from semilin._seeds import set_evidence
from semilin._text import are_texts, threads


def suggest(
    X: Any,
    y: Any = None,
    model: Classifier | None = None,
    *,
    count: int = 25,
    use: str = "training",
    random_share: float | None = None,
    find: Any = None,
    seed: int = 1,
    undecided: str | None = None,
    n_jobs: int | None = None,
    **beside: Any,
) -> Any:
    """Selects rows to label next, ordered so that any first ones are a good choice.

    Parameters
    ----------
    X, y
        See `SemiLinearClassifier.fit`; labels may be missing.
    model : SemiLinearClassifier or GraphClassifier, default=None
        A model that was trained on X and y. Rows are then chosen where the
        model, an SVM and naive Bayes disagree.
    count : int, default=25
        The number of rows.
    use : "training", "sizes", "accuracy" or "finding", default="training"
        The purpose of the labels: training, a sample from which the class
        sizes or the accuracy of the model are estimated. With a model, a sample
        is stratified by predicted class (J. Neyman, JRSS 97, 1934). Or finding
        the rows of one class, the surest first.
    random_share : float, default=None
        For training: the fraction of the rows that is drawn at random. None:
        0.5, without a model 0.2.
    find : class, default=None
        The class to find; None: the one that alone had labels in ``fit``, of
        which ``model.summary_["one_class"]["expected"]`` are expected.
    seed : int, default=1
        The seed of the draws.
    undecided : str, default=None
        A table that ``semilin predict --precision`` has written; the rows that
        have no label there come first.
    n_jobs : int, default=None
        The number of threads; None: all.
    **beside
        ``seed_words``, ``vocabulary`` and ``vectors``: see ``fit``.

    Returns
    -------
    DataFrame, or a list of dicts without pandas
        "row", "guess" (a class, a list of labels, or None without a model),
        "probability" (of the guess, if the model has some), "chosen" ("random",
        "disputed", "stratum", "typical", "undecided" or "surest"), "drawn_with" (the
        probability of the draw), and "text" and "id" where there are some.

    Examples
    --------
    >>> import semilin
    >>> texts = ["red wine", "white wine", "red roses", "white roses"] * 3
    >>> len(semilin.suggest(texts, count=2))
    2
    """
    chosen = {"count": count, "for": use, "random_share": random_share, "seed": seed}
    chosen.update(undecided=undecided, threads=threads(n_jobs))
    chosen["find"] = "" if find is None else class_name(find)
    if model is None:
        given = SemiLinearClassifier(n_jobs=n_jobs)
        rows, labels, *_ = given._prepared(X, y, **beside, purpose="suggest")
        found = _engine.report("suggest", None, rows, **chosen)
        values = {}
    else:
        rows = model._model_rows(X, beside.pop("vectors", None), "suggest")
        words = beside.pop("seed_words", None)
        vocabulary = beside.pop("vocabulary", None)
        if beside:
            raise TypeError(f"suggest: there is no argument {next(iter(beside))!r}")
        if y is not None or words is not None:
            _set_labels(model, rows, y, words, vocabulary)
        found = _engine.report("suggest", model._model, rows, **chosen)
        values = _values(model._labels)
    return as_frame(
        {
            "row": one["row"],
            "guess": _of_python(one["guess"], values),
            "chosen": one["chosen"],
            **{k: one[k] for k in ("probability",) if k in one},
            "drawn_with": one["drawn_with"],
            **_called(X, one, rows),
        }
        for one in found["rows"]
    )


def audit(
    X: Any,
    y: Any = None,
    estimator: Classifier | None = None,
    *,
    count: int | None = None,
    **beside: Any,
) -> Any:
    """Ranks labels by their probability of being wrong, by two witnesses: models
    that were trained without the label, in five folds (C. Northcutt, L. Jiang, I.
    Chuang, JAIR 70, 2021), and the label itself, since most labels are right. The
    sum of "p_wrong" is the number of labels that are expected to be wrong.

    Parameters
    ----------
    X, y
        See `SemiLinearClassifier.fit`; label sets are refused.
    estimator : SemiLinearClassifier or GraphClassifier, default=None
        The method and the options of the models; None: those of ``semilin
        audit``.
    count : int, default=None
        The number of labels, the most doubtful first; None: all.
    **beside
        ``row_weights``, ``seed_words``, ``vocabulary``, ``vectors`` and
        ``votes``: see ``fit``.

    Returns
    -------
    DataFrame, or a list of dicts without pandas
        "row", "label", "suggested" (the most probable other class), "p_wrong",
        "p_suggested", and "text" and "id" where there are some.

    Examples
    --------
    >>> import semilin
    >>> texts = ["red wine", "white wine", "red roses", "white roses"]
    >>> labels = ["drink", "drink", "plant", "plant"]
    >>> found = semilin.audit(texts, labels, count=2)
    """
    judge = copy(estimator or SemiLinearClassifier())
    rows, labels, kept, _ = judge._prepared(X, y, **beside)
    options = {} if estimator is None else judge._run_options(labels)
    options.update(threads=threads(judge.n_jobs), probabilities=None)
    options.pop("graph", None)
    found = _engine.report("audit", None, rows, judge.callback, count=count or 0, **options)
    values, place = _values(labels), np.flatnonzero(kept)
    records = []
    for one in found["labels"]:
        one["row"] = int(place[one["row"]])
        records.append(
            {
                "row": one["row"],
                **{name: values[one[name]] for name in ("label", "suggested")},
                **{name: one[name] for name in ("p_wrong", "p_suggested")},
                **_called(X, one, rows),
            }
        )
    return as_frame(records)


def explain(
    model: Classifier, X: Any, label: Any = None, *, count: int = 10, vectors: Any = None
) -> Any:
    """Lists what the features of each row add to its score: x_j w_jk for the
    feature j and the class k. For a model without weights of single features it is
    what the score loses without the feature.

    Parameters
    ----------
    model : SemiLinearClassifier or GraphClassifier
        A trained classifier.
    X
        A few rows: see ``predict``.
    label : default=None
        The class whose score is explained; None: the predicted class.
    count : int, default=10
        The largest number of features for each row; those that change the score
        most come first.
    vectors : array, default=None
        See ``predict``.

    Returns
    -------
    DataFrame, or a list of dicts without pandas
        "row", "label", "score", "feature" (its term, or its column), "value",
        "weight" and "adds"; "seed_word_of" if there were keywords. What pieces of
        words add is part of the words that they come from.

    Examples
    --------
    >>> import semilin
    >>> texts = ["red wine", "white wine", "red roses", "white roses"]
    >>> model = semilin.SemiLinearClassifier("da").fit(texts, ["a", "", "b", ""])
    >>> found = semilin.explain(model, ["white wine"])
    """
    rows = model._model_rows(X, vectors)
    values = _values(model._labels)
    if label is not None and label not in values.values():
        known = [str(one) for one in values.values()]
        raise ValueError(f"label: expected one of {known}, found {label!r}")
    chosen = {"class": None if label is None else class_name(label), "terms": count}
    reads_texts = model._model.vocabulary is not None and not model._model.vectors
    records = []
    for row in range(rows.shape[0]):
        text = _called(X, {"row": row}, rows).get("text") if reads_texts else None
        if isinstance(text, bytes):
            text = text.decode(errors="replace")
        given: dict[str, object] = {"row": row} if text is None else {"text": text}
        found = _engine.report("explain", model._model, rows, **given, **chosen)
        about = {"row": row, "label": values[found["class"]], "score": found["score"]}
        for one in found["terms"]:
            feature = one.pop("feature", None)
            feature = one.pop("term", feature)
            records.append({**about, "feature": feature, **one})
    return as_frame(records)


def evaluate(
    model: Classifier,
    X: Any,
    y: Any = None,
    *,
    vectors: Any = None,
    curves: int = 0,
    confidence: bool = False,
    least_probability: float | None = None,
    precision: float | None = None,
) -> dict[str, Any]:
    """Compares the predictions of a model with labels, as ``semilin evaluate`` does.

    Parameters
    ----------
    model : SemiLinearClassifier or GraphClassifier
        A trained classifier.
    X, y
        Rows as for ``predict``, and their labels; a file has its own.
    vectors : array, default=None
        See ``predict``.
    curves : int, default=0
        The number of points, about, of the curves of each class.
    confidence : bool, default=False
        Whether to say how often predictions are right that are so sure.
    least_probability, precision : float, default=None
        See ``predict``; "decided" has the figures of the rows that get a class.

    Returns
    -------
    dict
        What ``semilin evaluate --json`` prints: "rows", "accuracy", "macro_f1",
        "classes", "confusion", ..., and "curves" and "confidence".

    Examples
    --------
    >>> import semilin
    >>> texts = ["red wine", "white wine", "red roses", "white roses"]
    >>> model = semilin.SemiLinearClassifier("da").fit(texts, ["a", "", "b", ""])
    >>> semilin.evaluate(model, texts, ["a", "a", "b", "b"])["rows"]
    4
    """
    rows = model._model_rows(X, vectors)
    if y is not None:
        _set_labels(model, rows, y)
    return _engine.report(
        "evaluate",
        model._model,
        rows,
        curves=curves,
        confidence=confidence,
        least_probability=least_probability,
        precision=precision,
        threads=threads(model.n_jobs),
    )


def expected_accuracy(
    X: Any, y: Any = None, estimator: Classifier | None = None, **beside: Any
) -> Any:
    """Estimates the accuracy of a model trained on X and y on the unlabeled rows,
    from labels held out. This takes seven more trainings.

    Parameters
    ----------
    X, y
        See `SemiLinearClassifier.fit`; label sets are refused.
    estimator : SemiLinearClassifier or GraphClassifier, default=None
        The classifier that is trained; None: ``SemiLinearClassifier()``.
    **beside
        ``row_weights``, ``seed_words``, ``vocabulary``, ``vectors`` and
        ``votes``: see ``fit``.

    Returns
    -------
    DataFrame, or a list of dicts without pandas
        "of" ("model", "supervised", perhaps the model with more labels, and the
        classes with ten labels or more), "accuracy", and "low" and "high":
        the true accuracy is between them in 95 % of cases.

    Raises
    ------
    ValueError
        If fewer than two classes have two labeled rows.

    Notes
    -----
    The share of held-out rows that are right is corrected by regression on the
    confidence of the model (W. G. Cochran, Sampling Techniques, 1977, chapter
    7); the interval is Wilson's (JASA 22, 1927).
    """
    trained = copy(estimator or SemiLinearClassifier())
    trained.options = {**(trained.options or {}), "expected_accuracy": True}
    trained.fit(X, y, **beside)
    found = trained.summary_.get("expected_accuracy")
    if found is None:
        raise ValueError("expected two classes with two labels each")
    values = _values(trained._labels)
    of = {"model": found["model"], "supervised": found["supervised"]}
    if "with_more" in found:
        of[f"model with {found['more_labels']} more labels"] = found["with_more"]
    of.update((values[name], share) for name, share in found["classes"].items())
    return as_frame(
        {"of": name, "accuracy": one["value"], "low": one["low"], "high": one["high"]}
        for name, one in of.items()
    )


def _set_labels(model, rows, y, words=None, vocabulary=None):
    columns = columns_of(y)
    y = np.full(rows.shape[0], -1) if y is None else as_labels(y)
    vocabulary = vocabulary or getattr(model, "vectorizer_", None)
    set_evidence(rows, y, (), words, vocabulary, fewest=0, columns=columns)


def _values(labels):
    return {class_name(value): value for value in labels.classes}


def _of_python(guess, values):
    if isinstance(guess, list):
        return [value for name, value in values.items() if name in guess]
    return values.get(guess)


def _called(X, one, rows):
    """The text or the id of a row of X, of which the engine says `one`."""
    if source_of(X):
        ids = X.ids if isinstance(X, Corpus) else rows.ids
        text = {"text": one["text"]} if "text" in one else {}
        return {"id": ids[one["row"]], **text} if ids else text
    if are_texts(X):
        if hasattr(X, "iloc"):
            return {"id": X.index[one["row"]], "text": X.iloc[one["row"]]}
        return {"text": X[one["row"]]}
    return {}


def as_frame(records, columns=None):
    """A DataFrame, with these columns if there are no records."""
    records = list(records)
    try:
        from pandas import DataFrame
    except ImportError:
        return records
    return DataFrame(records or None, columns=None if records else columns)
