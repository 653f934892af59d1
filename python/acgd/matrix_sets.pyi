# Written by python/tests/generate.py.
from __future__ import annotations
from typing import Any
from . import _core
from ._parameters import described
from .sets import KINDS, NO_SHAPE, DescribedSet, Shape
__all__ = ['NuclearBall', 'SpectralBall']

class MatrixBall(DescribedSet):

    @property
    def dimension(self) -> int | None: ...

    def _values(self) -> dict[str, Any]: ...

    def _make(self, dimension: int, shape: Shape) -> _core.Oracle: ...

class NuclearBall(MatrixBall):
    radius: float
    shape: tuple[int, int] | None

    def __init__(self, radius: float = ..., shape: tuple[int, int] | None = ...) -> None: ...

class SpectralBall(MatrixBall):
    radius: float
    shape: tuple[int, int] | None

    def __init__(self, radius: float = ..., shape: tuple[int, int] | None = ...) -> None: ...
