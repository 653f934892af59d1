"""What users pass, converted into what the compiled module takes or refused with a reason."""

from __future__ import annotations

import operator
from typing import Any, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core
from ._sparse import Sparse, sparse
from ._sparse import is_sparse as is_sparse

# What matrices may be: those of numpy, of scipy.sparse, and for models prepared ones.
MatrixLike = Union[ArrayLike, Sparse]
DesignLike = Union[MatrixLike, _core.Map]

_REAL = "biuf"


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
    """A real number, or a TypeError that names the argument."""
    if not isinstance(value, (str, bytes)):
        try:
            return float(value)
        except (TypeError, ValueError):
            pass
    raise TypeError(f"{name} = {value!r}: must be a number")


def count(name: str, value: Any) -> int:
    """An integer, or a TypeError that names the argument; 1e4 will do."""
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
    """Doubles one after the other. Not a copy if they are that already."""
    array = _real(name, a)
    if array.ndim != 1:
        raise ValueError(
            f"{name}: has {array.ndim} dimensions, must have 1"
            + ("; a matrix is its columns, stacked: a.ravel(order='F')" if array.ndim == 2 else "")
        )
    return np.require(array, np.float64, ["C", "A"])


def optional_vector(name: str, a: ArrayLike | None) -> NDArray[np.float64] | None:
    """A vector, or None."""
    return None if a is None else vector(name, a)


def indices(name: str, a: ArrayLike) -> NDArray[np.int32]:
    """Row or column numbers as 32-bit integers; they must be whole and not negative."""
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
    """A matrix in Fortran order. Not a copy if it is one of doubles (or floats) already."""
    array = _real(name, a)
    if array.ndim != 2:
        raise ValueError(f"{name}: has {array.ndim} dimensions, must have 2")
    keep = keep_float32 and array.dtype == np.float32
    return np.require(array, np.float32 if keep else np.float64, ["F", "A"])


def design(name: str, a: Any, cut: bool) -> _core.Map:
    """The matrix of a model, one row a sample; cut into shards, or whole."""
    if isinstance(a, _core.Map):
        return a
    if is_sparse(a):
        return _core.sparse_map(*sparse(name, a), cut)
    return _core.dense_map(matrix(name, a, keep_float32=True), cut)
