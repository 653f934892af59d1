"""Sets composed of other sets, atoms, edges of a graph, or a linear program."""

from __future__ import annotations

from typing import Any, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _arguments, _arrays, _core
from ._arrays import MatrixLike
from ._sparse import is_sparse, sparse
from .sets import NO_SHAPE, Set, SetLike, Shape, describe, own

__all__ = [
    "LinearImage",
    "MinkowskiSum",
    "Polyhedron",
    "Scaled",
    "Shifted",
    "SymmetricHull",
    "TotalVariation",
]


def _finite(name: str, a: ArrayLike) -> NDArray[np.float64]:
    """Return a private copy of a vector of finite numbers."""
    array = own(_arrays.vector(name, a))
    for k in np.flatnonzero(~np.isfinite(array))[:1]:
        raise ValueError(f"{name}[{k}] = {array[k]}: must be finite")
    return array


class _Matrix:
    """An immutable matrix: a dense array, or a sparse one by columns."""

    def __init__(self, name: str, a: Any) -> None:
        self.columns = sparse(name, a) if is_sparse(a) else None
        self.dense = None if self.columns else own(_arrays.matrix(name, a))
        self.shape: Shape = self.columns[0] if self.columns else self.dense.shape  # type: ignore
        if 0 in self.shape:
            raise ValueError(f"{name}: has shape {self.shape}, must not be empty")
        values = self.columns[3] if self.columns else self.dense
        if not np.isfinite(values).all():
            raise ValueError(f"{name}: must have finite entries")

    def __repr__(self) -> str:
        return f"<{self.shape[0]} x {self.shape[1]} matrix>"


class Scaled(Set):
    """A set times a positive number.

    Parameters
    ----------
    set : set
    factor : float
        Positive.

    Examples
    --------
    >>> import acgd
    >>> acgd.Scaled("simplex", 3.0).minimizer([1.0, -1.0])
    array([0., 3.])
    """

    set: Set
    factor: float

    def __init__(self, set: SetLike, factor: float) -> None:
        self.set = describe(set)
        self.factor = _arguments.positive("factor", factor)

    @property
    def dimension(self) -> int | None:
        return self.set.dimension

    @property
    def shape(self) -> Shape:
        return self.set.shape

    @property
    def _ndim(self) -> int | None:
        return self.set._ndim

    def _shape_of(self, dimension: int | None) -> Shape:
        return self.set._shape_of(dimension)

    def _make(self, dimension: int, shape: Shape) -> _core.Oracle:
        return _core.scaled(self.set._make(dimension, shape), self.factor)


class Shifted(Set):
    """A set translated by a vector or a matrix.

    Parameters
    ----------
    set : set
    shift : array
        Added to each point of the set; a matrix for sets of matrices.

    Examples
    --------
    >>> import acgd
    >>> acgd.Shifted(acgd.L1Ball(1.0), [5.0, 5.0]).minimizer([1.0, -2.0])
    array([5., 6.])
    """

    set: Set
    shift: NDArray[np.float64]

    def __init__(self, set: SetLike, shift: ArrayLike) -> None:
        self.set = describe(set)
        variable = self.set._variable("shift", shift)
        self.shift = variable.array(_finite("shift", variable.flat("shift", shift)))
        needed = self.set.dimension
        if self.shift.size == 0 or needed not in (None, self.shift.size):
            raise ValueError(
                f"shift: has {self.shift.size} entries, must have {needed or 1} like the set"
            )

    @property
    def dimension(self) -> int | None:
        return self.shift.size

    @property
    def shape(self) -> Shape:
        return self.shift.shape if self.shift.ndim == 2 else NO_SHAPE

    @property
    def _ndim(self) -> int | None:
        return self.shift.ndim

    def _make(self, dimension: int, shape: Shape) -> _core.Oracle:
        inner = self.set._make(self.shift.size, self.shape[::-1])
        return _core.shifted(inner, self.shift.ravel())


