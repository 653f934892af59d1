"""Optimal transport: plain, and with the squares of the plan added."""

import conic
import numpy as np
from harness import Problem

import acgd


def instance(n=200):
    rng = np.random.default_rng(5)
    a, b = rng.uniform(size=n), rng.uniform(size=n)
    places = rng.normal(size=(2, n, 2))
    C = ((places[0][:, None] - places[1][None]) ** 2).sum(-1)
    return a / a.sum(), b / b.sum(), C


def plain():
    import ot

    a, b, C = instance(400)
    return Problem(
        "transport",
        "optimal transport, 400 x 400, squared distances",
        {
            "acgd": lambda _: acgd.TransportPlans(a, b).minimizer(C),
            "POT, emd": lambda _: ot.emd(a, b, C),
        },
        value=lambda x: float(np.sum(C * x)),
        rungs=[1e-6],
    )


def smooth():
    import ot
    import scipy.sparse

    a, b, C = instance()
    n, weight = len(a), 50.0  # so that plans of some thousand entries are best

    def ours(t):
        squares = scipy.sparse.identity(n * n, format="csr") * weight
        f = acgd.Quadratic(squares, C.ravel(), convex=True)
        return acgd.minimize(f, set=acgd.TransportPlans(a, b), relative_gap_tolerance=t).x

    def conditional_gradient(t):
        return ot.optim.cg(
            a, b, C, weight, f=lambda G: 0.5 * np.sum(G**2), df=lambda G: G, numItermax=2000,
            stopThr=t, stopThr2=t,
        )  # fmt: skip

    def dual(t):
        """stopThr is that of the dual's entries, which are far from the plan's."""
        return ot.smooth.smooth_ot_dual(
            a, b, C, weight, reg_type="l2", stopThr=t * 1e-8, numItermax=10**5
        )

    def clarabel(t):
        squares = scipy.sparse.identity(n * n, format="csc") * weight
        rows = scipy.sparse.kron(scipy.sparse.identity(n), np.ones((1, n)))
        cols = scipy.sparse.kron(np.ones((1, n)), scipy.sparse.identity(n))
        sums = scipy.sparse.vstack([rows, cols], format="csr")[:-1]  # the last follows
        right = np.concatenate([a, b[:-1]])
        return conic.clarabel(squares, C.ravel(), sums, right, n * n, t).reshape(n, n)

    return Problem(
        "smooth-transport",
        "transport with the squares of the plan, 200 x 200",
        {
            "acgd": ours,
            "POT, smooth": dual,
            "POT, cg": conditional_gradient,
            "Clarabel": clarabel,
        },
        value=lambda x: float(np.sum(C * x) + weight / 2 * np.sum(x**2)),
        repair=lambda x: onto_plans(x, a, b),
    )


def onto_plans(x, a, b):
    """Rows and columns that are too heavy are shrunk, and what is missing is spread evenly."""
    x = np.maximum(x, 0)
    x = x * np.minimum(1, a / np.maximum(x.sum(1), 1e-300))[:, None]
    x = x * np.minimum(1, b / np.maximum(x.sum(0), 1e-300))
    rows, cols = a - x.sum(1), b - x.sum(0)
    return x + np.outer(rows, cols) / max(rows.sum(), 1e-300)
