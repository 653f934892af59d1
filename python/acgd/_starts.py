"""Where a run begins: a point, a word, atoms with weights, or what another run has found."""

from __future__ import annotations

from typing import Any, Sequence, Tuple, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _arrays, _core
from .atoms import AtomLike, Atoms, none, packed
from .result import Result

StartLike = Union[ArrayLike, str, Result, Atoms, Sequence[Tuple[float, AtomLike]]]
Start = Union[_core.Start, NDArray[np.float64], str, None]


def _of_result(result: Result) -> tuple[Start, int]:
    atoms = (result.get("atoms") or none())._arrays()
    factors = result.get("factors")
    if factors is not None:
        left, right = (
            np.asfortranarray(side, np.float64) for side in (factors.left, factors.right)
        )
        return _core.start_at_matrix(left, right, atoms), len(left) * len(right)
    x = _arrays.vector("x0: its x", np.asarray(result.get("x")))
    return _core.start_at(x, atoms), len(x)


def make(x0: StartLike | None) -> tuple[Start, int | None]:
    """The start, and how many variables it has, if that can be told."""
    if x0 is None or isinstance(x0, str):
        return x0, None
    if isinstance(x0, Result):
        return _of_result(x0)
    if isinstance(x0, Atoms) or (isinstance(x0, (list, tuple)) and _are_pairs(x0)):
        atoms = packed("x0", x0)
        return _core.start_at_atoms(atoms._arrays()), atoms.size
    given: Any = x0
    point = _arrays.vector("x0", given)
    return point, len(point)


def _are_pairs(items: Sequence[Any]) -> bool:
    return any(isinstance(item, tuple) for item in items)
