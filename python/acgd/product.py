"""Cartesian products of sets."""

from __future__ import annotations

from typing import Sequence

from . import _arguments, _core
from .sets import Set, SetLike, Shape, describe

__all__ = ["Product"]


class Product(Set):
    """The Cartesian product of sets, each for a block of the variables.

    The variable is a vector: the block of a set of matrices is X.ravel() (row-major).

    Parameters
    ----------
    parts : sequence of sets
    sizes : sequence of int, optional
        Number of variables of each part. At most one part may leave it open.

    Examples
    --------
    >>> import acgd
    >>> both = acgd.Product([acgd.Simplex(), acgd.LinfBall(2.0)], sizes=[2, 3])
    >>> both.minimizer([1.0, 0.0, 1.0, -1.0, 1.0])
    array([ 0.,  1., -2.,  2., -2.])
    """

    def __init__(self, parts: Sequence[SetLike], sizes: Sequence[int | None] | None = None) -> None:
        self.parts = [
            describe(part, f"parts[{k}]") for k, part in enumerate(_arguments.items("parts", parts))
        ]
        if not self.parts:
            raise ValueError("parts: must not be empty")
        given = [None] * len(self.parts) if sizes is None else _arguments.items("sizes", sizes)
        if len(given) != len(self.parts):
            raise ValueError(
                f"sizes: has {len(given)} entries, must have {len(self.parts)} like parts"
            )
        self.sizes = [
            part.dimension if size is None else _arguments.size(f"sizes[{k}]", size)
            for k, (part, size) in enumerate(zip(self.parts, given))
        ]
        if self.sizes.count(None) > 1:
            raise ValueError("sizes: only one part of a product may leave its size open")

    @property
    def dimension(self) -> int | None:
        return None if None in self.sizes else sum(s for s in self.sizes if s is not None)

    def _make(self, dimension: int, shape: Shape) -> _core.Oracle:
        rest = dimension - sum(size for size in self.sizes if size is not None)
        return _core.product(
            [
                part._make_flat(rest if size is None else size)
                for part, size in zip(self.parts, self.sizes)
            ]
        )
