"""Lasso: the l1 ball for acgd and copt, the penalty with the same solution for the others."""

import numpy as np
from harness import Problem

import acgd


def shrink(radius):
    """Onto the l1 ball, along the ray through 0."""
    return lambda x: x * min(1.0, radius / max(np.sum(abs(x)), 1e-300))


def targets(A, count, noise, rng):
    truth = np.zeros(A.shape[1])
    truth[rng.choice(A.shape[1], count, replace=False)] = rng.normal(size=count)
    return A @ truth + noise * rng.normal(size=A.shape[0])


def problem_of(name, sentence, A, b, alpha):
    """Mean squares / 2 of A x - b, with the radius that belongs to alpha."""
    import celer
    import skglm
    from sklearn.linear_model import Lasso

    exact = Lasso(alpha=alpha, tol=1e-13, max_iter=10**6, fit_intercept=False).fit(A, b).coef_
    radius = float(np.sum(abs(exact)))

    def ours(t):
        ball = acgd.L1Ball(radius)
        return acgd.minimize(acgd.LeastSquares(A, b), set=ball, relative_gap_tolerance=t).x

    def penalized(kind, **more):
        return lambda t: kind(alpha=alpha, tol=t, fit_intercept=False, **more).fit(A, b).coef_

    return Problem(
        name,
        sentence,
        {
            "acgd": ours,
            "scikit-learn": penalized(Lasso, max_iter=10**6),
            "celer": penalized(celer.Lasso),
            "skglm": penalized(skglm.Lasso),
        },
        value=lambda x: float(np.sum((A @ x - b) ** 2)) / (2 * len(b)),
        repair=shrink(radius),
    )


def problem():
    import copt

    rng = np.random.default_rng(1)
    A = np.asfortranarray(rng.normal(size=(500, 5000)))
    b = targets(A, 50, 3.0, rng)
    sentence = "least squares, 500 x 5000 dense, 50 coefficients planted, l1 ball"
    result = problem_of("lasso", sentence, A, b, 0.3)
    f = copt.loss.SquareLoss(A, b)
    exact = result.solvers["scikit-learn"](1e-13)
    ball = copt.constraint.L1Ball(float(np.sum(abs(exact))))
    result.solvers["copt, accelerated"] = lambda t: (
        copt.minimize_proximal_gradient(
            f.f_grad, np.zeros(5000), ball.prox, tol=t, accelerated=True, max_iter=5000, jac=True
        ).x
    )
    return result


def wide():
    import scipy.sparse

    rng = np.random.default_rng(7)
    A = scipy.sparse.random(2000, 200000, 0.002, "csc", random_state=7)
    A.data = rng.normal(size=len(A.data))
    b = targets(A, 100, 0.1, rng)
    alpha = 0.05 * float(np.max(abs(A.T @ b))) / 2000
    return problem_of("wide", "least squares, 2000 x 200000, 0.2 % not 0, l1 ball", A, b, alpha)
