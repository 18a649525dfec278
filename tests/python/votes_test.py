"""Votes of rules, models and annotators, instead of labels or beside them."""

import numpy as np
import pytest
import scipy.sparse

import semilin
from conftest import TEXTS, TRUTH
from semilin import GraphClassifier, SemiLinearClassifier


def annotator(right, seed, says=("space", "hockey"), nothing=None):
    """Right on so many rows of the first 150, and nothing on the others."""
    draw = np.random.RandomState(seed)
    flipped = draw.rand(200) >= right
    votes = np.array([says[(i % 2) ^ bool(flipped[i])] for i in range(200)], dtype=object)
    votes[150:] = nothing
    return votes


VOTERS = {"a": annotator(0.8, 1), "b": annotator(0.8, 2), "c": annotator(0.7, 3)}


def frame():
    pandas = pytest.importorskip("pandas")
    return pandas.DataFrame(VOTERS)


@pytest.mark.parametrize(
    "votes", [lambda: VOTERS, lambda: np.column_stack(list(VOTERS.values())), frame]
)
def test_votes_need_no_label(votes):
    model = SemiLinearClassifier(method="da").fit(TEXTS, votes=votes())
    assert np.mean(model.transduction_ == TRUTH) > 0.97
    assert model.classes_.tolist() == ["hockey", "space"]
    told = model.summary_["votes"]
    assert 140 <= told["rows"] <= 150
    assert [one["rows"] for one in told["voters"]] == [150, 150, 150]
    assert told["voters"][0]["with_labels"] is None
    assert 0.7 < told["voters"][0]["with_others"]["share"] < 0.9
    assert model.predict(["moon rocket", "puck ice"]).tolist() == ["space", "hockey"]


def test_numbers_of_classes_abstain_with_minus_1():
    votes = {name: annotator(0.8, seed, (3, 5), -1) for seed, name in enumerate("ab")}
    truth = [{"space": 3, "hockey": 5}[name] for name in TRUTH]
    model = GraphClassifier().fit(semilin.TextVectorizer().fit_transform(TEXTS), votes=votes)
    assert model.classes_.tolist() == [3, 5]
    assert np.mean(model.transduction_ == truth) > 0.95


def test_doubts_about_votes_are_warnings():
    votes = {name: annotator(0.8, i, nothing="nan") for i, name in enumerate("abc")}
    votes["day"] = [str(day) for day in range(200)]
    with pytest.warns(UserWarning) as found:
        model = SemiLinearClassifier(method="svm").fit(TEXTS, votes=votes)
    sentences = " ".join(str(one.message) for one in found)
    assert "means that a voter abstains (150 cells)" in sentences
    assert ": day; name the voters" in sentences
    assert model.classes_.tolist() == ["hockey", "space"]
    assert np.mean(model.transduction_ == TRUTH) > 0.95


def test_the_index_of_votes_counts_if_the_texts_have_one():
    pandas = pytest.importorskip("pandas")
    texts, votes = pandas.Series(TEXTS), frame()
    model = SemiLinearClassifier(method="svm", probability=True).fit(texts, votes=votes)
    mixed = votes.sample(frac=1, random_state=1)
    again = SemiLinearClassifier(method="svm", probability=True).fit(texts, votes=mixed)
    found = model.predict_proba(texts, votes=votes)
    assert (again.predict_proba(texts, votes=mixed) == found).all()
    assert (model.predict_proba(texts[:20], votes=mixed) == found[:20]).all()
    with pytest.raises(ValueError, match="votes: expected the index of X"):
        model.predict(texts[10:30], votes=votes[:20])


def test_a_file_of_votes_goes_with_a_file_of_documents(tmp_path):
    texts, votes = tmp_path / "texts.csv", tmp_path / "votes.csv"
    texts.write_text("\n".join(["text", *TEXTS]))
    rows = [f"{i + 2},{a},{b}" for i, (a, b) in enumerate(zip(VOTERS["a"], VOTERS["b"]))]
    votes.write_text("\n".join(["id,a,b", *rows]))
    for file in votes, str(votes):
        with pytest.warns(UserWarning, match=r"None means .* \(100 cells\)"):
            model = SemiLinearClassifier(method="svm").fit(texts, votes=file)
        assert np.mean(model.transduction_ == TRUTH) > 0.95
    with pytest.raises(ValueError, match="a file of votes needs a file of documents"):
        model.fit(TEXTS, votes=votes)


