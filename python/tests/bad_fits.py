"""The same as bad_arguments.py for estimators, whose messages follow scikit-learn."""

from __future__ import annotations

from typing import Any

import numpy as np

import acgd
from acgd import estimators
from bad_arguments import TOTAL, Case
from bad_values import A, Y

PAIRS = [(0, 0), (1, 2), (2, 1), (3, 2)]


def fit(model: Any) -> Any:
    """Fit an estimator."""
    of_pairs = estimators.MatrixCompletion, estimators.MatrixCompletionCV
    return model.fit(*((PAIRS, Y) if isinstance(model, of_pairs) else (A, Y)))


def fitted(estimator: Any) -> Any:
    """An estimator after its fit."""
    return fit(estimator(1.0, max_iter=2000, tol=0.9))


FIT = dict(
    step=("secant", "step"),
    direction=("frank-wolfe", "direction"),
    max_iter=(5000, "count from 0"),
    tol=(0.5, "tolerance"),
    trace=(False, "flag"),
)
WARM = dict(FIT, warm_start=(False, "flag"))
CROSS_VALIDATED = dict(
    radii=([0.5, 1.0], "radii"),
    cv=(2, "folds"),
    choose=("best", "word"),
    fit_intercept=(True, "flag"),
    standardize=(True, "flag"),
    ridge=(0.0, "tolerance"),
    random_state=(1, "optional count from 0"),
    alphas=(None, "alphas"),
    n_alphas=(None, "optional count"),
    positive=(False, "flag"),
    scoring=(None, "optional word"),
    n_jobs=(1, "jobs"),
    step=FIT["step"],
    direction=FIT["direction"],
    max_iter=FIT["max_iter"],
    tol=(0.5, "positive"),
)
BALL = dict(
    radius=(1.0, "optional positive"),
    alpha=(None, "optional tolerance"),
    positive=(False, "flag"),
    fit_intercept=(True, "flag"),
    standardize=(True, "flag"),
    ridge=(0.0, "tolerance"),
)
LASSO = dict(
    alpha=(0.1, "tolerance"),
    fit_intercept=(True, "flag"),
    positive=(False, "flag"),
    warm_start=(False, "flag"),
    max_iter=FIT["max_iter"],
    tol=FIT["tol"],
)
CLASSES = dict(class_weight=(None, "class weights"))
WEIGHTS = dict(sample_weight=(np.ones(4), "fit weights"))
PATH = dict(
    X=(A, "fit matrix"),
    y=(Y, "fit classes"),
    objective=("logistic", "word"),
    set=("group", "word"),
    radii=CROSS_VALIDATED["radii"],
    lambdas=(None, "alphas"),
    folds=(2, "folds"),
    seed=(1, "count from 0"),
    intercept=(True, "flag"),
    standardize=(True, "flag"),
    ridge=(0.0, "tolerance"),
    groups=([0.0, 0.0, 1.0], "groups of features"),
    tol=(0.5, "positive"),
    step=FIT["step"],
    direction=FIT["direction"],
    max_iterations=(100, "count from 0"),
    time_limit=(9.0, "limit"),
    max_evaluations=(None, "optional count from 0"),
    gap_tolerance=(None, "optional tolerance"),
    relative_gap_tolerance=(None, "optional tolerance"),
    threads=(1, "optional count"),
    **CLASSES,
    **WEIGHTS,
)

COMPLETION = dict(
    FIT,
    loss=("huber:1", "word"),
    biases=(True, "flag"),
    center=(True, "flag"),
    damping=(3.0, "tolerance"),
    truncation=(0.01, "tolerance"),
    clip=(True, "flag"),
    shape=((4, 3), "outer shape"),
)

CASES = {
    "path": Case(acgd.path, PATH),
    "path of lambdas": Case(
        acgd.path,
        dict(
            X=(A, "fit matrix"),
            y=(Y, "fit vector"),
            lambdas=([1.0, 0.5], "alphas"),
            folds=(2, "folds"),
        ),
    ),
    "L1Regression of a penalty": Case(
        acgd.L1Regression, dict(alpha=(0.1, "optional tolerance"), tol=(0.5, "tolerance")), fit
    ),
    "L1RegressionCV of penalties": Case(
        acgd.L1RegressionCV, dict(alphas=([0.1, 0.2], "alphas"), cv=(2, "folds")), fit
    ),
    "L1RegressionCV of a number of penalties": Case(
        acgd.L1RegressionCV, dict(n_alphas=(3, "optional count from 2"), cv=(2, "folds")), fit
    ),
    "Path.model": Case(
        acgd.path(A, Y, radii=[1.0, 2.0], folds=2).model, dict(position=(1, "position"))
    ),
    "L1Regression": Case(acgd.L1Regression, dict(WARM, **BALL), fit),
    "L1RegressionCV": Case(acgd.L1RegressionCV, CROSS_VALIDATED, fit),
    "Lasso": Case(acgd.Lasso, LASSO, fit),
    "ElasticNet": Case(acgd.ElasticNet, dict(LASSO, l1_ratio=(0.5, "share")), fit),
    "SimplexRegression": Case(
        acgd.SimplexRegression, dict(WARM, **TOTAL, fit_intercept=(True, "flag")), fit
    ),
    "L1LogisticClassifier": Case(acgd.L1LogisticClassifier, dict(WARM, **BALL, **CLASSES), fit),
    "L1LogisticClassifierCV": Case(
        acgd.L1LogisticClassifierCV, dict(CROSS_VALIDATED, **CLASSES), fit
    ),
    "estimators.MatrixCompletion": Case(
        estimators.MatrixCompletion,
        dict(COMPLETION, radius=(1.0, "optional positive"), warm_start=(False, "flag")),
        fit,
    ),
    "estimators.MatrixCompletionCV": Case(
        estimators.MatrixCompletionCV,
        dict(
            COMPLETION,
            radii=([1.0, 2.0], "radii"),
            validation=(0.5, "half"),
            random_state=(3, "count from 0"),
        ),
        fit,
    ),
    "L1Regression.fit": Case(
        acgd.L1Regression(3.0, tol=0.9).fit,
        dict(WEIGHTS, X=(A, "fit matrix"), y=(Y, "fit vector")),
    ),
    "L1Regression.predict": Case(fitted(acgd.L1Regression).predict, dict(X=(A, "fit matrix"))),
    "L1Regression.score": Case(
        fitted(acgd.L1Regression).score,
        dict(WEIGHTS, X=(A, "fit matrix"), y=(Y, "fit vector")),
    ),
    "L1LogisticClassifier.fit": Case(
        acgd.L1LogisticClassifier(1.0).fit,
        dict(WEIGHTS, X=(A, "fit matrix"), y=(Y, "fit classes")),
    ),
    "MatrixCompletion.fit": Case(
        estimators.MatrixCompletion(tol=0.9).fit,
        dict(X=(PAIRS, "pairs"), y=(Y, "fit vector"), sample_weight=(np.ones(4), "sample weights")),
    ),
    "MatrixCompletion.predict": Case(
        fitted(estimators.MatrixCompletion).predict, dict(X=(PAIRS, "pairs"))
    ),
    "MatrixCompletion.recommend": Case(
        fitted(estimators.MatrixCompletion).recommend,
        dict(user=(1, "count from 0"), top=(2, "count"), with_rated=(True, "flag")),
    ),
}
