"""Documents as rows: those of the command, from any iterable."""

import numpy as np
import pytest
from sklearn.pipeline import make_pipeline

import semilin
from semilin import Corpus, SemiLinearClassifier, TextVectorizer

TEXTS = [
    "Wine, red wine: Ærøskøbing",
    "red roses and white roses",
    "white wine \N{SNOWMAN} and cheese",
    "cheese, roses, wine",
]


def test_rows_are_those_of_the_command(semilin_command, tmp_path):
    lines = [f"{k}\t{text}\n" for k, text in zip("aabb", TEXTS)]
    (tmp_path / "texts").write_text("".join(lines), encoding="utf-8")
    semilin_command("vectorize", "--quiet", "texts", "-o", "texts.store")
    store = Corpus(tmp_path / "texts.store")
    vectorizer = TextVectorizer()
    X = vectorizer.fit_transform(TEXTS)
    assert X.dtype == np.float32
    np.testing.assert_array_equal(X.toarray(), store.X.toarray())
    np.testing.assert_array_equal(X.toarray(), vectorizer.transform(TEXTS).toarray())
    assert vectorizer.vocabulary_.terms == store.vocabulary.terms
    assert vectorizer.get_feature_names_out().tolist() == store.vocabulary.terms


def test_any_iterable_of_text():
    expected = TextVectorizer().fit_transform(TEXTS).toarray()
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"text": TEXTS})
    for given in [tuple(TEXTS), np.array(TEXTS), iter(TEXTS), frame["text"]]:
        found = TextVectorizer().fit_transform(given)
        np.testing.assert_array_equal(found.toarray(), expected)


@pytest.mark.parametrize(
    "texts, message",
    [
        ("one string", "one string"),
        (["one", 2, "two"], "row 1: expected a document of type str, found 2"),
        (["one", "two"], "no word of the 2 documents"),
    ],
)
def test_what_is_no_text_is_refused(texts, message):
    with pytest.raises(ValueError, match=message):
        TextVectorizer().fit(texts)


def test_a_pipeline_from_text_to_labels_and_a_model_for_the_command(
    semilin_command, tmp_path
):
    texts = [f"{a} {b}" for a in ("red", "white") for b in ("wine", "roses")] * 4
    y = ["r", "", "w", ""] * 4
    pipeline = make_pipeline(TextVectorizer(), SemiLinearClassifier("da"))
    pipeline.fit(texts, y)
    assert pipeline.predict(["red red", "white"]).tolist() == ["r", "w"]
    vectorizer, model = pipeline[0], pipeline[1]
    model.save(tmp_path / "model", vectorizer)
    (tmp_path / "more").write_text("red red\nwhite\n")
    semilin_command("predict", "--text", "model", "more", "-o", "labels")
    assert (tmp_path / "labels").read_text() == "r\nw\n"
    assert (semilin.load(tmp_path / "model").classes_ == ["r", "w"]).all()
