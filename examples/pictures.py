"""pictures.py FILE FOLDER: what a few labels are worth, in pictures.

FILE has one document per line, label<TAB>text, all with their labels, such as
build/quickstart/packages/pool.txt, which ./quickstart leaves. Five labels per
class are kept, the others hidden; a fifth of the documents is held out. FOLDER
gets the pictures.
"""

import sys
from pathlib import Path

import matplotlib
import numpy as np
from sklearn.metrics import classification_report

from semilin import SemiLinearClassifier, TextVectorizer, plot

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

if len(sys.argv) != 3:
    sys.exit("usage: pictures.py FILE FOLDER")

# %% Documents, and their labels
with open(sys.argv[1], encoding="utf-8") as file:
    truth, texts = zip(*(line.rstrip("\n").split("\t", 1) for line in file))
truth, texts = np.array(truth, dtype=object), np.array(texts, dtype=object)
folder = Path(sys.argv[2])
folder.mkdir(parents=True, exist_ok=True)

# %% A fifth is held out; of the others five labels per class are kept
random = np.random.RandomState(0)
held_out = random.uniform(size=len(truth)) < 0.2
kept = np.full(len(truth), "", dtype=object)
for name in np.unique(truth):
    rows = random.permutation(np.flatnonzero((truth == name) & ~held_out))[:5]
    kept[rows] = name

# %% Rows of features, from all documents but those held out
vectorizer = TextVectorizer().fit(texts[~held_out])
X = vectorizer.transform(texts[~held_out])
X_test = vectorizer.transform(texts[held_out])

# %% Training, with calibrated probabilities
model = SemiLinearClassifier("da", probability=True, verbose=1)
model.fit(X, kept[~held_out])
print(model.advice_)
print("supervised SVM:", round(model.supervised_.score(X_test, truth[held_out]), 3))
print("semilin:       ", round(model.score(X_test, truth[held_out]), 3))
print(classification_report(truth[held_out], model.predict(X_test), zero_division=0))


# %% Pictures
def keep(ax, name):
    ax.figure.savefig(folder / f"{name}.svg", bbox_inches="tight")
    plt.close(ax.figure)


keep(plot.class_sizes(model), "class_sizes")
keep(plot.reliability(model, X_test, truth[held_out]), "reliability")
keep(plot.confusion(model, X_test, truth[held_out]), "confusion")
keep(plot.confidence(model, X_test, truth[held_out]), "confidence")
keep(
    plot.learning_curve(
        SemiLinearClassifier("da"),
        X,
        truth[~held_out],
        X_test,
        truth[held_out],
        labels=(2, 5, 10),
    ),
    "learning_curve",
)
