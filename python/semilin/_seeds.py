"""Labels, votes and keywords of classes, set beside rows of the engine."""

import os
from collections.abc import Mapping

import numpy as np

from semilin import _engine
from semilin._labels import class_name, encode, require_classes, says_nothing
from semilin._rows import warn_of


def set_evidence(
    rows, y, costs, given, vocabulary, fewest=2, votes=None, columns=None
):
    """Sets labels, votes and words of the engine's rows; returns the `Labels`.
    Classes without evidence are left out, with a warning."""
    words = {} if given is None else _words(given)
    if votes is not None and y.ndim > 1:
        raise ValueError("votes: not with several labels per row")
    voted = {} if votes is None else _by_voter(votes, len(y))
    heard = {value for own in voted.values() for value in own if not says_nothing(value)}
    labels = encode(y, [*words, *sorted(heard, key=str)], fewest, columns)
    rows.set_labels(labels.codes, labels.names, costs, labels.multi_label)
    if votes is not None:
        rows.set_votes(
            {
                voter: [None if says_nothing(value) else class_name(value) for value in own]
                for voter, own in voted.items()
            }
        )
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
        rows.set_seed_words(as_lists(words), vocabulary)
    warn_of(rows.info["doubts"])
    return require_classes(labels.settled(rows), fewest)


def _by_voter(votes, count):
    """The votes of each voter, of a DataFrame, a dict or an array."""
    if hasattr(votes, "columns"):
        votes = {name: votes[name] for name in votes.columns}
    if not isinstance(votes, Mapping):
        table = np.asarray(votes, dtype=object)
        table = table.reshape(len(table), -1)
        votes = {f"voter {j + 1}": own for j, own in enumerate(table.T)}
    votes = {str(name): np.asarray(own, dtype=object) for name, own in votes.items()}
    for name, own in votes.items():
        if own.shape != (count,):
            raise ValueError(
                f"votes: expected a vote of {name} for each of {count} rows, "
                f"found an array of shape {own.shape}"
            )
    return votes


def _words(given):
    """Words by class; None stands for those of its name."""
    if isinstance(given, Mapping):
        return dict(given)
    if isinstance(given, (str, os.PathLike)):
        return {} if given == "names" else _engine.read_seed_words(str(given))
    return dict.fromkeys(given)


def as_lists(words):
    """Lists of words by the name of a class."""
    return {class_name(value): _list(own) for value, own in words.items()}


def _list(words):
    if words is None or isinstance(words, str):
        return words and [words]
    return [str(word) for word in words]
