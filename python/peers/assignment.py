"""The cheapest assignment: one call of the oracle of the Birkhoff polytope."""

import numpy as np
from harness import Problem

import acgd


def problem(n=1000):
    import scipy.optimize

    C = np.random.default_rng(4).uniform(size=(n, n))

    def hungarian(_):
        rows, cols = scipy.optimize.linear_sum_assignment(C)
        x = np.zeros((n, n))
        x[rows, cols] = 1
        return x

    return Problem(
        "assignment",
        f"assignment, {n} x {n}, uniform costs",
        {
            "acgd": lambda _: acgd.Birkhoff().minimizer(C),
            "scipy, linear_sum_assignment": hungarian,
        },
        value=lambda x: float(np.sum(C * x)),
        rungs=[1e-6],
    )
