"""Traffic assignment: costs of flows in road networks, and flows that meet a demand."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _arguments, _arrays, _core
from .objectives import Objective
from .sets import Set, Shape, own

__all__ = ["Traffic", "TrafficFlows", "read_tntp"]


class Traffic(Objective):
    """Beckmann's function of the flows on a road network, a sum over its links.

    f(x) is the sum over links a of the integral from 0 to x_a of the travel cost at flow s,

        t(s) = free_flow_time (1 + b (s / capacity)^power) + fixed.

    Over the flows that meet a demand, `TrafficFlows`, its minimiser is a user equilibrium: no
    traveller has a cheaper path. The gradient is the cost of each link.

    Parameters
    ----------
    free_flow_time, b, power, capacity : arrays with an entry for each link
        Finite and >= 0; a capacity is positive unless the cost does not depend on the flow.
    fixed : array, optional
        Costs that do not depend on the flow, such as tolls.

    Examples
    --------
    >>> import acgd
    >>> f = acgd.Traffic([10.0, 6.0], b=[0.15, 0.0], power=[4.0, 0.0], capacity=[2.0, 0.0])
    >>> f.gradient([2.0, 5.0])
    array([11.5,  6. ])
    """

    free_flow_time: NDArray[np.float64]
    b: NDArray[np.float64]
    power: NDArray[np.float64]
    capacity: NDArray[np.float64]
    fixed: NDArray[np.float64]

    def __init__(
        self,
        free_flow_time: ArrayLike,
        b: ArrayLike,
        power: ArrayLike,
        capacity: ArrayLike,
        fixed: ArrayLike | None = None,
    ) -> None:
        self.free_flow_time = own(_arrays.vector("free_flow_time", free_flow_time))
        self.b = self._per_link("b", b)
        self.power = self._per_link("power", power)
        self.capacity = self._per_link("capacity", capacity)
        nothing = np.zeros_like(self.free_flow_time)
        self.fixed = self._per_link("fixed", nothing if fixed is None else fixed)
        if not len(self.free_flow_time):
            raise ValueError("free_flow_time: is empty, must have an entry for each link")
        parts = self.free_flow_time, self.b, self.power, self.capacity, self.fixed
        self._make_core("traffic", *parts)

    def _per_link(self, name: str, values: ArrayLike) -> NDArray[np.float64]:
        array = own(_arrays.vector(name, values))
        if len(array) != len(self.free_flow_time):
            raise ValueError(
                f"{name}: has {len(array)} entries, must have {len(self.free_flow_time)} like "
                "free_flow_time"
            )
        return array

    def total_time(self, x: ArrayLike) -> float:
        """Return the total travel time, without fixed costs."""
        flows = _arrays.vector("x", x)
        return float(flows @ (self.gradient(flows) - self.fixed))


class TrafficFlows(Set):
    """The link flows of a network that meet the demands between pairs of nodes.

    Paths are simple and do not pass through zones.

    Parameters
    ----------
    links : sequence of (from, to)
        Nodes are numbered from 0.
    demands : sequence of (origin, destination, amount)
        Demand from one node to another. Three demands must be tuples: an array of 3 x 3 numbers
        could be a trip matrix.
    nodes : int, optional
        Number of nodes; default: the smallest for the links.
    first_through_node : int
        Nodes below it are zones, where trips start and end, but which they do not pass through.

    Examples
    --------
    >>> import acgd
    >>> links = [(0, 1), (1, 2), (0, 2)]
    >>> flows = acgd.TrafficFlows(links, [(0, 2, 5.0), (1, 2, 1.0)])
    >>> flows.minimizer([1.0, 1.0, 3.0])
    array([5., 6., 0.])
    """

    links: NDArray[Any]
    demands: NDArray[np.float64]
    nodes: int
    first_through_node: int

    def __init__(
        self,
        links: ArrayLike,
        demands: ArrayLike,
        nodes: int | None = None,
        *,
        first_through_node: int = 0,
    ) -> None:
        pairs = _arrays._real("links", links)
        if pairs.ndim != 2 or pairs.shape[1] != 2 or pairs.dtype.kind not in "iu":
            raise ValueError("links: must be pairs of integers, (from, to)")
        rows = _arrays._real("demands", demands).astype(float)
        if rows.shape == (3, 3) and not all(isinstance(row, tuple) for row in demands):
            raise ValueError(
                "demands: 3 x 3 numbers may be a matrix of trips or three demands; must be tuples "
                "(origin, destination, amount), as in list(map(tuple, demands))"
            )
        if rows.ndim != 2 or rows.shape[1] != 3 or not np.all(np.mod(rows[:, :2], 1) == 0):
            raise ValueError("demands: must be (origin, destination, amount): nodes and a number")
        if np.abs(rows[:, :2]).max(initial=0) >= 2**53:
            raise ValueError("demands: must be between nodes of the network")
        self.links = own(pairs)
        self.demands = own(rows)
        needed = int(pairs.max()) + 1
        if nodes is None:
            self.nodes = _arguments.size("links: number of nodes", needed)
        else:
            self.nodes = _arguments.size("nodes", nodes)
        if self.nodes < needed:
            raise ValueError(f"nodes = {nodes}: must be at least {needed} for these links")
        self.first_through_node = _arguments.count_from(0, "first_through_node", first_through_node)
        if self.first_through_node > self.nodes:
            raise ValueError(
                f"first_through_node = {first_through_node}: must be at most {self.nodes}, the "
                "number of nodes"
            )

    @property
    def dimension(self) -> int | None:
        return len(self.links)

    def _make(self, dimension: int, shape: Shape) -> _core.Oracle:
        with _arguments.memory_for(f"nodes = {self.nodes}"):
            return _core.traffic_flows(
                self.nodes,
                self.links.tolist(),
                self.demands[:, :2].astype(np.int64).tolist(),
                np.ascontiguousarray(self.demands[:, 2]),
                self.first_through_node,
            )


def read_tntp(
    network: str | os.PathLike[str],
    trips: str | os.PathLike[str],
    *,
    toll_factor: float = 0.0,
    distance_factor: float = 0.0,
) -> tuple[Traffic, TrafficFlows]:
    """Read files of Transportation Networks for Research; returns a function and a set.

    Files number nodes from 1, the set numbers them from 0.

    Parameters
    ----------
    network, trips : paths
        As in SiouxFalls_net.tntp and SiouxFalls_trips.tntp, gz-compressed or not.
    toll_factor, distance_factor : float
        Time per unit of toll, and per unit of length.

    Examples
    --------
    >>> import acgd, pathlib, tempfile
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> _ = (folder / "net").write_text('''<NUMBER OF ZONES> 2
    ... <NUMBER OF NODES> 2
    ... <NUMBER OF LINKS> 2
    ... <END OF METADATA>
    ... 1 2 4 1 10 1 1 ;
    ... 1 2 9 1 15 0 0 ;''')
    >>> _ = (folder / "trips").write_text('''<END OF METADATA>
    ... Origin 1
    ... 2 : 6.0;''')
    >>> f, flows = acgd.read_tntp(folder / "net", folder / "trips")
    >>> acgd.minimize(f, set=flows, gap_tolerance=1e-9).x.round(6)
    array([2., 4.])
    """
    files = _arguments.path("network", network), _arguments.path("trips", trips)
    factors = (
        _arguments.tolerance("toll_factor", toll_factor),
        _arguments.tolerance("distance_factor", distance_factor),
    )
    read: dict[str, Any] = _core.read_tntp(*files, *factors)
    objective = Traffic(
        *(read[name] for name in ("free_flow_time", "b", "power", "capacity", "fixed"))
    )
    demands = np.column_stack([np.asarray(read["pairs"], float), read["amounts"]])
    flows = TrafficFlows(
        read["links"],
        list(map(tuple, demands)),
        read["nodes"],
        first_through_node=read["first_through_node"],
    )
    return objective, flows
