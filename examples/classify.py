"""classify.py FILE: ten lines that label documents.

FILE has one document per line: label<TAB>text; "?" means that it has no label.
Prints label<TAB>text for those.
"""

import sys

from sklearn.pipeline import make_pipeline

from semilin import SemiLinearClassifier, TextVectorizer

with open(sys.argv[1], encoding="utf-8") as file:
    labels, texts = zip(*(line.rstrip("\n").split("\t", 1) for line in file))
labels = ["" if label == "?" else label for label in labels]
pipeline = make_pipeline(TextVectorizer(), SemiLinearClassifier(verbose=1))
pipeline.fit(texts, labels)
print(pipeline[-1].advice_, file=sys.stderr)
for label, found, text in zip(labels, pipeline[-1].transduction_, texts):
    if not label:
        print(found, text, sep="\t")
