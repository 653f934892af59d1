"""Least squares with bounds: a box, where projections are as cheap as vertices."""

import numpy as np
from harness import Problem

import acgd


def problem(rows=2000, cols=500):
    import scipy.optimize

    rng = np.random.default_rng(3)
    A = np.asfortranarray(rng.normal(size=(rows, cols)))
    b = A @ rng.normal(size=cols) + rng.normal(size=rows)

    def value(x):
        return float(np.sum((A @ x - b) ** 2)) / 2

    def both(x):
        r = A @ x - b
        return float(r @ r) / 2, A.T @ r

    return Problem(
        "bounds",
        f"least squares, {rows} x {cols} dense, 0 <= x <= 1",
        {
            "acgd": lambda t: acgd.minimize(
                acgd.LeastSquares(A, b), set=acgd.Box(0, 1), relative_gap_tolerance=t
            ).x,
            "scipy, L-BFGS-B": lambda t: scipy.optimize.minimize(
                both, np.full(cols, 0.5), jac=True, method="L-BFGS-B", bounds=[(0, 1)] * cols,
                options={"ftol": t * 1e-2, "gtol": 0, "maxiter": 5000, "maxfun": 5000},
            ).x,
            "scipy, lsq_linear": lambda t: scipy.optimize.lsq_linear(A, b, (0, 1), tol=t).x,
        },
        value=value,
        repair=lambda x: np.clip(x, 0, 1),
    )  # fmt: skip
