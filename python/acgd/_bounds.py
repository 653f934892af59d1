"""Bounds in the formats of scipy.optimize."""

from __future__ import annotations

from typing import Any, Protocol, Sequence, Tuple, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _arguments, _arrays, sets


class Bounds(Protocol):
    """The interface of `scipy.optimize.Bounds`."""

    @property
    def lb(self) -> Any: ...

    @property
    def ub(self) -> Any: ...


BoundsLike = Union[Bounds, Sequence[Tuple[float, float]], NDArray[np.float64]]


def box_of(bounds: BoundsLike) -> sets.Box:
    """Return the box of a sequence of pairs, or of an object with lb and ub."""
    if hasattr(bounds, "lb") and hasattr(bounds, "ub"):
        lower, upper = (_side(name, getattr(bounds, name)) for name in ("lb", "ub"))
    else:
        lower, upper = _sides(_arguments.items("bounds", bounds))
    if lower.ndim and upper.ndim and lower.shape != upper.shape:
        raise ValueError(
            f"bounds: lb has {len(lower)} entries and ub {len(upper)}, must have the same number"
        )
    for i, (low, high) in enumerate(np.broadcast(lower, upper)):
        if not (np.isfinite(low) and np.isfinite(high)):
            raise ValueError(
                f"bounds[{i}] = ({low:g}, {high:g}): must be finite; an unbounded set has no "
                "linear minimisation oracle"
            )
        if low > high:
            raise ValueError(f"bounds[{i}] = ({low:g}, {high:g}): must have lower <= upper")
    return sets.Box(lower, upper)


def _side(name: str, side: ArrayLike) -> NDArray[np.float64]:
    array = _arrays._real(f"bounds.{name}", side)
    return array.astype(np.float64) if array.ndim == 0 else _arrays.vector(f"bounds.{name}", array)


def _sides(pairs: list[Any]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    if not pairs:
        raise ValueError("bounds: must have a pair for each variable, has none")
    lower, upper = np.empty(len(pairs)), np.empty(len(pairs))
    for i, pair in enumerate(pairs):
        ends = _arguments.items(f"bounds[{i}]", pair)
        if len(ends) != 2:
            raise ValueError(f"bounds[{i}] = {pair!r}: must be a pair, (lower, upper)")
        for side, end, absent in ((lower, ends[0], -np.inf), (upper, ends[1], np.inf)):
            side[i] = absent if end is None else _arrays.number(f"bounds[{i}]", end)
    return lower, upper
