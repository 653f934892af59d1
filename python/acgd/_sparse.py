"""Validated conversion of sparse matrices: scipy does not check index arrays and may crash."""

from __future__ import annotations

import operator
from itertools import chain
from typing import Any, Protocol, Tuple

import numpy as np
from numpy.typing import NDArray

from . import _core

# Shape, starts of the columns, row indices and values.
Columns = Tuple[Tuple[int, int], NDArray[np.int32], NDArray[np.int32], NDArray[np.float64]]


class Sparse(Protocol):
    """The required interface of scipy.sparse matrices; scipy need not be installed."""

    @property
    def shape(self) -> Any: ...

    @property
    def nnz(self) -> Any: ...

    def tocsc(self) -> Any: ...


def is_sparse(a: Any) -> bool:
    """Whether it is a scipy.sparse matrix; scipy need not be installed."""
    return hasattr(a, "tocsc") and hasattr(type(a), "nnz")  # access to nnz may raise anything


def sparse(name: str, a: Any) -> Columns:
    """Return shape, column starts, row indices and values of a scipy.sparse matrix.

    They are copies: validated, sorted, with duplicate entries summed.
    """
    kind = getattr(a, "format", None)
    if kind == "coo":
        return _entries(name, a)
    if kind in ("csr", "csc", "bsr"):
        return _lines(name, a)
    if kind == "lil":
        return _lists(name, a)
    try:
        # These conversions use numpy only; other classes have their own.
        return _entries(name, a.tocoo()) if kind in ("dia", "dok") else _lines(name, a.tocsc())
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise ValueError(f"{name}: cannot be read as a sparse matrix: {error}") from None


def tidy(name: str, a: Any) -> Any:
    """Return a validated copy as a scipy.sparse matrix by rows."""
    from scipy.sparse import csc_matrix

    shape, starts, rows, values = sparse(name, a)
    return csc_matrix((values, rows, starts), shape=shape).tocsr()


def stored(name: str, a: Any) -> tuple[NDArray[Any], NDArray[Any], NDArray[np.float64]]:
    """Return rows, columns and values of the stored entries, with duplicates if it is COO."""
    if getattr(a, "format", None) == "coo":
        shape, row, col, values = _entry_arrays(name, a)
        _core.read_entries(name, shape, row, col, values)
        return row, col, values
    entries = tidy(name, a).tocoo()
    return entries.row, entries.col, entries.data


def _shape(name: str, a: Any) -> tuple[int, int]:
    try:
        sides = tuple(operator.index(side) for side in a.shape)
    except (AttributeError, TypeError):
        sides = ()
    if len(sides) != 2 or not all(0 <= side < 2**63 for side in sides):
        raise ValueError(f"{name}: has shape {getattr(a, 'shape', None)!r}, must have two sides")
    return sides[0], sides[1]


def _part(name: str, a: Any, part: str, dimensions: int = 1) -> NDArray[Any]:
    """Return one of the arrays of a sparse matrix."""
    try:
        array = np.asarray(getattr(a, part))
    except (AttributeError, ValueError) as error:
        raise TypeError(f"{name}: has no array {part}: {error}") from None
    if array.ndim != dimensions:
        raise ValueError(f"{name}: {part} has {array.ndim} dimensions, must have {dimensions}")
    return array


def _integers(name: str, a: Any, part: str) -> NDArray[Any]:
    array = _part(name, a, part)
    if array.dtype.kind not in "iu":
        raise TypeError(f"{name}: {part} has dtype {array.dtype}, must be integers")
    if array.dtype == np.uint64 and array.size and array.max() >= 2**63:
        raise ValueError(f"{name}: {part} has an index of {array.max()}")
    return np.require(array, np.int32 if array.dtype == np.int32 else np.int64, ["C", "A"])


def _values(name: str, a: Any, dimensions: int = 1) -> NDArray[np.float64]:
    array = _part(name, a, "data", dimensions)
    if array.dtype.kind not in "biuf":
        raise TypeError(f"{name}: has dtype {array.dtype}, must be real numbers")
    return np.require(array, np.float64, ["C", "A"])


def _lines(name: str, a: Any) -> Columns:
    """Convert CSR, CSC or BSR."""
    in_blocks = a.format == "bsr"
    values = _values(name, a, 3 if in_blocks else 1)
    return _core.read_lines(
        name,
        a.format != "csc",
        _shape(name, a),
        _integers(name, a, "indptr"),
        _integers(name, a, "indices"),
        values.ravel(),
        (values.shape[1], values.shape[2]) if in_blocks else (1, 1),
    )


def _entry_arrays(name: str, a: Any) -> tuple[Any, Any, Any, Any]:
    shape = _shape(name, a)
    return shape, _integers(name, a, "row"), _integers(name, a, "col"), _values(name, a)


def _entries(name: str, a: Any) -> Columns:
    return _core.read_entries(name, *_entry_arrays(name, a))


def _lists(name: str, a: Any) -> Columns:
    """Convert LIL: a list of columns and a list of values per row."""
    try:
        cols = np.fromiter(chain.from_iterable(a.rows), np.int64)
        values = np.fromiter(chain.from_iterable(a.data), np.float64)
        rows = np.repeat(np.arange(len(a.rows)), [len(row) for row in a.rows])
    except (ArithmeticError, AttributeError, TypeError, ValueError) as error:
        raise ValueError(f"{name}: cannot be read as lists of columns: {error}") from None
    return _core.read_entries(name, _shape(name, a), rows, cols, values)
