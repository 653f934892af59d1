"""Estimators in scikit-learn's convention; scikit-learn itself is not needed."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _arrays, _core, _validation, directions, sets, steps
from ._estimator import LinearRegressor
from .classification import L1LogisticClassifier
from .completion import MatrixCompletion, MatrixCompletionCV
from .objectives import LeastSquares

__all__ = ["L1LogisticClassifier", "L1Regression", "MatrixCompletion", "MatrixCompletionCV"]
__all__ += ["SimplexRegression"]


def _spread(y: NDArray[np.float64]) -> float:
    """What a tolerance of the mean squared error is relative to."""
    with np.errstate(over="ignore"):
        spread = float(np.mean(y**2))
    if not np.isfinite(spread):
        raise ValueError("y: has numbers whose squares are too large")
    return max(spread, np.finfo(float).tiny)


class L1Regression(LinearRegressor):
    """Least squares with coefficients in an l1 ball: few of them are not 0.

    Parameters
    ----------
    radius : float
        The absolute coefficients sum to at most this.
    fit_intercept : bool
        Whether to fit a constant beside them, which is not bounded. Sparse X stays sparse.
    step : str, step rule or callable
        As for `acgd.minimize`.
    direction : str or direction rule
        As for `acgd.minimize`.
    max_iter : int
    tol : float
        Stop when the mean squared error is within tol times that of predicting the mean of the
        best one of all such coefficients; the gap certifies it.
    trace : bool
        Whether `result_` keeps the course of the fit, which takes memory, also in a pickle.

    Attributes
    ----------
    coef_, intercept_, n_iter_, n_features_in_, result_
    feature_names_in_ : array
        The names of the columns, if X was a data frame with names. Then `predict` refuses one with
        other names, or with the same in another order.

    Examples
    --------
    >>> import acgd, numpy as np
    >>> X = np.random.default_rng(1).normal(size=(60, 20))
    >>> model = acgd.estimators.L1Regression(radius=3.0).fit(X, 2 * X[:, 4] - X[:, 9] + 5)
    >>> np.flatnonzero(abs(model.coef_) > 0.5), round(model.score(X, 2 * X[:, 4] - X[:, 9] + 5), 2)
    (array([4, 9]), 1.0)
    """

    def __init__(
        self,
        radius: float = 1.0,
        *,
        fit_intercept: bool = True,
        step: steps.StepLike = steps.DEFAULT,
        direction: directions.DirectionLike = directions.DEFAULT,
        max_iter: int = 10000,
        tol: float = 1e-8,
        trace: bool = False,
    ) -> None:
        self.radius = radius
        self.fit_intercept = fit_intercept
        self.step = step
        self.direction = direction
        self.max_iter = max_iter
        self.tol = tol
        self.trace = trace

    def fit(self, X: Any, y: ArrayLike) -> L1Regression:
        """Fit to the rows of X, an array or a scipy.sparse matrix, and their targets y."""
        _validation.check_parameters(self)
        checked = _validation.check_matrix(self, X)
        targets = _validation.check_numbers(self, y, checked.shape[0])
        design, mean, offset = checked, np.zeros(checked.shape[1]), 0.0
        if self.fit_intercept:
            mean, offset = np.asarray(checked.mean(axis=0)).ravel(), float(targets.mean())
            if _arrays.is_sparse(checked):
                design = _core.centered_map(_arrays.design("X", checked), mean)
            else:
                design = np.subtract(checked, mean, order="F")
        centered = targets - offset
        result = self._solve(
            LeastSquares(design, centered, factor=1 / len(targets)),
            np.zeros(checked.shape[1]),
            sets.L1Ball(self.radius),
            self.tol * _spread(centered),
        )
        self._take_features(X, checked)
        self.coef_, self.result_, self.n_iter_ = result.x, result, max(1, result.nit)
        self.intercept_ = offset - float(mean @ self.coef_)
        return self


class SimplexRegression(LinearRegressor):
    """Least squares with non-negative coefficients of a given sum: a mixture of the columns.

    Parameters
    ----------
    total : float
        What the coefficients sum to.
    step, direction, max_iter, tol, trace
        As for `L1Regression`; tol is relative to the mean square of y.

    Attributes
    ----------
    coef_, n_iter_, n_features_in_, feature_names_in_, result_
        As for `L1Regression`.

    Examples
    --------
    >>> import acgd, numpy as np
    >>> X = np.random.default_rng(1).normal(size=(50, 4))
    >>> model = acgd.estimators.SimplexRegression().fit(X, 0.25 * X[:, 1] + 0.75 * X[:, 2])
    >>> model.coef_.round(2)
    array([0.  , 0.25, 0.75, 0.  ])
    """

    def __init__(
        self,
        total: float = 1.0,
        *,
        step: steps.StepLike = steps.DEFAULT,
        direction: directions.DirectionLike = directions.DEFAULT,
        max_iter: int = 10000,
        tol: float = 1e-8,
        trace: bool = False,
    ) -> None:
        self.total = total
        self.step = step
        self.direction = direction
        self.max_iter = max_iter
        self.tol = tol
        self.trace = trace

    def _more_tags(self) -> dict[str, Any]:
        return {**super()._more_tags(), "poor_score": True}

    def fit(self, X: Any, y: ArrayLike) -> SimplexRegression:
        """Fit to the rows of X, an array or a scipy.sparse matrix, and their targets y."""
        _validation.check_parameters(self)
        checked = _validation.check_matrix(self, X)
        targets = _validation.check_numbers(self, y, checked.shape[0])
        result = self._solve(
            LeastSquares(checked, targets, factor=1 / len(targets)),
            None,
            sets.Simplex(self.total),
            self.tol * _spread(targets),
        )
        self._take_features(X, checked)
        self.coef_, self.result_, self.n_iter_ = result.x, result, max(1, result.nit)
        self.intercept_ = 0.0
        return self


def __dir__() -> list[str]:
    return sorted(__all__)
