"""Errors and warnings of invalid data as in scikit-learn, which need not be installed."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _arguments, _arrays, _sparse


def _of_sklearn(name: str, base: type) -> Any:
    """Return the class of sklearn.exceptions, or a substitute if it is not installed."""
    try:
        from sklearn import exceptions
    except ImportError:
        return type(name, (base,), {})
    return getattr(exceptions, name)


class _Unfitted(ValueError, AttributeError):
    pass


def not_fitted(estimator: Any) -> Exception:
    """Return the exception of an estimator used before it was fitted."""
    error: Exception = _of_sklearn("NotFittedError", _Unfitted)(
        f"This {type(estimator).__name__} instance is not fitted yet. Call 'fit' first."
    )
    return error


def warn(sentence: str, name: str) -> None:
    """Warn with a class of sklearn.exceptions, or a substitute, and the line of the user's code."""
    category = UserWarning if name == "UserWarning" else _of_sklearn(name, UserWarning)
    _arguments.warn(sentence, category)


# What to do about a fit that has not reached its tolerance, by status.
_ADVICE = {
    "iteration limit": "a larger max_iter allows more iterations",
    "stalled": "no step makes progress, so more iterations would not help; a larger tol would be "
    "met, and data of a smaller spread can be fitted further",
    "step failed": "the step rule returned an invalid length",
    "oracle failed": "numbers of very different size in X or y may be the reason",
    "out of memory": "a direction rule without an active set takes less",
    "non-finite": "numbers beyond 1e150 in X or y may be the reason",
}


def warn_not_converged(result: Any) -> None:
    """Warn that a fit stopped before it reached its tolerance, with a hint."""
    sentence = f"The fit did not reach its tolerance: {result.status}, {result.message}"
    advice = _ADVICE.get(result.status)
    warn(sentence + (f"; {advice}." if advice else "."), "ConvergenceWarning")


def warn_path_not_converged(path: Any) -> None:
    """Do the same for the fits of a path."""
    others = np.flatnonzero(~path.is_converged & (np.array(path.status) != "precision limit"))
    if len(others):
        first = path.status[others[0]]
        warn(
            f"{len(others)} of {len(path)} fits did not reach their tolerance: {first}"
            + (f"; {_ADVICE[first]}." if first in _ADVICE else "."),
            "ConvergenceWarning",
        )


def warn_of_choice(path: Any) -> None:
    """Warn if the best radius is at an end of the path or no better than the null model."""
    if path.is_no_better_than_null:
        null, best = path.held_out_loss_without_features, np.nanmin(path.held_out_loss)
        warn(
            "No radius predicts held-out samples better than the null model, which has no feature"
            f" (mean loss {null:.4g}, lowest of the path {best:.4g}).",
            "UserWarning",
        )
    elif path.best == 0 and path.end == "last radius" and len(path) > 1:
        warn("The best radius is the smallest one; a smaller one may be better.", "UserWarning")
    elif path.ends_too_soon:
        warn("The best radius is the largest one; a larger one may be better.", "UserWarning")


def check_finite(name: str, numbers: NDArray[Any]) -> None:
    """Raise a ValueError for NaN and infinity in X or y."""
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


def _as_array(name: str, a: Any) -> NDArray[Any]:
    try:
        return np.asarray(a)
    except ValueError as error:
        raise ValueError(f"{name}: is not an array: {error}") from None


def check_matrix(estimator: Any, X: Any) -> Any:
    """Return X as doubles: a two-dimensional array, or a scipy.sparse matrix by rows."""
    if _arrays.is_sparse(X):
        values = np.asarray(getattr(X, "data", None))
        if values.dtype.kind == "c":
            raise ValueError("Complex data not supported\nX is complex.")
        _check_sizes(estimator, X.shape)
        if values.dtype.kind == "f":
            check_finite("X", values)
        return _sparse.tidy("X", X)
    array = _as_array("X", X)
    if array.dtype.kind == "c":
        raise ValueError("Complex data not supported\nX is complex.")
    if array.dtype.kind not in "biuf":
        if array.dtype.kind == "O" and any(isinstance(entry, dict) for entry in array.flat):
            raise TypeError("X: argument must be a string or a number, not a dict")
        try:
            array = array.astype(np.float64)
        except (TypeError, ValueError) as error:
            raise ValueError(f"X: has dtype {array.dtype}, must be numbers: {error}") from None
    if array.ndim != 2:
        raise ValueError(
            f"X: expected 2D array, got {array.ndim}D array instead. Reshape your data: "
            "array.reshape(-1, 1) has a single feature, array.reshape(1, -1) a single sample."
        )
    _check_sizes(estimator, array.shape)
    array = np.asarray(array, dtype=np.float64)
    check_finite("X", array)
    return array


