"""Mean and variance over the simplex: a quadratic program."""

import numpy as np
from harness import Problem

import acgd


def onto_simplex(x):
    x = np.maximum(x, 0)
    return x / x.sum()


def problem(n=500, factors=30):
    import cvxpy

    rng = np.random.default_rng(2)
    loadings = rng.normal(size=(n, factors)) / factors**0.5
    Q = loadings @ loadings.T + np.diag(rng.uniform(0.5, 1.5, n))
    mu = rng.normal(size=n) * 0.02  # so that some dozens are held

    def value(x):
        return float(x @ Q @ x / 2 - mu @ x)

    def conic(solver, **names):
        def solve(t):
            x = cvxpy.Variable(n)
            risk = cvxpy.quad_form(x, cvxpy.psd_wrap(Q)) / 2 - mu @ x
            program = cvxpy.Problem(cvxpy.Minimize(risk), [x >= 0, cvxpy.sum(x) == 1])
            program.solve(solver=solver, **{name: t for name in names["tolerances"]},
                          **names.get("more", {}))  # fmt: skip
            return x.value

        return solve

    clarabel = ["tol_gap_abs", "tol_gap_rel", "tol_feas"]
    return Problem(
        "portfolio",
        f"quadratic, {n} assets, dense, simplex",
        {
            "acgd": lambda t: (
                acgd.minimize(
                    acgd.Quadratic(Q, -mu), set=acgd.Simplex(), relative_gap_tolerance=t
                ).x
            ),
            "cvxpy, Clarabel": conic("CLARABEL", tolerances=clarabel),
            "cvxpy, OSQP": conic(
                "OSQP", tolerances=["eps_abs", "eps_rel"], more={"max_iter": 4000}
            ),
        },
        value=value,
        repair=onto_simplex,
    )
