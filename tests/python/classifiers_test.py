"""Training and predicting with the classifiers."""

import copy
import itertools
import os
import pickle
import signal
import sys

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MaxAbsScaler

import semilin
from conftest import TEXTS, TRUTH, Frame, records, run
from semilin import GraphClassifier, SemiLinearClassifier

METHODS = ["committee", "da", "tsvm", "svm", "rls", "nb-em"]


@pytest.mark.parametrize(
    "estimator",
    [SemiLinearClassifier(m) for m in METHODS] + [GraphClassifier(n_neighbors=5)],
    ids=str,
)
def test_every_method_learns_the_clusters(estimator, three_classes):
    X, truth, y = three_classes
    estimator.fit(X, y)
    assert estimator.score(X, truth) > 0.6
    assert (estimator.transduction_ == truth).mean() > 0.6
    assert (estimator.transduction_[y >= 0] == truth[y >= 0]).all()
    assert estimator.supervised_.score(X, truth) > 0.6
    assert estimator.decision_function(X).shape == (240, 3)
    if estimator.method not in ("svm", "rls"):
        assert estimator.class_sizes_.sum() == pytest.approx(1)
        assert estimator.advice_


def test_the_shapes_of_two_classes_and_of_more(two_classes, three_classes):
    problems = [two_classes, three_classes]
    for (X, truth, y), probability in itertools.product(problems, [False, True]):
        model = SemiLinearClassifier("da", probability=probability).fit(X, y)
        outputs = 1 if len(model.classes_) == 2 else 3
        assert model.coef_.shape == (outputs, X.shape[1])
        assert model.intercept_.shape == (outputs,)
        scores = model.decision_function(X)
        expected = X @ model.coef_.T + model.intercept_
        np.testing.assert_allclose(scores.reshape(240, -1), expected, atol=1e-5)
        best = (scores > 0) * 1 if outputs == 1 else scores.argmax(axis=1)
        assert (model.predict(X) == model.classes_[best]).all()


def test_the_order_of_numpy_and_that_of_the_engine_give_the_same_model(two_classes):
    X, truth, y = two_classes
    numbers = SemiLinearClassifier("da", class_sizes=[0.4, 0.6]).fit(X, y)
    # "10" is before "9" here, behind it in the engine
    words = np.array(["9", "10", ""])[y]
    model = SemiLinearClassifier("da", class_sizes={"9": 0.4}).fit(X, words)
    assert model.classes_.tolist() == ["10", "9"]
    np.testing.assert_array_equal(-model.coef_, numbers.coef_)
    names = np.array(["9", "10"])
    assert (model.predict(X) == names[numbers.predict(X)]).all()
    assert (model.transduction_ == names[numbers.transduction_]).all()


def test_probabilities(three_classes):
    X, truth, y = three_classes
    model = SemiLinearClassifier("da", probability=True).fit(X, y)
    found = model.predict_proba(X)
    assert found.shape == (240, 3)
    np.testing.assert_allclose(found.sum(axis=1), 1)
    assert (model.label_distributions_[y >= 0].max(axis=1) == 1).all()
    chosen = found[np.arange(240), model.predict(X)]  # which may tie
    assert (chosen == found.max(axis=1)).all()
    assert not hasattr(SemiLinearClassifier(), "predict_proba")
    names = np.array(["a", "b", "c"], dtype=object)
    named = SemiLinearClassifier("da", probability=True).fit(X, np.append(names, "")[y])
    labels = named.predict(X, least_probability=0.9)
    unsure = found.max(axis=1) < 0.9
    assert 0 < unsure.sum() < 240
    assert (labels == np.where(unsure, None, names[model.predict(X)])).all()
    decided = semilin.evaluate(named, X, names[truth], least_probability=0.9)["decided"]
    assert decided["coverage"] == 1 - unsure.mean()
    assert decided["accuracy"] == (labels == names[truth])[~unsure].mean()
    assert (named.predict(X, precision=1) == None).all()  # noqa: E711


def test_label_sets(three_classes):
    X, truth, y = three_classes
    sets = np.eye(3, dtype=int)[truth]
    sets[y < 0] = -1
    model = SemiLinearClassifier().fit(X, sets)
    assert model.predict(X).shape == model.decision_function(X).shape == (240, 3)
    assert (model.predict(X) == np.eye(3)[truth]).mean() > 0.8
    assert (model.transduction_[y >= 0] == sets[y >= 0]).all()
    named = SemiLinearClassifier(probability=True).fit(X, Frame(sets, ["b", "c", "a"]))
    assert named.classes_.tolist() == ["b", "c", "a"]
    assert named._model.classes == ["a", "b", "c"]
    for found, expected in [
        (named.predict(X), model.predict(X)),
        (named.decision_function(X), model.decision_function(X)),
        (named.predict_proba(X) > 0.9, named.predict(X) & (named.predict_proba(X) > 0.9)),
        (named.transduction_, model.transduction_),
        (named.coef_, model.coef_),
        (named.class_sizes_, model.class_sizes_),
    ]:
        np.testing.assert_array_equal(found, expected)
    for one in records(semilin.suggest(X, Frame(sets, ["b", "c", "a"]), named, count=9)):
        has = named.predict(X)[one["row"]]
        assert one["guess"] == named.classes_[has > 0].tolist()


