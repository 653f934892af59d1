# Written by python/tests/generate.py.
from __future__ import annotations
from typing import Literal
import os
from typing import Any, Mapping, NamedTuple, TypedDict
from . import _arguments, _core, _parameters
from ._parameters import Parameter
__all__ = ['Options']
OPTIONS: list[Parameter]

class Options(TypedDict, total=False):
    max_iterations: int
    time_limit: float | None
    max_evaluations: int | None
    gap_tolerance: float | None
    relative_gap_tolerance: float | None
    gradient_tolerance: float
    optimal_value: float | None
    value_tolerance: float
    feasibility_tolerance: float
    check_oracle: bool
    check_gradient: bool | None
    threads: int | None
    trace: bool
    trace_every: int
    checkpoint: str | os.PathLike[str] | None
    checkpoint_every: int | str | None
    resume: str | os.PathLike[str] | None
    on_interrupt: Literal['raise', 'return']
    progress: bool
    tol: float | None
    maxiter: int | None
    disp: bool | None

class Limits(NamedTuple):
    options: dict[str, Any]
    files: dict[str, Any]
    on_interrupt: str
    progress: bool

def limits_of(
    options: Mapping[str, Any] | None,
    keywords: Mapping[str, Any],
    constrained: bool,
) -> Limits: ...
