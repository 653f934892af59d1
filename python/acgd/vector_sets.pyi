# Written by python/tests/generate.py.
from __future__ import annotations
from dataclasses import dataclass
from typing import Any, Sequence, Union
import numpy as np
from numpy.typing import ArrayLike, NDArray
from . import _arguments, _arrays, _core
from ._parameters import Described, described
from .sets import KINDS, NO_SHAPE, Box, DescribedSet, Set, Shape, own
__all__ = ['Diamond', 'Ellipsoid', 'GroupBall', 'Hypersimplex', 'KNormBall', 'KSparsePolytope', 'Knapsack', 'OwlBall', 'Permutahedron']

@dataclass(frozen=True)
class KSparsePolytope(DescribedSet):
    k: int = ...
    radius: float = ...

    def __init__(self, k: int = ..., radius: float = ...) -> None: ...

@dataclass(frozen=True)
class KNormBall(DescribedSet):
    k: int = ...
    radius: float = ...

    def __init__(self, k: int = ..., radius: float = ...) -> None: ...

@dataclass(frozen=True)
class Hypersimplex(DescribedSet):
    k: int = ...
    top: float = ...
    at_most: bool = ...

    def __init__(self, k: int = ..., top: float = ..., at_most: bool = ...) -> None: ...

    def __post_init__(self) -> None: ...

class Diamond(Set):
    lower: NDArray[np.float64]
    upper: NDArray[np.float64]

    def __init__(self, lower: ArrayLike, upper: ArrayLike) -> None: ...

    @property
    def dimension(self) -> int | None: ...

    def _make(self, dimension: int, shape: Shape) -> _core.Oracle: ...

class Knapsack(Set):
    a: NDArray[np.float64]
    total: float
    lower: NDArray[np.float64] | float
    upper: NDArray[np.float64] | float
    at_most: bool

    def __init__(
        self,
        a: ArrayLike,
        total: float = ...,
        lower: ArrayLike = ...,
        upper: ArrayLike = ...,
        at_most: bool = ...,
    ) -> None: ...

    @property
    def dimension(self) -> int | None: ...

    def _make(self, dimension: int, shape: Shape) -> _core.Oracle: ...

class Ellipsoid(Set):
    center: NDArray[np.float64]
    radii: NDArray[np.float64]

    def __init__(self, center: ArrayLike, radii: ArrayLike) -> None: ...

    @property
    def dimension(self) -> int | None: ...

    def _make(self, dimension: int, shape: Shape) -> _core.Oracle: ...

class Permutahedron(Set):
    values: NDArray[np.float64]

    def __init__(self, values: ArrayLike) -> None: ...

    @property
    def dimension(self) -> int | None: ...

    def _make(self, dimension: int, shape: Shape) -> _core.Oracle: ...

class OwlBall(Set):
    weights: NDArray[np.float64]
    radius: float

    def __init__(self, weights: ArrayLike, radius: float = ...) -> None: ...

    @property
    def dimension(self) -> int | None: ...

    def _make(self, dimension: int, shape: Shape) -> _core.Oracle: ...

class GroupBall(Set):
    radius: float
    norm: str

    def __init__(
        self,
        groups: Union[ArrayLike, Sequence[Sequence[int]]],
        radius: float = ...,
        norm: str = ...,
    ) -> None: ...

    @property
    def dimension(self) -> int | None: ...

    def _make(self, dimension: int, shape: Shape) -> _core.Oracle: ...

    def __repr__(self) -> str: ...
