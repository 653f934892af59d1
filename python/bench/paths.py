"""Paths with cross-validation beside scikit-learn (and celer, where it is there). Prints tables.

Both sides have tolerances with which the same code, below, measures a relative gap of at most 1e-4
at every radius. Times are medians of calls by turns, of the processor and of the clock:

    OMP_NUM_THREADS=1 PYTHONPATH=build/python python3 python/bench/paths.py [logistic lasso ...]
"""

from __future__ import annotations

import os
import sys
import time
import warnings
from pathlib import Path
from typing import Any, Callable

import numpy as np

import acgd
from acgd import _fits, _following, _samples

DATA = Path(os.environ.get("ACGD_DATA") or Path(__file__).parents[3] / "shared" / "data")
FOLDS, GAP = 5, 1e-4


class Gaps:
    """The relative gap of coefficients in the l1 ball of their own norm."""

    def __init__(self, objective: str, X: Any, y: Any, intercept: bool) -> None:
        samples = _samples.of_numbers(self, X, y, None)
        if objective == "logistic":
            samples = _samples.of_classes(self, X, y, None, None)
        family = _following.family_of(objective, 2)
        self.f = _fits.SampleLoss(family, samples.X, samples, intercept)

    def largest(self, coefs: Any) -> float:
        """Of all rows; a radius of 0 has none."""
        return max(map(self.of, coefs))

    def of(self, x: Any) -> float:
        """(<g, x> + |x|_1 max |g|) / f"""
        x = np.ascontiguousarray(x, dtype=float)
        g = self.f.gradient(x)
        return float((g @ x + np.sum(abs(x)) * np.max(abs(g))) / self.f.value(x))


def by_turns(calls: dict[str, Callable[[], Any]], repetitions: int) -> dict[str, Any]:
    """Median seconds of the processor and of the clock, and what was found."""
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in calls}
    found = {}
    for _ in range(repetitions):
        for name, call in calls.items():
            begin = time.process_time(), time.perf_counter()
            found[name] = call()
            times[name].append((time.process_time() - begin[0], time.perf_counter() - begin[1]))
    return {name: (*np.median(times[name], axis=0), found[name]) for name in calls}


def show(title: str, timed: dict[str, Any], gaps: dict[str, float]) -> None:
    """A table; ratios above 1: acgd is faster."""
    print(f"{title}\n{'':24}{'processor':>12}{'clock':>10}{'ratio':>8}{'largest gap':>14}")
    ours = timed["acgd"]
    for name, (processor, clock, _) in timed.items():
        print(
            f"{name:24}{processor:>10.3f} s{clock:>8.3f} s{processor / ours[0]:>8.2f}"
            f"{gaps.get(name, np.nan):>14.1e}"
        )


def l1_penalty(is_cross_validated: bool) -> dict[str, Any]:
    """As this scikit-learn calls it."""
    import sklearn

    if tuple(map(int, sklearn.__version__.split(".")[:2])) < (1, 8):
        return {"penalty": "l1"}
    return {"l1_ratios": (1,)} if is_cross_validated else {"l1_ratio": 1}


def loosest(gap_of: Callable[[float], float], start: float) -> float:
    """The largest tolerance, start / 3^k, whose gap is small enough."""
    tol = start
    while gap_of(tol) > GAP and tol > 1e-14:
        tol /= 3
    return tol


def logistic(intercept: bool) -> None:
    """a1a, 20 radii: the norms of LogisticRegressionCV's solutions for 20 Cs from 1e-2 to 10."""
    from sklearn.datasets import load_svmlight_file
    from sklearn.linear_model import LogisticRegression, LogisticRegressionCV
    from sklearn.model_selection import StratifiedKFold

    X, y = load_svmlight_file(str(DATA / "a1a"))
    # The newest reads indices of 64 bits, which its liblinear does not take.
    X.indices, X.indptr = X.indices.astype(np.int32), X.indptr.astype(np.int32)
    Cs, splits = np.logspace(-2, 1, 20), list(StratifiedKFold(FOLDS).split(X, y))
    how = dict(solver="liblinear", fit_intercept=intercept, max_iter=10**5)

    def solutions(tol: float) -> list[Any]:
        return [LogisticRegression(C=C, tol=tol, **how, **l1_penalty(False)).fit(X, y) for C in Cs]

    def value(model: Any, C: float) -> float:
        """What liblinear minimises: its intercept is inside the norm."""
        norm = np.sum(abs(model.coef_)) + np.sum(abs(model.intercept_))
        return norm + C * np.sum(np.logaddexp(0, -y * model.decision_function(X)))

    gaps = Gaps("logistic", X, y, intercept)
    exact = solutions(1e-9)
    best = [value(model, C) for model, C in zip(exact, Cs)]

    def above(tol: float) -> float:
        models = solutions(tol)
        if not intercept:
            return max(gaps.of(model.coef_[0]) for model in models if np.any(model.coef_))
        return max(value(model, C) / b - 1 for model, C, b in zip(models, Cs, best))

    tol = loosest(above, 0.1)
    theirs = LogisticRegressionCV(Cs=Cs, cv=splits, tol=tol, **how, **l1_penalty(True))
    radii = np.unique([np.sum(abs(model.coef_)) for model in exact])
    radii = radii[radii > 0]
    print(f"{len(radii)} radii from {radii[0]:.3g} to {radii[-1]:.3g}, liblinear's tol {tol:.2g}")

    def ours() -> acgd.Path:
        return acgd.path(X, y, objective="logistic", radii=radii, folds=splits, intercept=intercept)

    timed = by_turns({"acgd": ours, "LogisticRegressionCV": lambda: theirs.fit(X, y)}, 5)
    path = timed["acgd"][2]
    measured = {"acgd": gaps.largest(path.coefs), "LogisticRegressionCV": above(tol)}
    show(f"a1a, intercept {intercept}", timed, measured)
    alone = acgd.path(
        X, y, objective="logistic", radii=radii[-1:], folds=0, intercept=intercept
    ).counts.oracle_calls
    print(f"oracle calls: {path.oracle_calls.sum()} of the path, {alone} of its last fit alone\n")


