"""Functions to minimise: objectives of the library, or functions of the user."""

from __future__ import annotations

from functools import partial
from typing import Any, Callable, Literal, NamedTuple, Protocol, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _arguments, _core, penalties, sets
from ._arrays import NO_SHAPE, Variable
from ._differences import SCHEMES, Differences
from .objectives import Objective


class ValueAndGradient(Protocol):
    """An object with the methods value and gradient."""

    def value(self, x: NDArray[np.float64], /) -> float: ...

    def gradient(self, x: NDArray[np.float64], /) -> ArrayLike: ...


Fun = Union[Objective, ValueAndGradient, Callable[..., Any]]
Jac = Union[Callable[..., ArrayLike], bool, Literal["2-point", "3-point"], None]


class Function(NamedTuple):
    """The function of a run, with the counter of evaluations by finite differences."""

    core: _core.Objective
    differences: Differences | None = None

    @property
    def calls(self) -> tuple[int, int] | None:
        """Number of values and gradients so far, for functions of the user."""
        calls = self.core.calls
        if calls is None or self.differences is None:
            return calls
        return calls[0] + self.differences.calls, calls[1]


def variable_of(
    fun: Fun, given: tuple[int, ...] | None, set: sets.Set | penalties.Penalty, name: str = "x0"
) -> Variable:
    """Return the variable, from fun, the set or x0; `given` is the shape of x0, if it has one.

    `name` is the argument that errors refer to.
    """
    size = fun.dimension if isinstance(fun, Objective) else None
    if isinstance(fun, Objective) and fun._core.shape != NO_SHAPE:
        return Variable(fun.dimension, fun._core.shape, True)
    if size is None and given is not None and 0 in given:
        raise ValueError(f"{name}: must not be empty")
    shape = set._shape_for(name, given, size)
    if size is None:
        size = set.dimension if given is None else int(np.prod(given))
    if size is None:
        raise ValueError(
            f"{name}: must be given, neither fun nor the set has a number of variables"
        )
    return Variable(size, shape)


def _with(function: Any, args: tuple[Any, ...]) -> Any:
    return (lambda x: function(x, *args)) if args else function


def function_of(
    fun: Fun,
    jac: Jac,
    variable: Variable,
    args: Any = (),
    set: sets.Set | None = None,
    convex: bool = False,
) -> Function:
    """Return the function of `fun`, `jac` and `args`; finite differences stay within a box."""
    more = args if isinstance(args, tuple) else (args,)
    make = partial(
        _core.python_objective,
        variable.dimension,
        variable.shape,
        _arguments.flag("convex", convex),
    )
    if isinstance(fun, Objective):
        if jac is not None:
            raise ValueError("jac: must be None, fun has its own gradient")
        if more:
            raise ValueError("args: must be (), fun is an acgd objective and takes none")
        if convex:
            raise ValueError(
                "convex: must be False, fun is an acgd objective, whose convexity is known"
            )
        return Function(fun._core)
    if isinstance(fun, type):
        raise TypeError(f"fun = {fun!r}: is a class, must be an object of it")
    if jac is None and hasattr(fun, "value") and hasattr(fun, "gradient"):
        both = _with(fun.value, more), _with(fun.gradient, more)
        return Function(make(*both, None))
    if not callable(fun):
        raise TypeError(f"fun = {fun!r}: must be a function or an acgd objective")
    value = _with(fun, more)
    if jac is True:
        return Function(make(value, None, None))
    if callable(jac):
        return Function(make(value, _with(jac, more), None))
    if not (jac is None or jac is False or (isinstance(jac, str) and jac in SCHEMES)):
        raise TypeError(
            f"jac = {jac!r}: must be a function, {' or '.join(map(repr, SCHEMES))}, or True if fun "
            "returns the gradient"
        )
    bounds = (set.lower, set.upper) if isinstance(set, sets.Box) else (-np.inf, np.inf)
    differences = Differences(value, jac or SCHEMES[0], *bounds)
    if jac is None:
        return Function(make(value, None, differences), differences)
    return Function(make(value, differences, None), differences)
