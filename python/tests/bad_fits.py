"""The same as bad_arguments.py for estimators, which speak as scikit-learn does."""

from __future__ import annotations

from typing import Any

import numpy as np

from acgd import estimators
from bad_arguments import RADIUS, TOTAL, Case
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
    direction=("toward", "direction"),
    max_iter=(5000, "count from 0"),
    tol=(0.5, "tolerance"),
    trace=(False, "flag"),
)

COMPLETION = dict(
    FIT,
    loss=("huber:1", "word"),
    biases=(True, "flag"),
    center=(True, "flag"),
    damping=(3.0, "tolerance"),
    truncation=(0.01, "tolerance"),
    shape=((4, 3), "outer shape"),
)

CASES = {
    "estimators.L1Regression": Case(
        estimators.L1Regression, dict(FIT, **RADIUS, fit_intercept=(True, "flag")), fit
    ),
    "estimators.SimplexRegression": Case(estimators.SimplexRegression, dict(FIT, **TOTAL), fit),
    "estimators.L1LogisticClassifier": Case(
        estimators.L1LogisticClassifier,
        dict(FIT, **RADIUS, fit_intercept=(True, "flag"), intercept_scaling=(1.0, "positive")),
        fit,
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
        estimators.L1Regression(3.0, tol=0.9).fit, dict(X=(A, "fit matrix"), y=(Y, "fit vector"))
    ),
    "L1Regression.predict": Case(
        fitted(estimators.L1Regression).predict, dict(X=(A, "fit matrix"))
    ),
    "L1LogisticClassifier.fit": Case(
        estimators.L1LogisticClassifier().fit, dict(X=(A, "fit matrix"), y=(Y, "fit classes"))
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
