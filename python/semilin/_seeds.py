"""Words that tell classes, as rows to train on."""

import os
import warnings
from collections.abc import Mapping

from semilin import _engine
from semilin._labels import class_name, encode
from semilin._rows import engine_rows


def encode_with_words(y, given, X, vocabulary, vectors):
    """y as `Labels` with the classes of the words, and options that hold the rows
    of the words. Classes that nothing tells are left out, with a warning."""
    if given is None:
        return encode(y), {}
    vocabulary = getattr(vocabulary, "vocabulary_", vocabulary)
    if vocabulary is None:
        raise ValueError(
            "seed_words: what are the columns of X called? vocabulary= says it"
        )
    if not isinstance(vocabulary, _engine.Vocabulary):
        vocabulary = [str(name) for name in vocabulary]
    words = _words(given)
    labels = encode(y, [value for value, _ in words])
    if not words:
        words = [(value, None) for value in labels.classes]
    seeds = [(class_name(value), _list(own)) for value, own in words], vocabulary
    rows = engine_rows(X, vectors)
    rows.set_labels(labels.codes, labels.names, (), labels.multi_label)
    about = rows.set_seed_words(*seeds)
    for sentence in about["warnings"]:
        warnings.warn(sentence, stacklevel=4)
    if all(about["known"]):
        return labels, {"seeds": seeds}
    told = [name for name, known in zip(labels.names, about["known"]) if known]
    rest = {value: own for value, own in words if class_name(value) in told}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return encode_with_words(y, rest, X, vocabulary, vectors)


def _words(given):
    """Pairs of a class and its words, which are None if its name tells them."""
    if isinstance(given, Mapping):
        return list(given.items())
    if isinstance(given, (str, os.PathLike)):
        return [] if given == "names" else _engine.read_seed_words(str(given))
    return [(value, None) for value in given]


def _list(words):
    if words is None or isinstance(words, str):
        return words and [words]
    return [str(word) for word in words]
