#!/usr/bin/env python3
"""Count the iterations to gaps of 1e-2, ..., 1e-9 of |f| with the default rules.

usage: PYTHONPATH=build/python python3 python/bench/accuracy.py
"""

import numpy as np

import acgd

GOALS = (1e-2, 1e-3, 1e-4, 1e-6, 1e-9)
LIMIT = 5000


def samples(rng, count=500, features=200):
    """Return noisy targets and labels of a model with ten non-zero coefficients."""
    A = rng.normal(size=(count, features))
    b = A[:, :10] @ np.linspace(2, 1, 10) + rng.normal(size=count)
    return A, b


def grid(side):
    """Return the edges of a grid to the right and down."""
    nodes = range(side * side)
    right = [(i, i + 1) for i in nodes if (i + 1) % side]
    return right + [(i, i + side) for i in nodes if i + side < side * side]


def polytopes(rng):
    A, b = samples(rng)
    n = A.shape[1]
    ridge = acgd.Quadratic(A.T @ A / len(b), -A.T @ b / len(b))
    yield "least squares, l1 ball", acgd.LeastSquares(A, b), acgd.L1Ball(10)
    yield "logistic, l1 ball", acgd.Logistic(A, np.sign(b)), acgd.L1Ball(10)
    yield "least squares, simplex", acgd.LeastSquares(A, b), acgd.Simplex(10)
    yield "quadratic, capped simplex", ridge, acgd.Hypersimplex(20, 0.5)
    yield "quadratic, box", ridge, acgd.Box(-0.5, 0.5)
    yield "quadratic, hull of 500 points", ridge, acgd.ConvexHull(rng.normal(size=(500, n)))
    streets = grid(12)
    costs = acgd.Quadratic(np.diag(rng.uniform(0.5, 2, len(streets))))
    yield "quadratic, flow through a grid", costs, acgd.FlowPolytope(streets, costs="edges")
    target = rng.uniform(size=20 * 20) / 10
    yield "quadratic, Birkhoff", acgd.Quadratic(np.eye(400), -target), acgd.Birkhoff(20)


def curved(rng):
    A, b = samples(rng)
    yield "least squares, l2 ball", acgd.LeastSquares(A, b), acgd.L2Ball(2)
    yield "logistic, l2 ball", acgd.Logistic(A, np.sign(b)), acgd.L2Ball(2)
    groups = np.arange(A.shape[1]) // 5
    yield "least squares, group ball", acgd.LeastSquares(A, b), acgd.GroupBall(groups, 5)
    yield "least squares, l3 ball", acgd.LeastSquares(A, b), acgd.LpBall(3, 2)
    shape = (60, 40)
    X = rng.normal(size=(60, 3)) @ rng.normal(size=(3, 40))
    rows, cols = np.nonzero(rng.uniform(size=shape) < 0.4)
    seen = X[rows, cols] + 0.3 * rng.normal(size=len(rows))
    f = acgd.Completion(rows, cols, seen, shape, loss="squared")
    size = np.linalg.norm(X, "nuc")
    yield "completion, nuclear ball", f, acgd.NuclearBall(0.8 * size, shape=shape)
    half = acgd.Quadratic(np.eye(X.size), -X.ravel())
    yield "nearest matrix, spectral ball", half, acgd.SpectralBall(5, shape=shape)


def iterations(f, region):
    """Return the iterations to each goal, from one run."""
    run = acgd.minimize(f, set=region, relative_gap_tolerance=GOALS[-1], max_iterations=LIMIT)
    share = run.trace.gap / np.abs(run.trace.value)
    there = [np.flatnonzero(share <= goal) for goal in GOALS]
    return [str(run.trace.iteration[k[0]]) if len(k) else f"> {run.nit}" for k in there]


def main():
    print("iterations to a gap over |f| of   " + "".join(f"{goal:>9.0e}" for goal in GOALS))
    for kind, problems in (("polytopes", polytopes), ("curved sets", curved)):
        print(kind)
        for name, f, region in problems(np.random.default_rng(1)):
            counts = "".join(f"{count:>9}" for count in iterations(f, region))
            print(f"  {name:32}{counts}", flush=True)


if __name__ == "__main__":
    main()
