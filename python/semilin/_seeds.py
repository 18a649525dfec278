"""Labels and keywords of classes, set beside rows of the engine."""

import os
from collections.abc import Mapping

from semilin import _engine
from semilin._labels import class_name, encode, require_classes
from semilin._rows import warn_of


def set_evidence(rows, y, costs, given, vocabulary, fewest=2):
    """Sets labels and words of the engine's rows; returns the `Labels`. Classes
    without evidence are left out, with a warning."""
    words = {} if given is None else _words(given)
    labels = encode(y, words, fewest)
    rows.set_labels(labels.codes, labels.names, costs, labels.multi_label)
    vocabulary = getattr(vocabulary, "vocabulary_", vocabulary)
    if given is not None:
        if vocabulary is None:
            raise ValueError(
                "seed_words: what are the columns of X called? Give vocabulary="
            )
        words = words or dict.fromkeys(labels.classes.tolist())
    if vocabulary is not None:  # which the model then holds
        if not isinstance(vocabulary, _engine.Vocabulary):
            vocabulary = [str(name) for name in vocabulary]
        named = {class_name(value): _list(own) for value, own in words.items()}
        rows.set_seed_words(named, vocabulary)
    warn_of(rows.info["doubts"])
    return require_classes(labels.settled(rows), fewest)


def _words(given):
    """Words by class; None stands for those of its name."""
    if isinstance(given, Mapping):
        return dict(given)
    if isinstance(given, (str, os.PathLike)):
        return {} if given == "names" else _engine.read_seed_words(str(given))
    return dict.fromkeys(given)


def _list(words):
    if words is None or isinstance(words, str):
        return words and [words]
    return [str(word) for word in words]
