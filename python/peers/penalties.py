"""Penalised regression: loss + lambda * gauge, what celer, skglm, scikit-learn and glmnet solve.

The designs are those of the public benchmarks of benchopt: Gaussian rows whose columns i and j have
correlation rho^|i-j|, and lambda as a share of the smallest penalty whose solution is 0.
"""

from functools import partial

import glmnet
import numpy as np
from harness import Problem
from lasso import targets

import acgd

RUNGS = [1e-2, 1e-4, 1e-6, 1e-8, 1e-10, 1e-12, 1e-14]
ACCURACIES = [1e-6, 1e-10]
SHAPES = {"tall": (10000, 100), "square": (500, 600), "wide": (100, 10000)}


def correlated(rows, cols, rho, seed=0):
    """Gaussian columns, each rho times the one before plus noise, and a sparse truth."""
    rng = np.random.default_rng(seed)
    A = np.asfortranarray(rng.normal(size=(rows, cols)))
    for j in range(1, cols):
        A[:, j] = rho * A[:, j - 1] + (1 - rho**2) ** 0.5 * A[:, j]
    truth = np.zeros(cols)
    truth[rng.choice(cols, cols // 5, replace=False)] = 1
    signal = A @ truth
    noise = rng.normal(size=rows)
    return A, signal + noise * np.linalg.norm(signal) / (3 * np.linalg.norm(noise))


def half_mean_square(A, b):
    return lambda x: float(np.sum((A @ x - b) ** 2) / (2 * len(b)))


def ours(f, penalty):
    return lambda t: acgd.minimize(f(), penalty=penalty, relative_gap_tolerance=t).x


def least_squares(A, b):
    return lambda: acgd.LeastSquares(A, b, factor=0.5 / len(b))


def problem_of(name, sentence, solvers, value, r_solver=None):
    """Adds glmnet where it is installed: a function of its tolerance that returns arguments."""
    if r_solver is not None and glmnet.version():
        data, arguments = r_solver
        process = glmnet.Glmnet(*data)
        solvers["glmnet"] = lambda t: process(f"thresh = {t:g}, {arguments}")
    return Problem(name, sentence, solvers, value, rungs=RUNGS, accuracies=ACCURACIES, brief=True)


def lasso_of(name, sentence, A, b, share):
    import celer
    import skglm
    from sklearn.linear_model import Lasso

    alpha = share * float(np.max(abs(A.T @ b))) / len(b)
    loss = half_mean_square(A, b)

    def fitted(kind, **more):
        return lambda t: kind(alpha=alpha, tol=t, fit_intercept=False, **more).fit(A, b).coef_

    return problem_of(
        name,
        sentence,
        {
            "acgd": ours(least_squares(A, b), acgd.Penalty(acgd.L1Ball(), alpha)),
            "scikit-learn": fitted(Lasso, max_iter=10**6),
            "celer": fitted(celer.Lasso),
            "skglm": fitted(skglm.Lasso),
        },
        lambda x: loss(x) + alpha * np.sum(abs(x)),
        ((A, b, [alpha]), "alpha = 1"),
    )


def logistic_of(name, sentence, A, y, share):
    import celer
    import skglm
    from sklearn.linear_model import LogisticRegression

    n = len(y)
    alpha = share * float(np.max(abs(A.T @ y))) / (2 * n)
    C = 1 / (n * alpha)

    def scikit_learn(solver):
        return lambda t: (
            LogisticRegression(
                l1_ratio=1, solver=solver, C=C, tol=t, fit_intercept=False, max_iter=1000
            )
            .fit(A, y)
            .coef_[0]
        )

    def celer_newton(t):
        model = celer.LogisticRegression(C=C, tol=t, fit_intercept=False, max_iter=1000)
        return model.fit(A, y).coef_[0]

    def skglm_newton(t):
        model = skglm.SparseLogisticRegression(alpha=alpha, tol=t, fit_intercept=False)
        return model.fit(A, y).coef_[0]

    return problem_of(
        name,
        sentence,
        {
            "acgd": ours(partial(acgd.Logistic, A, y), acgd.Penalty(acgd.L1Ball(), alpha)),
            "scikit-learn": scikit_learn("liblinear"),
            "celer": celer_newton,
            "skglm": skglm_newton,
        },
        lambda x: float(np.mean(np.logaddexp(0, -y * (A @ x)))) + alpha * np.sum(abs(x)),
        ((A, y, [alpha]), 'family = "binomial"'),
    )


def setting(name, loss, shape, rho, share):
    rows, cols = SHAPES[shape]
    A, b = correlated(rows, cols, rho)
    sentence = f"{rows} x {cols}, correlation {rho:g}, {share:g} of lambda_max"
    if loss == "squares":
        return lasso_of(name, f"least squares, {sentence}", A, b, share)
    return logistic_of(name, f"logistic, {sentence}", A, np.where(b > 0, 1.0, -1.0), share)


def settings():
    """The 24 of them, as name: problem."""
    return {
        f"{loss}-{shape}-{rho:g}-{share:g}": partial(
            setting, f"{loss}-{shape}-{rho:g}-{share:g}", loss, shape, rho, share
        )
        for loss in ("squares", "logistic")
        for shape in SHAPES
        for rho in (0, 0.6)
        for share in (0.1, 0.01)
    }


def elastic_net(share=0.05, ratio=0.5):
    import celer
    import skglm
    from sklearn.linear_model import ElasticNet

    A, b = correlated(500, 5000, 0.6)
    b /= np.sqrt(np.mean(b**2))  # glmnet scales its targets so, and with them the squares
    alpha = share * float(np.max(abs(A.T @ b))) / (ratio * len(b))
    loss = half_mean_square(A, b)

    def fitted(kind, **more):
        return lambda t: (
            kind(alpha=alpha, l1_ratio=ratio, tol=t, fit_intercept=False, **more).fit(A, b).coef_
        )

    def f():
        return acgd.Sum([least_squares(A, b)(), acgd.Ridge(5000, alpha * (1 - ratio))])

    return problem_of(
        "elastic-net",
        "least squares, 500 x 5000, correlation 0.6, half l1 and half squares",
        {
            "acgd": ours(f, acgd.Penalty(acgd.L1Ball(), alpha * ratio)),
            "scikit-learn": fitted(ElasticNet, max_iter=10**6),
            "celer": fitted(celer.ElasticNet),
            "skglm": fitted(skglm.ElasticNet),
        },
        lambda x: loss(x) + alpha * (ratio * np.sum(abs(x)) + (1 - ratio) / 2 * np.sum(x**2)),
        ((A, b, [alpha]), f"alpha = {ratio}"),
    )


def non_negative():
    import scipy.optimize
    import skglm

    A, b = correlated(2000, 1000, 0.6)
    loss = half_mean_square(A, b)

    def coordinate_descent(t):
        model = skglm.GeneralizedLinearEstimator(
            skglm.datafits.Quadratic(),
            skglm.penalties.PositiveConstraint(),
            skglm.solvers.AndersonCD(tol=t, fit_intercept=False),
        )
        return model.fit(A, b).coef_

    return problem_of(
        "non-negative",
        "least squares, 2000 x 1000, correlation 0.6, x >= 0",
        {
            "acgd": ours(least_squares(A, b), acgd.NonNegative()),
            "scipy, nnls": lambda _: scipy.optimize.nnls(A, b, maxiter=10**4)[0],
            "skglm": coordinate_descent,
        },
        lambda x: loss(np.maximum(x, 0)),
        ((A, b, [0.0]), "lower.limits = 0"),
    )


def slope(share=0.1, q=0.1):
    """Weights of Benjamini and Hochberg, as in Bogdan et al. (2015)."""
    import scipy.stats
    import skglm
    import sortedl1

    A, b = correlated(500, 600, 0.6)
    weights = scipy.stats.norm.ppf(1 - q * np.arange(1, 601) / 1200)
    sums = np.cumsum(np.sort(abs(A.T @ b))[::-1]) / len(b)
    weights *= share * float(np.max(sums / np.cumsum(weights)))
    loss = half_mean_square(A, b)

    def hybrid(t):
        model = sortedl1.Slope(lam=weights, alpha=1.0, fit_intercept=False, tol=t)
        return np.ravel(model.fit(A, b).coef_)

    def accelerated(t):
        model = skglm.GeneralizedLinearEstimator(
            skglm.datafits.Quadratic(),
            skglm.penalties.SLOPE(weights),
            skglm.solvers.FISTA(max_iter=10**5, tol=t, opt_strategy="fixpoint"),
        )
        return model.fit(A, b).coef_

    return problem_of(
        "slope",
        "least squares, 500 x 600, correlation 0.6, sorted l1 norm",
        {
            "acgd": ours(least_squares(A, b), acgd.Penalty(acgd.OwlBall(weights), 1.0)),
            "sortedl1": hybrid,
            "skglm": accelerated,
        },
        lambda x: loss(x) + float(weights @ np.sort(abs(x))[::-1]),
    )


def groups(share=0.05, size=10):
    import celer
    import skglm

    A, b = correlated(500, 5000, 0.6)
    norms = np.linalg.norm((A.T @ b).reshape(-1, size), axis=1)
    alpha = share * float(np.max(norms)) / len(b)
    loss = half_mean_square(A, b)

    def fitted(kind):
        return lambda t: kind(size, alpha=alpha, tol=t, fit_intercept=False).fit(A, b).coef_

    return problem_of(
        "groups",
        f"least squares, 500 x 5000, correlation 0.6, groups of {size}",
        {
            "acgd": ours(
                least_squares(A, b),
                acgd.Penalty(acgd.GroupBall(np.repeat(np.arange(5000 // size), size)), alpha),
            ),
            "celer": fitted(celer.GroupLasso),
            "skglm": fitted(skglm.GroupLasso),
        },
        lambda x: loss(x) + alpha * np.sum(np.linalg.norm(x.reshape(-1, size), axis=1)),
    )


def sparse():
    import scipy.sparse

    rng = np.random.default_rng(7)
    A = scipy.sparse.random(2000, 200000, 0.002, "csc", random_state=7)
    A.data = rng.normal(size=len(A.data))
    b = targets(A, 100, 0.1, rng)
    return lasso_of("sparse", "least squares, 2000 x 200000, 0.2 % not 0", A, b, 0.05)


def path(count=100):
    """100 penalties from lambda_max to 0.01 of it, judged by the sum of their objectives."""
    import celer
    import skglm
    from sklearn.linear_model import lasso_path

    A, b = correlated(500, 5000, 0.6)
    alphas = np.geomspace(1, 0.01, count) * float(np.max(abs(A.T @ b))) / len(b)
    loss = half_mean_square(A, b)

    def follow(t):
        f, last, coefs = least_squares(A, b)(), None, []
        for alpha in alphas:
            penalty = acgd.Penalty(acgd.L1Ball(), alpha)
            last = acgd.minimize(f, last, penalty=penalty, relative_gap_tolerance=t)
            coefs.append(last.x)
        return coefs

    def skglm_path(t):
        model = skglm.Lasso(tol=t, fit_intercept=False, warm_start=True)
        return model.path(A, b, alphas)[1].T

    return problem_of(
        "path",
        f"least squares, 500 x 5000, correlation 0.6, {count} penalties",
        {
            "acgd": follow,
            "scikit-learn": lambda t: lasso_path(A, b, alphas=alphas, tol=t, max_iter=10**6)[1].T,
            "celer": lambda t: celer.celer_path(A, b, "lasso", alphas=alphas, tol=t)[1].T,
            "skglm": skglm_path,
        },
        lambda xs: sum(loss(x) + alpha * np.sum(abs(x)) for x, alpha in zip(xs, alphas)),
        ((A, b, alphas), "alpha = 1"),
    )
