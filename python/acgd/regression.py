"""Estimators for regression."""

from __future__ import annotations

from typing import Any, Union

from numpy.typing import ArrayLike

from . import _fits, _samples, _validation, directions, steps
from ._fits import CrossValidatedFit, SingleFit
from ._linear import LinearRegressor
from ._samples import Samples

__all__ = ["L1Regression", "L1RegressionCV", "SimplexRegression"]


class _LeastSquares(SingleFit, LinearRegressor):
    _set_model = LinearRegressor._set_model

    def _objective(self, samples: Samples) -> str:
        return "least-squares"


class L1Regression(_LeastSquares):
    """Least squares with coefficients in an l1 ball (lasso), which makes them sparse.

    Parameters
    ----------
    radius : float, optional
        Maximum sum of the absolute coefficients of the fit. Default: chosen from a path of radii by
        the Bayesian information criterion RSS / v + d log(n) with d non-zeros, the degrees of
        freedom of a lasso. v is an estimate of the noise: RSS / (n - d - 1) of the fit that would
        be chosen with the smallest such number of all fits with d <= n / 2. The null model is among
        the candidates, as radius 0. `L1RegressionCV` chooses by cross-validation.
    fit_intercept : bool
        Whether to fit an unconstrained intercept. Sparse X stays sparse.
    standardize : bool
        Whether to divide features by their standard deviation. The radius, given or chosen, then
        refers to the scaled coefficients; coef_ is in the units of X. Constant features are not
        scaled; with an intercept they have no effect.
    ridge : float
        Adds ridge / 2 times the sum of squares of the coefficients of the fit to the loss, the mean
        squared error (elastic net); 2 alpha (1 - l1_ratio) of scikit-learn's ElasticNet. The choice
        of the radius counts non-zeros, which overestimates the degrees of freedom with a ridge:
        prefer `L1RegressionCV` for a large one.
    step : str, step rule or callable
        As for `acgd.minimize`.
    direction : str or direction rule
        As for `acgd.minimize`.
    max_iter : int
    tol : float
        Relative gap tolerance: stops when the mean squared error is within tol times that of the
        null model of its minimum.
    warm_start : bool
        Whether a fit starts at the coefficients of the previous one.
    trace : bool
        Whether `result_` includes the trace, which takes memory, also in a pickle.

    Attributes
    ----------
    coef_, intercept_, radius_, n_iter_, n_features_in_
    lambda_ : float
        The penalty with the same solution, see `acgd.Path`.
    result_ : Result
        Of the run; its x is coef_.
    feature_names_in_ : array
        The names of the columns, if X was a data frame with names. Then `predict` requires the same
        names in the same order.

    Examples
    --------
    >>> import acgd, numpy as np
    >>> X = np.random.default_rng(1).normal(size=(60, 20))
    >>> model = acgd.L1Regression(radius=3.0).fit(X, 2 * X[:, 4] - X[:, 9] + 5)
    >>> np.flatnonzero(abs(model.coef_) > 0.5), round(model.score(X, 2 * X[:, 4] - X[:, 9] + 5), 2)
    (array([4, 9]), 1.0)

    With a radius chosen from the data:

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

        A weight of 2 is equivalent to repeating the sample, a weight of 0 to omitting it.
        """
        _validation.check_parameters(self)
        self._fit_samples(X, _samples.of_numbers(self, X, y, sample_weight))
        return self


class SimplexRegression(_LeastSquares):
    """Least squares with non-negative coefficients of a given sum: a mixture of the columns.

    Parameters
    ----------
    total : float
        The sum of the coefficients.
    fit_intercept : bool
        Whether to fit an intercept.
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
    """Least squares in an l1 ball whose radius is chosen by cross-validation.

    Parameters
    ----------
    radii : int or array
        Maximum number of automatic radii, or the radii in increasing order; see `acgd.path`.
    cv : int, splitter or sequence of splits
        Number of folds, or a splitter of scikit-learn.
    choose : {"best", "one-standard-error"}
        The radius with the lowest held-out loss, or the smallest one within a standard error of it.
    fit_intercept : bool
        Whether to fit an unconstrained intercept.
    standardize : bool
        As for `L1Regression`.
    ridge : float
        As for `L1Regression`.
    random_state : int
        Random seed of the folds.
    step : str, step rule or callable
        As for `acgd.minimize`.
    direction : str or direction rule
        As for `acgd.minimize`.
    max_iter : int
        Of each fit.
    tol : float
        Relative gap tolerance of each fit.

    Attributes
    ----------
    coef_, intercept_, n_features_in_, feature_names_in_
        As for `L1Regression`.
    radius_, radii_, best_index_
        The chosen radius, all radii, and the index of the chosen one; radius 0 is the null model.
    lambda_, lambdas_
        The penalties with the same solutions.
    path_ : Path
        The fits of all samples at every radius, with their scores.
    scores_ : array
        Negative mean held-out squared error of each radius.
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
        radii: Union[int, ArrayLike] = _fits.COUNT,
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
        tol: float = _fits.TOLERANCE,
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
