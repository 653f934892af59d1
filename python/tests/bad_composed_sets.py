"""The same as bad_arguments.py for sets composed of other sets, of atoms, of linear programs."""

from __future__ import annotations

import numpy as np

import acgd
from bad_arguments import RADIUS, Case, solve_over
from bad_values import BAD, A, Q

BOX = acgd.Box(np.zeros(3), 1.0)
BAD["edges of a graph"] = [edges for edges in BAD["edges"] if edges not in (None, [(0, 1), (1, 0)])]

CASES = {
    "Scaled": Case(acgd.Scaled, dict(set=(BOX, "set"), factor=(2.0, "positive")), solve_over),
    "Shifted": Case(acgd.Shifted, dict(set=(BOX, "set"), shift=(np.ones(3), "linear")), solve_over),
    "LinearImage": Case(acgd.LinearImage, dict(set=(BOX, "set"), A=(Q, "design")), solve_over),
    "MinkowskiSum": Case(acgd.MinkowskiSum, dict(parts=(["l1:1", "simplex"], "parts")), solve_over),
    "SymmetricHull": Case(acgd.SymmetricHull, dict(atoms=(A, "design")), solve_over),
    "TotalVariation": Case(
        acgd.TotalVariation,
        dict(RADIUS, edges=([(0, 1), (0, 2), (1, 2)], "edges of a graph")),
        solve_over,
    ),
    "Polyhedron": Case(
        acgd.Polyhedron,
        dict(
            A=(A, "design"),
            row_lower=(np.full(4, -5.0), "bound"),
            row_upper=(np.full(4, 5.0), "bound"),
            lower=(np.zeros(3), "bound"),
            upper=(np.ones(3), "bound"),
        ),
        solve_over,
    ),
}
