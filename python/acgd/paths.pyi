# Written by python/tests/generate.py.
from __future__ import annotations
from typing import Any, Mapping, Union
from numpy.typing import ArrayLike
from . import _arguments, _arrays, _fits, _parameters, _samples, _validation, directions, steps
from ._path import Path
from .options import OPTIONS
__all__ = ['Path', 'path']

def path(
    X: Any,
    y: ArrayLike,
    *,
    objective: str = ...,
    set: str = ...,
    radii: Union[int, ArrayLike, None] = ...,
    lambdas: Union[int, ArrayLike, None] = ...,
    folds: Any = ...,
    seed: int = ...,
    intercept: bool = ...,
    standardize: bool = ...,
    ridge: float = ...,
    sample_weight: Union[ArrayLike, None] = ...,
    class_weight: Union[Mapping[Any, float], str, None] = ...,
    groups: Union[ArrayLike, None] = ...,
    tol: float = ...,
    step: steps.StepLike = ...,
    direction: directions.DirectionLike = ...,
    max_iterations: int = ...,
    time_limit: float | None = ...,
    max_evaluations: int | None = ...,
    gap_tolerance: float | None = ...,
    relative_gap_tolerance: float | None = ...,
    threads: int | None = ...,
) -> Path: ...
