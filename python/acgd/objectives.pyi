# Written by python/tests/generate.py.
from __future__ import annotations
from typing import Literal
import copyreg
from typing import Any
import numpy as np
from numpy.typing import ArrayLike, NDArray
from . import _arguments, _arrays, _core
from ._arrays import DesignLike, MatrixLike
from ._core import Objective as CoreObjective
from ._parameters import convert, documentation, documented, keywords, of_library
from .ranks import team_of
__all__ = ['Huber', 'LeastSquares', 'Logistic', 'Objective', 'Poisson', 'Quadratic', 'Ridge', 'Sigmoid', 'SquaredHinge', 'Sum', 'design']
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

    def value(self, x: ArrayLike) -> float: ...

    def gradient(self, x: ArrayLike) -> NDArray[np.float64]: ...

    def intercept(self, x: ArrayLike) -> NDArray[np.float64]: ...

    def __repr__(self) -> str: ...

class StoredMatrix(Objective):
    _values: tuple[Any, ...]

    def _make_core(self, made_by: str, *arguments: Any) -> None: ...

    def __getstate__(self) -> dict[str, Any]: ...

    def __setstate__(self, state: dict[str, Any]) -> None: ...

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
    _made_by: str

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
    _made_by: str

class Sigmoid(_Model):
    _made_by: str

class SquaredHinge(_Model):
    _made_by: str

class Poisson(_Model):
    _made_by: str

class Huber(_Model):
    _made_by: str

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

class Ridge(Objective):

    def __init__(self, n: int, l: float) -> None: ...

class Sum(Objective):

    def __init__(self, objectives: Any, weights: ArrayLike | None = ...) -> None: ...

    def _add_up(self) -> None: ...

    def __setstate__(self, state: dict[str, Any]) -> None: ...

def design(A: DesignLike, comm: Any = ...) -> _core.Map: ...
