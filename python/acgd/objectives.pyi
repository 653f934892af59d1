# Written by python/tests/generate.py.
from __future__ import annotations
from typing import Literal
import copyreg
from typing import Any
import numpy as np
from numpy.typing import ArrayLike, NDArray
from . import _arguments, _arrays, _core
from ._arrays import NO_SHAPE, MatrixLike, Variable, variable_at
from ._core import Objective as CoreObjective
from ._parameters import convert, keywords, of_library
__all__ = ['FactorRisk', 'Linear', 'Objective', 'OptimalDesign', 'Quadratic', 'QuadraticAssignment', 'Ridge', 'Sum']
PARAMETERS: dict[str, Any]

class Objective:
    _core: CoreObjective
    _parts: tuple[str, tuple[Any, ...]]

    def __init__(self) -> None: ...

    def _make_core(self, made_by: str, *arguments: Any) -> None: ...

    def __getstate__(self) -> dict[str, Any]: ...

    def __setstate__(self, state: dict[str, Any]) -> None: ...

    @property
    def dimension(self) -> int: ...

    @property
    def lipschitz(self) -> float | None: ...

    def _variable(self, name: str, x: ArrayLike) -> Variable: ...

    def value(self, x: ArrayLike) -> float: ...

    def gradient(self, x: ArrayLike) -> NDArray[np.float64]: ...

    def intercept(self, x: ArrayLike) -> NDArray[np.float64]: ...

    def __add__(self, other: Objective) -> Sum: ...

    def __rmul__(self, factor: float) -> Sum: ...

    def __repr__(self) -> str: ...

class StoredMatrix(Objective):
    _values: tuple[Any, ...]

    def _make_core(self, made_by: str, *arguments: Any) -> None: ...

    def __getstate__(self) -> dict[str, Any]: ...

    def __setstate__(self, state: dict[str, Any]) -> None: ...

class Quadratic(StoredMatrix):

    def __init__(
        self,
        Q: MatrixLike,
        b: ArrayLike | None = ...,
        c: float = ...,
        *,
        cache_bytes: int = ...,
        convex: bool | None = ...,
    ) -> None: ...

class Linear(Quadratic):

    def __init__(self, c: ArrayLike) -> None: ...

class FactorRisk(Objective):

    def __init__(
        self,
        F: ArrayLike,
        S: ArrayLike,
        D: ArrayLike,
        mu: ArrayLike | None = ...,
    ) -> None: ...

class OptimalDesign(Objective):

    def __init__(
        self,
        X: ArrayLike,
        *,
        c: ArrayLike | None = ...,
        criterion: Literal['D', 'A', 'I', 'c'] = ...,
    ) -> None: ...

class QuadraticAssignment(Objective):

    def __init__(self, A: ArrayLike, B: ArrayLike, C: ArrayLike | None = ...) -> None: ...

class Ridge(Objective):

    def __init__(self, n: int, l: float) -> None: ...

class Sum(Objective):

    def __init__(self, objectives: Any, weights: ArrayLike | None = ...) -> None: ...

    def _add_up(self) -> None: ...

    def __setstate__(self, state: dict[str, Any]) -> None: ...
