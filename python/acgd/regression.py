"""Estimators of numbers."""

from __future__ import annotations

from typing import Any, Union

import numpy as np
from numpy.typing import ArrayLike

from . import _following, _samples, _validation, directions, steps
from ._fits import CrossValidatedFit, SampleLoss, SingleFit
from ._linear import LinearRegressor
from ._samples import Samples

__all__ = ["L1Regression", "L1RegressionCV", "SimplexRegression"]


class _LeastSquares(SingleFit, LinearRegressor):
    _set_model = LinearRegressor._set_model

    def _objective(self, samples: Samples) -> str:
        return "least-squares"

    def _tolerance(self, f: SampleLoss) -> float:
        """Relative to the mean squared error without features."""
        worst = f.value(np.zeros(f.dimension))
        return self.tol * max(worst, float(np.finfo(float).tiny))


class L1Regression(_LeastSquares):
    """Least squares with coefficients in an l1 ball: few of them are not 0.

    Parameters
    ----------
    radius : float, optional
        The absolute coefficients of the fit sum to at most this. Unless given it is chosen from the
        data: of a path of radii, that of the lowest Bayesian information criterion, RSS / v +
        d log(n) with d non-zeros, the degrees of freedom of a lasso however many features there
        are. v is the noise: RSS / (n - d - 1) of the fit that would be chosen with the least such
        number of all fits with d <= n / 2. The null model is among the candidates, as radius 0.
        `L1RegressionCV` chooses by cross-validation.
    fit_intercept : bool
        Whether to fit a constant beside them, which is not bounded. Sparse X stays sparse.
    standardize : bool
        Whether features are divided by their standard deviation for the fit, so that their units do
        not matter. The radius, given or chosen, is that of the coefficients of the fit; coef_ is in
        the units of X again. A constant feature is left as it is; beside an intercept it has no
        effect.
    ridge : float
        Add this / 2 times the squares of all coefficients of the fit to the loss: an elastic net.
        Next to the mean squared error, 2 alpha (1 - l1_ratio) of scikit-learn's ElasticNet. A
        radius that is chosen counts non-zeros as ever, more than the degrees of freedom that a
        ridge leaves: with a large one prefer `L1RegressionCV`.
    step : str, step rule or callable
        As for `acgd.minimize`.
    direction : str or direction rule
        As for `acgd.minimize`.
    max_iter : int
    tol : float
        Stop when the mean squared error is within tol times that of predicting the mean of the
        best one of all such coefficients; the gap certifies it.
    warm_start : bool
        Whether a fit begins with the coefficients of the one before.
    trace : bool
        Whether `result_` keeps the course of the fit, which takes memory, also in a pickle.

    Attributes
    ----------
    coef_, intercept_, radius_, n_iter_, n_features_in_
    lambda_ : float
        The penalty with the same coefficients, see `acgd.Path`.
    result_ : Result
        Of the run; its x is coef_.
    feature_names_in_ : array
        The names of the columns, if X was a data frame with names. Then `predict` refuses one with
        other names, or with the same in another order.

    Examples
    --------
    >>> import acgd, numpy as np
    >>> X = np.random.default_rng(1).normal(size=(60, 20))
    >>> model = acgd.L1Regression(radius=3.0).fit(X, 2 * X[:, 4] - X[:, 9] + 5)
    >>> np.flatnonzero(abs(model.coef_) > 0.5), round(model.score(X, 2 * X[:, 4] - X[:, 9] + 5), 2)
    (array([4, 9]), 1.0)

    Where the radius is not known:

    >>> noisy = 2 * X[:, 4] - X[:, 9] + 5 + np.random.default_rng(2).normal(size=60)
    >>> np.flatnonzero(abs(acgd.L1Regression().fit(X, noisy).coef_) > 0.5)
    array([4, 9])
    """

    def __init__(
        self,
        radius: Union[float, None] = None,
        *,
        fit_intercept: bool = True,
        standardize: bool = True,
        ridge: float = 0.0,
        step: steps.StepLike = steps.DEFAULT,
        direction: directions.DirectionLike = directions.DEFAULT,
        max_iter: int = 10000,
        tol: float = 1e-8,
        warm_start: bool = False,
        trace: bool = False,
    ) -> None:
        self.radius = radius
        self.fit_intercept = fit_intercept
        self.standardize = standardize
        self.ridge = ridge
        self.step = step
        self.direction = direction
        self.max_iter = max_iter
        self.tol = tol
        self.warm_start = warm_start
        self.trace = trace

    def fit(
        self, X: Any, y: ArrayLike, sample_weight: Union[ArrayLike, None] = None
    ) -> L1Regression:
        """Fit to the rows of X, an array, data frame or sparse matrix, and their targets y.

        A sample of weight 2 counts as if it was there twice, one of weight 0 as if it was not.
        """
        _validation.check_parameters(self)
        self._fit_samples(X, _samples.of_numbers(self, X, y, sample_weight))
        return self


