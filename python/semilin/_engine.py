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
_FUNCTIONS = {
    "describe": (_S, _P),
    "class_names": (_S, _P),
    "data_from_csr": (_P, _P),
    "data_from_dense": (_L, _L, _P, _I, _P),
    "corpus_read": (_S, _P, _P, _P),
    "data_set_labels": (_P, _P, _S, _I, _P),
    "data_set_vectors": (_P, _P, _P),
    "data_info": (_P, _P),
    "data_arrays": (_P, _P, _P),
    "data_vocabulary": (_P, _P),
    "data_set_seed_words": (_P, _P, _S, _S),
    "data_set_votes": (_P, _S),
    "read_seed_words": (_S, _P),
    "text_new": (_S, _P, _I, _P),
    "text_add": (_P, _P, _P, _L),
    "text_finish": (_P, _P, _P),
    "vocabulary_info": (_P, _P),
    "vocabulary_to_bytes": (_P, _P, _P),
    "vocabulary_from_bytes": (_S, ctypes.c_size_t, _P),
    "train": (_P, _P, _S, _PROGRESS, _P, _P),
    "result_report": (_P, _P),
    "result_labels": (_P, _P, _P),
    "result_model": (_P, _I, _P),
    "suggest": (_P, _P, _S, _PROGRESS, _P, _P),
    "audit": (_P, _S, _PROGRESS, _P, _P),
    "model_read": (_S, _P),
    "model_write": (_P, _P, _S),
    "model_to_bytes": (_P, _P, _P, _P),
    "model_from_bytes": (_S, ctypes.c_size_t, _P),
    "model_info": (_P, _P),
    "model_vocabulary": (_P, _P),
    "model_weights": (_P, _P, _P),
    "predict": (_P, _P, _I, _P, _P, _P),
    "explain": (_P, _P, _L, ctypes.c_int32, _P),
}


def _load():
    beside = Path(__file__).with_name("lib") / "libsemilin.so"
    # A system's package has the library where the linker looks for it.
    library = ctypes.CDLL(str(beside) if beside.exists() else "libsemilin.so.0.1")
    for name, arguments in _FUNCTIONS.items():
        getattr(library, f"semilin_{name}").argtypes = arguments
    for kind in ("data", "text", "vocabulary", "result", "model"):
        function = getattr(library, f"semilin_{kind}_free")
        function.argtypes, function.restype = (_P,), None
    library.semilin_free.argtypes, library.semilin_free.restype = (_P,), None
    library.semilin_version.restype = library.semilin_last_error.restype = _S
    return library


_library = _load()
__version__ = _library.semilin_version().decode()


def _call(name, *arguments):
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
    """Owns what the library made."""

    def __init__(self, kind, name, *arguments):
        handle = _P()
        _call(name, *arguments, ctypes.byref(handle))
        self._own(kind, handle)

    def _own(self, kind, handle):
        self._as_parameter_ = handle
        free = getattr(_library, f"semilin_{kind}_free")
        weakref.finalize(self, free, handle).atexit = False

    @classmethod
    def _of(cls, kind, handle):
        self = cls.__new__(cls)
        self._own(kind, handle)
        return self


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
    return None if array is None else array.ctypes.data


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

    kept = None
    ids: Sequence[str] = ()

    def __init__(self, data, indices, indptr, cols):
        csr = _Csr(len(indptr) - 1, cols, min(len(data), len(indices)))
        csr.offsets, csr.offset_bits = _address(indptr), _bits(indptr, "i", "indptr")
        csr.indices, csr.index_bits = _address(indices), _bits(indices, "i", "indices")
        csr.values, csr.value_bits = _address(data), _bits(data, "f", "data")
        super().__init__("data", "data_from_csr", ctypes.byref(csr))
        self.kept = data, indices, indptr
        self.shape = csr.rows, csr.columns

    @classmethod
    def dense(cls, X):
        """The rows of a matrix; its values are borrowed if none is 0."""
        self = cls.__new__(cls)
        bits = _bits(X.ravel(), "f", "values")
        _Handle.__init__(self, "data", "data_from_dense", *X.shape, _address(X), bits)
        self.kept, self.shape = X, X.shape
        return self

    @classmethod
    def read(cls, source, model=None):
        """(rows, what semilin_corpus_read says about them)"""
        data, source = _P(), json.dumps(source, default=os.fspath).encode()
        about = _json("corpus_read", source, model, ctypes.byref(data))
        self = cls._made(data)
        self.ids = about["ids"]
        return self, about

    @classmethod
    def _made(cls, handle):
        self = cls._of("data", handle)
        self.shape = self.info["rows"], self.info["columns"]
        return self

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

    def set_votes(self, votes):
        """By voter a list of the names of classes, None where it abstains."""
        _call("data_set_votes", self, json.dumps(votes).encode())


