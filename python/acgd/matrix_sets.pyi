# Written by python/tests/generate.py.
from __future__ import annotations
from typing import Any
from . import _core
from ._parameters import Described, described
from .sets import KINDS, NO_SHAPE, DescribedSet, Shape
__all__ = ['Fantope', 'NuclearBall', 'SchattenBall', 'SpectralBall', 'Spectrahedron', 'Spectraplex']

class MatrixBall(DescribedSet):

    @property
    def dimension(self) -> int | None: ...

    def _values(self) -> dict[str, Any]: ...

    def _make(self, dimension: int, shape: Shape) -> _core.Oracle: ...

class SquareSet(DescribedSet):
    side: int | None

    @property
    def dimension(self) -> int | None: ...

    @property
    def shape(self) -> Shape: ...

    def __post_init__(self) -> None: ...

    def _check(self) -> None: ...

class NuclearBall(MatrixBall):
    radius: float
    shape: tuple[int, int]

    def __init__(self, radius: float = ..., shape: tuple[int, int] | None = ...) -> None: ...

class SpectralBall(MatrixBall):
    radius: float
    shape: tuple[int, int]

    def __init__(self, radius: float = ..., shape: tuple[int, int] | None = ...) -> None: ...

class SchattenBall(MatrixBall):
    p: float
    radius: float
    shape: tuple[int, int]

    def __init__(
        self,
        p: float = ...,
        radius: float = ...,
        shape: tuple[int, int] | None = ...,
    ) -> None: ...

class Spectraplex(SquareSet):
    trace: float
    side: int | None

    def __init__(self, trace: float = ..., side: int | None = ...) -> None: ...

class Spectrahedron(SquareSet):
    trace: float
    side: int | None

    def __init__(self, trace: float = ..., side: int | None = ...) -> None: ...

class Fantope(SquareSet):
    count: int
    side: int | None

    def __init__(self, count: int = ..., side: int | None = ...) -> None: ...

    def _check(self) -> None: ...
