"""Documents as rows: those of the command, from any iterable."""

import pickle

import numpy as np
import pytest
from sklearn.pipeline import make_pipeline

import semilin
from conftest import COLORS, ROSES
from semilin import Corpus, SemiLinearClassifier, TextVectorizer

TEXTS = [
    "Wine, red wine: Ærøskøbing",
    "red roses and white roses",
    "white wine \N{SNOWMAN} and cheese",
    "cheese, roses, wine",
]


def test_any_iterable_of_text():
    expected = TextVectorizer().fit_transform(TEXTS).toarray()
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"text": TEXTS})
    for given in [tuple(TEXTS), np.array(TEXTS), iter(TEXTS), frame["text"]]:
        found = TextVectorizer().fit_transform(given)
        np.testing.assert_array_equal(found.toarray(), expected)


def test_a_frame_of_texts_is_refused():
    pandas = pytest.importorskip("pandas")
    with pytest.raises(ValueError, match="give a column, X\\['text'\\]"):
        SemiLinearClassifier().fit(pandas.DataFrame({"text": ["one", "two"]}), ["a", "b"])


@pytest.mark.parametrize(
    "texts, message",
    [
        ("one string", "one string"),
        (["one", 2, "two"], "row 1: expected a document of type str, found 2"),
        (["one", float("nan")], "row 1: expected a document of type str, found nan"),
        ([None, "one", "two"], "row 0: expected a document of type str, found None"),
        (["a", "b"], "no usable words: of the 2 documents"),
    ],
)
def test_what_is_no_text_is_refused(texts, message):
    for use in (TextVectorizer().fit, lambda texts: SemiLinearClassifier().fit(texts, ["a", "b"])):
        if isinstance(texts, list) or use.__name__ == "fit":  # otherwise a file
            with pytest.raises(ValueError, match=message):
                use(texts)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"ngrams": 2},
        {"char_ngrams": 4},
        {"stem": "english"},
        {"hash_bits": 4, "weighting": "counts"},
        {"cjk_bigrams": False, "min_length": 1, "min_documents": 1, "max_fraction": 0.9},
    ],
    ids=str,
)
def test_rows_are_those_of_the_command(options, semilin_command, tmp_path):
    texts = [*TEXTS, "roses 红酒好 wines"]
    (tmp_path / "texts").write_text("\n".join(texts), encoding="utf-8")
    given = [
        f"--{name.replace('_', '-')}={'no' if value is False else value}"
        for name, value in options.items()
    ]
    semilin_command("vectorize", "-q", "--format=plain", *given, "texts", "-o", "t.store")
    expected = Corpus(tmp_path / "t.store", "read")
    vectorizer = TextVectorizer(**options)
    found = vectorizer.fit_transform(texts)
    assert found.dtype == np.float32
    for one in (found, vectorizer.transform(texts)):
        np.testing.assert_array_equal(one.toarray(), expected.X.toarray())
    assert vectorizer.vocabulary_.terms == expected.vocabulary.terms
    assert vectorizer.get_feature_names_out().tolist() == expected.vocabulary.terms


def test_a_vectorizer_of_ones_own():
    model = SemiLinearClassifier("da", vectorizer=TextVectorizer(ngrams=2))
    model.fit(ROSES, COLORS)
    assert "red wine" in model.vectorizer_.get_feature_names_out()
    assert not hasattr(model.vectorizer, "vocabulary_")
    assert model.predict(["red red", "white"]).tolist() == ["r", "w"]


def test_a_model_of_texts_predicts_texts_when_it_is_read_again(semilin_command, tmp_path):
    model = SemiLinearClassifier("da").fit(ROSES, COLORS)
    model.save(tmp_path / "own")
    (tmp_path / "texts").write_text("".join(f"{c or '?'}\t{t}\n" for c, t in zip(COLORS, ROSES)))
    semilin_command("train", "-q", "--text", "texts", "-o", "of_command")
    for one in (
        semilin.load(tmp_path / "own"),
        semilin.load(tmp_path / "of_command"),
        pickle.loads(pickle.dumps(model)),
    ):
        assert one.predict(["red red", "white"]).tolist() == ["r", "w"]
    model.fit(np.eye(2), ["a", "b"]).save(tmp_path / "rows")
    with pytest.raises(ValueError, match="expected rows, found texts"):
        semilin.load(tmp_path / "rows").predict(ROSES)


def test_a_pipeline_from_text_to_labels_and_a_model_for_the_command(
    semilin_command, tmp_path
):
    pipeline = make_pipeline(TextVectorizer(), SemiLinearClassifier("da"))
    pipeline.fit(ROSES, COLORS)
    assert pipeline.predict(["red red", "white"]).tolist() == ["r", "w"]
    vectorizer, model = pipeline[0], pipeline[1]
    model.save(tmp_path / "model", vectorizer)
    (tmp_path / "more").write_text("red red\nwhite\n")
    semilin_command("predict", "--text", "model", "more", "-o", "labels")
    assert (tmp_path / "labels").read_text() == "r\nw\n"
    assert (semilin.load(tmp_path / "model").classes_ == ["r", "w"]).all()
