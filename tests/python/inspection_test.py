"""What to label, which labels look wrong, why, and how often a model is right: the
answers of the command, for what `fit` takes."""

import csv
import json

import numpy as np
import pytest

import semilin
from conftest import news, records
from semilin import Corpus, SemiLinearClassifier, _engine

TRUTH = ["sport", "money"] * 60
TEXTS = [f"{text} {'x' * (i % 3)}" for i, (text, _) in enumerate(news(120))]
LABELS = [name if i < 40 else "" for i, name in enumerate(TRUTH)]
LABELS[6] = "money"  # wrong


@pytest.fixture
def printed(folder, semilin_command):
    """Runs the command on the documents; gives the JSON that it prints."""
    with open("news.csv", "w") as file:
        csv.writer(file).writerows([("text", "label"), *zip(TEXTS, LABELS)])

    def printed(*arguments):
        found = semilin_command(*arguments)
        return json.loads(found) if found else None

    return printed


@pytest.mark.parametrize(
    ("arguments", "options"),
    [
        ("suggest news.csv -n 5", {"count": 5}),
        ("suggest news.csv -n 5 --model m", {"count": 5}),
        ("suggest news.csv --words 2 --model m", {"count": 0, "words": 2}),
        ("audit news.csv -n 3", {"count": 3}),
        ("explain m --data news.csv --row 4", {"row": 2, "compare": True}),
        ("explain m --class money goals", {"text": "goals", "class": "money"}),
        ("evaluate m news.csv", {}),
    ],
)
def test_every_door_gives_the_same_report(arguments, options, printed):
    printed("train", "news.csv", "--method=da", "--probabilities", "-q", "-o", "m")
    expected = printed(*arguments.split(), "--json", *["-q"][arguments.startswith("explain") :])
    verb = arguments.split()[0]
    model = semilin.load("m")._model if " m" in arguments else None
    purpose = {"audit": "train", "suggest": "suggest"}.get(verb, "read")
    rows, _ = _engine.Rows.read({"path": "news.csv", "purpose": purpose}, model)
    assert _engine.report(verb, model, rows, **options) == expected


def test_predictions_are_evaluated(printed):
    printed("train", "news.csv", "--method=da", "--probabilities", "-q", "-o", "m")
    model, expected = semilin.load("m"), printed("evaluate", "m", "news.csv", "--json")
    assert semilin.evaluate(model, "news.csv") == expected
    assert semilin.evaluate(model, TEXTS, LABELS) == expected
    more = semilin.evaluate(model, TEXTS, TRUTH, curves=9, confidence=True)
    assert more["rows"] == 120 and len(more["confidence"]["bins"]) == 10
    assert more["curves"][0]["name"] == "money" and more["accuracy"] > 0.9
    with pytest.raises(ValueError, match="expected labels, found none"):
        semilin.evaluate(model, TEXTS)


def test_suggested_rows_are_those_of_the_command(printed):
    printed("train", "news.csv", "--method=da", "-q", "-o", "m")
    for model, options in [(None, []), ("m", ["--model=m"]), ("m", ["--model=m", "--for=accuracy"])]:
        expected = printed("suggest", "news.csv", "--json", "-q", "-n", "9", *options)["rows"]
        use = "accuracy" if "--for=accuracy" in options else "training"
        model = model and SemiLinearClassifier("da").fit("news.csv")
        for given in [("news.csv",), (Corpus("news.csv"),), (TEXTS, LABELS)]:
            found = records(semilin.suggest(*given, model=model, count=9, use=use))
            for one, other in zip(found, expected):
                assert one["row"] + 2 == int(other["id"])
                assert given[0] is TEXTS or one["id"] == other["id"]
                assert one["guess"] == other["guess"]
                assert one["drawn_with"] == other["drawn_with"]
            assert len(found) == len(expected)
        assert [one["text"] for one in found] == [TEXTS[one["row"]] for one in found]
    assert len(semilin.suggest(TEXTS, count=5)) == 5
    words = {"sport": ["goal"], "money": ["bank"]}
    assert len(semilin.suggest(TEXTS, seed_words=words, count=5)) == 5


def test_doubtful_labels_are_those_of_the_command(printed):
    expected = printed("audit", "news.csv", "--json", "-q", "-n", "0")["labels"]
    for given in [("news.csv",), (TEXTS, LABELS)]:
        found = records(semilin.audit(*given))
        assert [one["row"] for one in found] == [one["row"] for one in expected]
        assert found[0]["row"] == 6
        assert (found[0]["label"], found[0]["suggested"]) == ("money", "sport")
        assert found[0]["p_wrong"] == expected[0]["p_wrong"]
    with pytest.raises(KeyboardInterrupt):
        ended = SemiLinearClassifier("da", callback=lambda record: False)
        semilin.audit(TEXTS, LABELS, ended)
    svm = SemiLinearClassifier("svm", C=1.0)
    assert len(semilin.audit(TEXTS, LABELS, svm, count=3)) == 3
    weights = np.ones(len(TEXTS))
    weights[:6] = 0
    found = records(semilin.audit(TEXTS, LABELS, count=1, row_weights=weights))
    assert found[0]["row"] == 6 and found[0]["text"] == TEXTS[6]


