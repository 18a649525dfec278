"""What means "no label", and what classes are called."""

import numpy as np
import pytest
import scipy.sparse as sp

from semilin._labels import as_labels, encode


def codes(y):
    return encode(as_labels(y)).codes.tolist()


@pytest.mark.parametrize(
    "y",
    [
        [3, -1, 5],
        [3.0, -1.0, 5.0],
        [3.0, float("nan"), 5.0],
        ["a", "", "b"],
        np.array(["a", None, "b"], dtype=object),
        np.array(["a", float("nan"), "b"], dtype=object),
        np.array(["a", -1, "b"], dtype=object),
        np.array(["a", "", "b"], dtype=object),
        ["a", " ", "b"],
        [" a", "\t", "b "],
        np.array(["a ", "  ", " b"], dtype=object),
    ],
    ids=repr,
)
def test_a_row_without_label(y):
    assert codes(y) == [0, -1, 1]


def test_names_are_trimmed_and_composed():
    given = ["\u00a0cafe\u0301", "caf\u00e9", "\ufefftea "]
    for y in (given, np.array(given, dtype=object)):
        labels = encode(as_labels(y))
        assert labels.classes.tolist() == labels.names == ["caf\u00e9", "tea"]
        assert labels.codes.tolist() == [0, 0, 1]


def test_classes_are_in_the_order_of_numpy_and_names_in_that_of_the_engine():
    labels = encode(as_labels(["10", "9", "", "b"]))
    assert labels.classes.tolist() == ["10", "9", "b"]
    assert labels.names == ["9", "10", "b"]
    assert labels.order.tolist() == [1, 0, 2]
    assert labels.codes.tolist() == [1, 0, -1, 2]
    assert codes(["-1", "1", ""]) == [0, 1, -1]  # text is a class
    objects = encode(as_labels(np.array([3, None, 5], dtype=object)))
    assert objects.classes.dtype.kind == "i"


def test_a_name_is_one_class_whatever_it_holds():
    labels = encode(as_labels(["a,b", "1", "1.0", ""]))
    assert not labels.multi_label
    assert labels.names == ["1", "1.0", "a,b"]


@pytest.mark.parametrize(
    "y, classes",
    [
        (["yes", "", "yes"], ["other", "yes"]),
        (["other", ""], ["other", "rest"]),
        ([3, -1, 3], [0, 3]),
        ([0, -1], [0, 1]),
    ],
)
def test_one_class_alone_has_another_beside_it(y, classes):
    assert encode(as_labels(y)).classes.tolist() == classes


def test_label_sets():
    labels = encode(as_labels(sp.csr_matrix([[1, 0, 1], [0, 1, 0], [0, 0, 0]])))
    assert labels.multi_label
    assert sorted(labels.names) == [",", "0,2", "1"]
    assert encode(as_labels([[1, 0], [-1, -1], [0, 1]])).codes[1] == -1


@pytest.mark.parametrize(
    "y, message",
    [
        (None, "requires y"),
        ([1, 1, 1], "found 1 class"),
        ([-1, -1, -1], "found no class"),
        ([0.5, 1.5, 2.25], "continuous"),
        (np.array(["a", 1, None], dtype=object), "text or numbers, found"),
        ([[1, 0], [1, 0]], "label 1"),
        ([[1, 0], [2, 1]], "0 and 1"),
        ([[[1]]], "1d array"),
    ],
)
def test_what_is_no_classification_is_refused(y, message):
    with pytest.raises(ValueError, match=message):
        codes(y)
