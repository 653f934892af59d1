"""Functions of a matrix that is seen in part, or to be balanced."""

from __future__ import annotations

from typing import Any

from numpy.typing import ArrayLike

from . import _arrays, _core
from .objectives import Objective


class MatrixCompletion(Objective):
    """A matrix of which some entries were observed: the mean loss over those entries.

    Minimise it over a `NuclearBall`: the iterate is kept as rank-one terms and never formed, and
    the result has `factors` instead of `x`. The estimator of this name is in `acgd.estimators`.

    Parameters
    ----------
    rows, cols : arrays of integers from 0
    values : array
        What was observed there.
    shape : (int, int), optional
        Of the whole matrix; by default just large enough.
    loss : str
        "huber", "huber:RHO" or "squared".
    weights : array, optional

    Examples
    --------
    >>> import acgd
    >>> f = acgd.MatrixCompletion([0, 1], [0, 2], [1.0, -1.0], shape=(2, 3))
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
        loss: str = "huber:1",
        weights: ArrayLike | None = None,
    ) -> None:
        row_numbers, col_numbers = _arrays.indices("rows", rows), _arrays.indices("cols", cols)
        observed = _arrays.vector("values", values)
        factors = _arrays.optional_vector("weights", weights)
        for name, array in (("rows", row_numbers), ("cols", col_numbers), ("weights", factors)):
            if array is not None and len(array) != len(observed):
                raise ValueError(f"{name}: has {len(array)} entries, must have {len(observed)}")
        if shape is None:
            if len(observed) == 0:
                raise ValueError("values: must not be empty")
            shape = (int(row_numbers.max()) + 1, int(col_numbers.max()) + 1)
        sides = (_arrays.count("shape[0]", shape[0]), _arrays.count("shape[1]", shape[1]))
        super().__init__(
            _core.matrix_completion(sides, row_numbers, col_numbers, observed, factors, loss)
        )

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns of the matrix."""
        return self._core.shape


class MatrixBalancing(Objective):
    """The sum of a_ij exp(x_i - x_j): minimal where row and column sums agree after scaling.

    Parameters
    ----------
    A : array or scipy.sparse matrix of shape (n, n), entries >= 0

    Examples
    --------
    >>> import acgd
    >>> acgd.MatrixBalancing([[0.0, 1.0], [4.0, 0.0]]).value([0.0, 0.0])
    5.0
    """

    def __init__(self, A: Any) -> None:
        if _arrays.is_sparse(A):
            super().__init__(_core.sparse_matrix_balancing(*_arrays.sparse("A", A)))
        else:
            super().__init__(_core.matrix_balancing(_arrays.matrix("A", A)))