class LinearImage(Set):
    """The image A x of a set; of matrices X, A @ X.ravel().

    Membership can be tested only if A has full column rank.

    Parameters
    ----------
    set : set
    A : array or sparse matrix
        The number of columns is the dimension of the set.

    Examples
    --------
    >>> import acgd
    >>> zonotope = acgd.LinearImage("linf:1", [[1.0, 0.0, 1.0], [0.0, 1.0, 1.0]])
    >>> zonotope.minimizer([1.0, 1.0])
    array([-2., -2.])
    """

    set: Set

    def __init__(self, set: SetLike, A: MatrixLike) -> None:
        self.set = describe(set)
        self.A = _Matrix("A", A)
        needed = self.set.dimension
        if needed not in (None, self.A.shape[1]):
            raise ValueError(f"A: has {self.A.shape[1]} columns, must have {needed} like the set")
        self._make(0, NO_SHAPE)

    @property
    def dimension(self) -> int | None:
        return self.A.shape[0]

    def _make(self, dimension: int, shape: Shape) -> _core.Oracle:
        inner = self.set._make_flat(self.A.shape[1])
        if self.A.columns:
            return _core.sparse_linear_image(inner, *self.A.columns)
        return _core.linear_image(inner, self.A.dense)


class MinkowskiSum(Set):
    """The Minkowski sum of sets of vectors or matrices.

    Membership cannot be tested.

    Parameters
    ----------
    parts : sequence of sets

    Examples
    --------
    >>> import acgd
    >>> acgd.MinkowskiSum(["linf:1", acgd.L2Ball(5.0)]).minimizer([3.0, 4.0])
    array([-4., -5.])
    """

    parts: list[Set]

    def __init__(self, parts: Sequence[SetLike]) -> None:
        self.parts = [
            describe(part, f"parts[{k}]") for k, part in enumerate(_arguments.items("parts", parts))
        ]
        if not self.parts:
            raise ValueError("parts: must not be empty")
        known = {part.dimension for part in self.parts} - {None}
        if len(known) > 1:
            raise ValueError(f"parts: have {sorted(known)} variables, must have the same number")
        shapes = {part.shape for part in self.parts} - {NO_SHAPE}
        if len(shapes) > 1:
            raise ValueError(f"parts: have shapes {sorted(shapes)}, must have the same")

    @property
    def dimension(self) -> int | None:
        return next((part.dimension for part in self.parts if part.dimension), None)

    @property
    def shape(self) -> Shape:
        return self._shape_of(None)

    @property
    def _ndim(self) -> int | None:
        several = {part._ndim for part in self.parts}
        return 2 if 2 in several else 1 if 1 in several else None

    def _shape_of(self, dimension: int | None) -> Shape:
        shapes = (part._shape_of(dimension) for part in self.parts)
        return next((shape for shape in shapes if shape != NO_SHAPE), NO_SHAPE)

    def _make(self, dimension: int, shape: Shape) -> _core.Oracle:
        size = self.dimension or dimension
        sides = self._shape_of(size)[::-1] if shape == NO_SHAPE else shape
        return _core.minkowski_sum([part._make(size, sides) for part in self.parts])


class SymmetricHull(Set):
    """The convex hull of atoms, one per row, and their negatives.

    `descend` with this ball is matching pursuit.

    Parameters
    ----------
    atoms : array of shape (number of atoms, number of variables)

    Examples
    --------
    >>> import acgd
    >>> acgd.SymmetricHull([[1.0, 0.0], [0.6, 0.8]]).minimizer([1.0, 1.0])
    array([-0.6, -0.8])
    """

    atoms: NDArray[np.float64]

    def __init__(self, atoms: ArrayLike) -> None:
        self.atoms = own(_arrays.matrix("atoms", _arrays._real("atoms", atoms).T).T)
        self._make(0, NO_SHAPE)

    @property
    def dimension(self) -> int | None:
        return self.atoms.shape[1]

    def _make(self, dimension: int, shape: Shape) -> _core.Oracle:
        return _core.symmetric_hull(self.atoms.T)


