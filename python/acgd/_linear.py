"""Predictions of linear models."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _validation
from ._estimator import Estimator, r_squared


class LinearRegressor(Estimator):
    """Predictions X @ coef_ + intercept_, and their score."""

    _estimator_type = "regressor"
    coef_: NDArray[np.float64]
    intercept_: float

    def predict(self, X: Any) -> NDArray[np.float64]:
        """Return the predictions for the rows of X."""
        checked = self._check_fitted(X)
        return np.asarray(checked @ self.coef_ + self.intercept_)

    def score(self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None = None) -> float:
        """Return the coefficient of determination R^2."""
        predictions = self.predict(X)
        targets = _validation.check_numbers(self, y, len(predictions), is_fit=False)
        weights = _validation.check_weights(sample_weight, len(predictions))
        return r_squared(targets, predictions, weights)

    def _set_model(self, coef: NDArray[np.float64], intercept: Any, classes: Any) -> None:
        self.coef_, self.intercept_ = np.ravel(coef), float(np.squeeze(intercept))


class LinearClassifier(Estimator):
    """Log odds X @ coef_.T + intercept_, probabilities and classes.

    For two classes there is one row of coefficients, else one per class, with probabilities
    proportional to exp(log odds).
    """

    _estimator_type = "classifier"
    classes_: NDArray[Any]
    coef_: NDArray[np.float64]
    intercept_: NDArray[np.float64]

    def _set_model(self, coef: NDArray[np.float64], intercept: Any, classes: Any) -> None:
        self.coef_, self.classes_ = coef.reshape(len(coef), -1).T, classes
        self.intercept_ = np.array(intercept, ndmin=1)

    def decision_function(self, X: Any) -> NDArray[np.float64]:
        """Return the log odds: one number per sample for two classes, else one per class."""
        checked = self._check_fitted(X)
        scores = np.asarray(checked @ self.coef_.T + self.intercept_)
        return scores[:, 0] if len(self.coef_) == 1 else scores

    def predict(self, X: Any) -> NDArray[Any]:
        """Return the most probable class of each row of X."""
        scores = self.decision_function(X)
        numbers = (scores > 0).astype(int) if scores.ndim == 1 else scores.argmax(axis=1)
        return np.asarray(self.classes_[numbers])

    def predict_log_proba(self, X: Any) -> NDArray[np.float64]:
        """Return the logarithms of the probabilities, accurate for small ones."""
        scores = self.decision_function(X)
        if scores.ndim == 1:
            return -np.logaddexp(0, np.column_stack([scores, -scores]))
        shifted = scores - scores.max(axis=1, keepdims=True)
        return np.asarray(shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True)))

    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """Return the probability of each class, in the order of classes_."""
        shares = np.exp(self.predict_log_proba(X))
        return np.asarray(shares / shares.sum(axis=1, keepdims=True))

    def score(self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None = None) -> float:
        """Return the accuracy: the fraction of samples predicted correctly."""
        predictions = self.predict(X)
        labels = _validation.check_target(self, y, len(predictions), is_fit=False)
        weights = _validation.check_weights(sample_weight, len(predictions))
        kinds = labels.dtype.kind, predictions.dtype.kind
        if "O" not in kinds and (kinds[0] in "US") != (kinds[1] in "US"):
            raise ValueError(
                f"y: has dtype {labels.dtype}, must be classes of dtype {predictions.dtype}"
            )
        return float(np.average(predictions == labels, weights=weights))


class _OfPath(Estimator):
    """A model at one radius of a path; it has no fit method."""

    has_probabilities = False

    def __init__(self, objective: str, set: str, radius: float) -> None:
        self.objective = objective
        self.set = set
        self.radius = radius

    def _take(self, coef: NDArray[np.float64], intercept: Any, classes: Any, names: Any) -> None:
        self._set_model(coef, intercept, classes)
        self.n_features_in_ = len(coef)
        if names is not None:
            self.feature_names_in_ = names

    def _set_model(self, coef: NDArray[np.float64], intercept: Any, classes: Any) -> None:
        raise NotImplementedError


class PathRegressor(_OfPath, LinearRegressor):
    """Regression model at one radius of a path."""

    _set_model = LinearRegressor._set_model

    def predict(self, X: Any) -> NDArray[np.float64]:
        """Return the predictions for the rows of X; the means for "poisson"."""
        linear = super().predict(X)
        return np.exp(linear) if self.objective == "poisson" else linear


class PathClassifier(_OfPath, LinearClassifier):
    """Classifier at one radius of a path."""

    _set_model = LinearClassifier._set_model

    def predict_log_proba(self, X: Any) -> NDArray[np.float64]:
        """Return the logarithms of the probabilities of the classes."""
        if not self.has_probabilities:
            raise AttributeError(f"predict_proba: {self.objective} has no probabilities")
        return super().predict_log_proba(X)