def test_the_committee_is_the_svm_where_it_learns_from_labels_alone(three_classes):
    X, truth, y = three_classes
    svm = SemiLinearClassifier("svm").fit(X, y)
    assert (SemiLinearClassifier(lam_u=0).fit(X, y).coef_ == svm.coef_).all()
    assert SemiLinearClassifier().fit(X, y).to_bytes() != svm.to_bytes()
    svm = SemiLinearClassifier("svm").fit(X, truth)
    assert (SemiLinearClassifier().fit(X, truth).coef_ == svm.coef_).all()


def test_class_sizes_as_array_dict_and_word(three_classes):
    X, truth, y = three_classes
    sizes = [0.5, 0.3, 0.2]
    for given in [sizes, np.array(sizes), {0: 0.5, 1: 0.3}]:
        model = SemiLinearClassifier("da", class_sizes=given).fit(X, y)
        np.testing.assert_allclose(model.class_sizes_, sizes)
    equal = SemiLinearClassifier("da", class_sizes="equal").fit(X, y)
    np.testing.assert_allclose(equal.class_sizes_, 1 / 3)


@pytest.mark.parametrize(
    "estimator, message",
    [
        (SemiLinearClassifier("perceptron"), "method must be one of rls"),
        (SemiLinearClassifier("tv-rls"), "method must be one of rls"),
        (GraphClassifier("da"), "method must be one of lap-rls"),
        (SemiLinearClassifier("da", lam=-1), "lambda must be > 0"),
        (SemiLinearClassifier("da", lam=1.0, C=1.0), "exclude"),
        (SemiLinearClassifier("da", class_sizes=[0.5, 0.5]), "sizes"),
        (SemiLinearClassifier("da", class_sizes=[]), "class_sizes"),
        (SemiLinearClassifier("da", class_sizes={0: 0.5, 7: 0.5}), "no class '7'"),
        (SemiLinearClassifier("da", options={"speed": 1}), "no option 'speed'"),
        (SemiLinearClassifier("da", n_jobs=0), "n_jobs"),
        (GraphClassifier(n_neighbors=0), "neighbors must be > 0"),
        (GraphClassifier(graph=np.eye(2)), "graph"),
    ],
    ids=lambda value: str(value),
)
def test_parameters_are_checked_in_fit(estimator, message, three_classes):
    X, truth, y = three_classes
    with pytest.raises(ValueError, match=message):
        estimator.fit(X, y)


@pytest.mark.parametrize(
    "refused",
    [
        {"X": ["!", "?"], "y": ["a", "b"]},
        {"X": TEXTS, "y": np.full(200, "")},
        {"X": TEXTS, "y": TRUTH, "seed_words": {"a\x1b": ["moon"]}},
        {"X": np.ones((2, 7)), "y": [1, 1]},
        {"X": "no such file.csv"},
    ],
)
def test_a_fit_that_is_refused_leaves_the_model_as_it_was(refused):
    model = SemiLinearClassifier(method="svm").fit(TEXTS, TRUTH)
    before = dict(vars(model))
    with pytest.raises((ValueError, OSError)):
        model.fit(**refused)
    assert vars(model).keys() == before.keys()
    assert all(vars(model)[name] is value for name, value in before.items())
    assert model.predict(["moon rocket"]).tolist() == ["space"]


def test_row_weights(two_classes):
    X, truth, y = two_classes
    weights = np.ones(len(y))
    weights[5::7] = 0
    model = SemiLinearClassifier("da").fit(X, y, row_weights=weights)
    kept = weights > 0
    same = SemiLinearClassifier("da").fit(X[kept], y[kept])
    np.testing.assert_array_equal(model.coef_, same.coef_)
    assert model.transduction_.shape == y.shape


def test_clone_pickle_and_copies(three_classes):
    X, truth, y = three_classes
    for estimator in [SemiLinearClassifier("da"), GraphClassifier(n_neighbors=5)]:
        model = estimator.fit(X, y)
        for other in [pickle.loads(pickle.dumps(model)), copy.deepcopy(model)]:
            assert other.to_bytes() == model.to_bytes()
            np.testing.assert_array_equal(
                other.decision_function(X), model.decision_function(X)
            )
        assert not hasattr(clone(model), "classes_")


