"""semilin.label serves the command's page for what `fit` takes, and gives back what
was answered there."""

import json
import os
import urllib.request

import numpy as np
import pytest

import semilin
from conftest import Frame, records
from semilin import Corpus, SemiLinearClassifier

TEXTS = [f"{('goal team', 'bank loan')[i % 2]} w{i % 5}, {i}" for i in range(40)]
NAMES = ["sport", "money"] * 20


pytestmark = pytest.mark.usefixtures("folder", "on_path")


def served(*given, **options):
    try:
        return semilin.label(*given, **options)
    except ValueError as error:
        if "this build has no server" not in str(error):
            raise
        pytest.skip("needs libevent")


def post(page, **body):
    head = {"Content-Type": "application/json"}
    data = json.dumps({"annotator": "", **body}).encode()
    with urllib.request.urlopen(urllib.request.Request(page.url + "labels", data, head)):
        pass


def rows(page):
    with urllib.request.urlopen(page.url + "rows") as found:
        return json.load(found)


def test_texts_are_labeled_and_a_model_is_fitted():
    y = np.array([i % 2 if i < 4 else -1 for i in range(40)])
    with served(TEXTS, y, count=40, seed_words={0: ["team"], 1: None}) as page:
        assert {row["text"] for row in rows(page)} == set(TEXTS[4:])
        for row in range(4, 20):
            post(page, id=str(row + 1), label=str(row % 2), answer="")
        post(page, id="21", label="", answer="none")
        post(page, id="20", label="", answer="")  # taken back
        found = records(page.labels())
        assert [one["row"] for one in found] == [*range(4, 19), 20]
        assert found[0]["label"] == "0" and found[-1]["answer"] == "none"
        assert found[-1]["text"] == TEXTS[20]
        corpus = page.corpus()
        known = ["01"[i % 2] if i < 19 else None for i in range(40)]
        assert corpus.y.tolist() == known
        model = SemiLinearClassifier("da").fit(corpus)
        assert (model.summary_["labeled"], model.summary_["unlabeled"]) == (19, 20)
        assert f'<iframe src="{page.url}"' in page._repr_html_()
        with urllib.request.urlopen(page.url) as answer:
            assert "http://localhost:*" in answer.headers["Content-Security-Policy"]
    assert page._process.returncode == 0 and "iframe" not in page._repr_html_()
    with served(TEXTS, y) as again:  # goes on with the labels
        assert len(again.labels()) == 16 and again.path == page.path
    with pytest.raises(ValueError, match="the text of id"):
        served(TEXTS[::-1], y)


def test_files_are_read_as_fit_reads_them():
    with open("news.csv", "w") as file:
        file.write("key,body,topic\n")
        for i, text in enumerate(TEXTS):
            file.write(f'd{i},"{text}",{NAMES[i] if i < 8 else ""}\n')
    names = {"text_columns": ["body"], "label_column": "topic", "id_column": "key"}
    news = Corpus("news.csv", pieces="no", **names)
    model = SemiLinearClassifier("da").fit(news)
    with served(news, model=model, classes=["art, music"]) as page:
        # a training that knows the label of the post may end at any time after it
        assert {row["guess"] for row in rows(page)} <= {"sport", "money", ""}
        post(page, id="d9", label="art, music", answer="")
        assert records(page.labels())[0]["id"] == "d9"
        assert page.corpus().y[9] == "art, music"
        assert os.path.basename(page.path) == "news.labels.tsv"


def test_what_the_server_warns_of_is_a_warning():
    with pytest.warns(UserWarning, match="^seed words .* in no document or in all of them: zzz$"):
        served(TEXTS, seed_words={"sport": ["team", "zzz"], "money": ["loan"]}).close()


def test_label_sets():
    sets = np.array([[1, 0], [0, 1], [1, 1], *[[-1, -1]] * 37])
    frame = Frame(sets, ["sport", "money, art"])
    for y, names in [(sets, "01"), (frame, frame.columns), (sets, ["sport", "a"])]:
        classes = names if y is sets and names != "01" else ()
        with served(TEXTS, y, classes=classes, output=f"{names[1]}.tsv") as page:
            post(page, id="6", label=[*names], answer="")
            assert set(records(page.labels())[0]["label"]) == {*names}
            model = SemiLinearClassifier("svm").fit(page.corpus())
            assert model.classes_.tolist() == sorted(names)


def test_what_cannot_be_labeled_is_refused():
    for given, message in [
        ((np.eye(3),), "found rows"),
        ((TEXTS, NAMES[1:]), "40 texts, but 39 labels"),
        (("news.csv", NAMES), "not with a file"),
        (("absent.csv",), "absent.csv"),
    ]:
        with pytest.raises(ValueError, match=message):
            semilin.label(*given)
