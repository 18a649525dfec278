"""The library behind the package: semilin/c.h, by ctypes.

ctypes releases the interpreter's lock while the library works.
"""

import ctypes
import json
import math
import os
import signal
import threading
import weakref
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np


class DataError(ValueError):
    """A fault in a file or in the data."""


class Interrupted(KeyboardInterrupt):
    """The run was ended before there was a result."""


_ERRORS = {1: ValueError, 2: DataError, 3: Interrupted, 4: MemoryError}
# How often signals are looked for while the library trains, in seconds.
_PAUSE = 0.05

_P, _S, _I, _L = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int, ctypes.c_int64
_PROGRESS = ctypes.CFUNCTYPE(_I, _P, _S)


def _load():
    beside = Path(__file__).with_name("lib") / "libsemilin.so"
    # A system's package has the library where the linker looks for it.
    library = ctypes.CDLL(str(beside) if beside.exists() else "libsemilin.so.0.1")
    library.semilin_free.restype = None
    library.semilin_version.restype = library.semilin_last_error.restype = _S
    return library


_library = _load()
__version__ = _library.semilin_version().decode()


def _call(name, *arguments):
    """Calls semilin_NAME. A number is passed as an int of C; what is wider there
    must be wrapped."""
    status = getattr(_library, f"semilin_{name}")(*arguments)
    if status:
        message = _library.semilin_last_error().decode(errors="replace")
        raise _ERRORS.get(status, RuntimeError)(message)


def _taken(text, size=None):
    """The bytes that the library gave away."""
    try:
        return ctypes.string_at(text, -1 if size is None else size.value)
    finally:
        _library.semilin_free(text)


def _json(name, *arguments):
    text = _P()
    _call(name, *arguments, ctypes.byref(text))
    return json.loads(_taken(text))


def _bytes(name, *arguments):
    text, size = _P(), ctypes.c_size_t()
    _call(name, *arguments, ctypes.byref(text), ctypes.byref(size))
    return _taken(text, size)


class _Handle:
    """Owns an object of the library, which calls it `kind`."""

    kind = ""

    def __init__(self, handle):
        self._as_parameter_ = handle
        free = getattr(_library, f"semilin_{self.kind}_free")
        free.restype = None
        weakref.finalize(self, free, handle).atexit = False

    @classmethod
    def made(cls, name, *arguments):
        """What semilin_NAME gives."""
        handle = _P()
        _call(name, *arguments, ctypes.byref(handle))
        return cls(handle)

    @classmethod
    def from_bytes(cls, content):
        """The object that `to_bytes` wrote."""
        size = ctypes.c_size_t(len(content))
        return cls.made(f"{cls.kind}_from_bytes", content, size)

    def to_bytes(self):
        """The bytes of its file."""
        return _bytes(f"{self.kind}_to_bytes", self)

    def __reduce__(self):
        return type(self).from_bytes, (self.to_bytes(),)


class _Shown:
    """Memory of the library as numpy's arrays see it: read-only, and there for
    as long as one of them lives."""

    def __init__(self, pointer, dtype, shape, owner):
        self.owner = owner
        self.__array_interface__ = {
            "version": 3,
            "data": (pointer.value, True),
            "typestr": np.dtype(dtype).str,
            "shape": shape,
        }


def _array(pointer, dtype, shape, owner):
    if 0 in shape:
        return np.empty(shape, dtype)
    return np.asarray(_Shown(pointer, dtype, shape, owner))


def _address(array):
    return None if array is None else _P(array.ctypes.data)


class _Csr(ctypes.Structure):
    _fields_ = [
        *((name, _L) for name in ("rows", "columns", "entries")),
        *((name, _P) for name in ("offsets", "indices", "values")),
        *((name, _I) for name in ("offset_bits", "index_bits", "value_bits")),
    ]


