"""Compare paths with cross-validation with scikit-learn (and celer, if installed).

Tolerances are chosen such that the relative gap, measured by the same code for all solvers, is at
most 1e-4 at every radius. Times are medians of alternating calls, processor and wall time:

    OMP_NUM_THREADS=1 PYTHONPATH=build/python python3 python/bench/paths.py [logistic lasso large]
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
    """The relative gap of coefficients over the l1 ball of their norm."""

    def __init__(self, objective: str, X: Any, y: Any, intercept: bool) -> None:
        samples = _samples.of_numbers(self, X, y, None)
        if objective == "logistic":
            samples = _samples.of_classes(self, X, y, None, None)
        family = _following.family_of(objective, 2)
        self.f = _fits.SampleLoss(family, samples.X, samples, intercept)

    def largest(self, coefs: Any) -> float:
        """Return the maximum over all rows; rows of radius 0 have none."""
        return max(map(self.of, coefs))

    def of(self, x: Any) -> float:
        """(<g, x> + |x|_1 max |g|) / f"""
        x = np.ascontiguousarray(x, dtype=float)
        g = self.f.gradient(x)
        return float((g @ x + np.sum(abs(x)) * np.max(abs(g))) / self.f.value(x))


def by_turns(calls: dict[str, Callable[[], Any]], repetitions: int) -> dict[str, Any]:
    """Return median processor and wall times, and the results."""
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in calls}
    found = {}
    for _ in range(repetitions):
        for name, call in calls.items():
            begin = time.process_time(), time.perf_counter()
            found[name] = call()
            times[name].append((time.process_time() - begin[0], time.perf_counter() - begin[1]))
    return {name: (*np.median(times[name], axis=0), found[name]) for name in calls}


def show(title: str, timed: dict[str, Any], gaps: dict[str, float]) -> None:
    """Print a table; ratios above 1: acgd is faster."""
    print(f"{title}\n{'':24}{'processor':>12}{'clock':>10}{'ratio':>8}{'largest gap':>14}")
    ours = timed["acgd"]
    for name, (processor, clock, _) in timed.items():
        print(
            f"{name:24}{processor:>10.3f} s{clock:>8.3f} s{processor / ours[0]:>8.2f}"
            f"{gaps.get(name, np.nan):>14.1e}"
        )


def l1_penalty(is_cross_validated: bool) -> dict[str, Any]:
    """Return the arguments for an l1 penalty in this version of scikit-learn."""
    import sklearn

    if tuple(map(int, sklearn.__version__.split(".")[:2])) < (1, 8):
        return {"penalty": "l1"}
    return {"l1_ratios": (1,)} if is_cross_validated else {"l1_ratio": 1}


def loosest(gap_of: Callable[[float], float], start: float) -> float:
    """Return the largest tolerance start / 3^k with a sufficiently small gap."""
    tol = start
    while gap_of(tol) > GAP and tol > 1e-14:
        tol /= 3
    return tol


def logistic(intercept: bool) -> None:
    """a1a, 20 radii: the norms of LogisticRegressionCV's solutions for 20 Cs in [1e-2, 10]."""
    from sklearn.datasets import load_svmlight_file
    from sklearn.linear_model import LogisticRegression, LogisticRegressionCV
    from sklearn.model_selection import StratifiedKFold

    X, y = load_svmlight_file(str(DATA / "a1a"))
    # Newer versions of scipy return 64-bit indices, which liblinear does not accept.
    X.indices, X.indptr = X.indices.astype(np.int32), X.indptr.astype(np.int32)
    Cs, splits = np.logspace(-2, 1, 20), list(StratifiedKFold(FOLDS).split(X, y))
    how = dict(solver="liblinear", fit_intercept=intercept, max_iter=10**5)

    def solutions(tol: float) -> list[Any]:
        return [LogisticRegression(C=C, tol=tol, **how, **l1_penalty(False)).fit(X, y) for C in Cs]

    def value(model: Any, C: float) -> float:
        """Return liblinear's objective, whose penalty includes the intercept."""
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

    how_ours = dict(objective="logistic", intercept=intercept, standardize=False)

    def ours() -> acgd.Path:
        return acgd.path(X, y, radii=radii, folds=splits, **how_ours)

    timed = by_turns({"acgd": ours, "LogisticRegressionCV": lambda: theirs.fit(X, y)}, 5)
    path = timed["acgd"][2]
    measured = {"acgd": gaps.largest(path.coefs), "LogisticRegressionCV": above(tol)}
    show(f"a1a, intercept {intercept}", timed, measured)
    alone = acgd.path(X, y, radii=radii[-1:], folds=0, **how_ours).counts.oracle_calls
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

    For smaller alphas coordinate descent takes minutes to such a gap.
    """
    from sklearn.linear_model import LassoCV, lasso_path
    from sklearn.model_selection import KFold

    X, y = gaussian()
    splits, gaps = list(KFold(FOLDS).split(X)), Gaps("least-squares", X, y, True)
    alphas = (
        np.max(abs((X - X.mean(axis=0)).T @ (y - y.mean()))) / len(y) * np.logspace(0, -1.5, 100)
    )

    def along(path: Callable[..., Any], rows: Any, **how: Any) -> Any:
        """Return the coefficients of a path function, without all-zero rows."""
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
        "acgd": lambda: acgd.path(X, y, radii=radii, folds=splits, standardize=False),
        "LassoCV": lambda: LassoCV(alphas=alphas, cv=splits, tol=tol, **limit).fit(X, y),
    }
    measured = {"LassoCV": largest_gap(lasso_path, tol=tol, **limit)}
    try:
        from celer import celer_path
    except ImportError:
        print("celer is not installed")
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
    last = acgd.path(X, y, radii=radii[-1:], folds=0, standardize=False)
    alone = last.counts.oracle_calls
    print(f"oracle calls: {path.oracle_calls.sum()} of the path, {alone} of its last fit alone\n")


def held_out(model: Any, X: Any, y: Any, folds: Any) -> Any:
    """Return the held-out loss of each sample."""
    losses = np.empty(len(y))
    for seen, others in folds:
        model.fit(X[seen], y[seen])
        if hasattr(model, "predict_log_proba"):
            places = np.searchsorted(model.classes_, y[others])
            losses[others] = -model.predict_log_proba(X[others])[np.arange(len(others)), places]
        else:
            losses[others] = (y[others] - model.predict(X[others])) ** 2
    return losses


def accuracy() -> None:
    """R2 or log loss of five outer folds with default settings. In brackets the difference from
    scikit-learn in standard errors of the difference; negative is better.
    """
    from sklearn import datasets, linear_model, model_selection
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import PolynomialFeatures, StandardScaler

    rows: list[tuple[str, Any, Any, Any]] = []
    X, y = datasets.load_diabetes(return_X_y=True)
    for degree in (1, 2, 3):
        cubes = PolynomialFeatures(degree, include_bias=False).fit_transform(X)
        theirs = linear_model.LassoCV(eps=1e-3 if degree < 3 else 1e-2)
        rows.append((f"diabetes, degree {degree}", cubes, y, theirs))
    rng = np.random.default_rng(1)
    X = rng.normal(size=(100, 3000))
    y = X[:, :5] @ [2.0, -1.5, 1.5, 1.0, -2.0] + rng.normal(size=100)
    rows.append(("100 x 3000, 5 true", X, y, linear_model.LassoCV()))
    for name in ("breast_cancer", "wine", "digits"):
        X, y = getattr(datasets, f"load_{name}")(return_X_y=True)
        how = dict(solver="saga", max_iter=100, scoring="neg_log_loss", **l1_penalty(True))
        if name == "digits":
            how |= dict(Cs=[0.03, 0.1, 0.3, 1.0], cv=3)
        rows.append((name, X, y, linear_model.LogisticRegressionCV(**how)))
    print(f"{'':24}{'sklearn':>8}{'best':>15}{'1 error':>15}{'BIC':>15}")
    for name, X, y, other in rows:
        is_regression = isinstance(other, linear_model.LassoCV)
        kind = model_selection.KFold if is_regression else model_selection.StratifiedKFold
        folds = list(kind(FOLDS, shuffle=True, random_state=1).split(X, y))
        crossed = acgd.L1RegressionCV if is_regression else acgd.L1LogisticClassifierCV
        single = acgd.L1Regression if is_regression else acgd.L1LogisticClassifier
        theirs = held_out(make_pipeline(StandardScaler(), other), X, y, folds)

        def shown(losses: Any) -> float:
            return 1 - losses.mean() / y.var() if is_regression else losses.mean()

        line = f"{name:24}{shown(theirs):>8.4f}"
        for model in (crossed(), crossed(choose="one-standard-error"), single()):
            losses = held_out(model, X, y, folds)
            difference = losses - theirs
            error = difference.std() / np.sqrt(len(y))
            line += f"{shown(losses):>8.4f} ({difference.mean() / error:>4.1f})"
        print(line, flush=True)


def large() -> None:
    """A cross-validated classifier on 1e6 x 1000 sparse samples with 50 relevant columns.

    skglm, if installed, computes a path of 30 penalties down to 1/1000 of the largest.
    """
    from scipy import sparse

    rng = np.random.default_rng(0)
    X = sparse.random(
        10**6, 1000, density=0.01, format="csc", random_state=0,
        data_rvs=lambda count: rng.normal(size=count),
    )  # fmt: skip
    z = X[:, :50] @ (2 * rng.normal(size=50)) - 0.5
    y = np.where(rng.random(10**6) < 1 / (1 + np.exp(-z)), 1.0, -1.0)
    calls: dict[str, Callable[[], Any]] = {
        "acgd": lambda: acgd.L1LogisticClassifier().fit(X, y),
    }
    try:
        from skglm.datafits import Logistic
        from skglm.penalties import L1
        from skglm.solvers import ProxNewton
        from skglm.utils.jit_compilation import compiled_clone
    except ImportError:
        print("skglm is not installed")
    else:
        scaled = sparse.csc_matrix(X @ sparse.diags(10 * np.ones(1000)))  # unit standard deviations
        largest = np.max(abs(scaled.T @ (np.mean(y > 0) - (y > 0)))) / len(y)
        solver, datafit = ProxNewton(fit_intercept=True), compiled_clone(Logistic())

        def along(design: Any, labels: Any) -> Any:
            w = np.zeros(1001)
            for alpha in largest * np.geomspace(1, 1e-3, 30):
                start = w, design @ w[:-1] + w[-1]
                w = solver.solve(design, labels, datafit, compiled_clone(L1(alpha)), *start)[0]
            return w

        along(scaled[:1000], y[:1000])  # triggers compilation
        calls["skglm"] = lambda: along(scaled, y)
    show("logistic, 1e6 x 1000, 1 % non-zeros", by_turns(calls, 1), {})


if __name__ == "__main__":
    warnings.simplefilter("ignore")  # scikit-learn's convergence warnings
    asked = sys.argv[1:] or ["logistic", "lasso", "accuracy"]
    if "logistic" in asked:
        logistic(False)
        logistic(True)
    if "lasso" in asked:
        lasso()
    if "accuracy" in asked:
        accuracy()
    if "large" in asked:
        large()
