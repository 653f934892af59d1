# Written by python/tests/generate.py.
from __future__ import annotations
from typing import Any, Sequence
import numpy as np
from numpy.typing import ArrayLike, NDArray
from . import _arguments, _arrays, _core
from ._arrays import MatrixLike
from ._sparse import is_sparse, sparse
from .sets import NO_SHAPE, Set, SetLike, Shape, describe, own
__all__ = ['LinearImage', 'MinkowskiSum', 'Polyhedron', 'Scaled', 'Shifted', 'SymmetricHull', 'TotalVariation']

class _Matrix:

    def __init__(self, name: str, a: Any) -> None: ...

    def __repr__(self) -> str: ...

class Scaled(Set):
    set: Set
    factor: float

    def __init__(self, set: SetLike, factor: float) -> None: ...

    @property
    def dimension(self) -> int | None: ...

    @property
    def shape(self) -> Shape: ...

    @property
    def _ndim(self) -> int | None: ...

    def _shape_of(self, dimension: int | None) -> Shape: ...

    def _make(self, dimension: int, shape: Shape) -> _core.Oracle: ...

class Shifted(Set):
    set: Set
    shift: NDArray[np.float64]

    def __init__(self, set: SetLike, shift: ArrayLike) -> None: ...

    @property
    def dimension(self) -> int | None: ...

    @property
    def shape(self) -> Shape: ...

    @property
    def _ndim(self) -> int | None: ...

    def _make(self, dimension: int, shape: Shape) -> _core.Oracle: ...

class LinearImage(Set):
    set: Set

    def __init__(self, set: SetLike, A: MatrixLike) -> None: ...

    @property
    def dimension(self) -> int | None: ...

    def _make(self, dimension: int, shape: Shape) -> _core.Oracle: ...

class MinkowskiSum(Set):
    parts: list[Set]

    def __init__(self, parts: Sequence[SetLike]) -> None: ...

    @property
    def dimension(self) -> int | None: ...

    @property
    def shape(self) -> Shape: ...

    @property
    def _ndim(self) -> int | None: ...

    def _shape_of(self, dimension: int | None) -> Shape: ...

    def _make(self, dimension: int, shape: Shape) -> _core.Oracle: ...

class SymmetricHull(Set):
    atoms: NDArray[np.float64]

    def __init__(self, atoms: ArrayLike) -> None: ...

    @property
    def dimension(self) -> int | None: ...

    def _make(self, dimension: int, shape: Shape) -> _core.Oracle: ...

class TotalVariation(Set):
    radius: float

    def __init__(self, radius: float, edges: ArrayLike | None = ...) -> None: ...

    @staticmethod
    def _pairs(edges: ArrayLike) -> NDArray[Any]: ...

    @property
    def dimension(self) -> int | None: ...

    def _make(self, dimension: int, shape: Shape) -> _core.Oracle: ...

class Polyhedron(Set):
    row_lower: NDArray[np.float64]
    row_upper: NDArray[np.float64]
    lower: NDArray[np.float64]
    upper: NDArray[np.float64]

    def __init__(
        self,
        A: MatrixLike,
        row_lower: ArrayLike = ...,
        row_upper: ArrayLike = ...,
        lower: ArrayLike = ...,
        upper: ArrayLike = ...,
    ) -> None: ...

    @staticmethod
    def _bounds(name: str, bounds: ArrayLike, size: int) -> NDArray[np.float64]: ...

    @property
    def dimension(self) -> int | None: ...

    def _make(self, dimension: int, shape: Shape) -> _core.Oracle: ...
