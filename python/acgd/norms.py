"""Norms of the Lipschitz estimate and the decrease test. Strings name them, too: "l1", "lp:3"."""

from __future__ import annotations

from typing import Any, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _arguments, _arrays, _core, sets

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
            self._core = _core.make_norm(text, shape[0] * shape[1], shape)

    def __reduce__(self) -> Any:
        return type(self), (self._text, self._shape)

    def of(self, v: ArrayLike) -> float:
        """||v||; a matrix may be given as it is."""
        return self._core.of(_stacked("v", v))

    def dual(self, g: ArrayLike) -> float:
        """The largest <g, v> with ||v|| <= 1."""
        return self._core.dual(_stacked("g", g))

    def __repr__(self) -> str:
        return f"<acgd.Norm {self._core.name}>"


def _stacked(name: str, v: ArrayLike) -> NDArray[np.float64]:
    array = _arrays._real(name, v)
    return _arrays.vector(name, array.ravel(order="F") if array.ndim == 2 else array)


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


def make(norm: NormLike, dimension: int, shape: tuple[int, int]) -> _core.Norm:
    """The norm that a name or a norm stands for."""
    if isinstance(norm, Norm):
        return norm._core
    if isinstance(norm, str):
        with _arguments.naming_text("norm", _arguments.text("norm", norm), "norm"):
            return _core.make_norm(norm, dimension, shape)
    raise TypeError(f"norm = {norm!r}: must be a name or a norm")