class TotalVariation(Set):
    """Vectors of mean 0 whose absolute differences along edges sum to at most `radius`.

    Parameters
    ----------
    radius : float
        Positive.
    edges : sequence of (from, to), optional
        Edges of a connected graph with a node per variable; default: the path 0, 1, 2, ...

    Examples
    --------
    >>> import acgd
    >>> acgd.TotalVariation(1.0).minimizer([1.0, 2.0, -3.0, -1.0])
    array([-0.5, -0.5,  0.5,  0.5])
    """

    radius: float

    def __init__(self, radius: float, edges: ArrayLike | None = None) -> None:
        self.radius = _arguments.positive("radius", radius)
        self.edges = None if edges is None else self._pairs(edges)
        if self.edges is not None:
            self._make(0, NO_SHAPE)

    @staticmethod
    def _pairs(edges: ArrayLike) -> NDArray[Any]:
        pairs = _arrays._real("edges", edges)
        if pairs.ndim != 2 or pairs.shape[1] != 2 or pairs.dtype.kind not in "iu":
            raise ValueError("edges: must be pairs of integers, (from, to)")
        _arguments.size("edges: number of nodes", int(pairs.max()) + 1)
        return own(pairs)

    @property
    def dimension(self) -> int | None:
        return None if self.edges is None else int(self.edges.max()) + 1

    def _make(self, dimension: int, shape: Shape) -> _core.Oracle:
        pairs = None if self.edges is None else self.edges.tolist()
        with _arguments.memory_for("edges"):
            return _core.total_variation(self.dimension or dimension, self.radius, pairs)


class Polyhedron(Set):
    """The feasible points of a linear program: row_lower <= A x <= row_upper, lower <= x <= upper.

    The set must be bounded. Requires a build with Clp.

    Parameters
    ----------
    A : array or sparse matrix
        A row per constraint.
    row_lower, row_upper : float or array, optional
        Bounds of A x; default: none. Equal bounds are an equation.
    lower, upper : float or array
        Bounds of x; default: 0 and infinity.

    Examples
    --------
    >>> import acgd
    >>> triangle = acgd.Polyhedron([[1.0, 2.0]], row_upper=4.0)
    >>> triangle.minimizer([-1.0, -1.0])
    array([4., 0.])
    """

    row_lower: NDArray[np.float64]
    row_upper: NDArray[np.float64]
    lower: NDArray[np.float64]
    upper: NDArray[np.float64]

    def __init__(
        self,
        A: MatrixLike,
        row_lower: ArrayLike = -np.inf,
        row_upper: ArrayLike = np.inf,
        lower: ArrayLike = 0.0,
        upper: ArrayLike = np.inf,
    ) -> None:
        self.A = _Matrix("A", A)
        rows, cols = self.A.shape
        self.row_lower = self._bounds("row_lower", row_lower, rows)
        self.row_upper = self._bounds("row_upper", row_upper, rows)
        self.lower = self._bounds("lower", lower, cols)
        self.upper = self._bounds("upper", upper, cols)
        self._make(0, NO_SHAPE)

    @staticmethod
    def _bounds(name: str, bounds: ArrayLike, size: int) -> NDArray[np.float64]:
        array = _arrays._real(name, bounds)
        if array.ndim == 0:
            array = np.full(size, array)
        array = own(_arrays.vector(name, array))
        if len(array) != size:
            raise ValueError(f"{name}: has {len(array)} entries, must have {size} like A")
        if np.isnan(array).any():
            raise ValueError(f"{name}: must not have NaN")
        return array

    @property
    def dimension(self) -> int | None:
        return self.A.shape[1]

    def _make(self, dimension: int, shape: Shape) -> _core.Oracle:
        columns = self.A.columns
        if not columns:
            rows, cols = (np.ascontiguousarray(k) for k in np.nonzero(self.A.dense))
            columns = _core.read_entries("A", self.A.shape, rows, cols, self.A.dense[rows, cols])
        return _core.polyhedron(*columns, self.row_lower, self.row_upper, self.lower, self.upper)
