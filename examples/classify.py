"""classify.py FILE: ten lines that label documents.

FILE is any that `semilin train` reads, such as a CSV with the columns text and
label. Prints id<TAB>label for the documents that have none; the id of a document
is what its column id says, or else its line.
"""

import sys

from semilin import Corpus, SemiLinearClassifier

if len(sys.argv) != 2:
    sys.exit("usage: classify.py FILE")
try:
    corpus = Corpus(sys.argv[1])
    model = SemiLinearClassifier(verbose=1).fit(corpus)
except ValueError as error:
    sys.exit(f"classify.py: {error}")
print(model.advice_, file=sys.stderr)
for name, label, found in zip(corpus.ids, corpus.y, model.transduction_):
    if label is None:
        print(name, found, sep="\t")
