# Written by python/tests/generate.py.
from __future__ import annotations
from typing import Any, Callable, Union
import numpy as np
from numpy.typing import ArrayLike, NDArray
from . import _arguments, _arrays, _core, _html
from ._parameters import Described, described
__all__ = ['Box', 'ConvexHull', 'L1Ball', 'L2Ball', 'LinfBall', 'LpBall', 'Set', 'Simplex', 'UnitSimplex']
Shape = tuple[int, int]
NO_SHAPE: Shape
KINDS: dict[str, Any]

def own(array: NDArray[Any]) -> NDArray[Any]: ...

class Set:

    @property
    def dimension(self) -> int | None: ...

    @property
    def shape(self) -> Shape: ...

    def _make(self, dimension: int, shape: Shape) -> _core.Oracle: ...

    def minimizer(self, g: ArrayLike) -> NDArray[np.float64]: ...

    def violation(self, x: ArrayLike) -> float: ...

    def contains(self, x: ArrayLike, tolerance: float = ...) -> bool: ...

    def __repr__(self) -> str: ...

    def _repr_html_(self) -> str: ...

class DescribedSet(Described, Set):

    def __post_init__(self) -> None: ...

    def _make(self, dimension: int, shape: Shape) -> _core.Oracle: ...

class L1Ball(DescribedSet):
    radius: float

    def __init__(self, radius: float = ...) -> None: ...

class L2Ball(DescribedSet):
    radius: float

    def __init__(self, radius: float = ...) -> None: ...

class LinfBall(DescribedSet):
    radius: float

    def __init__(self, radius: float = ...) -> None: ...

class LpBall(DescribedSet):
    p: float
    radius: float

    def __init__(self, p: float = ..., radius: float = ...) -> None: ...

class Simplex(DescribedSet):
    total: float

    def __init__(self, total: float = ...) -> None: ...

class UnitSimplex(DescribedSet):
    total: float

    def __init__(self, total: float = ...) -> None: ...

class Box(Set):
    lower: NDArray[np.float64] | float
    upper: NDArray[np.float64] | float

    def __init__(self, lower: ArrayLike, upper: ArrayLike) -> None: ...

    @staticmethod
    def _bound(name: str, bound: ArrayLike) -> Any: ...

    @property
    def dimension(self) -> int | None: ...

    def _make(self, dimension: int, shape: Shape) -> _core.Oracle: ...

class ConvexHull(Set):
    points: NDArray[np.float64]

    def __init__(self, points: ArrayLike) -> None: ...

    @property
    def dimension(self) -> int | None: ...

    def _make(self, dimension: int, shape: Shape) -> _core.Oracle: ...
SetLike = Union[str, Set, Callable[[NDArray[np.float64]], ArrayLike]]

def describe(set: Any, argument: str = ...) -> Set: ...
