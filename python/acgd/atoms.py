"""Low-rank matrices, and the atoms of a result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Iterator, Mapping, NamedTuple, Union, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _arguments, _arrays
from ._arrays import NO_SHAPE, Shape, Variable

__all__ = ["Atom", "Atoms", "LowRank", "WeightedAtom"]


@dataclass(frozen=True, eq=False, repr=False)
class LowRank:
    """The matrix left @ right.T in factored form.

    Examples
    --------
    >>> import acgd, numpy as np
    >>> m = acgd.LowRank(np.array([[1.0], [2.0]]), np.array([[3.0], [4.0], [5.0]]))
    >>> m.shape, m.rank, m.predict([0, 1], [2, 0])
    ((2, 3), 1, array([5., 6.]))
    >>> m.to_dense()
    array([[ 3.,  4.,  5.],
           [ 6.,  8., 10.]])
    """

    left: NDArray[np.float64]
    right: NDArray[np.float64]

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return len(self.left), len(self.right)

    @property
    def rank(self) -> int:
        """An upper bound of the rank: the number of terms."""
        return self.left.shape[1]

    def predict(self, rows: ArrayLike, cols: ArrayLike) -> NDArray[np.float64]:
        """Return the entries at these indices, in O(rank) each."""
        i, j = _arrays.indices("rows", rows), _arrays.indices("cols", cols)
        if len(i) != len(j):
            raise ValueError(f"cols: has {len(j)} entries, must have {len(i)} like rows")
        for name, places, side in (("rows", i, self.shape[0]), ("cols", j, self.shape[1])):
            if np.any(places >= side):
                raise ValueError(f"{name}: has {places.max()}, must be less than {side}")
        return np.asarray(np.einsum("kr,kr->k", self.left[i], self.right[j]))

    def to_dense(self) -> NDArray[np.float64]:
        """Return the dense matrix."""
        return self.left @ self.right.T

    def __repr__(self) -> str:
        return f"<acgd.LowRank {self.shape[0]} x {self.shape[1]} of rank {self.rank}>"


def _space(size: int, shape: Shape) -> str:
    return f"R^{size}" if shape == NO_SHAPE else f"R^({shape[0]} x {shape[1]})"


@dataclass(frozen=True, eq=False, repr=False)
class Atom:
    """A sparse point of R^size: values at increasing indices, and 0 elsewhere.

    `shape` is that of a matrix, else (0, 0); indices of a matrix are row-major.

    Examples
    --------
    >>> import acgd, numpy as np
    >>> atom = acgd.Atom(4, np.array([1, 2]), np.array([3.0, -3.0]))
    >>> atom, atom.to_dense()
    (<acgd.Atom of 2 entries in R^4>, array([ 0.,  3., -3.,  0.]))
    """

    size: int
    indices: NDArray[np.int64]
    values: NDArray[np.float64]
    shape: Shape = NO_SHAPE

    def to_dense(self) -> NDArray[np.float64]:
        """Return the dense vector or matrix."""
        x = np.zeros(self.size)
        x[self.indices] = self.values
        return x if self.shape == NO_SHAPE else x.reshape(self.shape)

    def __repr__(self) -> str:
        entries = "1 entry" if len(self.indices) == 1 else f"{len(self.indices)} entries"
        return f"<acgd.Atom of {entries} in {_space(self.size, self.shape)}>"


class WeightedAtom(NamedTuple):
    """An atom with its weight in the convex combination x.

    The weights of a block sum to 1, and x is the sum of weight * atom over all blocks. Sets other
    than products and graphs of several components have one block, 0; atoms of the others are 0
    outside of their block. An atom of a completion problem is a `LowRank` of rank 1.

    Examples
    --------
    >>> import acgd
    >>> weight, atom, block = acgd.WeightedAtom(0.5, acgd.Atom(3, [2], [4.0]))
    >>> weight * atom.to_dense(), block
    (array([0., 0., 2.]), 0)
    """

    weight: float
    atom: Atom | LowRank
    block: int = 0


class Atoms(Sequence[WeightedAtom]):
    """The active set of a point: a sequence of `WeightedAtom`, stored in a few arrays.

    Attributes
    ----------
    size : int
        The number of variables; 0 if there are no atoms.
    shape : (int, int)
        Of a matrix, else (0, 0).
    weights : array
        Weights of the atoms.
    blocks : array of int
        Block of variables of each atom.

    Examples
    --------
    >>> import acgd
    >>> f = acgd.Quadratic([[2.0, 0.0], [0.0, 2.0]], [-2.0, -1.5])
    >>> atoms = acgd.minimize(f, set="simplex", direction="frank-wolfe").atoms
    >>> atoms, len(atoms)
    (<acgd.Atoms: 0>, 0)
    """

    def __init__(
        self,
        size: int,
        weights: NDArray[np.float64],
        blocks: NDArray[np.int64],
        starts: NDArray[np.int64],
        indices: NDArray[np.int64],
        values: NDArray[np.float64],
        factors: Mapping[int, tuple[NDArray[np.float64], NDArray[np.float64]]],
        shape: Shape = NO_SHAPE,
    ) -> None:
        self.size, self.weights, self.blocks = size, weights, blocks
        self._starts, self._indices, self._values = starts, indices, values
        self._factors = factors
        self.shape = shape

    def _arrays(self, variable: Variable) -> tuple[Any, ...]:
        """Return the arrays for the library, for points of this variable."""
        kept = self.size, self.weights, self.blocks
        if not variable.by_columns:
            turned = {k: (right, left) for k, (left, right) in self._factors.items()}
            return (*kept, self._starts, self._indices, self._values, turned)
        entries = _turned(self._starts, self._indices, self._values, self.shape)
        return (*kept, *entries, self._factors)

    def __len__(self) -> int:
        return len(self.weights)

    @overload
    def __getitem__(self, k: int) -> WeightedAtom: ...
    @overload
    def __getitem__(self, k: slice) -> list[WeightedAtom]: ...
    def __getitem__(self, k: int | slice) -> WeightedAtom | list[WeightedAtom]:
        if isinstance(k, slice):
            return [self[i] for i in range(*k.indices(len(self)))]
        k = range(len(self))[k]
        if k in self._factors:
            left, right = self._factors[k]
            atom: Atom | LowRank = LowRank(*(side.reshape(len(side), -1) for side in (left, right)))
        else:
            entries = slice(self._starts[k], self._starts[k + 1])
            atom = Atom(self.size, self._indices[entries], self._values[entries], self.shape)
        return WeightedAtom(float(self.weights[k]), atom, int(self.blocks[k]))

    def __iter__(self) -> Iterator[WeightedAtom]:
        return (self[k] for k in range(len(self)))

    def __repr__(self) -> str:
        space = f" in {_space(self.size, self.shape)}" if len(self) else ""
        return f"<acgd.Atoms: {len(self)}{space}>"


Entries = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]


def _turned(
    starts: NDArray[np.int64], indices: NDArray[np.int64], values: NDArray[np.float64], shape: Shape
) -> Entries:
    """Renumber entries of matrices of this shape from row-major to column-major."""
    i, j = np.divmod(indices, max(shape[1], 1))
    places = j * shape[0] + i
    order = np.lexsort((places, np.repeat(np.arange(len(starts) - 1), np.diff(starts))))
    return starts, places[order], values[order]


def from_library(arrays: tuple[Any, ...], variable: Variable | None) -> Atoms:
    """Return atoms from the library's arrays, for points of this variable."""
    if variable is None or variable.shape == NO_SHAPE:
        return Atoms(*arrays)
    size, weights, blocks, starts, indices, values, factors = arrays
    if variable.by_columns:
        starts, indices, values = _turned(starts, indices, values, variable.shape[::-1])
    else:
        factors = {k: (right, left) for k, (left, right) in factors.items()}
    return Atoms(size, weights, blocks, starts, indices, values, factors, variable.shape)


