"""Small polytopes with all their vertices, and quadratics over them solved without acgd."""

from __future__ import annotations

import itertools
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import acgd

N = 6
CORNERS = np.eye(N)
POINTS = np.random.default_rng(5).normal(size=(14, N))
EDGES = [(0, 1), (0, 2), (1, 3), (2, 3), (1, 4), (2, 4), (3, 5), (4, 5)]
PATHS = [(0, 2, 6), (1, 3, 6), (0, 4, 7), (1, 5, 7)]  # as numbers of edges


class Polytope(NamedTuple):
    """A set, and its vertices as rows."""

    set: Any
    vertices: NDArray[np.float64]

    @property
    def size(self) -> int:
        return self.vertices.shape[1]


def _rows(places: Any, size: int) -> NDArray[np.float64]:
    rows = np.zeros((len(places), size))
    for row, place in zip(rows, places):
        row[list(place)] = 1.0
    return rows


def _pairs(first: NDArray[Any], second: NDArray[Any]) -> NDArray[np.float64]:
    return np.array([np.concatenate(pair) for pair in itertools.product(first, second)])


def vertex_of_hull(g: NDArray[np.float64]) -> NDArray[np.float64]:
    """The LMO of a user-defined set."""
    return POINTS[np.argmin(POINTS @ g)]


BOX = np.array([*itertools.product(*([(-0.5, 1.0)] * N))])
POLYTOPES = {
    "simplex": Polytope(acgd.Simplex(2.0), 2 * CORNERS),
    "unit simplex": Polytope(
        acgd.Simplex(2.0, at_most=True), np.vstack([np.zeros(N), 2 * CORNERS])
    ),
    "l1": Polytope(acgd.L1Ball(2.0), np.vstack([2 * CORNERS, -2 * CORNERS])),
    "box": Polytope(acgd.Box(np.full(N, -0.5), 1.0), BOX),
    "linf": Polytope(acgd.LinfBall(0.7), 0.7 * np.sign(BOX)),
    "hull": Polytope(acgd.ConvexHull(POINTS), POINTS),
    "flow": Polytope(acgd.FlowPolytope(EDGES, costs="edges"), _rows(PATHS, len(EDGES))),
    "product": Polytope(
        acgd.Product(["simplex:2", "l1:1"], sizes=[N, 3]),
        _pairs(2 * CORNERS, np.vstack([np.eye(3), -np.eye(3)])),
    ),
    "custom": Polytope(acgd.CustomSet(vertex_of_hull, is_polytope=True), POINTS),
}


class Problem(NamedTuple):
    """1/2 x'Qx + b'x, strongly convex."""

    q: NDArray[np.float64]
    b: NDArray[np.float64]

    @property
    def objective(self) -> acgd.Quadratic:
        return acgd.Quadratic(self.q, self.b)

    def value(self, x: NDArray[np.float64]) -> float:
        return float(0.5 * x @ self.q @ x + self.b @ x)

    def gradient(self, x: NDArray[np.float64]) -> NDArray[np.float64]:
        return self.q @ x + self.b


def random_problem(size: int, seed: int, pull: float = 2.0) -> Problem:
    """Condition number about 100; the pull is the distance of the unconstrained minimum."""
    rng = np.random.default_rng(seed)
    basis = np.linalg.qr(rng.normal(size=(size, size)))[0]
    q = basis * np.geomspace(0.1, 10, size) @ basis.T
    return Problem((q + q.T) / 2, pull * rng.normal(size=size))


def linear_minimum(g: NDArray[np.float64], vertices: NDArray[np.float64]) -> float:
    """min <g, x> over the hull, attained at a vertex."""
    return float(np.min(vertices @ g))


def solution(problem: Problem, vertices: NDArray[np.float64]) -> NDArray[np.float64]:
    """The minimiser over the hull of the vertices, by non-negative least squares on weights.

    With Q = R'R and R'c = -b it is the x = V'w with the smallest |R x - c|, w >= 0, sum w = 1;
    the last is a row of large weight, and w is divided by its sum at the end.
    """
    from scipy.optimize import nnls

    r = np.linalg.cholesky(problem.q).T
    c = np.linalg.solve(r.T, -problem.b)
    heavy = 1e5
    rows = np.vstack([r @ vertices.T, heavy * np.ones(len(vertices))])
    weights = nnls(rows, np.append(c, heavy), maxiter=10000)[0]
    return vertices.T @ (weights / weights.sum())
