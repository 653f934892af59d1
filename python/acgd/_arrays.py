"""Conversion of arrays to those of the compiled module, with validation."""

from __future__ import annotations

import operator
from typing import Any, NamedTuple, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core
from ._sparse import Sparse, sparse
from ._sparse import is_sparse as is_sparse

# Accepted matrices: numpy arrays, scipy.sparse matrices and, for models, prepared designs.
MatrixLike = Union[ArrayLike, Sparse]
DesignLike = Union[MatrixLike, _core.Map]

_REAL = "biuf"

Shape = tuple[int, int]
NO_SHAPE: Shape = (0, 0)


def _real(name: str, a: Any) -> NDArray[Any]:
    try:
        array = np.asarray(a)
    except ValueError as error:
        raise ValueError(f"{name}: is not an array of numbers: {error}") from None
    if array.dtype.kind not in _REAL:
        raise TypeError(f"{name}: has dtype {array.dtype}, must be real numbers")
    if isinstance(a, np.ma.MaskedArray) and np.any(a.mask):
        raise ValueError(f"{name}: has masked entries, must have a number everywhere")
    return array


def number(name: str, value: Any) -> float:
    """Return a real number, or raise a TypeError that names the argument."""
    if not isinstance(value, (str, bytes)):
        try:
            return float(value)
        except (TypeError, ValueError):
            pass
    raise TypeError(f"{name} = {value!r}: must be a number")


def count(name: str, value: Any) -> int:
    """Return an integer, or raise a TypeError that names the argument; accepts 1e4."""
    if isinstance(value, (float, np.floating)) and float(value).is_integer():
        value = int(value)
    try:
        whole = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} = {value!r}: must be an integer") from None
    if abs(whole) >= 2**63:
        raise ValueError(f"{name} = {value!r}: must be less than 2^63")
    return whole


def vector(name: str, a: ArrayLike) -> NDArray[np.float64]:
    """Return a contiguous vector of doubles; no copy if it is one already."""
    array = _real(name, a)
    if array.ndim != 1:
        raise ValueError(f"{name}: has {array.ndim} dimensions, must have 1")
    return np.require(array, np.float64, ["C", "A"])


def optional_vector(name: str, a: ArrayLike | None) -> NDArray[np.float64] | None:
    """Return a vector, or None."""
    return None if a is None else vector(name, a)


def indices(name: str, a: ArrayLike) -> NDArray[np.int32]:
    """Return row or column indices as 32-bit integers; they must be integers >= 0."""
    array = _real(name, a)
    if array.ndim != 1:
        raise ValueError(f"{name}: has {array.ndim} dimensions, must have 1")
    if array.size and (array.min() < 0 or array.max() >= 2**31):
        raise ValueError(f"{name}: must be between 0 and 2^31 - 1")
    whole = np.require(array, np.int32, ["C", "A"])
    if array.dtype.kind == "f" and not np.array_equal(whole, array):
        raise ValueError(f"{name}: must be whole numbers")
    return whole


def matrix(name: str, a: ArrayLike, *, keep_float32: bool = False) -> NDArray[Any]:
    """Return a matrix in Fortran order; no copy if it is one of doubles (or floats) already."""
    array = _real(name, a)
    if array.ndim != 2:
        raise ValueError(f"{name}: has {array.ndim} dimensions, must have 2")
    keep = keep_float32 and array.dtype == np.float32
    return np.require(array, np.float32 if keep else np.float64, ["F", "A"])


class Variable(NamedTuple):
    """The variable of a problem: a vector or a matrix.

    numpy is row-major, the library column-major: it stores the transpose of X, or X itself if the
    objective is a function of matrices (`by_columns`).
    """

    dimension: int
    shape: Shape = NO_SHAPE
    by_columns: bool = False

    @property
    def sides(self) -> Shape:
        """The shape in the library."""
        return self.shape if self.by_columns else self.shape[::-1]

    def flat(self, name: str, a: ArrayLike) -> NDArray[np.float64]:
        """Return a point as a vector of the library; no copy if the order agrees."""
        if self.shape == NO_SHAPE:
            return vector(name, a)
        array = _real(name, a)
        if array.shape != self.shape:
            raise ValueError(
                f"{name}: has shape {array.shape}, must be a matrix of shape {self.shape}"
            )
        ordered = array.ravel(order="F" if self.by_columns else "C")
        return np.require(ordered, np.float64, ["C", "A"])

    def array(self, x: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return a vector of the library in the shape of the variable."""
        if self.shape == NO_SHAPE:
            return x
        return x.reshape(self.shape, order="F" if self.by_columns else "C")


def variable_at(name: str, a: ArrayLike) -> Variable:
    """Return the variable that `a` is a point of."""
    array = _real(name, a)
    if array.ndim != 2:
        return Variable(len(vector(name, array)))
    return Variable(array.size, (array.shape[0], array.shape[1]))


def design(name: str, a: Any) -> _core.Map:
    """Return the design matrix, one row per sample."""
    if isinstance(a, _core.Map):
        return a
    if is_sparse(a):
        return _core.sparse_map(*sparse(name, a))
    return _core.dense_map(matrix(name, a, keep_float32=True))
