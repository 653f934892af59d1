"""Lasso: the l1 ball for acgd and copt, the penalty with the same solution for the others."""

import numpy as np
from harness import Problem

import acgd


def targets(A, count, noise, rng):
    truth = np.zeros(A.shape[1])
    truth[rng.choice(A.shape[1], count, replace=False)] = rng.normal(size=count)
    return A @ truth + noise * rng.normal(size=A.shape[0])


def problem_of(name, sentence, A, b, share):
    """Mean squares / 2 of A x - b, with this share of the least penalty whose solution is 0.

    What is judged is f + alpha |x|_1: what the others minimise. Its minimum is that of f over the
    ball of its solution's norm, and no answer has to be made feasible.
    """
    import celer
    import skglm
    from sklearn.linear_model import Lasso

    alpha = share * float(np.max(abs(A.T @ b))) / len(b)

    def penalized(kind, **more):
        return lambda t: kind(alpha=alpha, tol=t, fit_intercept=False, **more).fit(A, b).coef_

    scikit_learn = penalized(Lasso, max_iter=10**6, copy_X=False)
    exact = scikit_learn(1e-13)
    radius = float(np.sum(abs(exact)))

    def ours(t):
        ball = acgd.L1Ball(radius)
        return acgd.minimize(acgd.LeastSquares(A, b), set=ball, relative_gap_tolerance=t).x

    result = Problem(
        name,
        f"{sentence}, {np.count_nonzero(exact)} coefficients, l1 ball",
        {
            "acgd": ours,
            "scikit-learn": scikit_learn,
            "celer": penalized(celer.Lasso),
            "skglm": penalized(skglm.Lasso),
        },
        value=lambda x: float(np.sum((A @ x - b) ** 2) / (2 * len(b)) + alpha * np.sum(abs(x))),
    )
    return result, radius


def dense(name, share):
    import copt

    rng = np.random.default_rng(1)
    A = np.asfortranarray(rng.normal(size=(500, 5000)))
    b = targets(A, 50, 3.0, rng)
    result, radius = problem_of(name, "least squares, 500 x 5000 dense", A, b, share)
    f, ball = copt.loss.SquareLoss(A, b), copt.constraint.L1Ball(radius)
    result.solvers["copt, accelerated"] = lambda t: (
        copt.minimize_proximal_gradient(
            f.f_grad, np.zeros(5000), ball.prox, tol=t, accelerated=True, max_iter=5000, jac=True
        ).x
    )
    return result


def few():
    return dense("lasso", 0.1)


def many():
    """Nearly as many coefficients as samples."""
    return dense("lasso-many", 0.01)


def wide():
    import scipy.sparse

    rng = np.random.default_rng(7)
    A = scipy.sparse.random(2000, 200000, 0.002, "csc", random_state=7)
    A.data = rng.normal(size=len(A.data))
    b = targets(A, 100, 0.1, rng)
    return problem_of("wide", "least squares, 2000 x 200000, 0.2 % not 0", A, b, 0.05)[0]
