"""What may be minimised: an objective of the library, or functions of the user."""

from __future__ import annotations

from typing import Any, Callable, Union

import numpy as np
from numpy.typing import NDArray

from . import _core, sets
from .objectives import Objective

Fun = Union[Objective, Callable[[NDArray[np.float64]], Any], Any]


def dimension_of(fun: Fun, size: int | None, set: sets.Set) -> int:
    """The number of variables, from whoever knows it; `size` is that of x0, if it has one."""
    if isinstance(fun, Objective):
        return fun.dimension
    if size is not None:
        if size == 0:
            raise ValueError("x0: must not be empty")
        return size
    if set.dimension is not None:
        return set.dimension
    raise ValueError("x0: must be given, neither fun nor the set says how many variables there are")


def objective_of(fun: Fun, jac: Any, dimension: int) -> _core.Objective:
    """The objective that `fun` and `jac` stand for."""
    if isinstance(fun, Objective):
        if jac is not None:
            raise ValueError("jac: must be None, fun has its own gradient")
        return fun._core
    if isinstance(fun, type):
        raise TypeError(f"fun = {fun!r}: is a class, must be an object of it")
    if jac is None and hasattr(fun, "value") and hasattr(fun, "gradient"):
        return _core.python_objective(dimension, fun.value, fun.gradient)
    if not callable(fun):
        raise TypeError(f"fun = {fun!r}: must be a function or an acgd objective")
    if not (jac is None or jac is True or callable(jac)):
        raise TypeError(f"jac = {jac!r}: must be a function, or True if fun returns the gradient")
    return _core.python_objective(dimension, fun, None if jac is True else jac)
