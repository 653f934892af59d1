"""Estimators in scikit-learn's convention; scikit-learn itself is not needed."""

from __future__ import annotations

from .classification import L1LogisticClassifier, L1LogisticClassifierCV
from .completion import MatrixCompletion, MatrixCompletionCV
from .regression import L1Regression, L1RegressionCV, SimplexRegression

__all__ = [
    "L1LogisticClassifier",
    "L1LogisticClassifierCV",
    "L1Regression",
    "L1RegressionCV",
    "MatrixCompletion",
    "MatrixCompletionCV",
    "SimplexRegression",
]


def __dir__() -> list[str]:
    return sorted(__all__)
