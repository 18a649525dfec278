"""Labels of Python as classes of the engine, and back."""

import numbers
import string
import unicodedata
import warnings
from dataclasses import dataclass

import numpy as np

from semilin import _engine
from semilin._compat import DataConversionWarning, check_classification_targets


@dataclass
class Labels:
    """The labels that `encode` finds in y.

    ``classes`` are those of Python and ``names`` those of the engine, in its
    order; ``codes`` has a position in ``names`` per row, or -1. ``order[k]`` is
    the engine's output (or label) for ``classes[k]``.
    """

    classes: np.ndarray
    names: list
    codes: np.ndarray
    order: np.ndarray
    multi_label: bool = False

    def settled(self, rows):
        """Without the classes that the engine left out of those of `rows`."""
        names = rows.info["classes"]
        if self.multi_label or names == self.names:
            return self
        kept = [value for value in self.classes if class_name(value) in names]
        return _ordered(np.array(kept, self.classes.dtype), names, rows.labels)


# What cannot be seen at the ends of a name.
_BLANK = string.whitespace + "\u00a0\u200b\ufeff"


def _normal(name):
    """As all readers take a name: without blanks around it, accents composed."""
    return unicodedata.normalize("NFC", name).strip(_BLANK)


def says_nothing(value):
    if value is None or type(value).__name__ == "NAType":
        return True
    if isinstance(value, str):
        return not value.strip(_BLANK)
    return isinstance(value, numbers.Real) and (value != value or value == -1)


def is_unlabeled(y):
    """Which rows have no label: -1, and in arrays of objects or text also None,
    NaN and blanks. A row of an indicator matrix has none if all of it is -1.
    """
    if y.ndim == 2:
        return np.all(y == -1, axis=1)
    if y.dtype.kind == "O":
        return np.fromiter(map(says_nothing, y), bool, len(y))
    if y.dtype.kind in "US":
        blank = _BLANK if y.dtype.kind == "U" else None
        return np.char.strip(y, blank) == y.dtype.type()
    if y.dtype.kind == "f":
        return (y == -1) | np.isnan(y)
    return y == -1


def labeled_rows(X, y):
    """Those of X, which may be a list, and of y that have a label; y as an array
    of one kind, as scikit-learn wants it."""
    y = np.asarray(y)
    known = ~is_unlabeled(y)
    if isinstance(X, (list, tuple)):
        X = [row for row, there in zip(X, known) if there]
    else:
        X = X[known]
    y = y[known]
    return X, np.array(y.tolist()) if y.dtype.kind == "O" else y


def as_labels(y):
    """y as an array: one label per row, or an indicator matrix."""
    if y is None:
        raise ValueError("requires y to be passed, but the target y is None")
    y = y.toarray() if hasattr(y, "tocsr") else np.asarray(y)
    if y.ndim == 2 and y.shape[1] == 1:
        warnings.warn(
            "A column-vector y was passed when a 1d array was expected.",
            DataConversionWarning,
            stacklevel=2,
        )
        y = y.ravel()
    if y.ndim not in (1, 2):
        raise ValueError(f"y should be a 1d array, got one of shape {y.shape}")
    return y


def columns_of(y):
    """What the columns of an indicator matrix are called: as in a DataFrame,
    otherwise by their numbers; None for one label per row."""
    if getattr(y, "ndim", 1) != 2:
        return None
    return np.array(getattr(y, "columns", range(y.shape[1])))


def class_name(value):
    """The engine's name of a class; 3, 3.0 and "3" are one class."""
    if isinstance(value, (bytes, np.bytes_)):
        return _normal(value.decode())
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, numbers.Real):
        return _normal(str(value))
    return str(int(value)) if value == int(value) else repr(float(value))


def encode(y, others=(), fewest=2, columns=None):
    """y as `Labels`, with other classes that no row need have, or with the names
    of its columns. Raises ValueError if there are fewer classes."""
    if y.ndim == 1:
        return require_classes(_encode_classes(y, others, fewest == 2), fewest)
    if len(others):
        raise ValueError("seed_words: not with several labels per row")
    return _encode_sets(y, np.arange(y.shape[1]) if columns is None else columns)