@pytest.mark.parametrize("kind", ["array", "csr"])
def test_a_model_owns_what_it_keeps(kind):
    random = np.random.RandomState(0)
    X = random.uniform(0.1, 1, (60, 4)) + 3 * (np.arange(60)[:, None] % 2)
    y = np.where(np.arange(60) < 8, np.arange(60) % 2, -1)
    new = random.uniform(0, 4, (20, 4))
    if kind == "csr":
        X = sp.csr_matrix(X)
    for model in [SemiLinearClassifier("committee"), GraphClassifier(n_neighbors=5)]:
        expected = model.fit(X, y).decision_function(new)
        kept = X.copy()
        if kind == "csr":
            X.data[:], X.indices[:] = X.data[::-1].copy(), 10**9
        else:
            X[:] = X[::-1].copy()
        np.testing.assert_array_equal(model.decision_function(new), expected)
        X = kept


FORKED = """
import multiprocessing, os
import numpy as np
from semilin import SemiLinearClassifier
X = np.random.RandomState(0).uniform(size=(4000, 50))
y = np.where(np.arange(4000) < 20, np.arange(4000) % 2, -1)
model = SemiLinearClassifier("svm", n_jobs=2).fit(X, y)
with multiprocessing.get_context("fork").Pool(2) as pool:
    found = pool.map(model.predict, [X, X])
assert all((one == model.predict(X)).all() for one in found)
"""


def test_a_process_that_is_forked_after_fit_predicts():
    two = {**os.environ, "OMP_NUM_THREADS": "2"}
    run(sys.executable, "-c", FORKED, env=two, timeout=60)


def test_inside_scikit_learn(three_classes):
    X, truth, y = three_classes
    pipeline = make_pipeline(MaxAbsScaler(), SemiLinearClassifier("svm"))
    assert cross_val_score(pipeline, X, truth, n_jobs=2).mean() > 0.9
    grid = GridSearchCV(SemiLinearClassifier("svm"), {"lam": [1e-2, 1e-4]}, cv=3)
    assert grid.fit(X, truth).best_score_ > 0.9


def test_files(three_classes, tmp_path):
    X, truth, y = three_classes
    model = SemiLinearClassifier("da").fit(X, y)
    model.save(tmp_path / "m")
    loaded = semilin.load(tmp_path / "m")
    assert loaded.classes_.tolist() == ["0", "1", "2"]
    assert (loaded.predict(X).astype(int) == model.predict(X)).all()


def test_progress_goes_to_the_callback_which_may_end_the_run(three_classes):
    X, truth, y = three_classes
    records = []
    SemiLinearClassifier("da", callback=records.append).fit(X, y)
    assert {"stage", "iteration", "seconds", "text"} <= records[0].keys()
    for end in [lambda record: False, lambda record: os.kill(os.getpid(), signal.SIGINT)]:
        with pytest.warns(UserWarning, match="best model so far"):
            model = SemiLinearClassifier("da", callback=end).fit(X, y)
        assert model.summary_["stop"] == "interrupted"
        assert model.predict(X).shape == (240,)
    with pytest.raises(ZeroDivisionError):
        SemiLinearClassifier("da", callback=lambda record: 1 // 0).fit(X, y)


def test_verbose_prints_lines(three_classes, capsys):
    X, truth, y = three_classes
    SemiLinearClassifier("da", verbose=1).fit(X, y)
    assert "svm: " in capsys.readouterr().err


INTERRUPTED = """
import os, signal, threading, time, warnings
import numpy as np, scipy.sparse as sp
from semilin import SemiLinearClassifier
n = 40000
random = np.random.RandomState(0)
columns = 50 * np.arange(100) + random.randint(50, size=(n, 100))
values = random.uniform(size=columns.size).astype(np.float32)
X = sp.csr_matrix((values, columns.ravel(), 100 * np.arange(n + 1)), (n, 5000))
y = np.full(n, -1)
y[:200] = np.arange(200) % 20
def interrupt():
    global sent
    time.sleep(1)
    sent = time.time()
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=interrupt).start()
warnings.simplefilter("ignore")
model = SemiLinearClassifier("da", options={"tolerance": 1e-12}).fit(X, y)
took = time.time() - sent
assert model.summary_["stop"] == "interrupted", model.summary_["stop"]
assert model.predict(X[:5]).shape == (5,)
assert took < 5, took
print("took", took)
"""


def test_an_interrupt_ends_fit_with_a_model():
    # the thread that waits a second also needs the interpreter's lock
    run(sys.executable, "-c", INTERRUPTED, timeout=120)
