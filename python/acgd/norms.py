"""Norms for the Lipschitz estimate and the decrease test, also as strings: "l1", "lp:3"."""

from __future__ import annotations

import re
from typing import Any, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _arguments, _arrays, _core, sets
from ._arrays import NO_SHAPE, Variable

__all__ = [
    "Norm",
    "frobenius_norm",
    "l1_norm",
    "l2_norm",
    "linf_norm",
    "lp_norm",
    "nuclear_norm",
    "schatten_norm",
    "spectral_norm",
]


DEFAULT = "l2"


class Norm:
    """A norm and its dual. Made by the functions of this module.

    Examples
    --------
    >>> import acgd
    >>> norm = acgd.l1_norm()
    >>> norm.of([3.0, -4.0]), norm.dual([3.0, -4.0])
    (7.0, 4.0)
    """

    def __init__(self, text: str, shape: tuple[int, int] = (0, 0)) -> None:
        self._text, self._shape = text, shape
        with _arguments.naming_text("text", _arguments.text("text", text), "norm"):
            self._core = self._make(Variable(shape[0] * shape[1], shape))

    def _make(self, variable: Variable) -> _core.Norm:
        return _core.make_norm(_by_rows(self._text, variable), variable.dimension, variable.sides)

    def __reduce__(self) -> Any:
        return type(self), (self._text, self._shape)

    def of(self, v: ArrayLike) -> float:
        """Return ||v|| of a vector or a matrix."""
        return self._core.of(self._flat("v", v))

    def dual(self, g: ArrayLike) -> float:
        """Return the dual norm: the maximum of <g, v> over ||v|| <= 1."""
        return self._core.dual(self._flat("g", g))

    def _flat(self, name: str, v: ArrayLike) -> NDArray[np.float64]:
        known = self._shape != NO_SHAPE
        variable = Variable(0, self._shape) if known else _arrays.variable_at(name, v)
        return variable.flat(name, v)

    def __repr__(self) -> str:
        return f"<acgd.Norm {self._core.name}>"


def _by_rows(text: str, variable: Variable) -> str:
    """Convert the shape in a string such as "nuclear:2x3" to the library's order."""
    return text if variable.by_columns else re.sub(r":(\d+)x(\d+)$", r":\2x\1", text)


def _sides(rows: int, cols: int) -> tuple[int, int]:
    sides = _arguments.count_from(1, "rows", rows), _arguments.count_from(1, "cols", cols)
    if sides[0] * sides[1] >= 2**63:
        raise ValueError(f"rows = {rows}, cols = {cols}: must be fewer than 2^63 entries")
    return sides


def l1_norm() -> Norm:
    """The sum of absolute entries.

    Examples
    --------
    >>> import acgd
    >>> acgd.l1_norm().of([1.0, -2.0])
    3.0
    """
    return Norm("l1")


def l2_norm() -> Norm:
    """The Euclidean norm; the default.

    Examples
    --------
    >>> import acgd
    >>> acgd.l2_norm().of([3.0, -4.0])
    5.0
    """
    return Norm("l2")


def linf_norm() -> Norm:
    """The largest absolute entry.

    Examples
    --------
    >>> import acgd
    >>> acgd.linf_norm().of([3.0, -4.0])
    4.0
    """
    return Norm("linf")


def lp_norm(p: float) -> Norm:
    """(sum |v_i|^p)^(1/p), 1 < p < infinity.

    Examples
    --------
    >>> import acgd
    >>> round(acgd.lp_norm(3).of([1.0, 2.0]), 6)
    2.080084
    """
    return Norm(f"lp:{sets.LpBall(p).p!r}")


def frobenius_norm() -> Norm:
    """The Euclidean norm of a matrix.

    Examples
    --------
    >>> import acgd
    >>> acgd.frobenius_norm().of([[3.0], [4.0]])
    5.0
    """
    return Norm("frobenius")


def nuclear_norm(rows: int, cols: int) -> Norm:
    """The sum of a matrix's singular values.

    Examples
    --------
    >>> import acgd
    >>> round(acgd.nuclear_norm(2, 2).of([[3.0, 0.0], [0.0, 4.0]]), 9)
    7.0
    """
    return Norm("nuclear", _sides(rows, cols))


def spectral_norm(rows: int, cols: int) -> Norm:
    """The largest singular value of a matrix.

    Examples
    --------
    >>> import acgd
    >>> round(acgd.spectral_norm(2, 2).of([[3.0, 0.0], [0.0, 4.0]]), 9)
    4.0
    """
    return Norm("spectral", _sides(rows, cols))


def schatten_norm(p: float, rows: int, cols: int) -> Norm:
    """The lp norm of a matrix's singular values, 1 < p < infinity.

    Examples
    --------
    >>> import acgd
    >>> round(acgd.schatten_norm(3, 2, 2).of([[1.0, 0.0], [0.0, 2.0]]), 6)
    2.080084
    """
    return Norm(f"schatten:{sets.LpBall(p).p!r}", _sides(rows, cols))


NormLike = Union[str, Norm]


def make(norm: NormLike, variable: Variable) -> _core.Norm:
    """Return the norm of a name or a norm."""
    if isinstance(norm, Norm):
        if NO_SHAPE not in (norm._shape, variable.shape) and norm._shape != variable.shape:
            raise ValueError(
                f"norm: is one of matrices of shape {norm._shape}, must be of {variable.shape}"
            )
        return norm._make(variable._replace(shape=norm._shape))
    if isinstance(norm, str):
        with _arguments.naming_text("norm", _arguments.text("norm", norm), "norm"):
            return _core.make_norm(_by_rows(norm, variable), variable.dimension, variable.sides)
    raise TypeError(f"norm = {norm!r}: must be a name or a norm")