AtomLike = Union[Atom, LowRank, ArrayLike]


def none() -> Atoms:
    """Return an empty active set."""
    numbers, whole = np.empty(0), np.empty(0, dtype=np.int64)
    return Atoms(0, numbers, whole, np.zeros(1, dtype=np.int64), whole, numbers, {})


def _entries(name: str, atom: AtomLike) -> Atom:
    """Return an atom in sparse form."""
    if isinstance(atom, LowRank):
        atom = atom.to_dense()
    if isinstance(atom, Atom):
        size = _arguments.size(f"{name}: size", atom.size)
        indices = _arrays.indices(f"{name}: indices", atom.indices)
        values = _arrays.vector(f"{name}: values", atom.values)
        if len(indices) != len(values):
            raise ValueError(f"{name}: has {len(indices)} indices and {len(values)} values")
        if len(indices) and (indices[-1] >= size or np.any(np.diff(indices) <= 0)):
            raise ValueError(f"{name}: its indices must ascend and be less than {size}")
        return Atom(size, indices.astype(np.int64), values, atom.shape)
    variable = _arrays.variable_at(name, atom)
    dense = variable.flat(name, atom)
    places = np.flatnonzero(dense)
    return Atom(len(dense), places, dense[places], variable.shape)


def packed(name: str, items: Sequence[Any]) -> Atoms:
    """Return atoms from tuples (weight, atom) or (weight, atom, block)."""
    if isinstance(items, Atoms):
        return items
    weights, blocks, atoms = [], [], []
    factors: dict[int, tuple[NDArray[np.float64], NDArray[np.float64]]] = {}
    for k, item in enumerate(items):
        what = f"{name}[{k}]"
        if not isinstance(item, tuple) or len(item) not in (2, 3):
            raise TypeError(f"{what}: must be a tuple (weight, atom) or (weight, atom, block)")
        weights.append(_arrays.number(f"{what}: weight", item[0]))
        blocks.append(_arguments.count_from(0, f"{what}: block", item[2] if item[2:] else 0))
        if isinstance(item[1], LowRank) and item[1].rank >= 1:
            sides = item[1].left, item[1].right
            factors[k] = (np.ravel(sides[0]), np.ravel(sides[1])) if item[1].rank == 1 else sides
            rows, cols = item[1].shape
            atoms.append(Atom(rows * cols, none()._indices, none()._values, item[1].shape))
        else:
            atoms.append(_entries(what, item[1]))
    for k, atom in enumerate(atoms):
        if atom.size != atoms[0].size:
            raise ValueError(
                f"{name}[{k}]: has {atom.size} entries, must have {atoms[0].size} like {name}[0]"
            )
        if atom.shape != atoms[0].shape:
            raise ValueError(
                f"{name}[{k}]: is one of {_space(atom.size, atom.shape)}, must be of "
                f"{_space(atom.size, atoms[0].shape)} like {name}[0]"
            )
    return Atoms(
        atoms[0].size if atoms else 0,
        np.array(weights, dtype=np.float64),
        np.array(blocks, dtype=np.int64),
        np.cumsum([0, *(len(atom.indices) for atom in atoms)], dtype=np.int64),
        np.concatenate([none()._indices, *(atom.indices for atom in atoms)]),
        np.concatenate([none()._values, *(atom.values for atom in atoms)]),
        factors,
        atoms[0].shape if atoms else NO_SHAPE,
    )
