"""What scikit-learn expects of data that is no good, without needing scikit-learn."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _arrays, _sparse


def _of_sklearn(name: str, base: type) -> type:
    """The class of sklearn.exceptions, so that `except` works, or one like it."""
    try:
        from sklearn import exceptions
    except ImportError:
        return type(name, (base,), {})
    return getattr(exceptions, name)


class _Unfitted(ValueError, AttributeError):
    pass


def not_fitted(estimator: Any) -> Exception:
    """What is raised by an estimator that is asked before it was fitted."""
    return _of_sklearn("NotFittedError", _Unfitted)(
        f"This {type(estimator).__name__} instance is not fitted yet. Call 'fit' first."
    )


def warn_not_converged(result: Any) -> None:
    """Says that a fit stopped before it reached its tolerance."""
    warnings.warn(
        f"The fit did not reach its tolerance ({result.message}); allow more iterations.",
        _of_sklearn("ConvergenceWarning", UserWarning),
        stacklevel=3,
    )


def _check_finite(name: str, numbers: NDArray[Any]) -> None:
    if not np.all(np.isfinite(numbers)):
        what = "NaN" if np.any(np.isnan(numbers)) else "infinity"
        raise ValueError(
            f"Input {name} contains {what}"
            + (" or a value too large for dtype('float64')." if what == "infinity" else ".")
        )


def _check_sizes(estimator: Any, shape: tuple[int, ...], least_samples: int = 1) -> None:
    who = type(estimator).__name__
    if shape[0] < least_samples:
        raise ValueError(
            f"Found array with {shape[0]} sample(s) (shape={shape}) while a minimum of "
            f"{least_samples} is required by {who}."
        )
    if shape[1] == 0:
        raise ValueError(
            f"Found array with 0 feature(s) (shape={shape}) while a minimum of 1 is required "
            f"by {who}."
        )


def check_matrix(estimator: Any, X: Any) -> Any:
    """X as doubles: a two-dimensional array, or a scipy.sparse matrix by rows."""
    if _arrays.is_sparse(X):
        values = np.asarray(getattr(X, "data", None))
        if values.dtype.kind == "c":
            raise ValueError("Complex data not supported\nX is complex.")
        _check_sizes(estimator, X.shape)
        if values.dtype.kind == "f":
            _check_finite("X", values)
        return _sparse.tidy("X", X)
    array = np.asarray(X)
    if array.dtype.kind == "c":
        raise ValueError("Complex data not supported\nX is complex.")
    if array.dtype.kind not in "biuf":
        if array.dtype.kind == "O" and any(isinstance(entry, dict) for entry in array.flat):
            raise TypeError("X: argument must be a string or a number, not a dict")
        array = array.astype(np.float64)
    if array.ndim != 2:
        raise ValueError(
            f"Expected 2D array, got {array.ndim}D array instead. Reshape your data: "
            "array.reshape(-1, 1) has a single feature, array.reshape(1, -1) a single sample."
        )
    _check_sizes(estimator, array.shape)
    array = np.asarray(array, dtype=np.float64)
    _check_finite("X", array)
    return array


def check_target(estimator: Any, y: Any, samples: int) -> NDArray[Any]:
    """y as one entry a sample, of any type."""
    if y is None:
        raise ValueError(
            f"This {type(estimator).__name__} estimator requires y to be passed, but the target "
            "y is None."
        )
    array = np.asarray(y)
    if array.dtype.kind == "c":
        raise ValueError("Complex data not supported\ny is complex.")
    if array.ndim == 2 and array.shape[1] == 1:
        warnings.warn(
            "A column-vector y was passed when a 1d array was expected. Please change the shape "
            "of y to (n_samples,), for example using ravel().",
            _of_sklearn("DataConversionWarning", UserWarning),
            stacklevel=4,
        )
        array = array.ravel()
    if array.ndim != 1:
        raise ValueError(f"y should be a 1d array, got an array of shape {array.shape} instead.")
    if len(array) != samples:
        raise ValueError(
            f"Found input variables with inconsistent numbers of samples: {[samples, len(array)]}"
        )
    if array.dtype.kind == "f":
        _check_finite("y", array)
    return array


def check_numbers(estimator: Any, y: Any, samples: int) -> NDArray[np.float64]:
    """y as doubles."""
    array = check_target(estimator, y, samples).astype(np.float64)
    _check_finite("y", array)
    return array


def check_features(estimator: Any, X: Any) -> None:
    """Whether X has as many columns as the estimator was fitted with."""
    if X.shape[1] != estimator.n_features_in_:
        raise ValueError(
            f"X has {X.shape[1]} features, but {type(estimator).__name__} is expecting "
            f"{estimator.n_features_in_} features as input"
        )


def feature_names(X: Any) -> NDArray[Any] | None:
    """The names of the columns of a data frame, if they are all strings."""
    columns = getattr(X, "columns", None)
    if columns is None or not all(isinstance(name, str) for name in columns):
        return None
    return np.asarray(columns, dtype=object)
