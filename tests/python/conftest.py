"""Data that several files of tests use."""

import os
import subprocess

import numpy as np
import pytest
import scipy.sparse as sp


def clusters(classes=3, rows=240, labeled=4, dtype=np.float32, seed=0):
    """Sparse rows, a class of which has columns of its own; the labels; the
    labels of `labeled` rows per class, -1 elsewhere."""
    random = np.random.RandomState(seed)
    truth = np.arange(rows) % classes
    own = np.arange(4 * classes)[None, :] // 4 == truth[:, None]
    there = random.uniform(size=own.shape) < np.where(own, 0.7, 0.1)
    X = sp.csr_matrix(there * (0.5 + random.uniform(size=own.shape)), dtype=dtype)
    y = np.where(np.arange(rows) < labeled * classes, truth, -1)
    return X, truth, y


TOPICS = (
    "Space orbit moon rocket comet lunar probe launch shuttle star planet solar".split(),
    "Hockey goalie puck ice stick rink skate goal league team coach arena".split(),
)
# Five of the twelve words of a topic, and one that says nothing.
TEXTS = [
    " ".join([TOPICS[i % 2][(i // 2 + k) % 12] for k in (0, 1, 2, 5, 8)] + [f"w{i % 97}"])
    for i in range(200)
]
TRUTH = ["space", "hockey"] * 100


def few_labels(count, truth=TRUTH):
    return [label if i < count else "" for i, label in enumerate(truth)]


ROSES = [f"{a} {b}" for a in ("red", "white") for b in ("wine", "roses")] * 4
COLORS = ["r", "", "w", ""] * 4


def news(count):
    """Texts of two topics by turns, and their names."""
    topics = {
        "sport": "goal team match league coach".split(),
        "money": "bank loan rate share credit".split(),
    }
    for i in range(count):
        name = ["sport", "money"][i % 2]
        words = [topics[name][(i // 2 + k) % 5] for k in (0, 1, 3)]
        yield " ".join([*words, f"w{i % 7}"]), name


# A first try of what was installed: the labels, and where the package is.
TRY = """import numpy as np, semilin
model = semilin.SemiLinearClassifier('svm').fit(np.eye(2), ['a', 'b'])
print(model.predict(np.eye(2)), semilin.__file__)"""


def run(*command, status=0, **options):
    """What a command prints, or what it says where it is to fail."""
    command = [str(word) for word in command]
    done = subprocess.run(command, capture_output=True, text=True, **options)
    assert done.returncode == status, done.stdout + done.stderr
    return done.stderr if status else done.stdout


def records(found):
    """A table as a list of dicts, also where there is no pandas."""
    return found if isinstance(found, list) else found.to_dict("records")


class Frame(np.ndarray):
    """A matrix whose columns have names, as a DataFrame has."""

    def __new__(cls, values, columns):
        self = np.asarray(values).view(cls)
        self.columns = columns
        return self


@pytest.fixture
def three_classes():
    return clusters()


@pytest.fixture
def two_classes():
    return clusters(classes=2)


@pytest.fixture
def semilin_command(tmp_path):
    """Runs the command in a folder of its own."""
    return lambda *arguments: run(os.environ["SEMILIN_COMMAND"], *arguments, cwd=tmp_path)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder to work in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def on_path(monkeypatch):
    """The command is on the path."""
    there = os.path.dirname(os.environ["SEMILIN_COMMAND"])
    monkeypatch.setenv("PATH", there, prepend=os.pathsep)


@pytest.fixture
def svmlight(tmp_path):
    """Writes rows and the names of their classes as a file of svmlight text."""

    def write(X, names, name="data.svm"):
        with open(tmp_path / name, "w") as file:
            for i, label in enumerate(names):
                row = X[i]
                cells = (f"{j + 1}:{v:.9g}" for j, v in zip(row.indices, row.data))
                file.write(f"{label} {' '.join(cells)}\n")
        return tmp_path / name

    return write
