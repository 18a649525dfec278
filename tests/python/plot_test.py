"""Each picture is drawn from what was fitted, on the axes that were given."""

import numpy as np
import pytest

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("Agg")
plt = pytest.importorskip("matplotlib.pyplot")

import semilin  # noqa: E402
from semilin import SemiLinearClassifier, plot  # noqa: E402


@pytest.fixture
def fitted(three_classes):
    X, truth, y = three_classes
    names = np.array(["a", "b", "c", ""])
    return SemiLinearClassifier("da", probability=True).fit(X, names[y]), X, names[y]


def test_class_sizes(fitted):
    model, X, y = fitted
    ax = plot.class_sizes(model)
    heights = np.array([bar.get_height() for bar in ax.patches]).reshape(3, 3)
    np.testing.assert_allclose(heights.sum(axis=1), 1)
    np.testing.assert_allclose(heights[0], model.class_sizes_)
    assert [label.get_text() for label in ax.get_xticklabels()] == ["a", "b", "c"]
    with pytest.raises(ValueError, match="supervised"):
        plot.class_sizes(SemiLinearClassifier("svm").fit(X, y))


def test_confidence_ends_with_the_accuracy(fitted):
    model, X, y = fitted
    ax = plot.confidence(model, X, y)
    share, accuracy = ax.lines[0].get_data()
    assert share[-1] == 1
    assert accuracy[-1] == (model.predict(X[:12]) == y[:12]).mean()


def test_reliability_and_confusion_draw_on_the_axes_given(fitted):
    model, X, y = fitted
    for draw in [plot.reliability, plot.confusion]:
        ax = plt.subplots()[1]
        assert draw(model, X, y, ax=ax) is ax
    points = np.array(plot.reliability(model, X, y, bins=4).lines[1].get_data())
    assert ((points >= 0) & (points <= 1)).all()


def test_pictures_of_a_file_with_a_model_of_the_command(folder, semilin_command):
    texts = [f"{('red wine', 'white roses')[i % 2]} w{i % 3}" for i in range(30)]
    labels = ["ab"[i % 2] if i < 20 else "" for i in range(30)]
    lines = (f"{text},{label}\n" for text, label in zip(texts, labels))
    (folder / "news.csv").write_text("text,label\n" + "".join(lines))
    semilin_command("train", "-q", "news.csv", "--probabilities", "-o", "m")
    model = semilin.load("m")
    plot.class_sizes(model)
    for draw in [plot.reliability, plot.confidence, plot.confusion]:
        files, arrays = draw(model, "news.csv"), draw(model, texts, labels)
        for one, other in zip(files.lines, arrays.lines):
            np.testing.assert_array_equal(one.get_data(), other.get_data())
    numbers = {(one.get_position(), one.get_text()) for one in files.texts}
    assert {((0, 0), "1.00"), ((1, 0), "0.00")} <= numbers
    with pytest.raises(ValueError, match="expected y, or a file"):
        plot.confusion(model, texts)
    curve = plot.learning_curve(
        SemiLinearClassifier("da"), texts, labels, "news.csv", labels=(2,)
    )
    assert curve.lines[0].get_ydata() == [1]


def test_classes_that_are_numbers_keep_their_order():
    X, y = np.eye(12).repeat(3, axis=0), np.arange(12).repeat(3)
    ax = plot.confusion(SemiLinearClassifier("svm").fit(X, y), X, y)
    shown = [label.get_text() for label in ax.get_xticklabels()]
    assert shown == [str(k) for k in range(12)]


def test_the_learning_curve_of_both_models(three_classes):
    X, truth, y = three_classes
    ax = plot.learning_curve(
        SemiLinearClassifier("da"), X, truth, X, truth, labels=(1, 20)
    )
    ours, svm = (line.get_ydata() for line in ax.lines)
    assert len(ours) == len(svm) == 2
    assert ours[1] >= 0.8 and svm[1] >= 0.8
    with pytest.raises(ValueError, match="none"):
        plot.confidence(SemiLinearClassifier("svm").fit(X, truth), X, y * 0 - 1)
