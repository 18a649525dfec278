"""scikit-learn's own checks; those expected to fail are named in _xfail_checks."""

import warnings

import pytest
from sklearn.utils.estimator_checks import check_estimator

import semilin


@pytest.mark.parametrize(
    "estimator",
    [
        semilin.SemiLinearClassifier(),
        semilin.SemiLinearClassifier("da"),
        semilin.SemiLinearClassifier("rls"),
        semilin.GraphClassifier(),
        semilin.GraphClassifier("lap-rls", n_neighbors=3),
        semilin.TextVectorizer(),
    ],
    ids=str,
)
def test_the_checks_of_scikit_learn_pass(estimator):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_estimator(estimator)


def test_only_the_check_with_minus_one_as_a_class_is_expected_to_fail():
    for estimator in [semilin.SemiLinearClassifier(), semilin.GraphClassifier()]:
        assert list(estimator._get_tags()["_xfail_checks"]) == [
            "check_classifiers_classes"
        ]