def check_target(estimator: Any, y: Any, samples: int, is_fit: bool = True) -> NDArray[Any]:
    """Return y with one entry per sample, of any type. A column is accepted; `fit` warns."""
    if y is None:
        raise ValueError(
            f"This {type(estimator).__name__} estimator requires y to be passed, but the target "
            "y is None."
        )
    array = _as_array("y", y)
    if array.dtype.kind == "c":
        raise ValueError("Complex data not supported\ny is complex.")
    if array.ndim == 2 and array.shape[1] == 1:
        if is_fit:
            warn(
                "A column-vector y was passed when a 1d array was expected. Please change the "
                "shape of y to (n_samples,), for example using ravel().",
                "DataConversionWarning",
            )
        array = array.ravel()
    if array.ndim != 1:
        raise ValueError(f"y should be a 1d array, got an array of shape {array.shape} instead.")
    if len(array) != samples:
        raise ValueError(
            f"Found input variables with inconsistent numbers of samples: {[samples, len(array)]}"
        )
    if array.dtype.kind == "f":
        check_finite("y", array)
    return array


def check_numbers(estimator: Any, y: Any, samples: int, is_fit: bool = True) -> NDArray[np.float64]:
    """Return y as doubles."""
    array = check_target(estimator, y, samples, is_fit)
    try:
        numbers = array.astype(np.float64)
    except (TypeError, ValueError) as error:
        raise ValueError(f"y: has dtype {array.dtype}, must be numbers: {error}") from None
    check_finite("y", numbers)
    return numbers


def check_weights(sample_weight: Any, samples: int) -> NDArray[np.float64] | None:
    """Return None, or one weight per sample."""
    if sample_weight is None:
        return None
    array = _as_array("sample_weight", sample_weight)
    try:
        weights = array.astype(np.float64)
    except (TypeError, ValueError) as error:
        raise ValueError(f"sample_weight: must be numbers: {error}") from None
    if weights.ndim == 0:
        weights = np.full(samples, float(weights))
    if weights.shape != (samples,):
        raise ValueError(
            f"sample_weight: has shape {weights.shape}, must have ({samples},), one per sample"
        )
    check_finite("sample_weight", weights)
    if weights.min() < 0:
        raise ValueError(f"sample_weight: has {weights.min():g}, must be >= 0 everywhere")
    if weights.max() == 0:
        raise ValueError("sample_weight: is zero everywhere, must be positive for some samples")
    return weights


def check_features(estimator: Any, X: Any) -> None:
    """Raise a ValueError unless X has the number of columns of the fit."""
    if X.shape[1] != estimator.n_features_in_:
        raise ValueError(
            f"X has {X.shape[1]} features, but {type(estimator).__name__} is expecting "
            f"{estimator.n_features_in_} features as input"
        )


def feature_names(X: Any) -> NDArray[Any] | None:
    """Return the column names of a data frame, if all are strings."""
    columns = getattr(X, "columns", None)
    if columns is None:
        return None
    names = np.asarray(columns, dtype=object)
    if names.ndim != 1 or not len(names):
        return None
    kinds = sorted({"str" if isinstance(name, str) else type(name).__name__ for name in names})
    if kinds == ["str"]:
        return names
    if "str" in kinds:
        raise TypeError(
            "Feature names are only supported if all of them are strings, but X has names of the "
            f"types {kinds}; X.columns = X.columns.astype(str) makes them strings."
        )
    return None


def check_feature_names(estimator: Any, X: Any) -> None:
    """Raise a ValueError if columns differ from those of the fit, or are in another order.

    Warns if one of the two has no names.
    """
    fitted, given = getattr(estimator, "feature_names_in_", None), feature_names(X)
    who = type(estimator).__name__
    if fitted is None and given is None:
        return
    if fitted is None:
        warn(f"X has feature names, but {who} was fitted without feature names", "UserWarning")
    elif given is None:
        warn(
            f"X does not have valid feature names, but {who} was fitted with feature names",
            "UserWarning",
        )
    elif not np.array_equal(fitted, given):
        raise ValueError(
            "The feature names should match those that were passed during fit.\n"
            + _difference(list(fitted), list(given))
        )


def _difference(fitted: list[str], given: list[str]) -> str:
    unseen, missing = sorted(set(given) - set(fitted)), sorted(set(fitted) - set(given))
    sentence = ""
    if unseen:
        sentence += "Feature names unseen at fit time:\n" + _listed(unseen)
    if missing:
        sentence += "Feature names seen at fit time, yet now missing:\n" + _listed(missing)
    if unseen or missing:
        return sentence
    if len(fitted) != len(given):
        return "Some feature names occur more than once.\n"
    return "Feature names must be in the same order as they were in fit.\n"


def _listed(names: list[str]) -> str:
    shown = [f"- {name}\n" for name in names[:5]]
    return "".join(shown) + ("- ...\n" if len(names) > len(shown) else "")


def check_parameters(estimator: Any) -> None:
    """Check the parameters common to all estimators; sets and losses check their own."""
    _arguments.count_from(0, "max_iter", estimator.max_iter)
    _arguments.tolerance("tol", estimator.tol)
    for name in ("fit_intercept", "center", "warm_start", "trace"):
        if hasattr(estimator, name):
            _arguments.flag(name, getattr(estimator, name))
