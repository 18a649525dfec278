"""Rows that the engine borrows, maps or refuses."""

import sys

import numpy as np
import pytest
import scipy.sparse as sp
from conftest import run

from semilin import Corpus, SemiLinearClassifier
from semilin._rows import csr_matrix, engine_rows


def address(array):
    return array.__array_interface__["data"][0]


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_a_csr_matrix_is_borrowed(dtype):
    X = sp.random(50, 40, 0.2, "csr", dtype=dtype)
    back = csr_matrix(engine_rows(X))
    assert address(back.data) == address(X.data)
    assert address(back.indices) == address(X.indices)
    assert (back != X).nnz == 0
    with pytest.raises(ValueError):
        back.data[0] = 1


def test_wide_column_numbers_dense_arrays_and_other_formats(three_classes):
    X, truth, y = three_classes
    expected = SemiLinearClassifier("da").fit(X, y).to_bytes()
    wide = X.copy()
    wide.indices = wide.indices.astype(np.int64)
    wide.indptr = wide.indptr.astype(np.int64)
    turned = sp.csr_matrix((X.shape[0], X.shape[1]), dtype=X.dtype)
    turned.indptr = X.indptr
    back = np.concatenate([np.arange(b, a, -1) - 1 for a, b in zip(X.indptr, X.indptr[1:])])
    turned.data, turned.indices = X.data[back], X.indices[back]
    given = turned.indices.copy()
    for other in [wide, turned, X.toarray(), X.tocsc(), X.tocoo()]:
        assert SemiLinearClassifier("da").fit(other, y).to_bytes() == expected
    assert (turned.indices == given).all()


def test_a_store_is_mapped(three_classes, svmlight, semilin_command, tmp_path):
    X, truth, y = three_classes
    names = np.array(["a", "b", "c", "?"])[y]
    semilin_command("convert", str(svmlight(X, names)), "data.store")
    store = Corpus(tmp_path / "data.store")
    np.testing.assert_array_equal(store.X.toarray(), X.toarray())
    assert store.y.tolist() == [None if n == "?" else n for n in names]
    assert address(store.X.data) == address(store.X.data)
    assert store.vocabulary is None
    one = SemiLinearClassifier("da").fit(store)
    two = SemiLinearClassifier("da").fit(X, np.where(names == "?", "", names))
    assert one.to_bytes() == two.to_bytes()
    with pytest.raises(ValueError, match="data.none"):
        Corpus(tmp_path / "data.none")


def test_an_altered_store_is_no_data(three_classes, svmlight, semilin_command, tmp_path):
    X, truth, y = three_classes
    semilin_command("convert", str(svmlight(X, y)), "data.store")
    path = tmp_path / "data.store"
    content = bytearray(path.read_bytes())
    place = content.rindex(np.float32(X.data[-1]).tobytes())
    content[place] ^= 1
    path.write_bytes(content)
    for use in [lambda s: s.X, SemiLinearClassifier("svm").fit]:
        with pytest.raises(ValueError, match="values altered"):
            use(Corpus(path))


MALFORMED = {
    "a column twice": "X.indices[1] = X.indices[0]",
    "a column out of range": "X.indices[-1] = 10**6",
    "a negative column": "X.indices[0] = -5",
    "NaN": "X.data[3] = np.nan",
    "infinity": "X.data[3] = np.inf",
    "offsets that fall": "X.indptr[5] = X.indptr[9]",
    "offsets beyond the values": "X.indptr[-1] = 10**6",
    "a first offset that is not 0": "X.indptr[0] = 3",
    "too few offsets": "X.indptr = X.indptr[:-3]",
    "too few values": "X.data = X.data[:7]",
    "too few columns": "X.indices = X.indices[:7]",
    "negative offsets": "X.indptr[4] = -2**30",
    "columns of text": "X.indices = X.indices.astype(str)",
    "64-bit columns out of range":
        "X.indices = X.indices.astype(np.int64); X.indices[2] = 2**40",
    "too few labels": "y = y[:-1]",
    "labels of NaN and infinity": "y = y * np.inf",
    "weights of another length": "weights = np.ones(7)",
    "negative weights": "weights = -np.ones(len(y))",
}

FUZZ = """
import numpy as np, scipy.sparse as sp
from semilin import SemiLinearClassifier
for what, change in CASES.items():
    X = sp.random(60, 30, 0.5, "csr", dtype=np.float32, random_state=1)
    y = np.where(np.arange(60) < 20, np.arange(60) % 2, -1)
    weights = None
    try:
        exec(change)
        SemiLinearClassifier("da").fit(X, y, row_weights=weights)
        print("accepted:", what)
    except ValueError as error:
        print("refused:", what, "--", repr(error))
"""


def test_malformed_input_is_refused():
    # in a process of its own, which must not crash
    lines = run(sys.executable, "-c", f"CASES = {MALFORMED!r}" + FUZZ).splitlines()
    assert all(line.startswith("refused: ") for line in lines), lines
    assert len(lines) == len(MALFORMED)
