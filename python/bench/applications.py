"""acgd beside the methods of each field, on mixtures, designs and graph matching.

usage: PYTHONPATH=build/python python3 python/bench/applications.py [mixtures] [designs] [matching]

Processor seconds of one thread, and evaluations where both count them. REX is the randomized
exchange algorithm of Harman, Filova and Richtarik (2019), with numpy.
"""

import os
import statistics
import sys
import time

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

import acgd


def timed(solve):
    start = time.process_time()
    answer = solve()
    return answer, time.process_time() - start


def mixtures(samples=20000, components=50):
    """Proportions of normal components; SLSQP of SciPy with the gradient."""
    from scipy.optimize import minimize

    rng = np.random.default_rng(0)
    at = np.concatenate([rng.normal(-2, 1, samples // 2), rng.normal(1, 1.5, samples // 2)])
    L = np.exp(-0.5 * (at[:, None] - np.linspace(-5, 5, components)) ** 2)
    ours, seconds = timed(
        lambda: acgd.minimize(acgd.NegativeLog(L), set="simplex", gap_tolerance=1e-8)
    )
    print(f"acgd: f = {ours.fun:.12f}, {ours.njev} gradients, {seconds:.3g} s, {ours.status}")
    theirs, seconds = timed(
        lambda: minimize(
            lambda w: -np.log(np.maximum(L @ w, 1e-300)).mean(),
            np.full(components, 1 / components),
            jac=lambda w: -(L.T @ (1 / np.maximum(L @ w, 1e-300))) / samples,
            bounds=[(0, 1)] * components,
            constraints={
                "type": "eq",
                "fun": lambda w: w.sum() - 1,
                "jac": lambda w: np.ones_like(w),
            },
            method="SLSQP",
            options=dict(ftol=1e-12, maxiter=1000),
        )
    )
    print(f"SLSQP: f = {theirs.fun:.12f}, {theirs.njev} gradients, {seconds:.3g} s")


def rex(X, efficiency, seed=0, gamma=4):
    """D-optimal weights: exchanges of weight between good points and support points, in random
    order, each by its closed form.
    """
    n, d = X.shape
    rng = np.random.default_rng(seed)
    w = np.zeros(n)
    w[rng.choice(n, 2 * d, replace=False)] = 1 / (2 * d)
    while True:
        inverse = np.linalg.inv((X[w > 0].T * w[w > 0]) @ X[w > 0])
        variances = np.einsum("ij,ij->i", X @ inverse, X)
        if d / variances.max() >= efficiency:
            return w
        support = np.flatnonzero(w > 0)
        good = np.argpartition(-variances, min(gamma * d, n - 1))[: gamma * d]
        worst = support[np.argmin(variances[support])]
        pairs = [(worst, good[np.argmax(variances[good])])]
        pairs += [(k, g) for k in rng.permutation(support) for g in rng.permutation(good)]
        for k, g in pairs:
            if k == g or w[k] + w[g] == 0:
                continue
            of_k, of_g = X[k] @ inverse, X[g] @ inverse
            dk, dg, cross = of_k @ X[k], of_g @ X[g], of_k @ X[g]
            bend = dk * dg - cross**2
            step = (dg - dk) / (2 * bend) if bend > 1e-12 * dk * dg else np.sign(dg - dk)
            step = np.clip(step, -w[g], w[k])
            if step == 0:
                continue
            w[k] -= step
            w[g] += step
            # Two rank-one updates of the inverse.
            both = np.stack([X[g], X[k]])
            core = np.linalg.inv(np.diag([1 / step, -1 / step]) + both @ inverse @ both.T)
            inverse = inverse - (inverse @ both.T) @ core @ (both @ inverse)
        w[w < 1e-12] = 0
        w /= w.sum()


def designs(sizes=((10000, 10), (100000, 20))):
    """D-optimal designs of normal points to an efficiency of 1 - 1e-6."""
    for n, d in sizes:
        X = np.random.default_rng(1).normal(size=(n, d))
        ours, seconds = timed(lambda X=X: acgd.optimal_design(X))
        print(f"{n} x {d}: acgd {seconds:.3g} s, {ours.njev} gradients, log det M {-ours.fun:.9f}")
        w, seconds = timed(lambda X=X: rex(X, 1 - 1e-6))
        print(
            f"{n} x {d}: REX {seconds:.3g} s, log det M {np.linalg.slogdet((X.T * w) @ X)[1]:.9f}"
        )


def matching(sizes=(50, 100, 200), seeds=20):
    """Correlated random graphs: edges matched, by FAQ of SciPy and graph_match."""
    from scipy.optimize import quadratic_assignment

    for n in sizes:
        values, times = ([], []), ([], [])
        for seed in range(seeds):
            rng = np.random.default_rng(seed)
            A = np.triu(rng.random((n, n)) < 0.3, 1).astype(float)
            B = np.where(rng.random((n, n)) < 0.1, np.triu(rng.random((n, n)) < 0.3, 1), A)
            A, B = A + A.T, np.triu(B, 1) + np.triu(B, 1).T
            order = rng.permutation(n)
            B = B[np.ix_(order, order)]
            ours, seconds = timed(lambda A=A, B=B: acgd.graph_match(A, B))
            theirs, other = timed(
                lambda A=A, B=B: quadratic_assignment(A, B, options=dict(maximize=True))
            )
            for k, (value, took) in enumerate([(ours.value, seconds), (theirs.fun, other)]):
                values[k].append(value)
                times[k].append(took)
        for k, name in enumerate(["acgd", "SciPy, faq"]):
            value, took = statistics.median(values[k]), statistics.median(times[k])
            print(f"{n} nodes: {name}: median value {value:g}, {took:.3g} s")


if __name__ == "__main__":
    PARTS = {"mixtures": mixtures, "designs": designs, "matching": matching}
    for part in sys.argv[1:] or PARTS:
        PARTS[part]()
