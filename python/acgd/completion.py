"""The estimator of matrices of which some entries are known."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _arguments, _arrays, _sparse, _validation, directions, steps
from ._estimator import Estimator, r_squared
from .matrix_objectives import MatrixCompletion as Objective
from .matrix_sets import NuclearBall
from .result import LowRank


class MatrixCompletion(Estimator):
    """Predicts entries of a matrix from others, by a matrix of small nuclear norm.

    Parameters
    ----------
    radius : float
        The singular values sum to at most this.
    loss : str
        "huber", "huber:RHO" or "squared".
    center : bool
        Whether to subtract the mean of what was observed first.
    shape : (int, int), optional
        Of the whole matrix; by default just large enough for what was observed.
    step : str, step rule or callable
        As for `acgd.minimize`.
    direction : str or direction rule
        As for `acgd.minimize`.
    max_iter : int
    tol : float
        Stop when the mean loss is certified to be within tol of the best.
    trace : bool
        Whether `result_` keeps the course of the fit, which takes memory, also in a pickle.

    Attributes
    ----------
    factors_ : LowRank
    mean_, n_iter_, result_
    feature_names_in_ : array
        The names of the two columns, if X was a data frame with names. Then `predict` refuses one
        with other names, or with the same in another order.

    Examples
    --------
    >>> import acgd, numpy as np
    >>> pairs = [(i, j) for i in range(6) for j in range(5) if (i + j) % 4]
    >>> ratings = [(i + 1.0) * (j + 1.0) for i, j in pairs]
    >>> model = acgd.estimators.MatrixCompletion(radius=70.0, center=False)
    >>> model.fit(pairs, ratings).predict([(1, 3), (2, 2)]).round()
    array([8., 9.])
    """

    _estimator_type = "regressor"
    factors_: LowRank

    def __init__(
        self,
        radius: float = 100.0,
        *,
        loss: str = "huber",
        center: bool = True,
        shape: tuple[int, int] | None = None,
        step: steps.StepLike = steps.DEFAULT,
        direction: directions.DirectionLike = directions.DEFAULT,
        max_iter: int = 1000,
        tol: float = 1e-3,
        trace: bool = False,
    ) -> None:
        self.radius = radius
        self.loss = loss
        self.center = center
        self.shape = shape
        self.step = step
        self.direction = direction
        self.max_iter = max_iter
        self.tol = tol
        self.trace = trace

    def fit(self, X: Any, y: ArrayLike | None = None) -> MatrixCompletion:
        """Fit to pairs (row, column) and what was observed there, or to a sparse matrix.

        Parameters
        ----------
        X : array of shape (n, 2), or scipy.sparse matrix
            The stored entries of a sparse matrix were observed, zeros included.
        y : array of n entries
            None for a sparse matrix.
        """
        _validation.check_parameters(self)
        shape = None if self.shape is None else _arguments.shape("shape", self.shape)
        if _arrays.is_sparse(X):
            if y is not None:
                raise ValueError("y: must be None, a sparse matrix has its values inside")
            rows, cols, values = _sparse.stored("X", X)
            shape = X.shape if shape is None else shape
        else:
            rows, cols = self._pairs(X)
            values = _validation.check_numbers(self, y, len(rows))
        if len(values) == 0:
            raise ValueError("X: has 0 entries, must have at least 1")
        _validation.check_finite("X" if y is None else "y", values)
        mean = float(values.mean()) if self.center else 0.0
        with _arguments.naming(rows="X", values="X" if y is None else "y"):
            objective = Objective(rows, cols, values - mean, shape, loss=self.loss)
        result = self._solve(objective, "zero", NuclearBall(self.radius), self.tol)
        self.mean_, self.factors_ = mean, result.factors
        self.result_, self.n_iter_ = result, max(1, result.nit)
        self._take_features(X, np.empty((0, 2)))
        return self

    @staticmethod
    def _pairs(X: Any) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        if _arrays.is_sparse(X):
            raise ValueError("X: is a sparse matrix, must be pairs (row, column)")
        pairs = _arrays._real("X", X)
        if pairs.ndim != 2 or pairs.shape[1] != 2:
            raise ValueError(f"X: has shape {pairs.shape}, must be pairs (row, column)")
        return _arrays.indices("X[:, 0]", pairs[:, 0]), _arrays.indices("X[:, 1]", pairs[:, 1])

    def predict(self, X: Any) -> NDArray[np.float64]:
        """The entries at pairs (row, column); the mean where a row or column is unknown."""
        if not hasattr(self, "factors_"):
            raise _validation.not_fitted(self)
        _validation.check_feature_names(self, X)
        rows, cols = self._pairs(X)
        known = (rows < self.factors_.shape[0]) & (cols < self.factors_.shape[1])
        predictions = np.full(len(rows), self.mean_)
        predictions[known] += self.factors_.predict(rows[known], cols[known])
        return predictions

    def score(self, X: Any, y: ArrayLike) -> float:
        """The coefficient of determination R^2."""
        predictions = self.predict(X)
        targets = _validation.check_numbers(self, y, len(predictions), is_fit=False)
        return r_squared(targets, predictions)