class SimplexRegression(_LeastSquares):
    """Least squares with non-negative coefficients of a given sum: a mixture of the columns.

    Parameters
    ----------
    total : float
        What the coefficients sum to.
    fit_intercept : bool
        Whether to fit a constant beside them.
    step, direction, max_iter, tol, warm_start, trace
        As for `L1Regression`.

    Attributes
    ----------
    coef_, intercept_, n_iter_, n_features_in_, feature_names_in_, result_
        As for `L1Regression`.

    Examples
    --------
    >>> import acgd, numpy as np
    >>> X = np.random.default_rng(1).normal(size=(50, 4))
    >>> model = acgd.SimplexRegression().fit(X, 0.25 * X[:, 1] + 0.75 * X[:, 2])
    >>> model.coef_.round(2)
    array([0.  , 0.25, 0.75, 0.  ])
    """

    _set = "simplex"
    _size = "total"

    def __init__(
        self,
        total: float = 1.0,
        *,
        fit_intercept: bool = False,
        step: steps.StepLike = steps.DEFAULT,
        direction: directions.DirectionLike = directions.DEFAULT,
        max_iter: int = 10000,
        tol: float = 1e-8,
        warm_start: bool = False,
        trace: bool = False,
    ) -> None:
        self.total = total
        self.fit_intercept = fit_intercept
        self.step = step
        self.direction = direction
        self.max_iter = max_iter
        self.tol = tol
        self.warm_start = warm_start
        self.trace = trace

    def _more_tags(self) -> dict[str, Any]:
        return {**super()._more_tags(), "poor_score": True}

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.regressor_tags.poor_score = True
        return tags

    def fit(
        self, X: Any, y: ArrayLike, sample_weight: Union[ArrayLike, None] = None
    ) -> SimplexRegression:
        """Fit to the rows of X, an array, data frame or sparse matrix, and their targets y."""
        _validation.check_parameters(self)
        self._fit_samples(X, _samples.of_numbers(self, X, y, sample_weight))
        return self


class L1RegressionCV(CrossValidatedFit, LinearRegressor):
    """Least squares in the l1 ball whose radius predicts best what was held out.

    Parameters
    ----------
    radii : int or array
        At most how many are to be found from the data, or which, ascending; see `acgd.path`.
    cv : int, splitter or sequence of splits
        How many times a part of the samples is held out, each sample once, or a splitter of
        scikit-learn.
    choose : {"best", "one-standard-error"}
        The radius of the lowest held-out loss, or the smallest one within a standard error of it,
        which has fewer coefficients.
    fit_intercept : bool
        Whether to fit a constant beside the coefficients, which is not bounded.
    standardize : bool
        As for `L1Regression`.
    ridge : float
        As for `L1Regression`.
    random_state : int
        What the folds are drawn from.
    step : str, step rule or callable
        As for `acgd.minimize`.
    direction : str or direction rule
        As for `acgd.minimize`.
    max_iter : int
        Of each fit.
    tol : float
        Each fit ends at a gap of tol times its loss.

    Attributes
    ----------
    coef_, intercept_, n_features_in_, feature_names_in_
        As for `L1Regression`.
    radius_, radii_, best_index_
        The radius that was chosen, all of them, and its position among them; 0 is the null model.
    lambda_, lambdas_
        The penalties with the same coefficients.
    path_ : Path
        The fits of all samples at every radius, and how they did.
    scores_ : array
        Of each radius, minus the mean squared error of what was held out: what "best" is the
        largest of.
    n_iter_ : int
        Of all fits together.

    Examples
    --------
    >>> import acgd, numpy as np
    >>> rng = np.random.default_rng(1)
    >>> X = rng.normal(size=(100, 20))
    >>> y = 2 * X[:, 4] - X[:, 9] + 5 + rng.normal(size=100)
    >>> model = acgd.L1RegressionCV(choose="one-standard-error").fit(X, y)
    >>> np.flatnonzero(abs(model.coef_) > 0.3), model.path_.one_standard_error == model.best_index_
    (array([4, 9]), True)
    """

    _set_model = LinearRegressor._set_model

    def __init__(
        self,
        radii: Union[int, ArrayLike] = _following.COUNT,
        *,
        cv: Any = 5,
        choose: str = "best",
        fit_intercept: bool = True,
        standardize: bool = True,
        ridge: float = 0.0,
        random_state: int = 1,
        step: steps.StepLike = steps.DEFAULT,
        direction: directions.DirectionLike = directions.DEFAULT,
        max_iter: int = 10000,
        tol: float = _following.TOLERANCE,
    ) -> None:
        self.radii = radii
        self.cv = cv
        self.choose = choose
        self.fit_intercept = fit_intercept
        self.standardize = standardize
        self.ridge = ridge
        self.random_state = random_state
        self.step = step
        self.direction = direction
        self.max_iter = max_iter
        self.tol = tol

    def _objective(self, samples: Samples) -> str:
        return "least-squares"

    def fit(
        self, X: Any, y: ArrayLike, sample_weight: Union[ArrayLike, None] = None
    ) -> L1RegressionCV:
        """Fit to the rows of X, an array, data frame or sparse matrix, and their targets y."""
        _validation.check_parameters(self)
        self._fit_path(X, _samples.of_numbers(self, X, y, sample_weight))
        return self
