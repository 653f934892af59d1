# Written by python/tests/generate.py.
from __future__ import annotations
import os
from typing import Any, Callable, Mapping, NamedTuple
import numpy as np
from numpy.typing import ArrayLike, NDArray
from . import _arguments, _core, _parameters, _starts, directions, norms, sets, steps
from ._functions import Fun, dimension_of, objective_of
from ._parameters import Parameter
from .result import Interrupted, Result, from_core
__all__ = ['descend', 'minimize']
Callback = Callable[[_core.Record], Any]
OPTIONS: list

class Limits(NamedTuple):
    options: dict[str, Any]
    files: dict[str, Any]
    on_interrupt: str

def limits_of(options: Mapping[str, Any] | None, keywords: Mapping[str, Any]) -> Limits: ...

def finish(run: dict[str, Any], result: Result, limits: Limits) -> Result: ...

def minimize(
    fun: Fun,
    x0: _starts.StartLike | None = ...,
    set: sets.SetLike | None = ...,
    jac: Callable[[NDArray[np.float64]], ArrayLike] | bool | None = ...,
    step: steps.StepLike = ...,
    norm: norms.NormLike = ...,
    callback: Callback | None = ...,
    options: Mapping[str, Any] | None = ...,
    *,
    direction: directions.DirectionLike = ...,
    max_iterations: int = ...,
    time_limit: float | None = ...,
    max_evaluations: int | None = ...,
    gap_tolerance: float | None = ...,
    relative_gap_tolerance: float | None = ...,
    gradient_tolerance: float = ...,
    optimal_value: float | None = ...,
    value_tolerance: float = ...,
    feasibility_tolerance: float = ...,
    check_oracle: bool = ...,
    check_gradient: bool | None = ...,
    threads: int | None = ...,
    trace: bool = ...,
    trace_every: int = ...,
    checkpoint: str | os.PathLike[str] | None = ...,
    checkpoint_every: int | str | None = ...,
    resume: str | os.PathLike[str] | None = ...,
    on_interrupt: str = ...,
) -> Result: ...

def descend(
    fun: Fun,
    x0: _starts.StartLike | None = ...,
    ball: sets.SetLike | None = ...,
    jac: Callable[[NDArray[np.float64]], ArrayLike] | bool | None = ...,
    step: steps.StepLike = ...,
    norm: norms.NormLike = ...,
    callback: Callback | None = ...,
    options: Mapping[str, Any] | None = ...,
    *,
    direction: directions.DirectionLike = ...,
    max_iterations: int = ...,
    time_limit: float | None = ...,
    max_evaluations: int | None = ...,
    gap_tolerance: float | None = ...,
    relative_gap_tolerance: float | None = ...,
    gradient_tolerance: float = ...,
    optimal_value: float | None = ...,
    value_tolerance: float = ...,
    feasibility_tolerance: float = ...,
    check_oracle: bool = ...,
    check_gradient: bool | None = ...,
    threads: int | None = ...,
    trace: bool = ...,
    trace_every: int = ...,
    checkpoint: str | os.PathLike[str] | None = ...,
    checkpoint_every: int | str | None = ...,
    resume: str | os.PathLike[str] | None = ...,
    on_interrupt: str = ...,
) -> Result: ...
