# Written by python/tests/generate.py.
from __future__ import annotations
from typing import Literal
import os
from functools import partial
from typing import Any, Callable, Iterable
import numpy as np
from numpy.typing import NDArray
from . import _arguments, _core, _parameters, directions, steps
from ._arrays import Variable
from ._core import Prepared
from ._watching import Callback
from .custom import PreparedSet
from .objectives import Objective
from .optimize import complete
from .options import OPTIONS, Options, limits_of
from .result import Interrupted, Result, from_core
from .sets import Set

class Problem:
    name: str
    title: str
    description: str
    sources: str
    inferred: str
    data: str
    strategies: list[str]
    constrained: bool
    optimal_value: float | None
    _core: Prepared

    def __init__(self, core: Prepared, settings: tuple[Any, ...]) -> None: ...

    @property
    def objective(self) -> Objective: ...

    @property
    def set(self) -> Set: ...

    @property
    def x0(self) -> NDArray[np.float64]: ...

    @property
    def _variable(self) -> Variable: ...

    def solve(
        self,
        step: steps.StepLike = ...,
        callback: Callback | None = ...,
        options: Options | None = ...,
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
        on_interrupt: Literal['raise', 'return'] = ...,
        progress: bool = ...,
        tol: float | None = ...,
        maxiter: int | None = ...,
        disp: bool | None = ...,
    ) -> Result: ...

    def __reduce__(self) -> Any: ...

    def __repr__(self) -> str: ...

class _PreparedObjective(Objective):

    def __init__(self, problem: Problem) -> None: ...

    def __reduce__(self) -> Any: ...

def names() -> list[str]: ...

def lasso(
    seed: int = ...,
    quick: bool = ...,
    data: str | os.PathLike[str] | None = ...,
    synthetic: bool = ...,
    counting: str = ...,
) -> Problem: ...

def matrix_balancing(
    seed: int = ...,
    quick: bool = ...,
    data: str | os.PathLike[str] | None = ...,
    synthetic: bool = ...,
    counting: str = ...,
) -> Problem: ...

def logistic(
    seed: int = ...,
    quick: bool = ...,
    data: str | os.PathLike[str] | None = ...,
    synthetic: bool = ...,
    counting: str = ...,
) -> Problem: ...

def sigmoid_l1(
    seed: int = ...,
    quick: bool = ...,
    data: str | os.PathLike[str] | None = ...,
    synthetic: bool = ...,
    counting: str = ...,
) -> Problem: ...

def video(
    seed: int = ...,
    quick: bool = ...,
    data: str | os.PathLike[str] | None = ...,
    synthetic: bool = ...,
    counting: str = ...,
) -> Problem: ...

def collaborative(
    seed: int = ...,
    quick: bool = ...,
    data: str | os.PathLike[str] | None = ...,
    synthetic: bool = ...,
    counting: str = ...,
) -> Problem: ...

def simplex_quadratic(
    seed: int = ...,
    quick: bool = ...,
    data: str | os.PathLike[str] | None = ...,
    synthetic: bool = ...,
    counting: str = ...,
) -> Problem: ...

def least_squares_l2(
    seed: int = ...,
    quick: bool = ...,
    data: str | os.PathLike[str] | None = ...,
    synthetic: bool = ...,
    counting: str = ...,
) -> Problem: ...

def least_squares_l1(
    seed: int = ...,
    quick: bool = ...,
    data: str | os.PathLike[str] | None = ...,
    synthetic: bool = ...,
    counting: str = ...,
) -> Problem: ...

def least_squares_linf(
    seed: int = ...,
    quick: bool = ...,
    data: str | os.PathLike[str] | None = ...,
    synthetic: bool = ...,
    counting: str = ...,
) -> Problem: ...

def sigmoid(
    seed: int = ...,
    quick: bool = ...,
    data: str | os.PathLike[str] | None = ...,
    synthetic: bool = ...,
    counting: str = ...,
) -> Problem: ...

def sum_of_squares(
    seed: int = ...,
    quick: bool = ...,
    data: str | os.PathLike[str] | None = ...,
    synthetic: bool = ...,
    counting: str = ...,
) -> Problem: ...

def rosenbrock(
    seed: int = ...,
    quick: bool = ...,
    data: str | os.PathLike[str] | None = ...,
    synthetic: bool = ...,
    counting: str = ...,
) -> Problem: ...

def levy(
    seed: int = ...,
    quick: bool = ...,
    data: str | os.PathLike[str] | None = ...,
    synthetic: bool = ...,
    counting: str = ...,
) -> Problem: ...

def zakharov(
    seed: int = ...,
    quick: bool = ...,
    data: str | os.PathLike[str] | None = ...,
    synthetic: bool = ...,
    counting: str = ...,
) -> Problem: ...

def reproduce(
    experiments: str | Iterable[str] | None = ...,
    *,
    strategies: Iterable[str] = ...,
    seed: int = ...,
    quick: bool = ...,
    data: str | os.PathLike[str] | None = ...,
    synthetic: bool = ...,
    counting: str = ...,
    on_interrupt: str = ...,
) -> dict[str, dict[str, Any]]: ...
