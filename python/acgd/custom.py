"""Sets given by a graph, a string or a function."""

from __future__ import annotations

from typing import Any, Callable, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _arguments, _arrays, _core, _pickling
from .sets import KINDS, NO_SHAPE, Set, Shape, own, square

__all__ = ["CustomSet", "FlowPolytope", "NamedSet"]


class FlowPolytope(Set):
    """Flows of one unit from the sources to the sinks of an acyclic graph.

    Parameters
    ----------
    edges : sequence of (from, to)
        Nodes are numbered from 0.
    nodes : int, optional
        Number of nodes; default: the smallest for the edges.
    costs : {"nodes", "edges"}
        Whether a variable is the flow through a node or along an edge.
    sources, sinks : sequences of int, optional
        Start and end nodes of paths; default: nodes without incoming, or outgoing, edges.

    Examples
    --------
    >>> import acgd
    >>> diamond = acgd.FlowPolytope([(0, 1), (0, 2), (1, 3), (2, 3)], costs="edges")
    >>> diamond.minimizer([1.0, 3.0, 1.0, 0.0])
    array([1., 0., 1., 0.])
    """

    def __init__(
        self,
        edges: ArrayLike,
        nodes: int | None = None,
        *,
        costs: str = "nodes",
        sources: Sequence[int] = (),
        sinks: Sequence[int] = (),
    ) -> None:
        pairs = _arrays._real("edges", edges)
        if pairs.ndim != 2 or pairs.shape[1] != 2 or pairs.dtype.kind not in "iu":
            raise ValueError("edges: must be pairs of integers, (from, to)")
        self.edges = own(pairs)
        needed = int(pairs.max()) + 1
        if nodes is None:
            self.nodes = _arguments.size("edges: number of nodes", needed)
        else:
            self.nodes = _arguments.size("nodes", nodes)
        if self.nodes < needed:
            raise ValueError(f"nodes = {nodes}: must be at least {needed} for these edges")
        self.costs = _arguments.choice("costs", costs, ("nodes", "edges"))
        self.sources = self._nodes_of("sources", sources)
        self.sinks = self._nodes_of("sinks", sinks)

    @staticmethod
    def _nodes_of(name: str, nodes: Sequence[int]) -> list[int]:
        given = enumerate(_arguments.items(name, nodes))
        return [_arguments.count_from(0, f"{name}[{k}]", node) for k, node in given]

    @property
    def dimension(self) -> int | None:
        return len(self.edges) if self.costs == "edges" else self.nodes

    def _make(self, dimension: int, shape: Shape) -> _core.Oracle:
        with _arguments.memory_for(f"nodes = {self.nodes}"):
            return _core.flow_polytope(
                self.nodes, self.edges.tolist(), self.sources, self.sinks, self.costs
            )


