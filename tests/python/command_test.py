"""The package and the command make the same models."""

import numpy as np
import pytest

from semilin import GraphClassifier, SemiLinearClassifier

CASES = [
    (SemiLinearClassifier("committee"), "committee"),
    (SemiLinearClassifier("da"), "da"),
    (SemiLinearClassifier("tsvm", lam_u=0.5), "tsvm --set lambda-u=0.5"),
    (SemiLinearClassifier("svm", C=2.0), "svm -C 2"),
    (SemiLinearClassifier("rls", lam=0.1), "rls --set lambda=0.1"),
    (SemiLinearClassifier("nb-em"), "nb-em"),
    (
        SemiLinearClassifier("da", class_sizes=[0.2, 0.3, 0.5], probability=True),
        "da --class-sizes 0.2,0.3,0.5 --probabilities",
    ),
    (
        SemiLinearClassifier("da", class_weight={1: 3}, class_sizes="labels"),
        "da --class-weight 1=3 --class-sizes labels",
    ),
    (
        SemiLinearClassifier("da", class_weight="balanced", options={"rho": 2}),
        "da --class-weight balanced --set rho=2",
    ),
    (GraphClassifier(), "tv-rls"),
    (
        GraphClassifier("lap-svm", n_neighbors=5, gamma=2.0, kernel="rbf"),
        "lap-svm --set neighbors=5 --set gamma=2 --set kernel=rbf",
    ),
]


@pytest.mark.parametrize("estimator, options", CASES, ids=lambda value: str(value))
def test_model_bytes_are_the_same(
    estimator, options, three_classes, svmlight, semilin_command, tmp_path
):
    X, truth, y = three_classes
    data = svmlight(X, np.where(y < 0, "?", y.astype(str)))
    semilin_command("train", "-q", data, "-o", "model", "--method", *options.split())
    expected = (tmp_path / "model").read_bytes()
    assert estimator.fit(X, y).to_bytes() == expected
    semilin_command("predict", "--quiet", "model", str(data), "-o", "labels")
    labels = (tmp_path / "labels").read_text().split()
    assert estimator.predict(X).astype(str).tolist() == labels


def test_model_bytes_of_label_sets(three_classes, svmlight, semilin_command, tmp_path):
    X, truth, y = three_classes
    sets = np.eye(3, dtype=int)[truth] | np.eye(3, dtype=int)[truth // 2]
    sets[y < 0] = -1
    names = [",".join(map(str, np.flatnonzero(s))) if s[0] >= 0 else "?" for s in sets]
    semilin_command(
        "train", "--quiet", "--method", "da", str(svmlight(X, names)), "-o", "model"
    )
    expected = (tmp_path / "model").read_bytes()
    assert SemiLinearClassifier().fit(X, sets).to_bytes() == expected
