"""Combinatorial sets: matchings, trees, matroids, transport plans and flows."""

from __future__ import annotations

from typing import Any, Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _arguments, _arrays, _core, _pickling
from ._parameters import described
from .matrix_sets import SquareSet
from .sets import KINDS, NO_SHAPE, Set, Shape, own

__all__ = [
    "Birkhoff",
    "Matching",
    "MatroidBases",
    "NetworkFlows",
    "SpanningTrees",
    "SubmodularBase",
    "TransportPlans",
]


def _pairs(name: str, edges: ArrayLike) -> NDArray[Any]:
    pairs = _arrays._real(name, edges)
    if pairs.ndim != 2 or pairs.shape[1] != 2 or pairs.dtype.kind not in "iu":
        raise ValueError(f"{name}: must be pairs of integers, (from, to)")
    if pairs.size and (pairs.min() < 0 or pairs.max() >= 2**31):
        raise ValueError(f"{name}: must be between 0 and 2^31 - 1")
    return own(pairs.astype(np.int64))


class MadeOnce(Set):
    """A set that is validated and built once.

    Examples
    --------
    >>> import acgd
    >>> acgd.Matching([(0, 0), (0, 1)]).dimension
    2
    """

    def _build(self) -> _core.Oracle:
        raise NotImplementedError

    @property
    def dimension(self) -> int | None:
        return self._make(0, NO_SHAPE).dimension

    def _make(self, dimension: int, shape: Shape) -> _core.Oracle:
        made = self.__dict__.get("_oracle")
        if made is None:
            made = self.__dict__["_oracle"] = self._build()
        return made

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "_oracle"}

    def __repr__(self) -> str:
        known = [(k, v) for k, v in vars(self).items() if not k.startswith("_")]
        return f"{type(self).__name__}({', '.join(f'{k}={v!r}' for k, v in known)})"


@described(KINDS)
class Birkhoff(SquareSet):
    """
    Examples
    --------
    >>> import acgd
    >>> acgd.Birkhoff().minimizer([[1.0, 2.0], [3.0, 9.0]])
    array([[0., 1.],
           [1., 0.]])
    """


class Matching(MadeOnce):
    """Matchings in a bipartite graph: each node has at most one partner.

    Parameters
    ----------
    edges : sequence of (left, right)
        Each of them is a variable. The nodes of either side are numbered on their own, from 0.
    perfect : bool, default False
        If true: each node has exactly one partner.

    Examples
    --------
    >>> import acgd
    >>> acgd.Matching([(0, 0), (0, 1), (1, 0)]).minimizer([-3.0, -2.0, -2.0])
    array([0., 1., 1.])
    >>> square = acgd.Matching([(0, 0), (0, 1), (1, 0), (1, 1)], perfect=True)
    >>> square.minimizer([1.0, 2.0, 3.0, 9.0])
    array([0., 1., 1., 0.])
    """

    edges: NDArray[np.int64]
    perfect: bool

    def __init__(self, edges: ArrayLike, perfect: bool = False) -> None:
        self.edges = _pairs("edges", edges)
        self.perfect = _arguments.flag("perfect", perfect)
        self._make(0, NO_SHAPE)

    def _build(self) -> _core.Oracle:
        return _core.matching(self.edges.tolist(), self.perfect)


class SpanningTrees(MadeOnce):
    """Spanning trees of an undirected graph.

    Parameters
    ----------
    edges : sequence of (node, node)
        Each pair is a variable. Nodes are numbered from 0.

    Examples
    --------
    >>> import acgd
    >>> acgd.SpanningTrees([(0, 1), (1, 2), (2, 0)]).minimizer([3.0, 1.0, 2.0])
    array([0., 1., 1.])
    """

    edges: NDArray[np.int64]

    def __init__(self, edges: ArrayLike) -> None:
        self.edges = _pairs("edges", edges)
        self._make(0, NO_SHAPE)

    def _build(self) -> _core.Oracle:
        nodes = int(self.edges.max()) + 1 if self.edges.size else 0
        with _arguments.memory_for(f"edges: {nodes} nodes"):
            return _core.spanning_trees(nodes, self.edges.tolist())


class MatroidBases(MadeOnce):
    """Bases of a matroid on 0 .. n - 1, as vectors of zeros and ones.

    The matroid axioms are checked first: on all subsets for up to 12 elements, on random ones
    otherwise.

    Parameters
    ----------
    dimension : int
        The number of elements.
    is_independent : callable
        list of elements -> whether that set is independent.

    Notes ----- It can be pickled if the function can: a named function of a module, not a lambda.

    Examples
    --------
    >>> import acgd
    >>> two = acgd.MatroidBases(4, lambda set: len(set) <= 2)
    >>> two.minimizer([3.0, 1.0, 2.0, 4.0])
    array([0., 1., 1., 0.])
    """

    _is_rank = False

    def __init__(self, dimension: int, is_independent: Callable[[list[int]], bool]) -> None:
        self._size = _arguments.size("dimension", dimension)
        self._function = _arguments.function("is_independent", is_independent)
        self._make(0, NO_SHAPE)

    @classmethod
    def from_rank(cls, dimension: int, rank: Callable[[list[int]], int]) -> MatroidBases:
        """Return the bases of the matroid with this rank function.

        Examples
        --------
        >>> import acgd
        >>> acgd.MatroidBases.from_rank(3, lambda set: min(len(set), 1)).minimizer([3.0, 1.0, 2.0])
        array([0., 1., 0.])
        """
        made = cls.__new__(cls)
        made._size = _arguments.size("dimension", dimension)
        made._function = _arguments.function("rank", rank)
        made._is_rank = True
        made._make(0, NO_SHAPE)
        return made

    def _build(self) -> _core.Oracle:
        with _arguments.memory_for(f"dimension = {self._size}"):
            return _core.matroid_bases(self._size, self._function, self._is_rank)

    def __getstate__(self) -> dict[str, Any]:
        _pickling.require_named("MatroidBases", is_independent=self._function)
        return super().__getstate__()

    def __deepcopy__(self, memo: Any) -> MatroidBases:
        return self  # immutable, and functions are never copied

    def __repr__(self) -> str:
        return f"MatroidBases({self._size}, {self._function!r})"


