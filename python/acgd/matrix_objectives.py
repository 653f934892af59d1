"""Objectives of matrix completion and matrix balancing."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from . import _arguments, _arrays
from ._arrays import MatrixLike
from ._parameters import convert, keywords
from .objectives import PARAMETERS, Objective, StoredMatrix

__all__ = ["Completion", "MatrixBalancing"]


def loss_and_rho(keywords: dict[str, Any]) -> dict[str, Any]:
    """Split "huber:RHO" into loss and rho."""
    loss, colon, rho = _arguments.text("loss", keywords.get("loss", "")).partition(":")
    if loss != "huber" or not colon:
        return keywords
    try:
        return {**keywords, "loss": loss, "rho": float(rho)}
    except ValueError:
        sentence = f"loss = {keywords['loss']!r}: must have a number behind the colon"
        raise ValueError(sentence) from None


@keywords(PARAMETERS["completion"])
class Completion(Objective):
    """Matrix completion: the mean loss over the observed entries of a matrix.

    Minimise it over a `NuclearBall`: the iterate is stored as rank-one terms, and the result has
    `factors` instead of `x`. `acgd.MatrixCompletion` is the corresponding estimator, with biases.
    The loss "huber:0.5" is short for "huber" with rho=0.5.

    Parameters
    ----------
    rows, cols : arrays of integers from 0
    values : array
        The observed entries. Rows, cols, values and weights are copied.
    shape : (int, int), optional
        Shape of the matrix; default: the smallest that contains the entries.
    weights : array, optional
    {parameters}

    Examples
    --------
    >>> import acgd
    >>> f = acgd.Completion([0, 1], [0, 2], [1.0, -1.0], shape=(2, 3))
    >>> result = acgd.minimize(f, "zero", set=acgd.NuclearBall(2.0), gap_tolerance=1e-3)
    >>> result.success, result.factors.shape
    (True, (2, 3))
    >>> result.factors.predict([0, 1], [0, 2]).round(1)
    array([ 1., -1.])
    """

    def __init__(
        self,
        rows: ArrayLike,
        cols: ArrayLike,
        values: ArrayLike,
        shape: tuple[int, int] | None = None,
        *,
        weights: ArrayLike | None = None,
        **keywords: Any,
    ) -> None:
        row_numbers, col_numbers = _arrays.indices("rows", rows), _arrays.indices("cols", cols)
        observed = _arrays.vector("values", values)
        factors = _arrays.optional_vector("weights", weights)
        for name, array in (("values", observed), ("cols", col_numbers), ("weights", factors)):
            if array is not None and len(array) != len(row_numbers):
                raise ValueError(
                    f"{name}: has {len(array)} entries, must have {len(row_numbers)} like rows"
                )
        if len(row_numbers) == 0:
            raise ValueError("rows: must not be empty")
        if shape is None:
            sides = int(row_numbers.max()) + 1, int(col_numbers.max()) + 1
        else:
            sides = _arguments.shape("shape", shape)
        self._check_inside(row_numbers, col_numbers, sides)
        self._check_entries(observed, factors)
        arrays = (row_numbers, col_numbers, observed, factors)
        copies = (None if array is None else np.array(array) for array in arrays)
        parameters = convert(PARAMETERS["completion"], loss_and_rho(keywords))
        with _arguments.memory_for(f"shape = {sides}"):
            self._make_core("matrix_completion", sides, *copies, parameters)

    @staticmethod
    def _check_inside(rows: Any, cols: Any, sides: tuple[int, int]) -> None:
        if max(sides) >= 2**31:
            raise ValueError(f"shape = {sides}: must be less than 2^31 each")
        outside = np.flatnonzero((rows >= sides[0]) | (cols >= sides[1]))
        if len(outside):
            k = outside[0]
            raise ValueError(
                f"shape = {sides}: entry ({rows[k]}, {cols[k]}) is outside the "
                f"{sides[0]} x {sides[1]} matrix"
            )

    @staticmethod
    def _check_entries(values: Any, weights: Any) -> None:
        bad = np.flatnonzero(~np.isfinite(values))
        if len(bad):
            raise ValueError(f"values[{bad[0]}] = {values[bad[0]]}: must be finite")
        if weights is None:
            return
        bad = np.flatnonzero(~((weights >= 0) & np.isfinite(weights)))
        if len(bad):
            raise ValueError(f"weights[{bad[0]}] = {weights[bad[0]]}: must be >= 0 and finite")

    @property
    def shape(self) -> tuple[int, int]:
        """Numbers of rows and columns of the matrix."""
        return self._core.shape


class MatrixBalancing(StoredMatrix):
    """The sum of a_ij exp(x_i - x_j): minimal if row and column sums of the scaled matrix agree.

    Parameters
    ----------
    A : array or scipy.sparse matrix of shape (n, n), entries >= 0
        Copied once.

    Examples
    --------
    >>> import acgd
    >>> acgd.MatrixBalancing([[0.0, 1.0], [4.0, 0.0]]).value([0.0, 0.0])
    5.0
    """

    def __init__(self, A: MatrixLike) -> None:
        with _arguments.naming(a="A"), _arguments.memory_for("A"):
            if _arrays.is_sparse(A):
                self._make_core("sparse_matrix_balancing", *_arrays.sparse("A", A))
            else:
                self._make_core("matrix_balancing", _arrays.matrix("A", A))
