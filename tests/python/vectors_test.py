"""Vectors beside the rows."""

import numpy as np
import pytest

import semilin
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


def few_labels(count=8):
    return [label if i < count else "" for i, label in enumerate(TRUTH)]


@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.float16])
def test_methods_read_their_part(dtype):
    vectors = VECTORS.astype(dtype)
    for classifier in (SemiLinearClassifier(), SemiLinearClassifier("da")):
        classifier.fit(TEXTS, few_labels(), vectors=vectors)
        assert (classifier.transduction_ == TRUTH).all()
        assert (classifier.predict(TEXTS, vectors) == TRUTH).all()
        assert classifier.coef_.shape[1] == len(classifier.vectorizer_.vocabulary_.terms) + 3
    # sizes that are given: the SVM does not replace it
    words = SemiLinearClassifier("nb-em", class_sizes="equal")
    words.fit(TEXTS, few_labels())
    both = SemiLinearClassifier("nb-em", class_sizes="equal")
    both.fit(TEXTS, few_labels(), vectors=vectors)
    np.testing.assert_allclose(  # sums over rows have other pieces
        words.decision_function(TEXTS),
        both.decision_function(TEXTS, vectors),
        rtol=1e-6,
        atol=1e-9,
    )
    graph = GraphClassifier().fit(TEXTS, few_labels(), vectors=vectors)
    alone = GraphClassifier().fit(vectors.astype(np.float32), few_labels())
    assert (graph.transduction_ == alone.transduction_).all()
    assert (graph.predict(TEXTS, vectors) == TRUTH).all()


def test_the_model_is_that_of_the_command(tmp_path):
    classifier = SemiLinearClassifier("da", probability=True)
    classifier.fit(TEXTS, few_labels(), vectors=VECTORS)
    classifier.save(tmp_path / "m")
    read = semilin.load(tmp_path / "m")
    X = classifier.vectorizer_.transform(TEXTS)
    np.testing.assert_array_equal(
        read.predict_proba(X, VECTORS), classifier.predict_proba(TEXTS, VECTORS)
    )
    assert classifier.supervised_.predict(X, vectors=VECTORS).shape == (ROWS,)


def test_rows_of_cost_0_and_words_have_vectors_too():
    costs = np.ones(ROWS)
    costs[ROWS // 2 :] = 0
    left_out = SemiLinearClassifier("da")
    left_out.fit(TEXTS, few_labels(), row_weights=costs, vectors=VECTORS)
    assert (left_out.transduction_ == TRUTH).all()
    words = {"space": ["rocket"], "hockey": ["puck"]}
    told = SemiLinearClassifier().fit(TEXTS, seed_words=words, vectors=VECTORS)
    assert (told.transduction_ == TRUTH).all()


def test_vectors_that_do_not_fit_are_refused():
    model = SemiLinearClassifier("da").fit(TEXTS, few_labels(), vectors=VECTORS)
    plain = SemiLinearClassifier("da").fit(TEXTS, few_labels())
    bad = VECTORS.copy()
    bad[3, 1] = np.nan
    for given, message in [
        (VECTORS[1:], f"expected {ROWS} rows"),
        (VECTORS.astype(object), "found object of shape"),
        (VECTORS[:, 0], "of shape"),
        (bad, "vectors: .*row 3"),
    ]:
        with pytest.raises(ValueError, match=message):
            SemiLinearClassifier("da").fit(TEXTS, few_labels(), vectors=given)
    for fitted, given, message in [
        (model, (), "expected those of X"),
        (model, (VECTORS[:, :2],), "expected 3 columns"),
        (plain, (VECTORS,), "trained without vectors"),
    ]:
        with pytest.raises(ValueError, match=message):
            fitted.predict(TEXTS, *given)
