"""The same answer to the same file at every door: the command, C++ (door.cc), the C
interface (`fit` on a file is semilin_corpus_read), and arrays of Python."""

import csv
import json
import os

import numpy as np
import pytest

import semilin
from conftest import news, run
from semilin import Corpus, SemiLinearClassifier


def documents(count=24):
    """Texts of two topics by turns, and the first eight labels."""
    for i, (text, name) in enumerate(news(count)):
        yield text, name if i < 8 else ""


def changed(changes):
    """The documents, of which some rows have another text and label."""
    rows = list(documents())
    for row, text, label in changes:
        rows[row] = text, label
    return rows


BOTH = ["money", "sport"]
# What is done to the documents; what stands beside them, as the command and
# Corpus call it; and the classes and the warning that come of it.
CASES = {
    "plain": ([], {}, BOTH, None),
    "a class of empty documents": (
        [(22, "!!!", "art"), (23, "", "art")], {}, BOTH, "labeled 'art' has a feature"
    ),
    "empty documents of a class that others have": (
        [(22, "", "sport"), (23, "", "")], {}, BOTH, "has no feature"
    ),
    "blanks are no label": ([(20, "goal", " "), (21, "bank", "\t")], {}, BOTH, None),
    "a word that means none": (
        [(i, "goal", "nan") for i in range(8, 24)],
        {}, ["money", "nan", "sport"], "most labels are 'nan'",
    ),
    "a mistyped label": (
        [(8, "goal team", "sport"), (9, "loan bank", "money"), (10, "goal team", "sprot")],
        {}, ["money", "sport", "sprot"],
        "a single label beside larger ones: sprot",
    ),
    "names in two normal forms": (
        [(0, "goal team", "caf\u00e9"), (2, "goal league", "cafe\u0301"), (4, "goal", "\u00a0caf\u00e9")],
        {}, ["caf\u00e9", "money", "sport"], None,
    ),
    "numbers": (
        [(i, text, {"sport": "9", "money": "10"}.get(label, ""))
         for i, (text, label) in enumerate(documents())],
        {}, ["10", "9"], None,
    ),
    "words": (
        [], {"seed_words": {"sport": ["goal"], "war": ["army"]}}, BOTH,
        "none of their seed words occurs: war",
    ),
    "words of a class that has only empty documents": (
        [(22, "", "league"), (23, "", "")],
        {"seed_words": {"league": ["league"]}},
        ["league", "money", "sport"],
        "labeled 'league' has a feature",
    ),
    "names": ([(0, "sport goal team", "sport"), (9, "sport team", "")],
              {"seed_words": "names"}, BOTH, "money"),
    "n-grams": ([], {"ngrams": 2, "char_ngrams": 0}, BOTH, None),
    "vectors": ([], {"vectors": "v.npy"}, BOTH, None),
    "costs": ([], {"row_weights": "costs"}, BOTH, None),
    "votes": ([], {"votes": "votes.csv"}, BOTH, "say the same .*: third as first"),
    "votes beside words and a table of labels": (
        [],
        {"votes": "votes.csv", "labels": "labels.csv", "seed_words": {"war": ["w3"]}},
        ["money", "sport", "war"], "third as first",
    ),
    "labels in a second table": ([], {"labels": "labels.csv"}, BOTH, None),
    "labels in a second table, one on an empty document": (
        [(22, "!!!", "art")], {"labels": "labels.csv"}, BOTH,
        "labeled 'art' has a feature",
    ),
    "words beside vectors and labels in a second table": (
        [(8, "", "sport")],
        {"labels": "labels.csv", "vectors": "v.npy", "seed_words": {"sport": ["goal"]}},
        BOTH, None,
    ),
}
VECTORS = np.array(
    [[2.0 * (i % 2), 1 - i % 2, (i * 7 % 5) / 9 + 0.1] for i in range(24)], np.float32
)



def said(wrong):
    """What a voter says of documents 4 to 20, which errs on each `wrong`-th."""
    names = "sport", "money"
    return [names[(i + (i % wrong == 0)) % 2] if 4 <= i < 20 else "" for i in range(24)]