def _bits(array, kind, what):
    known = array.dtype.kind == kind and array.itemsize in (4, 8)
    if not (known and array.ndim == 1 and array.dtype.isnative):
        raise ValueError(f"rows: {what} must be a list of {kind}4 or {kind}8")
    return 8 * array.itemsize


class Rows(_Handle):
    """Rows and labels of the library; `kept` are the arrays that they borrow, and
    `ids` those of rows that were read."""

    kind = "data"
    kept: Any = None
    ids: Sequence[str] = ()

    def __init__(self, handle):
        super().__init__(handle)
        self.shape = self.info["rows"], self.info["columns"]

    @classmethod
    def csr(cls, data, indices, indptr, columns):
        """The rows of a CSR matrix, whose arrays are borrowed."""
        csr = _Csr(len(indptr) - 1, columns, min(len(data), len(indices)))
        csr.offsets, csr.offset_bits = _address(indptr), _bits(indptr, "i", "indptr")
        csr.indices, csr.index_bits = _address(indices), _bits(indices, "i", "indices")
        csr.values, csr.value_bits = _address(data), _bits(data, "f", "data")
        self = cls.made("data_from_csr", ctypes.byref(csr))
        self.kept = data, indices, indptr
        return self

    @classmethod
    def dense(cls, X):
        """The rows of a matrix; its values are borrowed if none is 0."""
        bits = _bits(X.ravel(), "f", "values")
        self = cls.made("data_from_dense", *map(_L, X.shape), _address(X), bits)
        self.kept = X
        return self

    @classmethod
    def read(cls, source, model=None):
        """(rows, what semilin_corpus_read says about them)"""
        data, source = _P(), json.dumps(source, default=os.fspath).encode()
        about = _json("corpus_read", source, model, ctypes.byref(data))
        self = cls(data)
        self.ids = about["ids"]
        return self, about

    @property
    def info(self):
        """What semilin_data_info says."""
        return _json("data_info", self)

    @property
    def labels(self):
        """A position in the classes for each row, or -1."""
        shown = _P()
        _call("data_arrays", self, None, ctypes.byref(shown))
        return _array(shown, "i4", self.shape[:1], self).copy()

    @property
    def vocabulary(self):
        """What the rows were read with, or None."""
        return Vocabulary.held("data_vocabulary", self)

    def arrays(self):
        """(data, indices, indptr), without a copy."""
        csr = _Csr()
        _call("data_arrays", self, ctypes.byref(csr), None)
        owner, entries = (self, self.kept), (csr.entries,)
        values = "f4" if csr.value_bits == 32 else "f8"
        return (
            _array(_P(csr.values), values, entries, owner),
            _array(_P(csr.indices), "i4", entries, owner),
            _array(_P(csr.offsets), "i8", (csr.rows + 1,), owner),
        )

    def set_labels(self, codes, names, costs, multi_label):
        """Sets the class of each row, -1 where it is not known."""
        codes = np.ascontiguousarray(codes, dtype=np.int32)
        costs = np.ascontiguousarray(costs, dtype=np.float64) if len(costs) else None
        for array in (codes, costs):
            if array is not None and len(array) != self.shape[0]:
                raise ValueError(f"expected {self.shape[0]} labels, found {len(array)}")
        names, sets = json.dumps(names).encode(), int(multi_label)
        _call("data_set_labels", self, _address(codes), names, sets, _address(costs))

    def set_vectors(self, vectors, model):
        """Puts the rows `vectors` beside these, for a model unless it is None."""
        _call("data_set_vectors", self, vectors, model)

    def set_seed_words(self, words, features):
        """Words by class, or None for those of its name. `features` is a
        Vocabulary, or a list of what the columns are called."""
        words, columns = json.dumps(words).encode(), None
        if not isinstance(features, Vocabulary):
            features, columns = None, json.dumps(features).encode()
        _call("data_set_seed_words", self, features, columns, words)

    def set_votes(self, votes, model=None):
        """By voter a list of the names of classes, None where it abstains; of rows
        that the model predicts, if there is one."""
        _call("data_set_votes", self, model, json.dumps(votes).encode())


