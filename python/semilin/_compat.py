"""What the package needs of scikit-learn, and a little of it where there is none:
enough to fit and predict."""

# mypy: disable-error-code="no-redef, attr-defined, empty-body"

from typing import TYPE_CHECKING, Any

import numpy as np

try:
    from sklearn.base import BaseEstimator, ClassifierMixin, TransformerMixin
    from sklearn.exceptions import DataConversionWarning
    from sklearn.utils import check_consistent_length
    from sklearn.utils.metaestimators import available_if
    from sklearn.utils.multiclass import check_classification_targets
    from sklearn.utils.validation import check_is_fitted

    try:
        from sklearn.utils.validation import validate_data
    except ImportError:  # before 1.6

        def validate_data(estimator, X, **options):
            return estimator._validate_data(X, **options)

except ImportError:
    import inspect

    class BaseEstimator:
        def get_params(self, deep=True):
            names = inspect.signature(type(self)).parameters
            return {name: getattr(self, name) for name in names}

        def set_params(self, **params):
            for name, value in params.items():
                if name not in self.get_params():
                    raise ValueError(f"there is no parameter {name!r}")
                setattr(self, name, value)
            return self

        def __repr__(self):
            given = (f"{k}={v!r}" for k, v in self.get_params().items())
            return f"{type(self).__name__}({', '.join(given)})"

    class ClassifierMixin:
        pass

    class TransformerMixin:
        pass

    class DataConversionWarning(UserWarning):
        pass

    class available_if:
        def __init__(self, check):
            self._check = check

        def __call__(self, function):
            self._function = function
            return self

        def __get__(self, estimator, owner=None):
            if estimator is not None:
                self._check(estimator)
            return self._function.__get__(estimator, owner)

    def check_is_fitted(estimator, attribute=None):
        names = vars(estimator)
        fitted = attribute in names if attribute else any(n[-1] == "_" for n in names)
        if not fitted:
            raise AttributeError(f"this {type(estimator).__name__} is not fitted")

    def check_consistent_length(X, y):
        if X.shape[0] != len(y):
            raise ValueError(f"there are {X.shape[0]} rows, but {len(y)} labels")

    def check_classification_targets(y):
        if y.dtype.kind == "f" and (y != np.floor(y)).any():
            raise ValueError("y: found continuous numbers, which are no classes")

    def validate_data(estimator, X, reset, dtype, **options):
        if not hasattr(X, "tocsr"):
            X = np.asarray(X)
            if X.dtype not in dtype:
                X = X.astype(dtype[0])
        if len(X.shape) != 2 or 0 in X.shape:
            raise ValueError(f"expected rows, found an array of shape {X.shape}")
        if reset:
            estimator.n_features_in_ = X.shape[1]
        elif X.shape[1] != estimator.n_features_in_:
            raise ValueError(
                f"X has {X.shape[1]} features, expected {estimator.n_features_in_}"
            )
        return X


if TYPE_CHECKING:  # scikit-learn has no types, so that any name would be one of it

    class ClassifierBase:
        def get_params(self, deep: bool = True) -> dict[str, Any]: ...
        def set_params(self, **params: Any) -> Any: ...

    class TransformerBase(ClassifierBase): ...

else:

    class ClassifierBase(ClassifierMixin, BaseEstimator):
        pass

    class TransformerBase(TransformerMixin, BaseEstimator):
        pass


try:
    from scipy.sparse import csr_matrix
except ImportError:

    class csr_matrix:
        """Compressed sparse rows, of which some can be taken."""

        def __init__(self, shape, dtype):
            self.shape, self.dtype = shape, dtype

        def tocsr(self):
            return self

        def astype(self, dtype):
            return self._with(self.data.astype(dtype), self.indices, self.indptr)

        def toarray(self):
            dense = np.zeros(self.shape, self.data.dtype)
            rows = np.repeat(np.arange(self.shape[0]), np.diff(self.indptr))
            dense[rows, self.indices] = self.data
            return dense

        def __getitem__(self, rows):
            chosen = np.atleast_1d(np.arange(self.shape[0])[rows])
            counts = np.diff(self.indptr)[chosen]
            indptr = np.concatenate([[0], np.cumsum(counts)])
            places = np.repeat(self.indptr[chosen] - indptr[:-1], counts)
            places = places + np.arange(indptr[-1])
            return self._with(self.data[places], self.indices[places], indptr)

        def _with(self, data, indices, indptr):
            X = csr_matrix((len(indptr) - 1, self.shape[1]), data.dtype)
            X.data, X.indices, X.indptr = data, indices, indptr
            return X


def keep_parameters(self, given):
    """An attribute for each parameter, which is all that __init__ may do."""
    others = "self", "__class__"
    vars(self).update((name, given[name]) for name in given if name not in others)
