"""Sets that are given by a graph, a text or a function."""

from __future__ import annotations

from typing import Callable, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _arrays, _core
from .sets import Set, Shape


class FlowPolytope(Set):
    """Flows of one unit from the sources to the sinks of an acyclic graph.

    Parameters
    ----------
    edges : sequence of (from, to)
        Nodes are numbered from 0.
    nodes : int, optional
        How many; by default just enough for the edges.
    costs : {"nodes", "edges"}
        What a variable is: the flow through a node, or along an edge.
    sources, sinks : sequences of int, optional
        Where paths begin and end; by default nodes without incoming, or outgoing, edges.

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
        pairs = np.asarray(edges)
        if pairs.ndim != 2 or pairs.shape[1] != 2 or pairs.dtype.kind not in "iu":
            raise ValueError("edges: must be pairs of integers, (from, to)")
        self.edges = pairs
        self.nodes = int(pairs.max()) + 1 if nodes is None else _arrays.count("nodes", nodes)
        self.costs = costs
        self.sources = [int(node) for node in sources]
        self.sinks = [int(node) for node in sinks]

    @property
    def dimension(self) -> int | None:
        return len(self.edges) if self.costs == "edges" else self.nodes

    def _make(self, dimension: int, shape: Shape) -> _core.Oracle:
        return _core.flow_polytope(
            self.nodes, self.edges.tolist(), self.sources, self.sinks, self.costs
        )


class CustomSet(Set):
    """A set given by its linear minimisation oracle, a function.

    Its first answer is examined: shape, finite numbers, and whether it is in the set if
    `violation` is given. A plain function will do as `set=` of a run; this class tells more.

    Parameters
    ----------
    minimizer : callable
        g -> the v of the set with the smallest <g, v>.
    violation : callable, optional
        x -> how far it is outside, 0 inside.
    is_norm_ball : bool
        Whether the set is the unit ball of a norm, so that `descend` may use it.
    start : array, optional
        Where to start; by default an answer of the minimizer.
    diameter : float, optional
    dimension : int, optional
    name : str

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
        start: ArrayLike | None = None,
        diameter: float | None = None,
        dimension: int | None = None,
        name: str = "custom set",
    ) -> None:
        for argument, function in (("minimizer", minimizer), ("violation", violation)):
            if function is not None and not callable(function):
                raise TypeError(f"{argument} = {function!r}: must be a function")
        self._minimizer = minimizer
        self._violation = violation
        self._is_norm_ball = bool(is_norm_ball)
        self._start = _arrays.optional_vector("start", start)
        self._diameter = diameter
        self._dimension = dimension
        self.name = name

    @property
    def dimension(self) -> int | None:
        if self._dimension is None and self._start is not None:
            return len(self._start)
        return self._dimension

    def _make(self, dimension: int, shape: Shape) -> _core.Oracle:
        return _core.custom_set(
            dimension,
            self._minimizer,
            self._violation,
            self._start,
            self._diameter,
            self._is_norm_ball,
            self.name,
        )


class NamedSet(Set):
    """A set as the command line names it; `acgd list sets` shows all names.

    Examples
    --------
    >>> import acgd
    >>> acgd.NamedSet("box:-1:2").minimizer([1.0, -1.0])
    array([-1.,  2.])
    """

    def __init__(self, text: str) -> None:
        self.text = text

    def _make(self, dimension: int, shape: Shape) -> _core.Oracle:
        return _core.make_set(self.text, dimension, shape)


class PreparedSet(Set):
    """A set of an experiment, with its number of variables.

    Examples
    --------
    >>> import acgd
    >>> ball = acgd.experiments.levy(quick=True).set
    >>> ball.contains([0.0] * ball.dimension)
    True
    """

    def __init__(self, oracle: _core.Oracle) -> None:
        self._oracle = oracle

    @property
    def dimension(self) -> int | None:
        return self._oracle.dimension

    def _make(self, dimension: int, shape: Shape) -> _core.Oracle:
        return self._oracle

    def __repr__(self) -> str:
        return f"<acgd.PreparedSet {self._oracle.name}>"