class Vocabulary(_Handle):
    """Terms and their weights."""

    kind = "vocabulary"

    @classmethod
    def held(cls, name, owner):
        """That of data or a model, or None."""
        found = cls.made(name, owner)
        return found if found._as_parameter_ else None

    @property
    def terms(self):
        """What the columns stand for."""
        return _json("vocabulary_info", self)["terms"]

    @property
    def idf(self):
        """The weight of each term."""
        return np.array(_json("vocabulary_info", self)["idf"], dtype=float)


class _Text(_Handle):
    kind = "text"

    def add(self, documents):
        encoded = [d if isinstance(d, bytes) else d.encode() for d in documents]
        lengths = (_L * len(encoded))(*map(len, encoded))
        _call("text_add", self, (_S * len(encoded))(*encoded), lengths, _L(len(encoded)))

    def know(self, labeled, words):
        rows = np.ascontiguousarray(labeled, dtype=np.int64)
        words = json.dumps(list(words)).encode()
        _call("text_know", self, _address(rows), _L(len(rows)), words)


def vectorize(batches, threads, vocabulary=None, options=None, labeled=(), words=()):
    """(Vocabulary, Rows) of the documents, with a vocabulary or else one that is
    learned with these options; `labeled` are the numbers of those with a label and
    `words` the seed words."""
    chosen = json.dumps(options or {}, default=_plain).encode()
    text = _Text.made("text_new", chosen, vocabulary, threads)
    for batch in batches:
        text.add(batch)
    text.know(labeled, words)
    learned, rows = _P(), _P()
    _call("text_finish", text, ctypes.byref(learned), ctypes.byref(rows))
    return Vocabulary(learned), Rows(rows)


class Model(_Handle):
    """A trained classifier."""

    kind = "model"

    def __init__(self, handle):
        super().__init__(handle)
        about = _json("model_info", self)
        self.classes, self.features = about["classes"], about["features"]
        self.multi_label, self.is_linear = about["multi_label"], about["linear"]
        self.has_probabilities = about["probabilities"]
        self.vectors, self.info = about["vectors"], about["info"]
        self._outputs = about["outputs"]

    def to_bytes(self):
        """Those of the model's file."""
        return _bytes("model_to_bytes", self, None)

    def save(self, path, vocabulary):
        """Writes the file, perhaps with a vocabulary."""
        _call("model_write", self, vocabulary, os.fsencode(path))

    @property
    def vocabulary(self):
        """The one that the model's file held, or None."""
        return Vocabulary.held("model_vocabulary", self)

    @property
    def own_features(self):
        """Without the vectors that stand beside them."""
        return self.vectors["first"] if self.vectors else self.features

    def weights(self):
        """(features x outputs weights, intercepts), or None if it has none."""
        weights, intercepts = _P(), _P()
        shown = ctypes.byref(weights), ctypes.byref(intercepts)
        _call("model_weights", self, *shown)
        if not intercepts:
            return None
        shape = self.features, self._outputs
        return (
            _array(weights, "f8", shape, self),
            _array(intercepts, "f8", shape[1:], self).copy(),
        )

    def scores(self, rows, threads):
        """rows x outputs"""
        found = np.empty((rows.shape[0], self._outputs))
        _call("predict", self, rows, threads, _address(found), None, None)
        return found

    def probabilities(self, rows, threads):
        """rows x classes"""
        found = np.empty((rows.shape[0], len(self.classes)))
        _call("predict", self, rows, threads, None, _address(found), None)
        return found