class SubmodularBase(MadeOnce):
    """The base polytope of a submodular function F of the subsets of 0 .. n - 1.

    Vectors x with x(S) <= F(S) for every set S and equality for the full set. Submodularity is
    checked first: on all subsets for up to 12 elements, on random ones otherwise.

    Parameters
    ----------
    dimension : int
        The number of elements.
    function : callable
        list of elements -> F of that set; F of the empty set is 0.

    Notes ----- It can be pickled if the function can: a named function of a module, not a lambda.

    Examples
    --------
    >>> import acgd
    >>> base = acgd.SubmodularBase(3, lambda set: len(set) ** 0.5)
    >>> base.minimizer([3.0, 1.0, 2.0]).round(3)
    array([0.318, 1.   , 0.414])
    """

    def __init__(self, dimension: int, function: Callable[[list[int]], float]) -> None:
        self._size = _arguments.size("dimension", dimension)
        self._function = _arguments.function("function", function)
        self._make(0, NO_SHAPE)

    def _build(self) -> _core.Oracle:
        with _arguments.memory_for(f"dimension = {self._size}"):
            return _core.submodular_base(self._size, self._function)

    def __getstate__(self) -> dict[str, Any]:
        _pickling.require_named("SubmodularBase", function=self._function)
        return super().__getstate__()

    def __deepcopy__(self, memo: Any) -> SubmodularBase:
        return self  # immutable, and functions are never copied

    def __repr__(self) -> str:
        return f"SubmodularBase({self._size}, {self._function!r})"


class TransportPlans(MadeOnce):
    """Matrices >= 0 with given sums of rows and columns.

    Parameters
    ----------
    rows, columns : arrays
        Row and column sums; both have the same total.

    Examples
    --------
    >>> import acgd
    >>> plans = acgd.TransportPlans([2.0, 1.0], [1.0, 2.0])
    >>> plans.minimizer([[0.0, 1.0], [3.0, 1.0]])
    array([[1., 1.],
           [0., 1.]])
    """

    rows: NDArray[np.float64]
    columns: NDArray[np.float64]

    def __init__(self, rows: ArrayLike, columns: ArrayLike) -> None:
        self.rows = own(_arrays.vector("rows", rows))
        self.columns = own(_arrays.vector("columns", columns))
        self._make(0, NO_SHAPE)

    @property
    def shape(self) -> Shape:
        return len(self.rows), len(self.columns)

    @property
    def _ndim(self) -> int | None:
        return 2

    def _build(self) -> _core.Oracle:
        return _core.transport_plans(self.rows, self.columns).transposed()


class NetworkFlows(MadeOnce):
    """Flows through a network with capacities and supplies; cycles are allowed.

    Parameters
    ----------
    arcs : sequence of (from, to)
        Each pair is a variable. Nodes are numbered from 0.
    supplies : array
        Supply of each node; negative for demand.
    capacities : array, optional
        Of the arcs; inf for none. A cycle without capacities is an error.

    Examples
    --------
    >>> import acgd
    >>> ways = acgd.NetworkFlows([(0, 1), (0, 1), (1, 0)], [3.0, -3.0], [2.0, 2.0, 1.0])
    >>> ways.minimizer([1.0, 2.0, 5.0])
    array([2., 1., 0.])
    """

    arcs: NDArray[np.int64]
    supplies: NDArray[np.float64]
    capacities: NDArray[np.float64]

    def __init__(
        self, arcs: ArrayLike, supplies: ArrayLike, capacities: ArrayLike | None = None
    ) -> None:
        self.arcs = _pairs("arcs", arcs)
        self.supplies = own(_arrays.vector("supplies", supplies))
        needed = int(self.arcs.max()) + 1
        if len(self.supplies) < needed:
            raise ValueError(
                f"supplies: has {len(self.supplies)} entries, must have {needed} or more, one for "
                "each node of the arcs"
            )
        given = np.full(len(self.arcs), np.inf) if capacities is None else capacities
        self.capacities = own(_arrays.vector("capacities", given))
        self._make(0, NO_SHAPE)

    def _build(self) -> _core.Oracle:
        return _core.network_flows(self.arcs.tolist(), self.supplies, self.capacities)
