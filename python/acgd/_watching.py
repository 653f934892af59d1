"""Callbacks of runs in several forms."""

from __future__ import annotations

import inspect
from typing import Any, Callable, NamedTuple, Protocol, Union

import numpy as np
from numpy.typing import NDArray

from . import _arguments, _core
from ._arrays import Variable
from .atoms import LowRank
from .result import Result


class OfResult(Protocol):
    """A callback in the form of newer versions of scipy."""

    def __call__(self, *, intermediate_result: Result) -> object: ...


Callback = Union[
    Callable[[_core.Record], object], Callable[[NDArray[np.float64]], object], OfResult
]

# Parameter names of callbacks that take the point, in scipy and by convention.
_POINTS = ("xk", "x")


class Watcher(NamedTuple):
    """A callback for the compiled module: a function of a record, and of x if it needs x."""

    callback: Callable[..., object] | None = None
    takes_point: bool = False


def watcher(callback: Callback | None, variable: Variable | None = None) -> Watcher:
    """Wrap the callback; its parameter names determine its arguments."""
    if callback is None:
        return Watcher()
    function: Any = _arguments.function("callback", callback)
    names = _parameters_of(function)

    def point(x: Any) -> Any:
        if isinstance(x, tuple):
            return LowRank(*x)
        return x if variable is None else variable.array(x)

    if names == ["intermediate_result"]:
        return Watcher(
            lambda record, x: function(intermediate_result=_intermediate(record, point(x))), True
        )
    if names[:1] in ([name] for name in _POINTS):
        return Watcher(lambda _, x: function(point(x)), True)
    return Watcher(function)


def _parameters_of(function: Any) -> list[str]:
    try:
        return [*inspect.signature(function).parameters]
    except (TypeError, ValueError):
        return []  # compiled functions may have no signature


def _intermediate(record: _core.Record, x: Any) -> Result:
    """Return the intermediate result of a run."""
    has_factors = isinstance(x, LowRank)
    return Result(
        x=None if has_factors else x,
        factors=x if has_factors else None,
        fun=record.value,
        gap=record.gap,
        lower_bound=record.lower_bound,
        nit=record.iteration,
    )
