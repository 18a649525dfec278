"""Words that tell classes, instead of labels or beside them."""

import json

import numpy as np
import pytest

import semilin
from conftest import TEXTS, TRUTH, few_labels
from semilin import GraphClassifier, SemiLinearClassifier, TextVectorizer

WORDS = {"space": ["ORBIT"], "hockey": ["goalie", "puck"]}


def test_words_need_no_label(tmp_path):
    (tmp_path / "w.csv").write_text("class,words\nspace,ORBIT\nhockey,goalie puck\n")
    (tmp_path / "w.json").write_text(json.dumps(WORDS))
    for words in (WORDS, tmp_path / "w.csv", str(tmp_path / "w.json"), WORDS.keys()):
        classifier = SemiLinearClassifier().fit(TEXTS, seed_words=words)
        assert classifier.transduction_.tolist() == TRUTH
        assert classifier.summary_["labeled"] == 0
    graph = GraphClassifier("lap-rls", n_neighbors=40).fit(TEXTS, seed_words=WORDS)
    assert np.mean(graph.transduction_ == TRUTH) > 0.7
    assert classifier.predict(["the moon", "a puck"]).tolist() == ["space", "hockey"]


def test_names_of_the_labels_stand_beside_them():
    y = few_labels(4)
    words = SemiLinearClassifier("da", probability=True).fit(TEXTS, y, None, "names")
    assert words.transduction_.tolist() == TRUTH
    assert words.summary_["labeled"] == 4
    info = words._model.info
    assert info["seed_words"] == {"hockey": ["hockey"], "space": ["space"]}
    plain = SemiLinearClassifier("da").fit(TEXTS, y)
    assert "seed_words" not in plain._model.info


def test_rows_need_the_names_of_their_columns():
    vectorizer = TextVectorizer()
    X = vectorizer.fit_transform(TEXTS)
    expected = SemiLinearClassifier("da").fit(TEXTS, seed_words=WORDS)
    for vocabulary in (vectorizer, vectorizer.get_feature_names_out()):
        model = SemiLinearClassifier("da")
        model.fit(X, seed_words=WORDS, vocabulary=vocabulary)
        np.testing.assert_array_equal(model.coef_, expected.coef_)
    with pytest.raises(ValueError, match="Give vocabulary="):
        SemiLinearClassifier("da").fit(X, seed_words=WORDS)
    with pytest.raises(ValueError, match="fit was given rows"):
        model.predict(TEXTS)


def test_numbers_are_classes():
    y = np.full(len(TEXTS), -1)
    y[:2] = 0, 1
    words = {0: ["orbit"], "1": ["goalie"], 7: ["moon"]}
    with pytest.warns(UserWarning, match="not among the labels: 7"):
        model = SemiLinearClassifier("da").fit(TEXTS, y, seed_words=words)
    assert model.classes_.tolist() == [0, 1, 7]
    with pytest.raises(ValueError, match="text or numbers"):
        SemiLinearClassifier("da").fit(TEXTS, y, seed_words={"x": ["orbit"]})


def test_words_without_classes_and_beside_sets_are_refused():
    with pytest.raises(ValueError, match="found no class"):
        SemiLinearClassifier("da").fit(TEXTS, seed_words="names")
    with pytest.raises(ValueError, match="several labels"):
        sets = np.eye(2, dtype=int)[np.arange(200) % 2]
        SemiLinearClassifier("da").fit(TEXTS, sets, seed_words=WORDS)


def test_tuning_takes_words():
    tune = {"lambda": [1e-2, 1e-3], "folds": 2}
    model = SemiLinearClassifier("da")
    model.fit(TEXTS, few_labels(6), seed_words=WORDS, tune=tune)
    assert model.predict(TEXTS).tolist() == TRUTH
