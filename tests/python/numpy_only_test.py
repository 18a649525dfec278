"""With NumPy alone, without scikit-learn, SciPy and pandas, the models are the same."""

import os
import sys
from pathlib import Path

import numpy as np
import pytest
from conftest import run

PROGRAM = """
import copy, pickle, sys
import numpy as np
import semilin
from semilin import GraphClassifier, SemiLinearClassifier, TextVectorizer

alone = "scipy" not in sys.modules
random = np.random.RandomState(0)
truth = np.arange(60) % 3
X = (random.uniform(size=(60, 9)) < np.where(np.arange(9) // 3 == truth[:, None], .8, .1))
X = X * (0.5 + random.uniform(size=X.shape))
y = np.where(np.arange(60) < 12, truth, -1)
weights = np.ones(60)
weights[20] = 0
for model in [
    SemiLinearClassifier(),
    SemiLinearClassifier("da", probability=True, class_weight={1: 2.0}),
    SemiLinearClassifier("svm", C=1.0),
    GraphClassifier(n_neighbors=5),
]:
    if isinstance(model, SemiLinearClassifier):
        model.fit(X, y, row_weights=weights)
    else:
        model.fit(X, y)
    print(model.method, model.score(X, truth), model.predict(X).tolist())
    print(hash(model.to_bytes()), model.summary_["stop"], model.advice_)
    assert pickle.loads(pickle.dumps(model)).to_bytes() == model.to_bytes()
sets = SemiLinearClassifier("da").fit(X, np.eye(3)[truth])
print(sets.predict(X)[:2], sets.score(X, np.eye(3)[truth]))
words = SemiLinearClassifier("da").fit(
    ["red wine", "a red wine", "the goal", "a goal"], seed_words={"a": "wine", "b": "goal"})
print(words.transduction_, words.predict(["wine and goal", "goal"]))
print(SemiLinearClassifier("da", probability=True).fit(X, y).predict_proba(X)[:2].round(3))
print(hasattr(SemiLinearClassifier(), "predict_proba"))

pairs = [f"{a} {b}" for a in ("red", "white") for b in ("wine", "roses")]
texts = [f"{pair} {more}" for more in ("cold", "ripe", "small", "fine") for pair in pairs]
labels = ["r", "", "w", ""] * 4
vectorizer = TextVectorizer()
rows = vectorizer.fit_transform(texts)
model = SemiLinearClassifier("da").fit(rows, labels, row_weights=np.arange(16) % 8)
print(rows.shape, rows.toarray()[:2], vectorizer.get_feature_names_out())
print(model.predict(vectorizer.transform(["red red", "white"])).tolist())
model.save("model", vectorizer)
print(semilin.load("model").predict(vectorizer.transform(texts)).tolist())
with open("news.csv", "w") as file:
    file.write("label,text\\n" + "".join(f"{c},{t}\\n" for c, t in zip(labels, texts)))
model = SemiLinearClassifier().fit("news.csv")
print(model.predict("news.csv").tolist(), model.predict(["red", "white"]).tolist())
for found in [semilin.suggest(texts, labels, model, count=3), semilin.audit("news.csv"),
              semilin.explain(model, ["red wine"])]:
    print(found if isinstance(found, list) else found.to_dict("records"))
for wrong in [lambda: model.predict(np.eye(2)), lambda: SemiLinearClassifier().predict(X),
              lambda: SemiLinearClassifier("da").fit(X, y[1:]),
              lambda: SemiLinearClassifier("da").fit(X, y + 0.5),
              lambda: SemiLinearClassifier("da").fit(X * np.nan, y),
              lambda: SemiLinearClassifier("da").fit(X[0], y)]:
    try:
        wrong()
        print("accepted")
    except (AttributeError, ValueError):
        print("refused")
exec("from semilin import *")
try:
    semilin.SemiSupervisedKFold
    assert not alone
except ImportError as error:
    assert alone, error
assert alone == ("sklearn" not in sys.modules)
"""


def printed(folder, *flags, path):
    path = os.pathsep.join(path)
    environment = {**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": "0"}
    return run(sys.executable, *flags, "-c", PROGRAM, cwd=folder, env=environment)


def test_numpy_alone_gives_the_same(tmp_path):
    package = str(Path(os.environ["PYTHONPATH"].split(os.pathsep)[0]))
    numpy = Path(np.__file__).parent
    alone = tmp_path / "alone"
    alone.mkdir()
    for part in [numpy, *numpy.parent.glob("numpy.libs")]:
        (alone / part.name).symlink_to(part)
    if not (numpy / "__config__.py").exists():
        pytest.skip("numpy is in several places")
    found = printed(tmp_path, "-S", path=[str(alone), package])  # no site-packages
    assert found == printed(tmp_path, path=[package])
    assert found.count("refused") == 6
