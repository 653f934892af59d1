# Written by python/tests/generate.py.
from __future__ import annotations
from dataclasses import dataclass
from typing import Any, Callable
import numpy as np
from numpy.typing import ArrayLike, NDArray
from . import _arguments, _arrays, _core, _pickling
from ._parameters import described
from .matrix_sets import SquareSet
from .sets import KINDS, NO_SHAPE, Set, Shape, own
__all__ = ['Birkhoff', 'Matching', 'MatroidBases', 'NetworkFlows', 'SpanningTrees', 'SubmodularBase', 'TransportPlans']

class MadeOnce(Set):

    def _build(self) -> _core.Oracle: ...

    @property
    def dimension(self) -> int | None: ...

    def _make(self, dimension: int, shape: Shape) -> _core.Oracle: ...

    def __getstate__(self) -> dict[str, Any]: ...

    def __repr__(self) -> str: ...

@dataclass(frozen=True)
class Birkhoff(SquareSet):
    side: int | None = ...

    def __init__(self, side: int | None = ...) -> None: ...

class Matching(MadeOnce):
    edges: NDArray[np.int64]
    perfect: bool

    def __init__(self, edges: ArrayLike, perfect: bool = ...) -> None: ...

    def _build(self) -> _core.Oracle: ...

class SpanningTrees(MadeOnce):
    edges: NDArray[np.int64]

    def __init__(self, edges: ArrayLike) -> None: ...

    def _build(self) -> _core.Oracle: ...

class MatroidBases(MadeOnce):
    _is_rank: bool

    def __init__(self, dimension: int, is_independent: Callable[[list[int]], bool]) -> None: ...

    @classmethod
    def from_rank(cls, dimension: int, rank: Callable[[list[int]], int]) -> MatroidBases: ...

    def _build(self) -> _core.Oracle: ...

    def __getstate__(self) -> dict[str, Any]: ...

    def __deepcopy__(self, memo: Any) -> MatroidBases: ...

    def __repr__(self) -> str: ...

class SubmodularBase(MadeOnce):

    def __init__(self, dimension: int, function: Callable[[list[int]], float]) -> None: ...

    def _build(self) -> _core.Oracle: ...

    def __getstate__(self) -> dict[str, Any]: ...

    def __deepcopy__(self, memo: Any) -> SubmodularBase: ...

    def __repr__(self) -> str: ...

class TransportPlans(MadeOnce):
    rows: NDArray[np.float64]
    columns: NDArray[np.float64]

    def __init__(self, rows: ArrayLike, columns: ArrayLike) -> None: ...

    @property
    def shape(self) -> Shape: ...

    @property
    def _ndim(self) -> int | None: ...

    def _build(self) -> _core.Oracle: ...

class NetworkFlows(MadeOnce):
    arcs: NDArray[np.int64]
    supplies: NDArray[np.float64]
    capacities: NDArray[np.float64]

    def __init__(
        self,
        arcs: ArrayLike,
        supplies: ArrayLike,
        capacities: ArrayLike | None = ...,
    ) -> None: ...

    def _build(self) -> _core.Oracle: ...
