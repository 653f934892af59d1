"""What may be minimised: an objective of the library, or functions of the user."""

from __future__ import annotations

from typing import Any, Callable, Literal, NamedTuple, Protocol, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core, sets
from ._differences import SCHEMES, Differences
from .objectives import Objective


class ValueAndGradient(Protocol):
    """An object with these methods."""

    def value(self, x: NDArray[np.float64], /) -> float: ...

    def gradient(self, x: NDArray[np.float64], /) -> ArrayLike: ...


Fun = Union[Objective, ValueAndGradient, Callable[..., Any]]
Jac = Union[Callable[..., ArrayLike], bool, Literal["2-point", "3-point"], None]


class Function(NamedTuple):
    """What a run minimises, and what counts the values that finite differences take."""

    core: _core.Objective
    differences: Differences | None = None

    @property
    def calls(self) -> tuple[int, int] | None:
        """Values and gradients so far, of functions of the user."""
        calls = self.core.calls
        if calls is None or self.differences is None:
            return calls
        return calls[0] + self.differences.calls, calls[1]


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


def _with(function: Any, args: tuple[Any, ...]) -> Any:
    return (lambda x: function(x, *args)) if args else function


def function_of(
    fun: Fun, jac: Jac, dimension: int, args: Any = (), set: sets.Set | None = None
) -> Function:
    """What `fun`, `jac` and `args` stand for; differences stay inside of a box."""
    more = args if isinstance(args, tuple) else (args,)
    if isinstance(fun, Objective):
        if jac is not None:
            raise ValueError("jac: must be None, fun has its own gradient")
        if more:
            raise ValueError("args: must be (), fun is an acgd objective and takes none")
        return Function(fun._core)
    if isinstance(fun, type):
        raise TypeError(f"fun = {fun!r}: is a class, must be an object of it")
    if jac is None and hasattr(fun, "value") and hasattr(fun, "gradient"):
        both = _with(fun.value, more), _with(fun.gradient, more)
        return Function(_core.python_objective(dimension, *both, None))
    if not callable(fun):
        raise TypeError(f"fun = {fun!r}: must be a function or an acgd objective")
    value = _with(fun, more)
    if jac is True:
        return Function(_core.python_objective(dimension, value, None, None))
    if callable(jac):
        return Function(_core.python_objective(dimension, value, _with(jac, more), None))
    if not (jac is None or jac is False or (isinstance(jac, str) and jac in SCHEMES)):
        raise TypeError(
            f"jac = {jac!r}: must be a function, {' or '.join(map(repr, SCHEMES))}, or True if fun "
            "returns the gradient"
        )
    bounds = (set.lower, set.upper) if isinstance(set, sets.Box) else (-np.inf, np.inf)
    differences = Differences(value, jac or SCHEMES[0], *bounds)
    if jac is None:
        return Function(_core.python_objective(dimension, value, None, differences), differences)
    return Function(_core.python_objective(dimension, value, differences, None), differences)
