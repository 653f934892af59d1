# Written by python/tests/generate.py.
from __future__ import annotations
from typing import Literal
import os
from functools import partial
from typing import Any, Callable
from . import _arguments, _core, _parameters, _starts, directions, norms, penalties, sets, steps
from ._arrays import Variable
from ._bounds import BoundsLike, box_of
from ._functions import Fun, Jac, function_of, variable_of
from ._progress import shown
from ._watching import Callback, watcher
from .options import OPTIONS as OPTIONS
from .options import Limits, Options, limits_of
from .ranks import team_of
from .result import Interrupted, Result, from_core
__all__ = ['Options', 'continuous_greedy', 'descend', 'minimize']

def complete(
    solve: Callable[..., dict[str, Any]],
    limits: Limits,
    callback: Callback | None,
    calls: Callable[[], tuple[int, int] | None] = ...,
    variable: Variable | None = ...,
    *,
    step: str,
) -> Result: ...

def minimize(
    fun: Fun,
    x0: _starts.StartLike | None = ...,
    set: sets.SetLike | None = ...,
    jac: Jac = ...,
    step: steps.StepLike = ...,
    norm: norms.NormLike = ...,
    callback: Callback | None = ...,
    options: Options | None = ...,
    *,
    bounds: BoundsLike | None = ...,
    penalty: penalties.PenaltyLike | None = ...,
    args: Any = ...,
    direction: directions.DirectionLike = ...,
    comm: Any = ...,
    convex: bool = ...,
    x_previous: _starts.StartLike | None = ...,
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
    on_interrupt: Literal['raise', 'return'] = ...,
    progress: bool = ...,
    tol: float | None = ...,
    maxiter: int | None = ...,
    disp: bool | None = ...,
) -> Result: ...

def descend(
    fun: Fun,
    x0: _starts.StartLike | None = ...,
    ball: sets.SetLike | None = ...,
    jac: Jac = ...,
    step: steps.StepLike = ...,
    norm: norms.NormLike = ...,
    callback: Callback | None = ...,
    options: Options | None = ...,
    *,
    args: Any = ...,
    direction: directions.DirectionLike = ...,
    comm: Any = ...,
    x_previous: _starts.StartLike | None = ...,
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
    on_interrupt: Literal['raise', 'return'] = ...,
    progress: bool = ...,
    tol: float | None = ...,
    maxiter: int | None = ...,
    disp: bool | None = ...,
) -> Result: ...

def continuous_greedy(
    fun: Fun,
    set: sets.SetLike,
    steps: int = ...,
    jac: Jac = ...,
    callback: Callback | None = ...,
    options: Options | None = ...,
    *,
    args: Any = ...,
    dimension: int | None = ...,
    comm: Any = ...,
    time_limit: float | None = ...,
    max_evaluations: int | None = ...,
    feasibility_tolerance: float = ...,
    check_oracle: bool = ...,
    check_gradient: bool | None = ...,
    threads: int | None = ...,
    trace: bool = ...,
    trace_every: int = ...,
    checkpoint: str | os.PathLike[str] | None = ...,
    checkpoint_every: int | str | None = ...,
    resume: str | os.PathLike[str] | None = ...,
    on_interrupt: Literal['raise', 'return'] = ...,
    progress: bool = ...,
    disp: bool | None = ...,
) -> Result: ...
