"""Mean and variance over the simplex: a quadratic program."""

import conic
import numpy as np
from harness import Problem

import acgd


def onto_simplex(x):
    x = np.maximum(x, 0)
    return x / x.sum()


def problem(n=500, factors=30):
    import cvxpy
    import scipy.sparse

    rng = np.random.default_rng(2)
    loadings = rng.normal(size=(n, factors)) / factors**0.5
    own = rng.uniform(0.5, 1.5, n)
    Q = loadings @ loadings.T + np.diag(own)
    mu = rng.normal(size=n) * 0.02  # so that some dozens are held

    def modelled(solver, tolerances, **more):
        def solve(t):
            x = cvxpy.Variable(n)
            risk = cvxpy.quad_form(x, cvxpy.psd_wrap(Q)) / 2 - mu @ x
            program = cvxpy.Problem(cvxpy.Minimize(risk), [x >= 0, cvxpy.sum(x) == 1])
            program.solve(solver=solver, **{name: t for name in tolerances}, **more)
            return x.value

        return solve

    def direct(solver):
        one = np.ones((1, n))
        return lambda t: solver(scipy.sparse.csc_matrix(Q), -mu, one, [1.0], n, t)

    def told(t):
        """x and its factors y = loadings' x, of which nothing is dense."""
        P = scipy.sparse.diags(np.concatenate([own, np.ones(factors)]), format="csc")
        equal = np.block(
            [[np.ones((1, n)), np.zeros((1, factors))], [loadings.T, -np.eye(factors)]]
        )
        b = np.concatenate([[1.0], np.zeros(factors)])
        return conic.clarabel(P, np.concatenate([-mu, np.zeros(factors)]), equal, b, n, t)[:n]

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
            "Clarabel": direct(conic.clarabel),
            "OSQP": direct(conic.osqp),
            "cvxpy, Clarabel": modelled("CLARABEL", clarabel),
            "cvxpy, OSQP": modelled("OSQP", ["eps_abs", "eps_rel"], max_iter=10**5),
            "Clarabel, told the factors": told,
        },
        value=lambda x: float(x @ Q @ x / 2 - mu @ x),
        repair=onto_simplex,
    )