def gaussian() -> tuple[Any, Any]:
    """500 x 5000, 50 non-zeros, noise 3."""
    rng = np.random.default_rng(1)
    X = np.asfortranarray(rng.normal(size=(500, 5000)))
    truth = np.zeros(5000)
    truth[rng.choice(5000, 50, replace=False)] = rng.normal(size=50)
    return X, X @ truth + 3 * rng.normal(size=500)


def lasso() -> None:
    """100 radii: the norms of LassoCV's solutions for 100 alphas down to 1/32 of the largest.

    Further down coordinate descent takes minutes to such a gap.
    """
    from sklearn.linear_model import LassoCV, lasso_path
    from sklearn.model_selection import KFold

    X, y = gaussian()
    splits, gaps = list(KFold(FOLDS).split(X)), Gaps("least-squares", X, y, True)
    alphas = (
        np.max(abs((X - X.mean(axis=0)).T @ (y - y.mean()))) / len(y) * np.logspace(0, -1.5, 100)
    )

    def along(path: Callable[..., Any], rows: Any, **how: Any) -> Any:
        """The coefficients of a path function, without those of 0."""
        centered = np.asfortranarray(X[rows] - X[rows].mean(axis=0))
        coefs = path(centered, y[rows] - y[rows].mean(), alphas=alphas, **how)[1].T
        return coefs[np.any(coefs != 0, axis=1)]

    def largest_gap(path: Callable[..., Any], **how: Any) -> float:
        return gaps.largest(along(path, slice(None), **how))

    limit: dict[str, Any] = dict(max_iter=10**5)
    tol = loosest(lambda tol: largest_gap(lasso_path, tol=tol, **limit), 1e-5)
    radii = np.unique(np.sum(abs(along(lasso_path, slice(None), tol=1e-8, **limit)), axis=1))
    print(f"{len(radii)} radii from {radii[0]:.3g} to {radii[-1]:.3g}, LassoCV's tol {tol:.2g}")
    calls: dict[str, Callable[[], Any]] = {
        "acgd": lambda: acgd.path(X, y, radii=radii, folds=splits),
        "LassoCV": lambda: LassoCV(alphas=alphas, cv=splits, tol=tol, **limit).fit(X, y),
    }
    measured = {"LassoCV": largest_gap(lasso_path, tol=tol, **limit)}
    try:
        from celer import celer_path
    except ImportError:
        print("celer is not there")
    else:
        theirs: dict[str, Any] = dict(pb="lasso")
        theirs["tol"] = loosest(lambda tol: largest_gap(celer_path, tol=tol, **theirs), 1e-6)
        measured["celer_path, 6 times"] = largest_gap(celer_path, **theirs)
        rows = [slice(None), *(seen for seen, _ in splits)]
        calls["celer_path, 6 times"] = lambda: [along(celer_path, r, **theirs) for r in rows]
    timed = by_turns(calls, 3)
    path = timed["acgd"][2]
    measured["acgd"] = gaps.largest(path.coefs)
    show("lasso, 500 x 5000", timed, measured)
    alone = acgd.path(X, y, radii=radii[-1:], folds=0).counts.oracle_calls
    print(f"oracle calls: {path.oracle_calls.sum()} of the path, {alone} of its last fit alone\n")


def accuracy() -> None:
    """Held-out scores of five outer folds, at defaults; a warning is an error."""
    from sklearn import datasets, linear_model, model_selection
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    rows: list[tuple[str, Any, Any, Any, Any]] = []
    X, y = datasets.load_diabetes(return_X_y=True)
    rows.append(("diabetes, R2", X, y, acgd.L1RegressionCV(), linear_model.LassoCV()))
    X, y = datasets.load_breast_cancer(return_X_y=True)
    how = dict(solver="liblinear", max_iter=1000, **l1_penalty(True))
    theirs = linear_model.LogisticRegressionCV(**how)
    scaled = make_pipeline(StandardScaler(), acgd.L1LogisticClassifierCV(standardize=False))
    rows.append(("breast cancer, raw", X, y, acgd.L1LogisticClassifierCV(), theirs))
    rows.append(("breast cancer, scaled", X, y, scaled, make_pipeline(StandardScaler(), theirs)))
    print(f"{'':24}{'acgd':>8}{'sklearn':>9}")
    for name, X, y, ours, other in rows:
        kind = model_selection.KFold if "R2" in name else model_selection.StratifiedKFold
        folds = kind(FOLDS, shuffle=True, random_state=1)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            mine = model_selection.cross_val_score(ours, X, y, cv=folds).mean()
        score = model_selection.cross_val_score(other, X, y, cv=folds).mean()
        print(f"{name:24}{mine:>8.4f}{score:>9.4f}")


if __name__ == "__main__":
    warnings.simplefilter("ignore")  # of scikit-learn, that its tolerance was not met
    asked = sys.argv[1:] or ["logistic", "lasso", "accuracy"]
    if "logistic" in asked:
        logistic(False)
        logistic(True)
    if "lasso" in asked:
        lasso()
    if "accuracy" in asked:
        accuracy()
