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
    voted = {} if votes is None else by_voter(votes, len(y))
    heard = {value for own in voted.values() for value in own if value is not None}
    labels = encode(y, [*words, *sorted(heard, key=str)], fewest, columns)
    rows.set_labels(labels.codes, labels.names, costs, labels.multi_label)
    vocabulary = getattr(vocabulary, "vocabulary_", vocabulary)
    if isinstance(vocabulary, _engine.Vocabulary):
        rows.set_seed_words({}, vocabulary)
    if votes is not None:
        rows.set_votes(as_names(voted))
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


def in_order_of(X, votes):
    """The votes on the rows of X: by the index if both have one."""
    if isinstance(votes, (str, os.PathLike)):
        raise ValueError(
            "votes: a file of votes needs a file of documents; otherwise give a "
            "DataFrame, such as pandas.read_csv(votes, index_col='id')"
        )
    if not (hasattr(votes, "iloc") and hasattr(X, "iloc")):
        return votes
    rows, own = X.index, votes.index
    if own.equals(rows):
        return votes
    contained = rows.isin(own).all() or own.isin(rows).all()
    if not (contained and rows.is_unique and own.is_unique):
        raise ValueError(
            "votes: expected the index of X, found another one; give "
            "votes.to_numpy() if the rows are in the same order"
        )
    return votes.reindex(rows)


def by_voter(votes, count):
    """The votes of each voter, of a DataFrame, a dict or an array; None where it
    abstains."""
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
    return {
        name: [None if says_nothing(value) else value for value in own]
        for name, own in votes.items()
    }


def as_names(voted):
    """The votes as names of classes."""
    return {
        voter: [value if value is None else class_name(value) for value in own]
        for voter, own in voted.items()
    }


def _words(given):
    """Words by class; None stands for those of its name."""
    if isinstance(given, Mapping):
        return dict(given)
    if isinstance(given, (str, os.PathLike)):
        return {} if given == "names" else _engine.read_seed_words(str(given))
    return dict.fromkeys(given)


def words_in(given):
    """All words, of whatever class."""
    lists = () if given is None else as_lists(_words(given)).values()
    return [word for own in lists for word in own or ()]


def as_lists(words):
    """Lists of words by the name of a class."""
    return {class_name(value): _list(own) for value, own in words.items()}


def _list(words):
    if words is None or isinstance(words, str):
        return words and [words]
    return [str(word) for word in words]