class _Listener:
    """What the library calls while it trains. An exception must not leave a
    function that C calls: those of the callback wait for the end of the run, and
    handlers of signals, which Python may run anywhere, for the next call."""

    def __init__(self, callback):
        self._callback = callback
        self._stopped, self._error = False, None
        self._pending, self._handlers = [], {}
        self.function = _PROGRESS(self._hear)

    def __enter__(self):
        if threading.current_thread() is threading.main_thread():
            for number in signal.valid_signals():
                if callable(handler := signal.getsignal(number)):
                    self._handlers[number] = handler
                    signal.signal(number, self._postpone)
        return self

    def __exit__(self, kind, error, trace):
        for number, handler in self._handlers.items():
            signal.signal(number, handler)
        self._hear()  # a Ctrl-C since the last record comes too late
        if self._error:
            raise self._error

    def _postpone(self, number, frame):
        self._pending.append((number, frame))

    def _hear(self, _=None, record=None):
        try:
            self._handle_signals()
            if record and self._callback and not self._stopped:
                self._stopped = self._callback(json.loads(record)) is False
                self._handle_signals()
        except KeyboardInterrupt:
            self._stopped = True
        except BaseException as error:
            self._stopped, self._error = True, error
        return self._stopped

    def _handle_signals(self):
        while self._pending:
            number, frame = self._pending.pop(0)
            self._handlers[number](number, frame)


def _plain(value):
    """numpy's numbers and arrays, for JSON; anything else as a text."""
    return _spelled(value.tolist()) if hasattr(value, "tolist") else repr(value)


def _spelled(value):
    """JSON has no infinity."""
    return str(value) if isinstance(value, float) and not math.isfinite(value) else value


def _listening(call, name, *arguments, options, callback):
    """`call` of a function of the library that takes these arguments, options and
    a function for its progress."""
    spelled = {name: _spelled(value) for name, value in options.items()}
    spelled["progress_seconds"] = 0 if callback else _PAUSE
    chosen = json.dumps(spelled, default=_plain).encode()
    with _Listener(callback) as listener:
        return call(name, *arguments, chosen, listener.function, None)


class _Result(_Handle):
    kind = "result"


def train(rows, options, callback, **more):
    """A dict: "model", "supervised" (Model), "labels" (a class per row, for label
    sets rows x labels), and the members of semilin_result_report. `callback` is
    called with a dict for each record of progress; if it returns False the run
    ends, as by Ctrl-C, with the best model so far; its exceptions are raised."""
    options = {**options, **more}
    given = rows, options.pop("graph", None)
    result = _listening(
        _Result.made, "train", *given, options=options, callback=callback
    )
    labels, count = _P(), _L()
    _call("result_labels", result, ctypes.byref(labels), ctypes.byref(count))
    return {
        **_json("result_report", result),
        "labels": _array(labels, "i4", (count.value,), result).copy(),
        "model": Model.made("result_model", result, 0),
        "supervised": Model.made("result_model", result, 1),
    }


def report(verb, model, rows, callback=None, **options):
    """What semilin_run gives."""
    return _listening(_json, "run", verb.encode(), model, rows, options=options, callback=callback)


def read_seed_words(path):
    """Words by class."""
    return _json("read_seed_words", os.fsencode(path))


def sort_class_names(names):
    """The names in the library's order, each once; a list is a set of labels."""
    return _json("class_names", json.dumps(names).encode())


def join_labels(members):
    """The name of a set of labels."""
    return sort_class_names([members])[0]


def described_options(method):
    """{name: (default, values, help)}"""
    described = {}
    for name, about in _json("describe", method.encode()).items():
        standard, values, text = about.values()
        standard = math.inf if standard == "inf" else standard
        values = "True or False" if isinstance(standard, bool) else values
        described[name] = standard, values, text
    return described


_METHODS = _json("describe", b"methods")
# Without the committee, which reads the options of both kinds.
LINEAR_METHODS = [m["name"] for m in _METHODS if m["linear"] and not m["graph"]]
GRAPH_METHODS = [m["name"] for m in _METHODS if m["graph"] and not m["linear"]]
