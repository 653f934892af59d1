#!/usr/bin/env python3
"""Count the LMO calls and gradients of corrective steps on factors, to small gaps.

usage: PYTHONPATH=build/python python3 python/bench/spectral.py [movielens100k.csv] [--large]

--large has one run only, on 2e7 synthetic ratings, and its peak memory.
"""

import resource
import sys
import time

import numpy as np

import acgd


def show(name, f, region, goal, **options):
    """Solve a problem on one thread and print a row. A goal of None is the default one."""
    name = f"{name}, {'default' if goal is None else f'{goal:g}'}"
    start = time.process_time()
    options |= dict(direction="corrective", threads=1, max_iterations=200)
    result = acgd.minimize(f, set=region, relative_gap_tolerance=goal, **options)
    counts, seconds = result.counts, time.process_time() - start
    rank = "" if result.factors is None else result.factors.rank
    print(
        f"{name:<50}{result.nit:>6}{counts.oracle_calls:>6}{counts.gradients:>7}"
        f"{rank:>6}{result.gap / abs(result.fun):>10.1e}{seconds:>8.2f}  {result.status}",
        flush=True,
    )


def without_biases(rows, cols, values, shape):
    """Return the ratings minus the mean and the damped means of users and items."""
    rest = values - values.mean()
    for places, count in ((rows, shape[0]), (cols, shape[1])):
        sums, sizes = (np.bincount(places, w, count) for w in (rest, None))
        rest = rest - (sums / (sizes + 5))[places]
    return rest


def movielens(path):
    """Yield problems of ratings minus their mean, or minus biases."""
    table = np.loadtxt(path, delimiter=",")
    rows, cols = table[:, 0].astype(int) - 1, table[:, 1].astype(int) - 1
    values = table[:, 2] - table[:, 2].mean()
    shape = (rows.max() + 1, cols.max() + 1)
    weights = np.random.default_rng(0).uniform(0.5, 2, len(values))

    def completion(seen, loss="squared", weights=None):
        return acgd.Completion(rows, cols, seen, shape, loss=loss, weights=weights)

    ball = acgd.NuclearBall(700, shape)
    yield "MovieLens-100K, squared", completion(values), ball
    yield "MovieLens-100K, huber", completion(values, "huber"), ball
    yield "MovieLens-100K, logistic", completion(np.sign(values), "logistic"), ball
    yield "MovieLens-100K, squared, weights", completion(values, weights=weights), ball
    rest = without_biases(rows, cols, table[:, 2], shape)
    yield "MovieLens-100K, squared, biases", completion(rest), ball


def entries(rng, side, rank, noise, share=0.8):
    """Return a completion of 30 % of a square matrix, and a ball of a share of its norm."""
    truth = rng.normal(size=(side, rank)) @ rng.normal(size=(rank, side)) / np.sqrt(rank)
    rows, cols = np.nonzero(rng.random((side, side)) < 0.3)
    seen = truth[rows, cols] + noise * rng.normal(size=len(rows))
    f = acgd.Completion(rows, cols, seen, truth.shape, loss="squared")
    return f, acgd.NuclearBall(share * np.linalg.norm(truth, "nuc"), truth.shape)


def dense(rng, side, rank, share):
    """Return least squares |A X - B|^2 / 2 of a matrix, and a ball of a share of its norm."""
    truth = rng.normal(size=(side, rank)) @ rng.normal(size=(rank, side)) / np.sqrt(rank)
    A = rng.normal(size=(2 * side, side)) / np.sqrt(side)
    B = A @ truth + 0.5 * rng.normal(size=(2 * side, side))
    square, linear, constant = A.T @ A, A.T @ B, 0.5 * np.sum(B * B)

    def f(X):
        product = square @ X
        return 0.5 * np.sum(X * product) - np.sum(X * linear) + constant, product - linear

    size = np.linalg.norm(np.linalg.solve(square, linear) if share > 1 else truth, "nuc")
    return f, acgd.NuclearBall(share * size, truth.shape)


def semidefinite(rng, side, trace=1.0, noise=1.0, rank=3, share=0.1):
    """Return the distance to a share of the entries of a matrix of low rank, with noise."""
    factor = np.linalg.qr(rng.normal(size=(side, rank)))[0]
    if rank == 3:
        factor = rng.normal(size=(side, rank))
    truth = trace * factor @ factor.T / (factor**2).sum()
    errors = noise * rng.normal(size=truth.shape) * np.abs(truth).mean()
    upper = np.triu(rng.random(truth.shape) < share)
    rows, cols = np.nonzero(upper | upper.T)
    seen = (truth + 0.5 * (errors + errors.T))[rows, cols]
    return acgd.Completion(rows, cols, seen, truth.shape, loss="squared", scaling="sum")


def large():
    """Complete 400 000 x 50 000 from 2e7 ratings of a matrix of rank 5, with noise."""
    rng = np.random.default_rng(0)
    shape, count, rank = (400_000, 50_000), 20_000_000, 5
    left, right = (rng.normal(size=(side, rank)) for side in shape)
    rows, cols = (rng.integers(side, size=count, dtype=np.int32) for side in shape)
    seen = 0.5 * rng.normal(size=count)
    for k in range(rank):
        seen += left[rows, k] * right[cols, k]
    radius = 0.5 * np.linalg.norm(np.linalg.qr(left)[1] @ np.linalg.qr(right)[1].T, "nuc")
    f = acgd.Completion(rows, cols, seen, shape, loss="squared")
    del rows, cols, seen
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    show("2e7 ratings", f, acgd.NuclearBall(radius, shape), 1e-4, x0="zero")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(f"peak memory {peak / 2**20:.2f} GiB, {before / 2**20:.2f} GiB before the run")


def main():
    print(
        f"{'':<50}{'steps':>6}{'LMO':>6}{'grad':>7}{'rank':>6}{'gap/|f|':>10}{'CPU s':>8}",
        flush=True,
    )
    if "--large" in sys.argv:
        return large()
    for path in sys.argv[1:]:
        for name, f, ball in movielens(path):
            for goal in (1e-6, 1e-9):
                show(name, f, ball, goal, x0="zero")
    rng = np.random.default_rng(0)
    for side in (200, 500):
        for rank in (1, 3, 5, 20):
            for noise in (0, 0.5):
                name = f"entries, {side} x {side}, rank {rank}, noise {noise}"
                show(name, *entries(rng, side, rank, noise), 1e-9, x0="zero")
    for side in (200, 500):
        for rank in (1, 5, 20):
            show(f"least squares, {side} x {side}, rank {rank}", *dense(rng, side, rank, 0.8), 1e-9)
    show("least squares, 200 x 200, inside the ball", *dense(rng, 200, 5, 1.1), 1e-9)
    f, ball = entries(rng, 200, 3, 0, 2)
    show("entries, 200 x 200, rank 3, inside", f, ball, None, x0="zero")
    for side in (500, 1000):
        show(f"spectraplex, {side} x {side}", semidefinite(rng, side), acgd.Spectraplex(1.0), 1e-7)
    f = semidefinite(rng, 500)
    show("spectrahedron, 500 x 500", f, acgd.Spectraplex(1.0, at_most=True), 1e-6)
    for share in (0.1, 0.5):
        f = semidefinite(rng, 200, 4.0, rank=4, share=share)
        show(f"Fantope, 200 x 200, {share:.0%} of entries", f, acgd.Fantope(4), 1e-6)


if __name__ == "__main__":
    main()
