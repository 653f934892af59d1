#!/usr/bin/env python3
"""Count the LMO calls and gradients of corrective steps on factors, to small gaps.

usage: PYTHONPATH=build/python python3 python/bench/spectral.py [movielens100k.csv]
"""

import sys
import time

import numpy as np

import acgd


def show(name, f, set, **options):
    """Solve a problem on one thread and print a row."""
    start = time.process_time()
    result = acgd.minimize(
        f, set=set, direction="corrective", threads=1, max_iterations=200, **options
    )
    counts, seconds = result.counts, time.process_time() - start
    print(
        f"{name:<44}{result.nit:>6}{counts.oracle_calls:>6}{counts.gradients:>7}"
        f"{result.gap / abs(result.fun):>10.1e}{seconds:>8.2f}  {result.status}"
    )


def movielens(path):
    """Yield the problems of ratings minus their mean, at radius 700."""
    table = np.loadtxt(path, delimiter=",")
    rows, cols = table[:, 0].astype(int) - 1, table[:, 1].astype(int) - 1
    values = table[:, 2] - table[:, 2].mean()
    shape = (rows.max() + 1, cols.max() + 1)
    for loss in ("squared", "huber", "logistic"):
        seen = np.sign(values) if loss == "logistic" else values
        yield (
            loss,
            acgd.Completion(rows, cols, seen, shape, loss=loss),
            acgd.NuclearBall(700, shape),
        )


def entries(rng, side, rank, noise):
    """Return a completion of 30 % of a square matrix, and a ball of 0.8 times its norm."""
    truth = rng.normal(size=(side, rank)) @ rng.normal(size=(rank, side)) / np.sqrt(rank)
    rows, cols = np.nonzero(rng.random((side, side)) < 0.3)
    seen = truth[rows, cols] + noise * rng.normal(size=len(rows))
    f = acgd.Completion(rows, cols, seen, truth.shape, loss="squared")
    return f, acgd.NuclearBall(0.8 * np.linalg.norm(truth, "nuc"), truth.shape)


def semidefinite(rng, side):
    """Return the distance to 10 % of the entries of a matrix of rank 3 and trace 1, with noise."""
    factor = rng.normal(size=(side, 3))
    truth = factor @ factor.T / (factor**2).sum()
    noise = rng.normal(size=truth.shape) * np.abs(truth).mean()
    upper = np.triu(rng.random(truth.shape) < 0.1)
    rows, cols = np.nonzero(upper | upper.T)
    seen = (truth + 0.5 * (noise + noise.T))[rows, cols]
    return acgd.Completion(rows, cols, seen, truth.shape, loss="squared", scaling="sum")


print(f"{'':<44}{'steps':>6}{'LMO':>6}{'grad':>7}{'gap/|f|':>10}{'CPU s':>8}")
if len(sys.argv) > 1:
    for loss, f, ball in movielens(sys.argv[1]):
        for goal in (1e-6, 1e-9):
            name = f"MovieLens-100K, {loss}, {goal:g}"
            show(name, f, ball, x0="zero", relative_gap_tolerance=goal)
rng = np.random.default_rng(0)
for side in (200, 500):
    for rank in (1, 3, 5, 20):
        for noise in (0, 0.5):
            f, ball = entries(rng, side, rank, noise)
            name = f"{side} x {side}, rank {rank}, noise {noise}, 1e-9"
            show(name, f, ball, x0="zero", relative_gap_tolerance=1e-9)
for side in (500, 1000):
    show(
        f"spectraplex, {side} x {side}, 1e-7",
        semidefinite(rng, side),
        acgd.Spectraplex(1.0, side),
        relative_gap_tolerance=1e-7,
    )
