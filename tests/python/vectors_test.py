"""Vectors beside the rows."""

import numpy as np
import pytest

import semilin
from conftest import few_labels
from semilin import GraphClassifier, SemiLinearClassifier

ROWS = 120
TRUTH = np.array(["space", "hockey"] * (ROWS // 2))
TEXTS = [
    f"{('news', 'news', ('rocket', 'puck')[i % 2])[i % 3]} w{i % 7} u{i % 61} "
    f"x{i * 7 % 53}"
    for i in range(ROWS)
]
VECTORS = np.array(
    [[2.0 * (j == i % 2) + (i * 7 + j * 5) % 11 / 10 for j in range(3)] for i in range(ROWS)]
)


LABELS = few_labels(8, TRUTH)
PLAIN = semilin.TextVectorizer(pieces="no")


@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.float16])
def test_methods_read_their_part(dtype):
    vectors = VECTORS.astype(dtype)
    for classifier in (SemiLinearClassifier(), SemiLinearClassifier("da")):
        classifier.fit(TEXTS, LABELS, vectors=vectors)
        assert (classifier.transduction_ == TRUTH).all()
        assert (classifier.predict(TEXTS, vectors) == TRUTH).all()
        assert classifier.coef_.shape[1] == len(classifier.vectorizer_.vocabulary_.terms) + 3
    # sizes that are given: the SVM does not replace it
    bayes = SemiLinearClassifier("nb-em", class_sizes="equal", vectorizer=PLAIN)
    words = bayes.fit(TEXTS, LABELS).decision_function(TEXTS)
    both = bayes.fit(TEXTS, LABELS, vectors=vectors).decision_function(TEXTS, vectors)
    # sums over rows have other pieces
    np.testing.assert_allclose(words, both, rtol=1e-6, atol=1e-9)
    graph = GraphClassifier().fit(TEXTS, LABELS, vectors=vectors)
    alone = GraphClassifier().fit(vectors.astype(np.float32), LABELS)
    assert (graph.transduction_ == alone.transduction_).all()
    assert (graph.predict(TEXTS, vectors) == TRUTH).all()


def test_a_model_that_is_read_again_takes_vectors(tmp_path):
    classifier = SemiLinearClassifier("da", probability=True)
    classifier.fit(TEXTS, LABELS, vectors=VECTORS).save(tmp_path / "m")
    X = classifier.vectorizer_.transform(TEXTS)
    np.testing.assert_array_equal(
        semilin.load(tmp_path / "m").predict_proba(X, VECTORS),
        classifier.predict_proba(TEXTS, VECTORS),
    )
    assert classifier.supervised_.predict(X, vectors=VECTORS).shape == (ROWS,)


def test_rows_of_cost_0_and_words_have_vectors_too():
    costs = np.ones(ROWS)
    costs[ROWS // 2 :] = 0
    left_out = SemiLinearClassifier("da").fit(TEXTS, LABELS, costs, vectors=VECTORS)
    assert (left_out.transduction_ == TRUTH).all()
    words = {"space": ["rocket"], "hockey": ["puck"]}
    told = SemiLinearClassifier(vectorizer=PLAIN)
    told.fit(TEXTS, seed_words=words, vectors=VECTORS)
    assert (told.transduction_ == TRUTH).all()


def test_vectors_that_do_not_fit_are_refused():
    model = SemiLinearClassifier("da").fit(TEXTS, LABELS, vectors=VECTORS)
    plain = SemiLinearClassifier("da").fit(TEXTS, LABELS)
    bad = VECTORS.copy()
    bad[3, 1] = np.nan
    for given, message in [
        (VECTORS[1:], f"expected {ROWS} rows"),
        (VECTORS.astype(object), "found object of shape"),
        (VECTORS[:, 0], "of shape"),
        (bad, "vectors: .*row 3"),
    ]:
        with pytest.raises(ValueError, match=message):
            SemiLinearClassifier("da").fit(TEXTS, LABELS, vectors=given)
    for fitted, given, message in [
        (model, (), "expected those of X"),
        (model, (VECTORS[:, :2],), "expected 3 columns"),
        (plain, (VECTORS,), "trained without vectors"),
    ]:
        with pytest.raises(ValueError, match=message):
            fitted.predict(TEXTS, *given)
