"""Compare acgd with scikit-learn on the same problems.

The machine should be idle. Times are the best of several calls, each from arrays to solution,
including conversions of the data. A ratio above 1: acgd is faster.
"""

from __future__ import annotations

import os
import time
import warnings
from pathlib import Path
from typing import Any, Callable, Iterable, Iterator, NamedTuple

import numpy as np

import acgd

DATA = Path(os.environ.get("ACGD_DATA") or Path(__file__).parents[3] / "shared" / "data")


class Row(NamedTuple):
    """A row of the table."""

    problem: str
    result: acgd.Result
    ours: float  # seconds
    theirs: float
    above: float  # relative difference of their value to ours


def best_of(solve: Callable[[], Any], repetitions: int = 7) -> tuple[float, Any]:
    """Return the shortest time and the result."""
    seconds, found = [], None
    for _ in range(repetitions):
        begin = time.perf_counter()
        found = solve()
        seconds.append(time.perf_counter() - begin)
    return min(seconds), found


def logistic() -> list[Row]:
    """a1a in the l1 ball of radius 50, to a gap of 1e-6, against liblinear."""
    if not (DATA / "a1a").exists():
        print(f"a1a is not in {DATA}; set ACGD_DATA")
        return []
    from sklearn.datasets import load_svmlight_file
    from sklearn.linear_model import LogisticRegression

    A, y = load_svmlight_file(str(DATA / "a1a"))
    ball = acgd.L1Ball(50)
    # The multiplier of the ball is the largest entry of the gradient of the mean loss; liblinear
    # minimises |x|_1 + C sum of losses.
    f = acgd.Logistic(A, y)
    multiplier = np.max(abs(f.gradient(acgd.minimize(f, set=ball, gap_tolerance=1e-10).x)))
    model = LogisticRegression(
        penalty="l1", solver="liblinear", C=1 / (len(y) * multiplier), tol=1e-8,
        max_iter=10**5, fit_intercept=False,
    )  # fmt: skip
    theirs, fitted = best_of(lambda: model.fit(A, y))
    ours, result = best_of(lambda: acgd.minimize(acgd.Logistic(A, y), set=ball, gap_tolerance=1e-6))
    norm = np.sum(abs(fitted.coef_))
    if abs(norm - 50) > 1e-2:
        print(f"liblinear's solution has the norm {norm:.6g}, not 50")
    above = f.value(fitted.coef_[0]) / result.fun - 1
    return [Row("a1a, logistic, l1 radius 50", result, ours, theirs, above)]


def lassos() -> list[Row]:
    """500 x 5000 Gaussian, 50 non-zeros, noise 3, to a relative gap of 1e-8, against Lasso."""
    from sklearn.linear_model import Lasso

    rng = np.random.default_rng(1)
    A = np.asfortranarray(rng.normal(size=(500, 5000)))
    truth = np.zeros(5000)
    truth[rng.choice(5000, 50, replace=False)] = rng.normal(size=50)
    b = A @ truth + 3 * rng.normal(size=500)
    rows = []
    for alpha in (1.0, 0.3, 0.1):
        model = Lasso(alpha=alpha, tol=1e-8, max_iter=10**6, fit_intercept=False)
        theirs, fitted = best_of(lambda: model.fit(A, b), 3)
        ball = acgd.L1Ball(np.sum(abs(fitted.coef_)))
        ours, result = best_of(
            lambda: acgd.minimize(acgd.LeastSquares(A, b), set=ball, relative_gap_tolerance=1e-8)
        )
        above = acgd.LeastSquares(A, b).value(fitted.coef_) / result.fun - 1
        name = f"lasso, alpha {alpha:g}, {np.sum(fitted.coef_ != 0)} non-zeros"
        rows.append(Row(name, result, ours, theirs, above))
    return rows


WIDTHS = (34, 16, 7, 8, 10, 11, 11, 8, 10)
HEADING = ("problem", "status", "calls", "passes", "gap / f", "acgd", "sklearn", "ratio", "above")


def show(cells: Iterable[Any]) -> None:
    """Print a row of the table, the first column left-aligned."""
    first, *others = (f"{cell:>{width}}" for cell, width in zip(cells, WIDTHS))
    print(first.strip().ljust(WIDTHS[0]) + "".join(others))


def cells_of(row: Row) -> Iterator[Any]:
    """Return the cells of a row."""
    yield from (row.problem, row.result.status)
    yield from (row.result.counts.oracle_calls, row.result.counts.gradients)
    yield f"{row.result.gap / abs(row.result.fun):.1e}"
    yield from (f"{1e3 * row.ours:.1f} ms", f"{1e3 * row.theirs:.1f} ms")
    yield from (f"{row.theirs / row.ours:.2f}", f"{row.above:.1e}")


def main() -> None:
    """Print the table."""
    warnings.simplefilter("ignore")  # scikit-learn's convergence warnings
    rows = [*logistic(), *lassos()]
    show(HEADING)
    for row in rows:
        show(cells_of(row))


if __name__ == "__main__":
    main()
