"""Sets of vectors with valid arguments, and the kind of each of them."""

from __future__ import annotations

import numpy as np

import acgd
from bad_arguments import AT_MOST, RADIUS, Case, solve_over
from bad_values import BAD, INF, NAN, NO_ARRAYS, spoiled

ONES = np.ones(3)
NO_LIST = [*NO_ARRAYS, [], np.ones((3, 1)), *spoiled(ONES)]
# Both arrays have the same length.
NO_OTHER = [*NO_LIST, [1.0], np.ones(7)]
BAD["list"] = NO_LIST
BAD["other list"] = NO_OTHER
BAD["three radii"] = [*NO_OTHER, [1.0, 0.0, 1.0], [1.0, -1.0, 1.0]]
BAD["weights in order"] = [*NO_LIST, [1.0, 2.0, 1.0], np.zeros(3), [2.0, 1.0, -1.0]]
BAD["groups"] = ["x", None, 3, {}, [], [0.5, 0, 0], [-1, 0, 0], [0, 2, 2], [1, 1, 1], ["a", "b"]]
BAD["groups"] += [[NAN, 0, 0], [INF, 0, 0], [0, 0, 10**30], [[0, 1], []], [[0, 1], [1.5]]]
BAD["groups"] += [[[0, 1], 2], [[0, 9]], [[0, -1]], [[0, 0, 1]], [[0, 2**62]], [["a"]], [[None]]]

BAD["number of the row"] = [*BAD["number"], -1.0]
COUNT = dict(k=(2, "count"))
TOP = dict(top=(1.0, "positive"))

CASES = {
    "KSparsePolytope": Case(acgd.KSparsePolytope, {**COUNT, **RADIUS}, solve_over),
    "KNormBall": Case(acgd.KNormBall, {**COUNT, **RADIUS}, solve_over),
    "Hypersimplex": Case(acgd.Hypersimplex, {**COUNT, **TOP, **AT_MOST}, solve_over),
    "Diamond": Case(
        acgd.Diamond,
        dict(lower=(-ONES, "other list"), upper=(ONES, "other list")),
        solve_over,
    ),
    "Knapsack": Case(
        acgd.Knapsack,
        dict(
            a=(ONES, "other list"),
            total=(1.0, "number of the row"),
            lower=(np.zeros(3), "bound"),
            upper=(ONES, "bound"),
            **AT_MOST,
        ),
        solve_over,
    ),
    "Ellipsoid": Case(
        acgd.Ellipsoid, dict(center=(ONES, "other list"), radii=(ONES, "three radii")), solve_over
    ),
    "Permutahedron": Case(acgd.Permutahedron, dict(values=([1.0, 2.0, 3.0], "list")), solve_over),
    "OwlBall": Case(acgd.OwlBall, dict(RADIUS, weights=(ONES, "weights in order")), solve_over),
    "GroupBall": Case(
        acgd.GroupBall, dict(RADIUS, groups=([0, 0, 1], "groups"), norm=("l2", "word")), solve_over
    ),
}
