# Written by python/tests/generate.py.
from __future__ import annotations
from typing import Literal
from typing import Any
import numpy as np
from numpy.typing import ArrayLike, NDArray
from . import _arguments, _core
from ._arrays import DesignLike
from ._parameters import convert, documentation, documented, keywords
from .objectives import PARAMETERS, Objective
from .ranks import block_count, team_of
__all__ = ['Huber', 'LeastSquares', 'Logistic', 'NegativeLog', 'Poisson', 'Sigmoid', 'SquaredHinge', 'design']

class LeastSquares(Objective):

    def __init__(
        self,
        A: Any,
        b: ArrayLike,
        *,
        weights: ArrayLike | None = ...,
        factor: float = ...,
        route: Literal['automatic', 'composite', 'gram-columns', 'gram-matrix'] = ...,
        cache_bytes: int = ...,
        gram_bytes: int = ...,
        expected_iterations: float = ...,
        expected_coordinates: float = ...,
        intercept: bool = ...,
    ) -> None: ...

class _Model(Objective):
    _family: str
    _takes_signs: bool

    def __init__(
        self,
        A: Any,
        y: ArrayLike,
        *,
        weights: ArrayLike | None = ...,
        intercept: bool = ...,
        scaling: Literal['automatic', 'sum', 'mean'] = ...,
    ) -> None: ...

    def _make_model(
        self,
        A: Any,
        y: ArrayLike,
        weights: ArrayLike | None,
        intercept: bool,
        values: dict[str, Any],
    ) -> None: ...

class Logistic(_Model):
    _family: str
    _takes_signs: bool

class Sigmoid(_Model):
    _family: str

class SquaredHinge(_Model):
    _family: str
    _takes_signs: bool

class Poisson(_Model):
    _family: str

class NegativeLog(Objective):

    def __init__(
        self,
        L: Any,
        *,
        weights: ArrayLike | None = ...,
        scaling: Literal['automatic', 'sum', 'mean'] = ...,
    ) -> None: ...

class Huber(_Model):
    _family: str

    def __init__(
        self,
        A: Any,
        y: ArrayLike,
        rho: float = ...,
        *,
        weights: ArrayLike | None = ...,
        intercept: bool = ...,
        scaling: Literal['automatic', 'sum', 'mean'] = ...,
    ) -> None: ...

def design(A: DesignLike, comm: Any = ..., blocks: int | None = ...) -> _core.Map: ...
