"""Estimators in scikit-learn's convention; scikit-learn itself is not needed."""

from __future__ import annotations

from .classification import L1LogisticClassifier, L1LogisticClassifierCV
from .completion import MatrixCompletion, MatrixCompletionCV
from .regression import ElasticNet, L1Regression, L1RegressionCV, Lasso, SimplexRegression

__all__ = [
    "ElasticNet",
    "L1LogisticClassifier",
    "L1LogisticClassifierCV",
    "L1Regression",
    "L1RegressionCV",
    "Lasso",
    "MatrixCompletion",
    "MatrixCompletionCV",
    "SimplexRegression",
]


def __dir__() -> list[str]:
    return sorted(__all__)
