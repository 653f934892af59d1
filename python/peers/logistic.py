"""Sparse logistic regression on a1a, or on its twin where a1a is not there."""

import os
from pathlib import Path

import numpy as np
from harness import Problem
from lasso import shrink

import acgd

RADIUS = 30.0


def samples():
    """a1a, and what it is."""
    from sklearn.datasets import load_svmlight_file

    folder = Path(os.environ.get("ACGD_DATA") or Path(__file__).parents[3] / "shared" / "data")
    for name in ("a1a", "a1a-twin"):
        if (folder / name).exists():
            return (*load_svmlight_file(str(folder / name), n_features=123), name)
    raise SystemExit(f"a1a is not in {folder}: acgd data make a1a --to {folder}")


def problem():
    import celer
    import copt
    import skglm
    from sklearn.linear_model import LogisticRegression

    A, y, name = samples()
    n = len(y)
    f = acgd.Logistic(A, y)
    best = acgd.minimize(f, set=acgd.L1Ball(RADIUS), gap_tolerance=1e-12)
    # The multiplier of the ball: the penalty alpha |x|_1 + mean loss has the same solution.
    alpha = float(np.max(abs(f.gradient(best.x))))
    C = 1 / (n * alpha)
    csc = A.tocsc()
    loss = copt.loss.LogLoss(A, (y + 1) / 2)
    ball = copt.constraint.L1Ball(RADIUS)

    def scikit_learn(solver):
        def solve(t):
            return LogisticRegression(
                penalty="l1", solver=solver, C=C, tol=t, fit_intercept=False, max_iter=10**5
            ).fit(A, y).coef_[0]  # fmt: skip

        return solve

    return Problem(
        "logistic",
        f"logistic regression, {name}, 1605 x 123 sparse, l1 ball",
        {
            "acgd": lambda t: (
                acgd.minimize(
                    acgd.Logistic(A, y), set=acgd.L1Ball(RADIUS), relative_gap_tolerance=t
                ).x
            ),
            "scikit-learn, liblinear": scikit_learn("liblinear"),
            "scikit-learn, saga": scikit_learn("saga"),
            "celer": lambda t: (
                celer.LogisticRegression(C=C, tol=t, fit_intercept=False, max_iter=1000)
                .fit(csc, y)
                .coef_[0]
            ),
            "skglm": lambda t: (
                skglm.SparseLogisticRegression(alpha=alpha, tol=t, fit_intercept=False)
                .fit(csc, y)
                .coef_[0]
            ),
            "copt, Frank-Wolfe": lambda t: (
                copt.minimize_frank_wolfe(
                    loss.f_grad,
                    np.zeros(123),
                    ball.lmo,
                    tol=t,
                    jac=True,
                    step="backtracking",
                    lipschitz=loss.lipschitz,
                    max_iter=5000,
                ).x
            ),  # fmt: skip
        },
        value=lambda x: float(np.mean(np.logaddexp(0, -y * (A @ x)))),
        repair=shrink(RADIUS),
    )
