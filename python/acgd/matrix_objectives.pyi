# Written by python/tests/generate.py.
from __future__ import annotations
from typing import Literal
from typing import Any
import numpy as np
from numpy.typing import ArrayLike
from . import _arguments, _arrays
from ._arrays import MatrixLike
from ._parameters import convert, keywords
from .objectives import PARAMETERS, Objective, StoredMatrix
__all__ = ['Completion', 'MatrixBalancing']

def loss_and_rho(keywords: dict[str, Any]) -> dict[str, Any]: ...

class Completion(Objective):

    def __init__(
        self,
        rows: ArrayLike,
        cols: ArrayLike,
        values: ArrayLike,
        shape: tuple[int, int] | None = ...,
        *,
        weights: ArrayLike | None = ...,
        loss: Literal['huber', 'squared', 'logistic'] = ...,
        rho: float = ...,
        scaling: Literal['automatic', 'sum', 'mean'] = ...,
        max_terms: int = ...,
    ) -> None: ...

    @staticmethod
    def _check_inside(rows: Any, cols: Any, sides: tuple[int, int]) -> None: ...

    @staticmethod
    def _check_entries(values: Any, weights: Any) -> None: ...

    @property
    def shape(self) -> tuple[int, int]: ...

class MatrixBalancing(StoredMatrix):

    def __init__(self, A: MatrixLike) -> None: ...
