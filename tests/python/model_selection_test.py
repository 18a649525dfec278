"""Splitting, scoring and tuning where most rows have no label."""

import json
import os
import pickle

import numpy as np
import pytest
from conftest import run
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.model_selection import GridSearchCV, KFold, cross_val_score
from sklearn.pipeline import make_pipeline

import semilin
from semilin import (
    GraphClassifier,
    SemiLinearClassifier,
    SemiSupervisedKFold,
    masked_scorer,
)


def test_every_training_fold_has_all_rows_without_label(three_classes):
    X, truth, y = three_classes
    tested = []
    for train, test in SemiSupervisedKFold(4).split(X, y):
        assert set(np.flatnonzero(y < 0)) <= set(train)
        assert not set(train) & set(test)
        assert sorted(y[test]) == [0, 1, 2]
        tested.extend(test)
    assert sorted(tested) == np.flatnonzero(y >= 0).tolist()
    with pytest.raises(ValueError, match="more than the 4 labeled rows"):
        next(SemiSupervisedKFold(5).split(X, y))


def test_scores_leave_out_rows_without_label(three_classes):
    X, truth, y = three_classes
    model = SemiLinearClassifier("da").fit(X, y)
    expected = (model.predict(X[:12]) == truth[:12]).mean()
    assert masked_scorer()(model, X, y) == expected
    objects = np.where(y < 0, None, y.astype(object))
    assert masked_scorer("accuracy")(model, X, objects) == expected
    assert np.isnan(masked_scorer()(model, X[12:], y[12:]))
    scorer = pickle.loads(pickle.dumps(masked_scorer("f1_macro")))
    folds = KFold(2, shuffle=True, random_state=0)
    scores = cross_val_score(SemiLinearClassifier("da"), X, y, cv=folds, scoring=scorer)
    assert scores.shape == (2,) and (scores > 0.2).all()


def test_a_score_leaves_out_rows_without_label(three_classes):
    X, truth, y = three_classes
    model = SemiLinearClassifier("da").fit(X, y)
    expected = (model.predict(X[:12]) == truth[:12]).mean()
    numbers = np.where(y < 0, np.nan, y.astype(float))
    for given in (y, np.where(y < 0, None, y.astype(object)), numbers):
        assert model.score(X, given) == pytest.approx(expected)
        assert model.score(X, given, np.ones(len(y))) == pytest.approx(expected)
        with pytest.raises(ValueError, match="expected labels, found none"):
            model.score(X[12:], given[12:])
    names = np.where(y < 0, "", y.astype(str))
    model = SemiLinearClassifier("da").fit(X, names)
    assert model.score(X, names) == pytest.approx(expected)
    folds = KFold(2, shuffle=True, random_state=0)
    assert cross_val_score(model, X, names, cv=folds).min() > 0.2


def test_copies_are_in_one_fold():
    texts = [f"{a} {b}" for a in ("red", "white") for b in ("wine", "roses")] * 3
    y = ["r", "r", "w", "w"] * 3
    for X in (texts, np.array(texts), TfidfVectorizer().fit_transform(texts)):
        for train, test in SemiSupervisedKFold(2).split(X, y):
            assert not {texts[i] for i in train} & {texts[i] for i in test}
    with pytest.raises(ValueError, match="more than the 2 labeled rows"):
        next(SemiSupervisedKFold(3).split(texts, y))


def test_texts_in_a_list_and_rows_are_scored_and_searched(three_classes):
    pairs = [f"{a} {b}" for a in ("red", "white") for b in ("wine", "roses")]
    texts = [f"{pair} number{i}" for i in range(6) for pair in pairs]
    y = ["r", "", "w", "w"] * 6
    model = SemiLinearClassifier("da").fit(texts, y)
    assert masked_scorer()(model, texts, y) == 1
    assert masked_scorer()(model, tuple(texts), y) == 1
    pipeline = make_pipeline(TfidfVectorizer(sublinear_tf=True), SemiLinearClassifier("da"))
    rows = three_classes[0], three_classes[2]
    for estimator, name, given, least in [
        (SemiLinearClassifier("da"), "lam", (texts, y), 1),
        (pipeline, "semilinearclassifier__lam", (texts, y), 1),
        (SemiLinearClassifier("da"), "lam", rows, 0.5),
    ]:
        grid, folds = {name: [1e-2, 1e-3]}, SemiSupervisedKFold(3)
        search = GridSearchCV(estimator, grid, cv=folds, scoring=masked_scorer())
        assert search.fit(*given).best_score_ >= least


@pytest.mark.parametrize(
    "model, tune, options",
    [
        (SemiLinearClassifier("svm"), {}, ["--method", "svm"]),
        (
            SemiLinearClassifier("da"),
            {"lambda": [1e-2, 1e-3], "repeats": 2},
            ["--method", "da", "--set", "lambda=0.01,0.001", "--repeats", "2"],
        ),
        (
            GraphClassifier("lap-rls"),
            {"neighbors": [3, 6], "choose": "best"},
            ["--method", "lap-rls", "--set", "neighbors=3,6", "--choose", "best"],
        ),
    ],
    ids=str,
)
def test_points_are_those_of_the_command(
    model, tune, options, three_classes, svmlight, tmp_path
):
    X, truth, y = three_classes
    data = svmlight(X, np.where(y < 0, "?", y.astype(str)))
    command = [os.environ["SEMILIN_COMMAND"], "tune", "--json", "--quiet", "--folds", "4"]
    expected = json.loads(run(*command, *options, data, "-o", tmp_path / "model"))
    found = model.fit(X, y, tune={**tune, "folds": 4}).tuning_
    assert found["points"] == expected["points"]
    assert found["chosen"] == expected["chosen"]
    same = semilin.load(tmp_path / "model")
    assert np.array_equal(model.decision_function(X), same.decision_function(X))


@pytest.mark.parametrize(
    "method, tune, message",
    [
        ("committee", {}, "committee"),
        ("da", {"choose": "worst"}, "choose must be one of one-se, best"),
        ("da", {"gamma": [1.0], "folds": 4}, "gamma"),
        ("da", {"lambda": [-1.0], "folds": 2}, "lambda must be > 0"),
        ("da", {"folds": 1}, "folds must be"),
        ("da", {"folds": 9}, "at least 9 labels"),
    ],
)
def test_what_cannot_be_tuned_is_refused(method, tune, message, three_classes):
    X, truth, y = three_classes
    with pytest.raises(ValueError, match=message):
        SemiLinearClassifier(method).fit(X, y, tune=tune)
