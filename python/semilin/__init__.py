"""Semi-supervised classification of documents and other sparse rows.

>>> import numpy as np
>>> from semilin import SemiLinearClassifier
>>> X = np.array([[2., 0.], [0., 2.], [2., 1.], [1., 2.]])
>>> y = np.array([0, 1, -1, -1])  # -1: no label
>>> SemiLinearClassifier(method="da").fit(X, y).transduction_
array([0, 1, 0, 1])
"""

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from semilin._classifiers import GraphClassifier, SemiLinearClassifier, load, options
from semilin._engine import DataError, __version__
from semilin._inspection import audit, evaluate, expected_accuracy, explain, suggest
from semilin._labeling import LabelingPage, label
from semilin._rows import Corpus
from semilin._text import TextVectorizer

if TYPE_CHECKING:
    from semilin import model_selection
    from semilin.model_selection import SemiSupervisedKFold, masked_scorer

__all__ = [
    "Corpus",
    "GraphClassifier",
    "LabelingPage",
    "SemiLinearClassifier",
    "TextVectorizer",
    "audit",
    "evaluate",
    "expected_accuracy",
    "explain",
    "label",
    "load",
    "options",
    "suggest",
]
if find_spec("sklearn"):
    __all__ += ["SemiSupervisedKFold", "masked_scorer"]


def __dir__() -> list[str]:
    return [*__all__, "DataError", "__version__"]


if not TYPE_CHECKING:  # which knows the names above, and should know no others

    def __getattr__(name):
        # imported when it is used, since it needs scikit-learn
        if name == "model_selection":
            return import_module("semilin.model_selection")
        if name in ("SemiSupervisedKFold", "masked_scorer"):
            return getattr(__getattr__("model_selection"), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
