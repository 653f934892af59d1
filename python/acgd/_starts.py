"""Starts of runs: a point, a name, weighted atoms, or a former result."""

from __future__ import annotations

from typing import Any, Sequence, Tuple, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _arrays, _core
from ._arrays import NO_SHAPE, Variable
from .atoms import AtomLike, Atoms, none, packed
from .result import Result

StartLike = Union[ArrayLike, str, Result, Atoms, Sequence[Tuple[float, AtomLike]]]
Start = Union[_core.Start, NDArray[np.float64], str, None]


def _of_result(result: Result, variable: Variable, name: str) -> Start:
    atoms = (result.get("atoms") or none())._arrays(variable)
    factors = result.get("factors")
    if factors is None:
        x = variable.flat(f"{name}: its x", np.asarray(result.get("x")))
        return _core.start_at(x, atoms)
    sides = (np.asfortranarray(side, np.float64) for side in (factors.left, factors.right))
    left, right = sides if variable.by_columns else reversed([*sides])
    return _core.start_at_matrix(left, right, atoms)


def prepared(x0: StartLike | None, name: str = "x0") -> tuple[Any, tuple[int, ...] | None]:
    """Return the given start with packed atoms, and its shape if it has one."""
    given: Any = x0
    if x0 is None or isinstance(x0, str):
        return given, None
    if isinstance(x0, Result):
        factors = x0.get("factors")
        return x0, np.asarray(x0.get("x")).shape if factors is None else factors.shape
    if isinstance(x0, Atoms) or (isinstance(x0, (list, tuple)) and _are_pairs(x0)):
        atoms = packed(name, x0)
        return atoms, (atoms.size,) if atoms.shape == NO_SHAPE else atoms.shape
    array = _arrays._real(name, given)
    return array, array.shape


def make(given: Any, variable: Variable, name: str = "x0") -> Start:
    """Return the start for a result of `prepared`."""
    if given is None or isinstance(given, str):
        return given
    if isinstance(given, Result):
        return _of_result(given, variable, name)
    if isinstance(given, Atoms):
        return _core.start_at_atoms(given._arrays(variable))
    return variable.flat(name, given)


def _are_pairs(items: Sequence[Any]) -> bool:
    return any(isinstance(item, tuple) for item in items)
