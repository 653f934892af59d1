# Written by python/tests/generate.py.
from __future__ import annotations
import os
from typing import Any
import numpy as np
from numpy.typing import ArrayLike, NDArray
from . import _arguments, _arrays, _core
from .objectives import Objective
from .sets import Set, Shape, own
__all__ = ['Traffic', 'TrafficFlows', 'read_tntp']

class Traffic(Objective):
    free_flow_time: NDArray[np.float64]
    b: NDArray[np.float64]
    power: NDArray[np.float64]
    capacity: NDArray[np.float64]
    fixed: NDArray[np.float64]

    def __init__(
        self,
        free_flow_time: ArrayLike,
        b: ArrayLike,
        power: ArrayLike,
        capacity: ArrayLike,
        fixed: ArrayLike | None = ...,
    ) -> None: ...

    def _per_link(self, name: str, values: ArrayLike) -> NDArray[np.float64]: ...

    def total_time(self, x: ArrayLike) -> float: ...

class TrafficFlows(Set):
    links: NDArray[Any]
    demands: NDArray[np.float64]
    nodes: int
    first_through_node: int

    def __init__(
        self,
        links: ArrayLike,
        demands: ArrayLike,
        nodes: int | None = ...,
        *,
        first_through_node: int = ...,
    ) -> None: ...

    @property
    def dimension(self) -> int | None: ...

    def _make(self, dimension: int, shape: Shape) -> _core.Oracle: ...

def read_tntp(
    network: str | os.PathLike[str],
    trips: str | os.PathLike[str],
    *,
    toll_factor: float = ...,
    distance_factor: float = ...,
) -> tuple[Traffic, TrafficFlows]: ...