class Vocabulary(_Handle):
    """Terms and their weights."""

    def __init__(self, content):
        super().__init__("vocabulary", "vocabulary_from_bytes", content, len(content))

    @classmethod
    def held(cls, name, owner):
        """That of data or a model, or None."""
        held = _P()
        _call(name, owner, ctypes.byref(held))
        return cls._of("vocabulary", held) if held else None

    def __reduce__(self):
        return Vocabulary, (_bytes("vocabulary_to_bytes", self),)

    @property
    def terms(self):
        """What the columns stand for."""
        return _json("vocabulary_info", self)["terms"]

    @property
    def idf(self):
        """The weight of each term."""
        return np.array(_json("vocabulary_info", self)["idf"], dtype=float)


def _add(text, documents):
    encoded = [d if isinstance(d, bytes) else d.encode() for d in documents]
    lengths = (_L * len(encoded))(*map(len, encoded))
    _call("text_add", text, (_S * len(encoded))(*encoded), lengths, len(encoded))


def _finished(batches, options, vocabulary, threads):
    chosen = json.dumps(options, default=_plain).encode()
    text = _Handle("text", "text_new", chosen, vocabulary, threads)
    for batch in batches:
        _add(text, batch)
    learned, rows = _P(), _P()
    _call("text_finish", text, ctypes.byref(learned), ctypes.byref(rows))
    return Vocabulary._of("vocabulary", learned), Rows._made(rows)


def learn_vocabulary(batches, options, threads):
    """(Vocabulary, Rows) of the documents."""
    return _finished(batches, options, None, threads)


def vectorize(batches, vocabulary, threads):
    """The rows of the documents."""
    return _finished(batches, {}, vocabulary, threads)[1]


class Model(_Handle):
    """A trained classifier."""

    def __init__(self, content):
        super().__init__("model", "model_from_bytes", content, len(content))
        self._describe()

    @classmethod
    def read(cls, path):
        """The model in a file."""
        self = cls.__new__(cls)
        _Handle.__init__(self, "model", "model_read", os.fsencode(path))
        self._describe()
        return self

    @classmethod
    def _made(cls, result, supervised):
        self = cls.__new__(cls)
        _Handle.__init__(self, "model", "result_model", result, supervised)
        self._describe()
        return self

    def _describe(self):
        about = _json("model_info", self)
        self.classes, self.features = about["classes"], about["features"]
        self.multi_label, self.is_linear = about["multi_label"], about["linear"]
        self.has_probabilities = about["probabilities"]
        self.vectors = about["vectors"]
        self.info = json.dumps(about["info"])
        self._outputs = about["outputs"]

    def __reduce__(self):
        return Model, (self.to_bytes(),)

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

    def explain(self, rows, row, label):
        """What semilin_explain gives."""
        return _json("explain", self, rows, row, label)

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
        self._ask(lambda: None)  # a Ctrl-C since the last record comes too late
        if self._error:
            raise self._error

    def _postpone(self, number, frame):
        self._pending.append((number, frame))

    def _hear(self, _, record):
        if self._callback is None:
            self._ask(lambda: None)
        elif not self._stopped:
            self._ask(lambda: self._callback(json.loads(record)))
        return self._stopped

    def _ask(self, call):
        try:
            while self._pending:
                number, frame = self._pending.pop(0)
                self._handlers[number](number, frame)
            self._stopped |= call() is False
            if self._pending:
                self._ask(lambda: None)
        except KeyboardInterrupt:
            self._stopped = True
        except BaseException as error:
            self._stopped, self._error = True, error


def _plain(value):
    """numpy's numbers and arrays, for JSON; anything else as a text."""
    return _spelled(value.tolist()) if hasattr(value, "tolist") else repr(value)


def _spelled(value):
    """JSON has no infinity."""
    return str(value) if isinstance(value, float) and not math.isfinite(value) else value


def _chosen(options, callback):
    spelled = {name: _spelled(value) for name, value in options.items()}
    spelled["progress_seconds"] = 0 if callback else _PAUSE
    return json.dumps(spelled, default=_plain).encode()


def train(rows, options, callback, **more):
    """A dict: "model", "supervised" (Model), "labels" (a class per row, for label
    sets rows x labels), and the members of semilin_result_report. `callback` is
    called with a dict for each record of progress; if it returns False the run
    ends, as by Ctrl-C, with the best model so far; its exceptions are raised."""
    graph = options.pop("graph", None)
    chosen = _chosen({**options, **more}, callback)
    with _Listener(callback) as listener:
        result = _Handle("result", "train", rows, graph, chosen, listener.function, None)
    labels, count = _P(), _L()
    _call("result_labels", result, ctypes.byref(labels), ctypes.byref(count))
    return {
        **_json("result_report", result),
        "labels": _array(labels, "i4", (count.value,), result).copy(),
        "model": Model._made(result, 0),
        "supervised": Model._made(result, 1),
    }


def suggest(rows, model, options, callback=None):
    """What semilin_suggest gives."""
    with _Listener(callback) as listener:
        chosen = _chosen(options, callback)
        return _json("suggest", rows, model, chosen, listener.function, None)


def audit(rows, options, callback=None):
    """What semilin_audit gives."""
    options.pop("graph", None)
    with _Listener(callback) as listener:
        chosen = _chosen(options, callback)
        return _json("audit", rows, chosen, listener.function, None)


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
