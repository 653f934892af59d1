"""Sets of matrices, given as their stacked columns."""

from __future__ import annotations

from typing import Any

from . import _core
from ._parameters import described
from .sets import KINDS, NO_SHAPE, DescribedSet, Shape

__all__ = ["NuclearBall", "SpectralBall"]


class MatrixBall(DescribedSet):
    """A set of matrices. The variable is the columns of X: `X = x.reshape(shape, order="F")`."""

    @property
    def dimension(self) -> int | None:
        return self.shape[0] * self.shape[1] or None

    def _values(self) -> dict[str, Any]:
        values = super()._values()
        rows, cols = values.pop("shape")
        return {**values, "rows": rows or None, "cols": cols or None}

    def _make(self, dimension: int, shape: Shape) -> _core.Oracle:
        if NO_SHAPE == shape == self.shape:
            raise ValueError(
                "set: this objective has a vector of variables; say which matrix it is, as in "
                f"{type(self).__name__}(10, shape=(20, 30))"
            )
        return super()._make(dimension, shape)


@described(KINDS, "nuclear")
class NuclearBall(MatrixBall):
    """
    Examples
    --------
    >>> import acgd
    >>> acgd.NuclearBall(2.0, shape=(2, 2)).minimizer([1.0, 0.0, 0.0, 0.0]).round(12) + 0.0
    array([-2.,  0.,  0.,  0.])
    """


@described(KINDS, "spectral")
class SpectralBall(MatrixBall):
    """
    Examples
    --------
    >>> import acgd
    >>> acgd.SpectralBall(1.0, shape=(2, 2)).violation([3.0, 0.0, 0.0, 0.0])
    2.0
    """