def _sorted_names(names):
    ordered = _engine.sort_class_names(names)
    if len(ordered) != len(names):
        raise ValueError(f"two classes have the same name or number: {names}")
    return ordered


def _ordered(classes, names, codes):
    order = [names.index(class_name(value)) for value in classes]
    return Labels(classes, names, codes, np.array(order, dtype=np.int32))


def require_classes(labels, fewest):
    """The labels, which are to be of as many classes."""
    if len(labels.classes) < fewest:
        found = "1 class" if len(labels.classes) else "no class"
        raise ValueError(f"expected labels of two classes or more, found {found}")
    return labels


def named(names, codes=(), multi_label=False):
    """`Labels` whose classes are the engine's names, as text."""
    if not multi_label:
        return _ordered(np.array(sorted(names), dtype=object), names, codes)
    classes, order = np.array(names, dtype=object), np.arange(len(names))
    return Labels(classes, names, codes, order, multi_label)


def _of_one_kind(y):
    if y.dtype.kind == "S":
        return np.char.strip(y)
    if y.dtype.kind == "U":
        return np.array([_normal(value) for value in y.tolist()], dtype=y.dtype)
    if y.dtype.kind != "O":
        return y
    if all(isinstance(value, str) for value in y):
        return np.array([_normal(value) for value in y], dtype=object)
    kinds = ", ".join(sorted({type(value).__name__ for value in y}))
    if not all(isinstance(value, numbers.Real) for value in y):
        raise ValueError(f"labels: expected text or numbers, found {kinds}")
    return np.array(y.tolist())


def _with_others(classes, others):
    known = {class_name(value) for value in classes}
    more = [value for value in others if class_name(value) not in known]
    if not more:
        return classes
    return np.unique(_of_one_kind(np.array([*classes.tolist(), *more], dtype=object)))


def _other_than(value):
    """What the class without a label is called."""
    if isinstance(value, (bool, np.bool_)):
        return not value
    if isinstance(value, numbers.Real):
        return int(value == 0)
    return "rest" if class_name(value) == "other" else "other"


def _encode_classes(y, others, one_alone=False):
    unlabeled = is_unlabeled(y)
    known = _of_one_kind(y[~unlabeled])
    if known.dtype.kind == "f" and not np.isfinite(known).all():
        raise ValueError("Input y contains infinity or NaN.")
    check_classification_targets(known)
    classes = _with_others(np.unique(known), others)
    if one_alone and len(classes) == 1 and unlabeled.any():
        classes = _with_others(classes, [_other_than(classes[0])])
    names = _sorted_names([class_name(value) for value in classes])
    labels = _ordered(classes, names, np.full(len(y), -1, dtype=np.int32))
    labels.codes[~unlabeled] = labels.order[np.searchsorted(classes, known)]
    return labels


def _encode_sets(y, classes):
    unlabeled = is_unlabeled(y)
    known = y[~unlabeled]
    if not np.isin(known, (0, 1)).all():
        raise ValueError("an indicator matrix holds 0 and 1, or -1 for a whole row")
    known = known.astype(bool)
    own = [class_name(value) for value in classes]
    for k in np.flatnonzero(~known.any(axis=0)):
        raise ValueError(f"label {own[k]}: expected a row that has it, found none")
    order = [_sorted_names(own).index(name) for name in own]
    sets, positions = np.unique(known, axis=0, return_inverse=True)
    names = [_engine.join_labels([own[k] for k in np.flatnonzero(s)]) for s in sets]
    ordered = _sorted_names(names)
    at = np.array([ordered.index(name) for name in names], dtype=np.int32)
    codes = np.full(len(y), -1, dtype=np.int32)
    codes[~unlabeled] = at[positions.ravel()]
    return Labels(classes, ordered, codes, np.array(order), multi_label=True)
