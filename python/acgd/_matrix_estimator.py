"""Base class of estimators of matrices from some of their entries."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _arguments, _arrays, _core, _parameters, _sparse, _validation, directions, steps
from ._estimator import Estimator, r_squared
from .matrix_objectives import loss_and_rho
from .objectives import PARAMETERS
from .result import Interrupted, LowRank, Result, from_core

FIT = _parameters.of_library(_core.completion_parameters())
Places = tuple[NDArray[np.int32], NDArray[np.int32]]


def pairs_of(X: Any) -> Places:
    """Return rows and columns of an array of pairs."""
    if _arrays.is_sparse(X):
        raise ValueError("X: is a sparse matrix, must be pairs (row, column)")
    pairs = _arrays._real("X", X)
    if pairs.ndim != 2 or pairs.shape[1] != 2:
        raise ValueError(f"X: has shape {pairs.shape}, must be pairs (row, column)")
    return _arrays.indices("X[:, 0]", pairs[:, 0]), _arrays.indices("X[:, 1]", pairs[:, 1])


class MatrixEstimator(Estimator):
    """Biases of rows and columns plus a low-rank matrix.

    Attributes
    ----------
    mean_ : float
    row_biases_, col_biases_ : arrays
        Added to the mean for each row and each column.
    factors_ : LowRank
        The low-rank matrix; singular values without effect on predictions are omitted.
    range_ : (float, float)
        The lowest and the highest training value, to which predictions are clipped.
    """

    _estimator_type = "regressor"
    _start: Any = None
    loss: str
    shape: tuple[int, int] | None
    tol: float
    biases: bool
    center: bool
    damping: float
    truncation: float
    clip: bool
    mean_: float
    row_biases_: NDArray[np.float64]
    col_biases_: NDArray[np.float64]
    factors_: LowRank
    range_: tuple[float, float]
    result_: Result
    _seen: NDArray[np.int64]

    def _fit_parameters(self) -> dict[str, Any]:
        named = {p.name: getattr(self, p.name) for p in FIT if hasattr(self, p.name)}
        return _parameters.convert(FIT, {**named, "tolerance": self.tol})

    def _options(self) -> Any:
        _validation.check_parameters(self)
        loss = _parameters.convert(PARAMETERS["completion"], loss_and_rho({"loss": self.loss}))
        run = {"max_iterations": self.max_iter, "trace": self.trace}
        step, direction = steps.make(self.step, True), directions.make(self.direction)
        with _arguments.naming(tolerance="tol"):
            return _core.completion_options(self._fit_parameters(), loss, run, step, direction)

    def _observed(self, X: Any, y: Any, sample_weight: Any) -> tuple[Places, Any]:
        """Return the observed indices and entries in the library's format."""
        shape = None if self.shape is None else _arguments.shape("shape", self.shape)
        if _arrays.is_sparse(X):
            if y is not None:
                raise ValueError("y: must be None, a sparse matrix has its values inside")
            rows, cols, values = _sparse.stored("X", X)
            shape = X.shape if shape is None else shape
        else:
            rows, cols = pairs_of(X)
            values = _validation.check_numbers(self, y, len(rows))
        if len(values) == 0:
            raise ValueError("X: has 0 entries, must have at least 1")
        _validation.check_finite("X" if y is None else "y", values)
        weights = _validation.check_weights(sample_weight, len(values))
        places = np.asarray(rows, dtype=np.int32), np.asarray(cols, dtype=np.int32)
        if shape is None:
            shape = int(places[0].max()) + 1, int(places[1].max()) + 1
        outside = np.flatnonzero((places[0] >= shape[0]) | (places[1] >= shape[1]))
        if len(outside):
            entry = tuple(int(place[outside[0]]) for place in places)
            raise ValueError(
                f"shape = {tuple(shape)}: entry {entry} is outside the "
                f"{shape[0]} x {shape[1]} matrix"
            )
        sides = int(shape[0]), int(shape[1])
        with _arguments.memory_for(f"shape = {sides}"):
            return places, _core.observed_matrix(sides, *places, values, weights)

    def _take(self, X: Any, places: Places, model: dict[str, Any]) -> None:
        """Set the fitted attributes; after Ctrl-C, raise and leave the model unchanged."""
        result = from_core(model["result"], step=steps.name_of(self.step))
        if model["interrupted"]:
            raise Interrupted(result.message, result)
        if not result.success:
            _validation.warn_not_converged(result)
        self.mean_ = model["mean"]
        self.row_biases_, self.col_biases_ = model["rows"], model["cols"]
        self.factors_ = result["factors"] = LowRank(model["left"], model["right"])
        self.range_ = model["range"]
        self.radius_ = model["radius"]
        self.result_, self.n_iter_ = result, max(1, result.nit)
        self._seen = np.unique(places[0] * np.int64(self.factors_.shape[1]) + places[1])
        self._take_features(X, np.empty((0, 2)))

    def _check(self, X: Any) -> Places:
        if not hasattr(self, "factors_"):
            raise _validation.not_fitted(self)
        _validation.check_feature_names(self, X)
        return pairs_of(X)

    def predict(self, X: Any) -> NDArray[np.float64]:
        """Predict the entries at pairs (row, column), clipped to `range_` unless clip=False.

        Biases and factors of rows and columns without training entries are 0; a warning has the
        number of such pairs.
        """
        rows, cols = self._check(X)
        self._warn_of_unknown(rows, cols)
        known = (rows < self.factors_.shape[0]) & (cols < self.factors_.shape[1])
        predictions = np.full(len(rows), self.mean_)
        for biases, places in ((self.row_biases_, rows), (self.col_biases_, cols)):
            inside = places < len(biases)
            predictions[inside] += biases[places[inside]]
        predictions[known] += self.factors_.predict(rows[known], cols[known])
        return np.clip(predictions, *self.range_)

    def _warn_of_unknown(self, rows: NDArray[Any], cols: NDArray[Any]) -> None:
        seen_rows, seen_cols = np.divmod(self._seen, self.factors_.shape[1])
        unknown = ~(np.isin(rows, seen_rows) & np.isin(cols, seen_cols))
        if count := np.count_nonzero(unknown):
            _validation.warn(
                f"{count} of {len(rows)} pairs have a row or a column without entries in the fit: "
                "predicted from the mean and the biases alone.",
                "UserWarning",
            )

    def recommend(
        self, user: int, top: int = 10, *, with_rated: bool = False
    ) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Return the columns with the highest predictions for a row, best first, and these.

        Parameters
        ----------
        user : int
            A row of the matrix.
        top : int
            Maximum number of columns.
        with_rated : bool
            Whether to include columns observed in this row.
        """
        if not hasattr(self, "factors_"):
            raise _validation.not_fitted(self)
        users, items = self.factors_.shape
        row = _arguments.count_from(0, "user", user)
        most = _arguments.count_from(1, "top", top)
        _arguments.flag("with_rated", with_rated)
        if row >= users:
            raise ValueError(f"user = {row}: must be one of the rows of the fit, 0 to {users - 1}")
        columns = np.arange(items)
        if not with_rated:
            columns = np.setdiff1d(columns, self._seen[self._seen // items == row] % items)
        predictions = self._row(row, columns)
        best = np.lexsort((columns, -predictions))[:most]
        return columns[best], np.clip(predictions[best], *self.range_)

    def _row(self, row: int, columns: NDArray[Any]) -> NDArray[np.float64]:
        inner = self.factors_.right[columns] @ self.factors_.left[row]
        predictions = np.asarray(self.mean_ + inner)
        if len(self.row_biases_):
            predictions += self.row_biases_[row]
        if len(self.col_biases_):
            predictions += self.col_biases_[columns]
        return predictions

    def score(self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None = None) -> float:
        """Return the coefficient of determination R^2."""
        predictions = self.predict(X)
        targets = _validation.check_numbers(self, y, len(predictions), is_fit=False)
        weights = _validation.check_weights(sample_weight, len(targets))
        return r_squared(targets, predictions, weights)