VOTES = {"first": said(7), "second": said(5), "third": said(7)}


@pytest.fixture
def folder(folder):
    np.save("v.npy", VECTORS)
    (folder / "costs").write_text("".join(f"{1 + i % 3}\n" for i in range(24)))
    return folder


def write_votes(first_id):
    """Documents are called by the lines of their table, or by ids."""
    ids = [f"d{i}" if first_id == "d0" else i + int(first_id) for i in range(24)]
    write_csv("votes.csv", [("id", *VOTES), *zip(ids, *VOTES.values())])


def write_csv(path, lines):
    with open(path, "w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(lines)


def write_table(rows, beside=()):
    """The documents with their labels, which may have a table of their own."""
    if "votes" in beside:
        write_votes("d0" if "labels" in beside else "2")
    if "labels" not in beside:
        write_csv("news.csv", [("text", "label"), *rows])
        return
    write_csv("news.csv", [("id", "text"), *((f"d{i}", t) for i, (t, _) in enumerate(rows))])
    labels = [(f"d{i}", label) for i, (_, label) in enumerate(rows) if label]
    write_csv("labels.csv", [("id", "label"), *reversed(labels)])


def as_source(beside):
    """What stands beside the documents, where words are in a file."""
    words = beside.get("seed_words")
    if isinstance(words, dict):
        with open("words.json", "w") as file:
            json.dump(words, file)
        return {**beside, "seed_words": "words.json"}
    return beside


def as_options(source):
    """The options of the command, two of which are called otherwise there."""
    for name, value in source.items():
        option = {"text_columns": "--text-column", "double_values": "--double"}.get(
            name, f"--{name.replace('_', '-')}"
        )
        flag = value is True and name != "header"
        yield option if flag else f"{option}={as_word(value)}"


def as_word(value):
    return {True: "yes", False: "no"}.get(value, value) if isinstance(value, bool) else value


def fit_arrays(rows, beside):
    """Texts and labels, not by a file."""
    texts, labels = map(list, zip(*rows))
    words = beside.get("seed_words")
    vectors = VECTORS if "vectors" in beside else None
    weights = np.loadtxt("costs") if "row_weights" in beside else None
    terms = {n: v for n, v in beside.items() if n.endswith("grams")}
    model = SemiLinearClassifier("da", vectorizer=semilin.TextVectorizer(**terms))
    votes = VOTES if "votes" in beside else None
    return model.fit(texts, labels, weights, words, vectors=vectors, votes=votes)


@pytest.mark.parametrize("name", CASES)
def test_every_door_gives_the_same_model(name, folder, semilin_command):
    changes, beside, classes, warning = CASES[name]
    rows, source = changed(changes), as_source(beside)
    write_table(rows, beside)
    semilin_command("train", "news.csv", "--method=da", "-o", "model", *as_options(source))
    expected = semilin.load("model")
    given = [f"{name}={value}" for name, value in source.items()]
    run(os.environ["SEMILIN_DOOR"], *given)
    assert (folder / "cxx.model").read_bytes() == (folder / "model").read_bytes()
    if "labels" in source:
        source["labels"] = [source["labels"]]

    found = []
    for fit in (
        lambda: SemiLinearClassifier("da").fit(Corpus("news.csv", **source)),
        lambda: fit_arrays(rows, beside),
    ):
        if warning:
            with pytest.warns(UserWarning, match=warning):
                found.append(fit())
        else:
            found.append(fit())

    for model in found:
        assert model.classes_.tolist() == classes
        model.save("own")
        assert (folder / "own").read_bytes() == (folder / "model").read_bytes()
        assert model.vectorizer_.vocabulary_.terms == expected.vectorizer_.vocabulary_.terms
    assert (found[0].transduction_ == found[1].transduction_).all()


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if not case[1]])
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_three_lines_of_cxx_give_it_too(name, folder, semilin_command):
    write_table(changed(CASES[name][0]))
    (folder / "more.csv").write_text("text\ngoal team\nloan bank\n")
    labels = run(os.environ["SEMILIN_NEWS"]).split()
    semilin_command("train", "news.csv", "-q", "-o", "model")
    assert (folder / "news.model").read_bytes() == (folder / "model").read_bytes()
    model = SemiLinearClassifier().fit("news.csv")
    assert model.to_bytes() == (folder / "model").read_bytes()
    assert model.predict("more.csv").tolist() == labels
    assert model.predict(["goal team", "loan bank"]).tolist() == labels