class CustomSet(Set):
    """A set given by its linear minimisation oracle, a function.

    Its first result is validated: shape, finite numbers, and membership if `violation` is given. A
    plain function is also accepted as `set=` of a run; this class adds properties. The functions
    take and return matrices if `shape` is given, or if `start` or the x0 of a run is a matrix.

    Parameters
    ----------
    minimizer : callable
        g -> the v of the set with the smallest <g, v>.
    violation : callable, optional
        x -> a measure of the violation of the constraints, 0 inside.
    is_norm_ball : bool
        Whether the set is the unit ball of a norm, so that `descend` may use it.
    zero_inside : bool
        Whether 0 is in its interior, so that `descend` may use it. True for norm balls.
    is_polytope : bool
        Whether it is the hull of finitely many points and the minimizer returns one of them: then
        `Auto` chooses a direction rule with an active set.
    start : array, optional
        Default start; absent: a result of the minimizer.
    dimension : int, optional
        Of a set of vectors.
    shape : (int, int), optional
        Of a set of matrices.
    name : str

    Notes ----- It can be pickled if its functions can: named functions of a module, not lambdas.

    Examples
    --------
    >>> import acgd, numpy as np
    >>> disc = acgd.CustomSet(lambda g: -g / np.linalg.norm(g), is_norm_ball=True)
    >>> f = acgd.Rosenbrock(2)
    >>> acgd.descend(f, [-1.0, 1.0], ball=disc, gap_tolerance=1e-4).x.round(2)
    array([1., 1.])
    """

    def __init__(
        self,
        minimizer: Callable[[NDArray[np.float64]], ArrayLike],
        *,
        violation: Callable[[NDArray[np.float64]], float] | None = None,
        is_norm_ball: bool = False,
        zero_inside: bool = False,
        is_polytope: bool = False,
        start: ArrayLike | None = None,
        dimension: int | None = None,
        shape: tuple[int, int] | None = None,
        name: str = "custom set",
    ) -> None:
        self._minimizer = _arguments.function("minimizer", minimizer)
        self._violation = _arguments.optional(_arguments.function, "violation", violation)
        self._is_norm_ball = _arguments.flag("is_norm_ball", is_norm_ball)
        self._zero_inside = _arguments.flag("zero_inside", zero_inside)
        self._is_polytope = _arguments.flag("is_polytope", is_polytope)
        self._dimension = _arguments.optional(_arguments.size, "dimension", dimension)
        self._shape = _arguments.optional_shape("shape", shape)
        if self._shape != NO_SHAPE and self._dimension is not None:
            raise ValueError(f"shape = {shape}: must not be given together with dimension")
        self._start = None
        if start is not None:
            variable = self._variable("start", start)
            self._start = own(variable.array(variable.flat("start", start)))
        self.name = _arguments.text("name", name)
        if self._start is not None and self.dimension != self._start.size:
            raise ValueError(
                f"start: has {self._start.size} entries, must have {self.dimension} like dimension"
            )

    def __getstate__(self) -> dict[str, Any]:
        _pickling.require_named("CustomSet", minimizer=self._minimizer, violation=self._violation)
        return dict(vars(self))

    def __copy__(self) -> CustomSet:
        return self  # immutable, and functions are never copied

    def __deepcopy__(self, memo: Any) -> CustomSet:
        return self

    @property
    def dimension(self) -> int | None:
        if self._dimension is None and self._start is not None:
            return self._start.size
        return self._dimension or self._shape[0] * self._shape[1] or None

    @property
    def shape(self) -> Shape:
        if self._start is not None and self._start.ndim == 2:
            return self._start.shape[0], self._start.shape[1]
        return self._shape

    @property
    def _ndim(self) -> int | None:
        return 2 if self.shape != NO_SHAPE else None if self.dimension is None else 1

    def _make(self, dimension: int, shape: Shape) -> _core.Oracle:
        if self.dimension is not None and self.dimension != dimension:
            raise ValueError(
                f"set: the {self.name} has {self.dimension} variables, must have {dimension}"
            )
        return _core.custom_set(
            dimension,
            NO_SHAPE if self._ndim == 1 else self.shape if shape == NO_SHAPE else shape[::-1],
            self._minimizer,
            self._violation,
            self._start,
            self._is_norm_ball,
            self._zero_inside,
            self._is_polytope,
            self.name,
        )


_SQUARE = {name for name, kind in KINDS.items() if any(p["name"] == "side" for p in kind[2])}
_OF_MATRICES = {name for name, kind in KINDS.items() if any(p["name"] == "rows" for p in kind[2])}
_OF_MATRICES |= _SQUARE | {"transport"}


class NamedSet(Set):
    """A set in the syntax of the command line; `acgd list sets` lists all names.

    Examples
    --------
    >>> import acgd
    >>> acgd.NamedSet("box:-1:2").minimizer([1.0, -1.0])
    array([-1.,  2.])
    """

    def __init__(self, text: str, argument: str = "text") -> None:
        self.text = _arguments.text(argument, text)
        self._argument = argument

    @property
    def _kind(self) -> str:
        return self.text.partition(":")[0]

    @property
    def _ndim(self) -> int | None:
        return 2 if self._kind in _OF_MATRICES else 1

    @property
    def shape(self) -> Shape:
        if self._kind == "transport":
            return self._make(0, NO_SHAPE).shape[::-1]
        return _core.sides_of_set(self.text) or NO_SHAPE

    def _shape_of(self, dimension: int | None) -> Shape:
        known = self.shape
        if self._kind not in _SQUARE or known != NO_SHAPE or dimension is None:
            return known
        return square(dimension)

    def _make(self, dimension: int, shape: Shape) -> _core.Oracle:
        with _arguments.naming_text(self._argument, self.text, "set"):
            return _core.read_set(self.text, dimension, shape)

    def __repr__(self) -> str:
        return f"NamedSet({self.text!r})"


class PreparedSet(Set):
    """A set of an experiment, with its number of variables.

    Examples
    --------
    >>> import acgd
    >>> ball = acgd.experiments.levy(quick=True).set
    >>> ball.contains([0.0] * ball.dimension)
    True
    """

    def __init__(self, oracle: _core.Oracle, problem: Any) -> None:
        self._oracle = oracle
        self._problem = problem

    def __reduce__(self) -> Any:
        return getattr, (self._problem, "set")

    @property
    def dimension(self) -> int | None:
        return self._oracle.dimension

    @property
    def shape(self) -> Shape:
        return self._oracle.shape

    @property
    def _ndim(self) -> int | None:
        return 1 if self.shape == NO_SHAPE else 2

    def _make(self, dimension: int, shape: Shape) -> _core.Oracle:
        return self._oracle if shape in (NO_SHAPE, self.shape) else self._oracle.transposed()

    def __repr__(self) -> str:
        return f"<acgd.PreparedSet {self._oracle.name}>"
