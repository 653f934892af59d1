"""Random arrays of every wrong kind, from a seed. Some of them would crash scipy."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse

WILD = [-1, -(2**31), -(2**63), 1, 2, 7, 10**6, 2**31 - 1, 2**31, 2**62, 2**63 - 1]


def dense(rng: np.random.Generator) -> Any:
    """A value in place of an array."""
    dimensions = rng.choice([0, 1, 2, 3], p=[0.1, 0.4, 0.4, 0.1])
    shape = tuple(rng.integers(0 if rng.random() < 0.1 else 1, 6, size=dimensions))
    array: Any = np.asarray(rng.integers(-2, 3, size=shape), dtype=np.float64)
    kind = rng.integers(16)
    if kind == 0 and array.size:
        array.flat[rng.integers(array.size)] = rng.choice([np.nan, np.inf, -np.inf, 1e308])
    elif kind == 1:
        array = array.astype(rng.choice(["c16", "O", "U3", "S2", "M8[s]", "m8[s]", "V8"]))
    elif kind == 2:
        array = array.astype(rng.choice(["?", "i1", "u8", "f2", "f4", "g", ">f8", ">i4", "<f4"]))
    elif kind == 3 and array.ndim:
        array = array[::-1]
    elif kind == 4 and array.ndim:
        array = np.repeat(array, 3, axis=-1)[..., ::3]
    elif kind == 5:
        array = np.broadcast_to(array, (3, *array.shape))
    elif kind == 6:
        array.setflags(write=False)
    elif kind == 7:
        bytes_ = np.zeros(array.nbytes + 3, dtype=np.uint8)
        odd = bytes_[3:].view(np.float64).reshape(array.shape)  # misaligned doubles
        odd[...] = array
        array = odd
    elif kind == 8:
        array = np.ma.masked_array(array, mask=rng.random(array.shape) < 0.3)
    elif kind == 9 and array.ndim:
        array = memoryview(np.ascontiguousarray(array))
    elif kind == 10:
        array = np.asfortranarray(array)
    elif kind == 11:
        array = array.tolist()
    elif kind == 12:
        array = [None, "x", object(), [1.0, [2.0]], {}, b"\0", len, 1j, np.nan][rng.integers(9)]
    elif kind == 13:
        array = np.zeros(array.shape, dtype=[("a", "f8"), ("b", "i4")])["a"]
    elif kind == 14 and array.ndim == 2:
        array = np.matrix(array)
    return array


def _spoil(rng: np.random.Generator, array: np.ndarray) -> Any:
    """A corrupted array of a sparse matrix."""
    array, kind = array.copy(), rng.integers(14)
    if kind < 5 and array.size:
        with np.errstate(all="ignore"):
            wild = np.array(rng.choice(WILD), dtype=np.int64).astype(array.dtype)
        array.flat[rng.integers(array.size)] = wild
    elif kind == 5:
        array = array[: rng.integers(len(array) + 1)]
    elif kind == 6:
        array = np.concatenate([array, array[: rng.integers(1, 4)]])
    elif kind == 7:
        array = array[::-1]
    elif kind == 8:
        array = np.repeat(array, 2, axis=0)[::2]
    elif kind == 9:
        array = rng.permutation(array)
    elif kind == 10 and array.dtype.kind in "iufb":
        array = array.astype(rng.choice(["i8", "u8", "i2", ">i4", "f8", "c16", "O", "U9", "?"]))
    elif kind == 11:
        array = array.reshape(1, *array.shape)
    elif kind == 12:
        array = [None, "x", 3, [1, [2]], object()][rng.integers(5)]
    elif kind == 13 and array.dtype.kind == "f" and array.size:
        array.flat[rng.integers(array.size)] = rng.choice([np.nan, np.inf, -np.inf, 1.7e308])
    return array


def sparse_matrix(rng: np.random.Generator) -> Any:
    """A scipy matrix with corrupted arrays."""
    side = int(rng.integers(1, 6))
    shape = (side, side) if rng.random() < 0.5 else (side, int(rng.integers(1, 6)))
    full = rng.integers(0, 3, size=shape).astype(rng.choice(["f8", "f8", "f4", "i4", "?", "c16"]))
    forms = ["csr", "csc", "coo", "bsr", "lil", "dok", "dia"]
    form = rng.choice(forms, p=[0.3, 0.3, 0.12, 0.12, 0.06, 0.05, 0.05])
    matrix = sparse.csr_matrix(full).asformat(form)
    names = {"coo": ["row", "col", "data"], "lil": ["rows", "data"], "dia": ["offsets", "data"]}
    parts = names.get(form, ["indptr", "indices", "data"] if form != "dok" else [])
    for _ in range(rng.integers(0, 3)):
        if parts:
            name = rng.choice(parts)
            before = getattr(matrix, name)
            if isinstance(before, np.ndarray) and before.dtype != object:
                setattr(matrix, name, _spoil(rng, before))
            elif isinstance(before, np.ndarray) and len(before):
                lists = [[-1], [10**6], None, [2**70], ["x"]]
                before[rng.integers(len(before))] = lists[rng.integers(5)]
    if rng.random() < 0.1:
        matrix._shape = tuple(int(rng.choice([0, 1, 2, 5, -1, 2**31, 2**40])) for _ in range(2))
    return matrix


def dense_of(matrix: Any) -> np.ndarray:
    """The same matrix from its valid arrays, entry by entry."""
    full = np.zeros(matrix.shape)
    if matrix.format in ("csr", "csc"):
        starts = np.asarray(matrix.indptr, dtype=np.int64)
        lines = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
        indices = np.asarray(matrix.indices[: len(lines)], dtype=np.int64)
        places = (lines, indices) if matrix.format == "csr" else (indices, lines)
        np.add.at(full, places, np.asarray(matrix.data[: len(lines)], dtype=np.float64))
    elif matrix.format == "coo":
        places = (np.asarray(matrix.row, np.int64), np.asarray(matrix.col, np.int64))
        np.add.at(full, places, np.asarray(matrix.data, dtype=np.float64))
    elif matrix.format == "lil":
        for i, (cols, values) in enumerate(zip(matrix.rows, matrix.data)):
            for j, value in zip(cols, values):
                full[i, j] += float(value)
    else:
        return np.asarray(matrix.toarray(), dtype=np.float64)
    return full
