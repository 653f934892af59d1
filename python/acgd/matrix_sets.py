"""Sets of matrices (two-dimensional arrays)."""

from __future__ import annotations

from typing import Any

from . import _core
from ._parameters import Described, described
from .sets import KINDS, NO_SHAPE, DescribedSet, Shape, square

__all__ = [
    "Fantope",
    "NuclearBall",
    "SchattenBall",
    "SpectralBall",
    "Spectraplex",
]


class MatrixBall(DescribedSet):
    """A set of matrices."""

    @property
    def dimension(self) -> int | None:
        return self.shape[0] * self.shape[1] or None

    @property
    def _ndim(self) -> int | None:
        return 2

    def _values(self) -> dict[str, Any]:
        values = super()._values()
        del values["shape"]
        return values

    def _make(self, dimension: int, shape: Shape) -> _core.Oracle:
        sides = self.shape[::-1] if shape == NO_SHAPE else shape
        if sides == NO_SHAPE:
            raise ValueError(
                "set: the variable of this objective is a vector; give the shape of the "
                f"matrix, as in {type(self).__name__}(10, shape=(20, 30))"
            )
        if self.shape not in (NO_SHAPE, sides, sides[::-1]):
            raise ValueError(f"set: has matrices of shape {self.shape}, must have {sides}")
        return super()._make(dimension, sides)


class SquareSet(DescribedSet):
    """A set of square matrices."""

    side: int | None

    @property
    def _ndim(self) -> int | None:
        return 2

    def _shape_of(self, dimension: int | None) -> Shape:
        if self.side is not None or dimension is None:
            return self.shape
        return square(dimension)

    @property
    def dimension(self) -> int | None:
        return None if self.side is None else self.side**2

    @property
    def shape(self) -> Shape:
        return NO_SHAPE if self.side is None else (self.side, self.side)

    def __post_init__(self) -> None:
        Described.__post_init__(self)
        self._check()

    def _check(self) -> None:
        """Validate the parameters at construction."""
        side = self.side or 1
        self._make(side**2, (side, side))


@described(KINDS, "nuclear")
class NuclearBall(MatrixBall):
    """
    Examples
    --------
    >>> import acgd
    >>> acgd.NuclearBall(2.0).minimizer([[1.0, 0.0], [0.0, 0.0]]).round(12) + 0.0
    array([[-2.,  0.],
           [ 0.,  0.]])
    """


@described(KINDS, "spectral")
class SpectralBall(MatrixBall):
    """
    Examples
    --------
    >>> import acgd
    >>> acgd.SpectralBall(1.0).violation([[3.0, 0.0], [0.0, 0.0]])
    2.0
    """


@described(KINDS, "schatten")
class SchattenBall(MatrixBall):
    """
    Examples
    --------
    >>> import acgd
    >>> ball = acgd.SchattenBall(3.0, 2.0)
    >>> ball.contains([[2.0, 0.0], [0.0, 0.0]]), ball.contains([[2.0, 0.0], [0.0, 1.0]])
    (True, False)
    """


@described(KINDS, at_most="spectrahedron")
class Spectraplex(SquareSet):
    """
    Examples
    --------
    >>> import acgd
    >>> acgd.Spectraplex(2.0).minimizer([[3.0, 0.0], [0.0, 1.0]])
    array([[0., 0.],
           [0., 2.]])
    >>> acgd.Spectraplex(at_most=True).contains([[0.25, 0.0], [0.0, 0.5]])
    True
    """


@described(KINDS)
class Fantope(SquareSet):
    """
    Examples
    --------
    >>> import acgd
    >>> acgd.Fantope(2).minimizer([[3, 0, 0], [0, 1, 0], [0, 0, 2]]).round(12) + 0.0
    array([[0., 0., 0.],
           [0., 1., 0.],
           [0., 0., 1.]])
    """

    def _check(self) -> None:
        # Without a side, the upper bound of count is unknown.
        if self.side is not None or self.count < 1:
            super()._check()
