"""Sets of matrices, given as their stacked columns."""

from __future__ import annotations

from typing import Any

from . import _arguments, _arrays, _core
from .sets import NO_SHAPE, Set, Shape


class _MatrixBall(Set):
    """A set of matrices, given as their stacked columns."""

    _make_core: Any

    def __init__(self, radius: float, shape: Shape | None = None) -> None:
        self.radius = _arrays.number("radius", radius)
        self._shape = NO_SHAPE if shape is None else _arguments.shape("shape", shape)
        type(self)._make_core(1, 1, self.radius)  # a bad radius is refused at once

    @property
    def dimension(self) -> int | None:
        return self._shape[0] * self._shape[1] or None

    @property
    def shape(self) -> Shape:
        return self._shape

    def _make(self, dimension: int, shape: Shape) -> _core.Oracle:
        rows, cols = shape if self._shape == NO_SHAPE else self._shape
        if rows == 0:
            raise ValueError(
                "set: this objective has a vector of variables; say which matrix it is, as in "
                f"{type(self).__name__}(10, shape=(20, 30))"
            )
        return type(self)._make_core(rows, cols, self.radius)


class NuclearBall(_MatrixBall):
    """Matrices whose singular values sum to at most `radius`; steps have rank one.

    Parameters
    ----------
    radius : float
    shape : (int, int), optional
        Rows and columns, where the objective does not say them. The variable is the matrix's
        columns, stacked: `X = x.reshape(shape, order="F")`.

    Examples
    --------
    >>> import acgd
    >>> acgd.NuclearBall(2.0, shape=(2, 2)).minimizer([1.0, 0.0, 0.0, 0.0]).round(12) + 0.0
    array([-2.,  0.,  0.,  0.])
    """

    _make_core = staticmethod(_core.nuclear_ball)


class SpectralBall(_MatrixBall):
    """Matrices whose singular values are at most `radius`. Parameters as for `NuclearBall`.

    Examples
    --------
    >>> import acgd
    >>> acgd.SpectralBall(1.0, shape=(2, 2)).violation([3.0, 0.0, 0.0, 0.0])
    2.0
    """

    _make_core = staticmethod(_core.spectral_ball)
