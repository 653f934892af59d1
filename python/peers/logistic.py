"""Sparse logistic regression on a1a, or on its synthetic stand-in if a1a is absent."""

import data
import numpy as np
from harness import Problem

import acgd

RADIUS = 30.0


def problem():
    import celer
    import copt
    import skglm
    from sklearn.datasets import load_svmlight_file
    from sklearn.linear_model import LogisticRegression

    file = data.find("a1a", "a1a-synthetic", "a1a")
    A, y = load_svmlight_file(str(file), n_features=123)
    A.indices, A.indptr = A.indices.astype(np.int32), A.indptr.astype(np.int32)  # liblinear's
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
        return lambda t: (
            LogisticRegression(
                l1_ratio=1, solver=solver, C=C, tol=t, fit_intercept=False, max_iter=10**5
            )
            .fit(A, y)
            .coef_[0]
        )

    def proximal(t):
        return copt.minimize_proximal_gradient(
            loss.f_grad, np.zeros(123), ball.prox, tol=t, accelerated=True, max_iter=5000, jac=True
        ).x

    def frank_wolfe(t):
        return copt.minimize_frank_wolfe(
            loss.f_grad, np.zeros(123), ball.lmo, tol=t, jac=True, step="backtracking",
            lipschitz=loss.lipschitz, max_iter=5000,
        ).x  # fmt: skip

    def celer_path(t):
        model = celer.LogisticRegression(C=C, tol=t, fit_intercept=False, max_iter=1000)
        return model.fit(csc, y).coef_[0]

    def newton(t):
        model = skglm.SparseLogisticRegression(alpha=alpha, tol=t, fit_intercept=False)
        return model.fit(csc, y).coef_[0]

    return Problem(
        "logistic",
        f"logistic regression, {file.name}, 1605 x 123 sparse, l1 ball",
        {
            "acgd": lambda t: (
                acgd.minimize(
                    acgd.Logistic(A, y), set=acgd.L1Ball(RADIUS), relative_gap_tolerance=t
                ).x
            ),
            "scikit-learn, liblinear": scikit_learn("liblinear"),
            "scikit-learn, saga": scikit_learn("saga"),
            "celer": celer_path,
            "skglm": newton,
            "copt, accelerated": proximal,
            "copt, Frank-Wolfe": frank_wolfe,
        },
        # As of lasso.py: what the others minimise.
        value=lambda x: float(np.mean(np.logaddexp(0, -y * (A @ x))) + alpha * np.sum(abs(x))),
    )