def test_a_score_is_the_sum_of_what_the_features_add():
    model = SemiLinearClassifier("da").fit(TEXTS, LABELS)
    found = records(semilin.explain(model, ["goal goal bank", "loan"], count=99))
    terms = [one["feature"] for one in found if one["row"] == 0]
    assert sorted(terms) == ["bank", "goal"]
    assert found[0]["label"] == "sport" and found[-1]["label"] == "money"
    total = sum(one["adds"] for one in found if one["row"] == 0)
    rest = records(semilin.explain(model, ["goal goal bank"], "money"))
    assert rest[0]["score"] == pytest.approx(-found[0]["score"])
    assert total == pytest.approx(-sum(one["adds"] for one in rest))
    unknown = records(semilin.explain(model, ["goals"]))
    assert [one["feature"] for one in unknown] == ["goals"]  # what its pieces add
    with pytest.raises(ValueError, match="expected one of .*'money', 'sport'.*found 'art'"):
        semilin.explain(model, ["goal"], "art")


def test_expected_accuracy_is_that_of_the_command(printed):
    printed("train", "news.csv", "--expected-accuracy", "-q", "-o", "m", "--summary=s.json")
    with open("s.json") as file:
        expected = json.load(file)["expected_accuracy"]
    found = records(semilin.expected_accuracy("news.csv"))
    assert [one["of"] for one in found[:2]] == ["model", "supervised"]
    assert {"money", "sport"} <= {one["of"] for one in found}
    assert found[0]["accuracy"] == expected["model"]["value"]
    assert found[0]["low"] < found[0]["accuracy"] < found[0]["high"]
    with pytest.warns(UserWarning), pytest.raises(ValueError, match="two labels each"):
        semilin.expected_accuracy(TEXTS, [*LABELS[:2], *[""] * 118])


def test_a_fitted_classifier_shows_itself():
    labels = [{"money": "<b>"}.get(label, label) for label in LABELS]
    model = SemiLinearClassifier()
    assert model._repr_html_() == "<pre>SemiLinearClassifier()</pre>"
    page = model.fit(TEXTS, labels)._repr_mimebundle_()["text/html"]
    assert "committee: 120 rows, 40 of them labeled. " in page
    counts = [np.sum(model.transduction_ == name) for name in ("<b>", "sport")]
    assert f"<td>&lt;b&gt;</td><td>{counts[0]}</td><td>21</td><td>" in page
    assert f"<td>sport</td><td>{counts[1]}</td><td>19</td><td>" in page
    assert "<th>member</th>" in page and "<td>tv-rls</td>" in page
    svm = SemiLinearClassifier("svm").fit(TEXTS[:40], labels[:40])
    assert "<th>share" not in svm._repr_html_() and "<th>member" not in svm._repr_html_()
    sets = np.eye(2, dtype=int)[np.arange(120) % 2]
    assert "<td>0</td><td>60</td></tr>" in SemiLinearClassifier("svm").fit(TEXTS, sets)._repr_html_()


def test_a_model_of_the_command_shows_itself(printed):
    printed("train", "news.csv", "-q", "-o", "m")
    fitted, loaded = SemiLinearClassifier().fit("news.csv"), semilin.load("m")
    assert loaded.advice_ == fitted.advice_ != ""
    assert loaded.class_sizes_.tolist() == fitted.class_sizes_.tolist()
    page = loaded._repr_html_()
    assert "committee: 120 rows, 40 of them labeled. " in page and "<td>tv-rls</td>" in page
    assert f"<td>sport</td><td>{100 * loaded.class_sizes_[1]:.1f} %</td>" in page
    assert loaded.predict(TEXTS).tolist() == fitted.predict("news.csv").tolist()
    loaded.save("again")
    with open("m", "rb") as one, open("again", "rb") as other:
        assert one.read() == other.read()


def test_numbers_and_arrays(three_classes):
    X, truth, y = three_classes
    found = records(semilin.audit(X, truth, count=4))
    assert {type(one["label"]) for one in found} <= {int, np.int64}
    model = SemiLinearClassifier("da").fit(X, y)
    rows = records(semilin.suggest(X, y, model, count=6))
    assert all(y[one["row"]] == -1 and one["guess"] in (0, 1, 2) for one in rows)
    with pytest.raises(TypeError, match="no argument 'words'"):
        semilin.suggest(X, y, model, words={})


def test_one_class_alone_is_found_the_surest_first():
    y = ["sport" if name == "sport" and i < 40 else None for i, name in enumerate(TRUTH)]
    model = SemiLinearClassifier(class_sizes={"sport": 0.5}).fit(TEXTS, y)
    assert model.classes_.tolist() == ["other", "sport"]
    found = model.summary_["one_class"]
    assert (found["class"], found["labeled"], found["estimated"]) == ("sport", 20, False)
    assert found["expected"] == pytest.approx(50)
    assert np.mean((model.transduction_ == "sport") == (np.array(TRUTH) == "sport")) > 0.9
    rows = records(semilin.suggest(TEXTS, y, model, use="finding", count=10))
    assert {TRUTH[one["row"]] for one in rows} == {"sport"}
    assert {one["chosen"] for one in rows} == {"surest"}
    rows = records(semilin.suggest(TEXTS, y, model, use="finding", find="other", count=10))
    assert {TRUTH[one["row"]] for one in rows} == {"money"}
    chosen = SemiLinearClassifier(options={"find": "sport"}, class_sizes={"sport": 0.5})
    assert "one_class" in chosen.fit(TEXTS, LABELS).summary_
