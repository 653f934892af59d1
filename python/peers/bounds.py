"""Least squares with bounds: a box, where projections are as cheap as vertices."""

import numpy as np
from harness import Problem

import acgd


def problem_of(name, sentence, A, rng):
    import scipy.optimize

    rows, cols = A.shape
    b = A @ rng.normal(size=cols) + rng.normal(size=rows)

    def value(x):
        return float(np.sum((A @ x - b) ** 2)) / 2

    def both(x):
        r = A @ x - b
        return float(r @ r) / 2, A.T @ r

    return Problem(
        name,
        f"{sentence}, {rows} x {cols} dense, 0 <= x <= 1",
        {
            "acgd": lambda t: acgd.minimize(
                acgd.LeastSquares(A, b), set=acgd.Box(0, 1), relative_gap_tolerance=t
            ).x,
            "scipy, L-BFGS-B": lambda t: scipy.optimize.minimize(
                both, np.full(cols, 0.5), jac=True, method="L-BFGS-B",
                bounds=scipy.optimize.Bounds(np.zeros(cols), np.ones(cols)),
                options={"ftol": t * 1e-3, "gtol": 0, "maxiter": 5000, "maxfun": 5000},
            ).x,
            "scipy, lsq_linear": lambda t: scipy.optimize.lsq_linear(A, b, (0, 1), tol=t).x,
        },
        value=value,
        repair=lambda x: np.clip(x, 0, 1),
    )  # fmt: skip


def easy():
    rng = np.random.default_rng(3)
    A = np.asfortranarray(rng.normal(size=(2000, 500)))
    return problem_of("bounds", "least squares", A, rng)


def correlated(share=0.95):
    """Each column is nearly the one before."""
    rng = np.random.default_rng(3)
    A = np.asfortranarray(rng.normal(size=(2000, 500)))
    for j in range(1, 500):
        A[:, j] = share * A[:, j - 1] + (1 - share**2) ** 0.5 * A[:, j]
    return problem_of("bounds-correlated", "least squares, correlated columns", A, rng)