def test_labels_stay_and_tell_of_voters():
    y = np.where(np.arange(200) < 20, TRUTH, "")
    one = {"a": annotator(0.8, 1)}
    model = SemiLinearClassifier(method="svm").fit(TEXTS, y, votes=one)
    assert model.transduction_[:20].tolist() == TRUTH[:20]
    assert model.summary_["votes"]["voters"][0]["with_labels"]["rows"] == 20
    model.fit(TEXTS, y, votes=one, tune={"lambda": [0.01, 0.001]})
    assert model.classes_.tolist() == ["hockey", "space"]
    assert len(semilin.suggest(TEXTS, votes=VOTERS, count=3)) == 3


def test_votes_of_the_training_do_not_count_again(tmp_path):
    texts, votes = tmp_path / "texts.csv", tmp_path / "votes.csv"
    texts.write_text("text\n" + "\n".join(TEXTS))
    rows = [",".join((str(i + 2), *(voter[i] for voter in VOTERS.values()))) for i in range(150)]
    votes.write_text("\n".join(["id,a,b,c", *rows]))
    corpus = semilin.Corpus(texts, votes=votes)
    model = SemiLinearClassifier(method="svm", probability=True).fit(corpus)
    assert (model.predict_proba(corpus) == model.predict_proba(texts)).all()


def test_votes_count_beside_new_texts(tmp_path):
    model = SemiLinearClassifier(method="svm", probability=True).fit(TEXTS, votes=VOTERS)
    new = ["moon puck rocket ice"] * 2
    alone = model.predict_proba(new)
    votes = {"a": ["space", "hockey"], "b": ["space", None]}
    beside = model.predict_proba(new, votes=votes)
    assert beside[0, 1] > alone[0, 1] and beside[1, 0] > alone[1, 0]
    assert model.predict(new, votes=votes).tolist() == ["space", "hockey"]
    assert (model.decision_function(new, votes=votes) > 0).tolist() == [True, False]
    with pytest.warns(UserWarning, match="does not know, which are ignored: d"):
        assert (model.predict_proba(new, votes={"d": ["space", ""]}) == alone).all()
    (tmp_path / "new.csv").write_text("text\n" + "\n".join(new))
    (tmp_path / "votes.csv").write_text("id,a,b\n2,space,space\n3,hockey,\n")
    files = tmp_path / "new.csv", str(tmp_path / "votes.csv")
    assert (model.predict_proba(files[0], votes=files[1]) == beside).all()
    model.save(tmp_path / "model")
    assert (semilin.load(tmp_path / "model").predict_proba(new, votes=votes) == beside).all()

    svm = SemiLinearClassifier(method="svm", probability=True)
    svm.fit(TEXTS, votes=VOTERS, tune={"lambda": [0.01, 0.001]})
    assert svm.predict(new, votes=votes).tolist() == ["space", "hockey"]
    plain = SemiLinearClassifier(method="svm").fit(TEXTS, votes=VOTERS)
    for one in [plain, model.supervised_]:
        with pytest.raises(ValueError, match="option probabilities, .* found one without prob"):
            one.predict(new, votes=votes)


@pytest.mark.parametrize(
    "given, said",
    [
        ({"votes": {"a": ["space"]}}, "a vote of a for each of 200 rows"),
        ({"votes": VOTERS, "y": np.zeros((200, 2))}, "not with several labels"),
        ({"votes": {"a": [None] * 200}}, "two classes"),
        ({"votes": VOTERS, "row_weights": np.arange(200)}, "not with row_weights of 0"),
    ],
)
def test_votes_that_do_not_fit_are_refused(given, said):
    given = {"y": np.full(200, ""), **given}
    with pytest.raises(ValueError, match=said):
        SemiLinearClassifier().fit(TEXTS, **given)


@pytest.mark.parametrize("votes", [None, {"a": list(range(2000))}])
def test_what_no_memory_holds_is_refused_at_once(votes):
    rows = scipy.sparse.identity(2000, format="csr")
    rows.resize(2000, 1 << 24)
    labels = None if votes else list(range(2000))
    with pytest.raises(semilin.DataError, match="expected a training that fits the"):
        SemiLinearClassifier(method="svm").fit(rows, labels, votes=votes)
