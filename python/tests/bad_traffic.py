"""The same as bad_arguments.py for traffic in road networks."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np

import acgd
from bad_arguments import Case
from bad_values import BAD, INF, NAN, given

LINKS = [(0, 1), (0, 2), (1, 2), (2, 0)]
DEMANDS = [(0, 2, 1.0), (1, 0, 0.5)]
NO_LINKS = ["x", None, 3, [], [0, 1], [(0, 1, 2)], [(0.5, 1)], [(-1, 0)], [(0, 9)], [("a", "b")]]
NO_ROWS = ["x", None, 3, [], [0, 1], [(0, 1)], [(0.5, 1, 1)], [("a", "b", "c")]]
NO_DEMANDS = [(-1, 1, 1), (0, 9, 1), (0, 2, -1), (0, 2, NAN), (0, 2, INF), (0, 0, 1), (2**60, 1, 1)]

BAD["links"] = [*NO_LINKS, [(0, 2**63)]]
BAD["demands"] = [*NO_ROWS, *([row] for row in NO_DEMANDS)]
BAD["optional counts"] = given(BAD["counts"])
BAD["through node"] = [*BAD["count from 0"], 4]

_FOLDER = tempfile.TemporaryDirectory()
NETWORK = Path(_FOLDER.name) / "two_net.tntp"
TRIPS = Path(_FOLDER.name) / "two_trips.tntp"
NETWORK.write_text(
    "<NUMBER OF ZONES> 2\n<NUMBER OF NODES> 2\n<NUMBER OF LINKS> 2\n<END OF METADATA>\n"
    "1 2 4 3 10 1 1 0 5 1 ;\n1 2 9 1 15 0 0 0 0 1 ;\n"
)
TRIPS.write_text("<NUMBER OF ZONES> 2\n<END OF METADATA>\nOrigin 1\n2 : 6.0;\n")

CASES = {
    "Traffic": Case(
        acgd.Traffic,
        {
            name: (np.ones(4), "counts" if name != "fixed" else "optional counts")
            for name in ("free_flow_time", "b", "power", "capacity", "fixed")
        },
        lambda f: f.value(np.ones(4)),
    ),
    "Traffic.total_time": Case(
        acgd.Traffic(*np.ones((4, 3))).total_time, dict(x=(np.ones(3), "any point"))
    ),
    "TrafficFlows": Case(
        acgd.TrafficFlows,
        dict(
            links=(LINKS, "links"),
            demands=(DEMANDS, "demands"),
            nodes=(3, "nodes"),
            first_through_node=(0, "through node"),
        ),
        lambda flows: flows.minimizer(np.ones(len(flows.links))),
    ),
    "read_tntp": Case(
        acgd.read_tntp,
        dict(
            network=(NETWORK, "path"),
            trips=(TRIPS, "path"),
            toll_factor=(0.5, "tolerance"),
            distance_factor=(0.0, "tolerance"),
        ),
    ),
}