# How a file is laid out, as Corpus calls it; its name, and the beginning and the
# middle of its lines.
LAYOUTS = {
    "another separator": ({"separator": "~"}, "news.csv", "text~label\n", "~"),
    "tabs without a header": (
        {"header": False, "text_columns": "1", "label_column": "2"}, "news.tsv", "", "\t",
    ),
    "a separator without a header": (
        {"header": False, "text_columns": "1", "label_column": "2", "separator": "tab"},
        "news.txt", "", "\t",
    ),
    "a format that the name does not tell": ({"format": "tsv"}, "news.txt", "text\tlabel\n", "\t"),
    "other columns": (
        {"text_columns": "body", "label_column": "topic", "double_values": True, "trust": True},
        "news.csv", "body,topic\n", ",",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", LAYOUTS)
def test_every_door_names_the_layout_which_the_model_remembers(name, folder, semilin_command):
    source, path, header, separator = LAYOUTS[name]
    (folder / path).write_text(
        header + "".join(f"{text}{separator}{label}\n" for text, label in documents())
    )
    semilin_command("train", path, "--method=da", "-o", "model", *as_options(source))
    run(os.environ["SEMILIN_DOOR"], f"path={path}", *(f"{n}={as_word(v)}" for n, v in source.items()))
    model = SemiLinearClassifier("da").fit(Corpus(path, **source))
    for made in (folder / "cxx.model").read_bytes(), model.to_bytes():
        assert made == (folder / "model").read_bytes()

    texts = ["goal, team", "loan, bank", "bank"]
    new = path.replace("news", "new")
    if separator == ",":
        texts = [text.replace(",", " ") for text in texts]
    (folder / new).write_text(header + "".join(f"{text}{separator}\n" for text in texts))
    expected = model.predict(texts).tolist()
    assert semilin.load("model").predict(new).tolist() == expected
    semilin_command("predict", "model", new, "-o", "labels")
    assert (folder / "labels").read_text().split() == expected
    if not header:  # plain lines are not cut at their commas
        (folder / "lines").write_text("".join(f"{text}\n" for text in texts))
        assert semilin.load("model").predict("lines").tolist() == expected


def test_rows_are_read_by_options_of_every_door(folder, semilin_command):
    (folder / "news.svm").write_text("a 0:1 2:0.1\nb 1:1\n? 0:1 1:0.1\n? 1:1 2:1\n")
    source = {"zero_based": True, "double_values": True, "trust": True}
    semilin_command("train", "news.svm", "--method=da", "-o", "model", *as_options(source))
    run(os.environ["SEMILIN_DOOR"], "path=news.svm", *(f"{name}=yes" for name in source))
    model = SemiLinearClassifier("da").fit(Corpus("news.svm", **source))
    for made in (folder / "cxx.model").read_bytes(), model.to_bytes():
        assert made == (folder / "model").read_bytes()
    expected = model.predict(Corpus("news.svm", "read", **source)).tolist()
    assert semilin.load("model").predict("news.svm").tolist() == expected


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_every_door_begins_with_an_earlier_vote(folder, semilin_command):
    write_table(documents())
    semilin_command("train", "news.csv", "-q", "-o", "first")
    semilin_command("train", "news.csv", "-q", "--start", "first", "-o", "model")
    run(os.environ["SEMILIN_DOOR"], "method=committee", "start=first")
    model = SemiLinearClassifier(options={"start": "first"}).fit("news.csv")
    assert model.summary_["weighed_with"] == 8
    for made in (folder / "cxx.model").read_bytes(), model.to_bytes():
        assert made == (folder / "model").read_bytes()


def test_labels_of_a_second_table(folder):
    rows = list(documents())
    write_table(rows, ["labels"])
    corpus = Corpus("news.csv", labels=["labels.csv"])
    assert corpus.y.tolist() == [label or None for _, label in rows]
    assert corpus.ids[3] == "d3"


def test_label_sets(folder, semilin_command):
    names = ["goals", "wins"]
    sets = [[["goals"], ["wins"], ["goals", "wins"], []][i % 4] for i in range(12)]
    with open("news.jsonl", "w") as file:
        for i, (text, _) in enumerate(documents()):
            label = {"label": sets[i]} if i < 12 else {}
            file.write(json.dumps({"text": text, **label}) + "\n")
    semilin_command("train", "news.jsonl", "-o", "model")
    semilin_command("train", "news.jsonl", "--method=committee", "-o", "named")
    assert (folder / "named").read_bytes() == (folder / "model").read_bytes()
    with pytest.warns(UserWarning, match="the empty set of labels"):
        model = SemiLinearClassifier().fit("news.jsonl")
    assert model.to_bytes() == (folder / "model").read_bytes()
    assert model.classes_.tolist() == names
    indicators = np.full((24, 2), -1)
    indicators[:12] = [[name in one for name in names] for one in sets]
    with pytest.warns(UserWarning, match="the empty set of labels"):
        arrays = SemiLinearClassifier().fit([text for text, _ in documents()], indicators)
    assert (arrays.transduction_ == model.transduction_).all()
    assert (arrays.predict("news.jsonl") == model.predict("news.jsonl")).all()


def test_rows_and_what_is_predicted(folder, semilin_command, three_classes, svmlight):
    X, truth, y = three_classes
    data = svmlight(X, np.where(y < 0, "?", y.astype(str)))
    semilin_command("train", str(data), "-o", "model")
    semilin_command("predict", "model", str(data), "-o", "labels")
    model = SemiLinearClassifier().fit(data)
    assert model.to_bytes() == (folder / "model").read_bytes()
    expected = (folder / "labels").read_text().split()
    for given in (data, str(data), Corpus(data), X):
        assert model.predict(given).tolist() == expected


def test_files_of_documents_are_predicted_by_the_models_columns(folder, semilin_command):
    rows = list(documents())
    for name, part in (("a.csv", rows[:10]), ("b.csv", rows[10:])):
        with open(name, "w") as file:
            file.write("body,topic\n" + "".join(f"{t},{c}\n" for t, c in part))
    files = [folder / "a.csv", folder / "b.csv"]
    model = SemiLinearClassifier("da", probability=True)
    model.fit(Corpus(files, text_columns=["body"], label_column="topic"))
    texts = [text for text, _ in rows[10:]]
    assert (model.predict("b.csv") == model.predict(texts)).all()
    svm = model.supervised_
    assert (svm.predict("b.csv") == svm.predict(texts)).all()
    assert (model.predict_proba("b.csv") == model.label_distributions_[10:]).all()
    model.save("model")
    semilin_command("predict", "model", "b.csv", "-o", "labels")
    assert model.predict("b.csv").tolist() == (folder / "labels").read_text().split()
    assert semilin.load("model").predict(texts).tolist() == model.predict(texts).tolist()


def test_files_are_tuned_too(folder):
    write_table(documents())
    model, tune = SemiLinearClassifier("da"), {"lambda": [1e-2, 1e-3], "folds": 2}
    expected = model.fit("news.csv", tune=tune).predict("news.csv").tolist()
    texts, labels = map(list, zip(*documents()))
    assert model.fit(texts, labels, tune=tune).predict(texts).tolist() == expected


def test_what_cannot_be_read_is_said(folder):
    write_table([("goal team", "a"), ("goal bank", "a"), ("bank", "a")])
    cases = {
        "found only 'a'": lambda: SemiLinearClassifier().fit("news.csv"),
        "no-such.csv": lambda: SemiLinearClassifier().fit("no-such.csv"),
        "there is no option 'lables'": lambda: Corpus("news.csv", lables=["x"]),
        "purpose must be": lambda: Corpus("news.csv", "guess"),
        "format must be one of": lambda: Corpus("news.csv", format="xml"),
        "separator must be a character or tab": lambda: Corpus("news.csv", separator="ab"),
    }
    for message, wrong in cases.items():
        with pytest.raises(ValueError, match=message):
            wrong()
