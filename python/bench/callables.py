"""Count the evaluations that users' own functions take, beside SciPy.

    PYTHONPATH=build/python python3 python/bench/callables.py [--data FOLDER] [WORD ...]

Each function is a plain callable x -> (value, gradient); an evaluation is one call of it. Words
select problems by a part of their name. Rosenbrock's function is started at random points: the
table has medians over the starts. SciPy runs L-BFGS-B over boxes, SLSQP over the l2 ball and the
simplex. The data folder has a1a, for logistic regression over an l1 ball.
"""

from __future__ import annotations

import argparse
import os
import time

import numpy as np
from scipy.optimize import minimize, rosen, rosen_der

import acgd


class Counted:
    """A function that counts its calls."""

    def __init__(self, fun):
        self.fun = fun
        self.calls = 0

    def __call__(self, x):
        self.calls += 1
        return self.fun(x)


def rosenbrock(x):
    return float(rosen(x)), rosen_der(x)


def mixture(samples, components):
    """Minus the mean log-likelihood of mixture proportions."""
    rng = np.random.default_rng(9)
    means = np.linspace(-3, 3, components)
    likelihood = np.exp(-0.5 * (1.5 * rng.normal(size=(samples, 1)) - means) ** 2)

    def f(w):
        q = likelihood @ w
        if q.min() <= 0:
            return np.inf, np.zeros_like(w)
        return float(-np.log(q).mean()), -(likelihood / q[:, None]).mean(0)

    return f


def d_optimal(points, parameters):
    """Minus the log-determinant of the information matrix of a design."""
    rows = np.random.default_rng(1).normal(size=(points, parameters))

    def f(w):
        information = rows.T @ (w[:, None] * rows)
        sign, logarithm = np.linalg.slogdet(information)
        if sign <= 0:
            return np.inf, np.zeros_like(w)
        half = np.linalg.solve(information, rows.T)
        return -logarithm, -np.einsum("ij,ji->i", rows, half)

    return f


def risk_parity(assets):
    """x'Sx / 2 - mean log x: at its minimum over the simplex every asset adds the same risk."""
    rng = np.random.default_rng(3)
    factors = rng.normal(size=(assets, 5))
    risk = 0.02 * factors @ factors.T + np.diag(rng.uniform(0.01, 0.1, assets))

    def f(x):
        if x.min() <= 0:
            return np.inf, np.zeros_like(x)
        return float(0.5 * x @ risk @ x - 0.01 * np.log(x).mean()), risk @ x - 0.01 / assets / x

    return f


def logistic(folder):
    """The mean logistic loss of a1a, as a plain function."""
    from sklearn.datasets import load_svmlight_file

    a, b = load_svmlight_file(os.path.join(folder, "a1a"), n_features=123)

    def f(x):
        z = b * (a @ x)
        return float(np.logaddexp(0, -z).mean()), -(a.T @ (b / (1 + np.exp(z)))) / len(b)

    return f


def run_acgd(fun, x0, set, direction, **options):
    counted = Counted(fun)
    begin = time.process_time()
    result = acgd.minimize(counted, x0, set=set, direction=direction, jac=True, **options)
    return counted.calls, result.fun, result.gap, time.process_time() - begin, result


def run_scipy(fun, x0, **options):
    counted = Counted(fun)
    begin = time.process_time()
    result = minimize(counted, x0, jac=True, **options)
    return counted.calls, result.fun, np.nan, time.process_time() - begin, result


def show(name, rows):
    middle = np.median([row[:4] for row in rows], axis=0)
    print(
        f"{name:44} {middle[0]:9.0f} {middle[1]:16.9g} {middle[2]:10.2e} {middle[3]:8.2f}",
        flush=True,
    )


def compare_rosenbrock(n, starts, directions, slow):
    lower, upper = -0.8, 0.9
    radius = 0.5 * np.sqrt(n)
    for shape in ("box", "l2 ball"):
        rng = np.random.default_rng(n)
        points = [rng.uniform(lower, upper, n) for _ in range(starts)]
        if shape == "l2 ball":
            points = [x * min(1, radius / np.linalg.norm(x)) for x in points]
        set = acgd.Box(lower, upper) if shape == "box" else acgd.L2Ball(radius)
        for direction in directions:
            rows = [
                run_acgd(rosenbrock, x, set, direction, gap_tolerance=1e-6, max_iterations=20000)
                for x in points
            ]
            show(f"rosenbrock {n} {shape} acgd {direction}", rows)
        if shape == "box":
            options = dict(ftol=1e-12, maxiter=50000, maxfun=500000)
            how = dict(method="L-BFGS-B", bounds=[(lower, upper)] * n, options=options)
        else:
            if n >= 1000 and not slow:
                continue
            ball = {
                "type": "ineq",
                "fun": lambda x: radius**2 - x @ x,
                "jac": lambda x: -2 * x,
            }
            how = dict(method="SLSQP", constraints=ball, options=dict(ftol=1e-12, maxiter=5000))
        show(
            f"rosenbrock {n} {shape} scipy {how['method']}",
            [run_scipy(rosenbrock, x, **how) for x in points],
        )


def compare_simplex(name, f, n, tolerance, directions, slsqp):
    x0 = np.full(n, 1 / n)
    for direction in directions:
        show(
            f"{name} acgd {direction}",
            [
                run_acgd(
                    f, x0, acgd.Simplex(), direction, gap_tolerance=tolerance, max_iterations=5000
                )
            ],
        )
    if slsqp:
        sum_1 = {"type": "eq", "fun": lambda w: w.sum() - 1, "jac": lambda w: np.ones_like(w)}
        how = dict(method="SLSQP", bounds=[(1e-12, 1)] * n, constraints=sum_1)
        show(
            f"{name} scipy SLSQP", [run_scipy(f, x0, **how, options=dict(ftol=1e-9, maxiter=1000))]
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--starts", type=int, default=20)
    parser.add_argument("--data", default=os.environ.get("ACGD_DATA", "."))
    parser.add_argument("--directions", nargs="+", default=["corrective", "auto"])
    parser.add_argument("--slow", action="store_true", help="SLSQP in 1000 variables too")
    parser.add_argument("words", nargs="*")
    arguments = parser.parse_args()

    def wanted(name):
        return not arguments.words or any(word in name for word in arguments.words)

    directions = arguments.directions
    print(f"{'':44} {'calls':>9} {'f':>16} {'gap':>10} {'cpu s':>8}")
    for n in (10, 100, 1000):
        if wanted(f"rosenbrock-{n}."):
            compare_rosenbrock(n, arguments.starts, directions, arguments.slow)
    for samples, components in ((6000, 40), (20000, 50)):
        if wanted("mixture"):
            name = f"mixture {samples} x {components}"
            f = mixture(samples, components)
            compare_simplex(name, f, components, 1e-7, directions, True)
    if wanted("design"):
        compare_simplex("D-optimal 2000 x 20", d_optimal(2000, 20), 2000, 1e-6, directions, False)
    if wanted("parity"):
        compare_simplex("risk parity 50", risk_parity(50), 50, 1e-8, directions, True)
    if wanted("logistic"):
        f = logistic(arguments.data)
        for direction in directions:
            row = run_acgd(
                f,
                np.zeros(123),
                acgd.L1Ball(50),
                direction,
                gap_tolerance=1e-6,
                max_iterations=5000,
            )
            show(f"logistic a1a l1:50 acgd {direction}", [row])


if __name__ == "__main__":
    main()
