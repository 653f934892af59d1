# Written by python/tests/generate.py.
from __future__ import annotations
from typing import Literal
from typing import Callable, Union
from . import _arguments, _core
from ._parameters import Described, described
__all__ = ['AdaptiveAdjustable', 'AdaptiveConstant', 'Backtracking', 'ContinuousGreedy', 'Fixed', 'InverseSquareRoot', 'LineSearch', 'OpenLoop', 'Secant', 'Short', 'StepRule']
DEFAULT: str

class StepRule(Described):

    def __post_init__(self) -> None: ...

    def _make(self) -> _core.Step: ...

class AdaptiveConstant(StepRule):
    gamma: float
    beta: float
    delta: float | None
    initial_lipschitz: float | None

    def __init__(
        self,
        gamma: float = ...,
        beta: float = ...,
        delta: float | None = ...,
        initial_lipschitz: float | None = ...,
    ) -> None: ...

class AdaptiveAdjustable(StepRule):
    gamma: float
    beta: float
    delta: float | None
    initial_lipschitz: float | None
    period: int
    counting: Literal['paper', 'published']

    def __init__(
        self,
        gamma: float = ...,
        beta: float = ...,
        delta: float | None = ...,
        initial_lipschitz: float | None = ...,
        period: int = ...,
        counting: Literal['paper', 'published'] = ...,
    ) -> None: ...

class Backtracking(StepRule):
    growth: float
    shrink: float
    initial_lipschitz: float | None

    def __init__(
        self,
        growth: float = ...,
        shrink: float = ...,
        initial_lipschitz: float | None = ...,
    ) -> None: ...

class Short(StepRule):
    lipschitz: float | None

    def __init__(self, lipschitz: float | None = ...) -> None: ...

class OpenLoop(StepRule):
    l: float

    def __init__(self, l: float = ...) -> None: ...

class InverseSquareRoot(StepRule): ...

class Fixed(StepRule):
    length: float

    def __init__(self, length: float = ...) -> None: ...

class ContinuousGreedy(StepRule):
    steps: int | None

    def __init__(self, steps: int | None = ...) -> None: ...

class LineSearch(StepRule):
    tolerance: float
    max_rounds: int

    def __init__(self, tolerance: float = ..., max_rounds: int = ...) -> None: ...

class Secant(StepRule):
    tolerance: float
    max_rounds: int

    def __init__(self, tolerance: float = ..., max_rounds: int = ...) -> None: ...
StepLike = Union[str, StepRule, Callable[[_core.Line], float]]

def make(step: StepLike, constrained: bool) -> _core.Step: ...
