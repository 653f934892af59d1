"""Estimators for regression."""

from __future__ import annotations

from typing import Any, Union

from numpy.typing import ArrayLike

from . import _arguments, _fits, _samples, _validation, directions, steps
from ._fits import CrossValidatedFit, SingleFit
from ._linear import LinearRegressor
from ._samples import Samples

__all__ = ["ElasticNet", "L1Regression", "L1RegressionCV", "Lasso", "SimplexRegression"]


class _LeastSquares(SingleFit, LinearRegressor):
    _set_model = LinearRegressor._set_model
    _lambda_of_alpha = 2.0  # the loss is the mean square, scikit-learn's is half of it

    def _objective(self, samples: Samples) -> str:
        return "least-squares"


class L1Regression(_LeastSquares):
    """Least squares with coefficients in an l1 ball or with an l1 penalty (lasso): sparse ones.

    Minimises the mean squared error over a ball of this radius, or, with alpha, half of it plus
    alpha ||w||_1 as scikit-learn's Lasso: every radius has an alpha with the same solution.

    Parameters
    ----------
    radius : float, optional
        Maximum sum of the absolute coefficients of the fit. Default, without alpha: chosen from a
        path of radii by the Bayesian information criterion RSS / v + d log(n) with d non-zeros, the
        degrees of freedom of a lasso. v is an estimate of the noise: RSS / (n - d - 1) of the fit
        that would be chosen with the smallest such number of all fits with d <= n / 2. The null
        model is among the candidates, as radius 0. `L1RegressionCV` chooses by cross-validation.
    alpha : float, optional
        In place of a radius: minimises ||y - X w||^2 / (2 n) + alpha ||w||_1, as scikit-learn's
        Lasso, which does not standardize features.
    positive : bool
        Whether all coefficients must be >= 0.
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
    alpha_, lambda_ : float
        The penalty with the same solution, in the scale of scikit-learn, and of the mean squared
        error, which is twice as much; see `acgd.Path`.
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
        alpha: Union[float, None] = None,
        positive: bool = False,
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
        self.alpha = alpha
        self.positive = positive
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


class Lasso(L1Regression):
    """The lasso of scikit-learn: ||y - X w||^2 / (2 n) + alpha ||w||_1, features as they are.

    The same as `L1Regression` with this alpha and standardize=False.

    Parameters
    ----------
    alpha : float
    fit_intercept, positive, max_iter, tol, warm_start
        As for `L1Regression`; tol bounds the duality gap.

    Attributes
    ----------
    coef_, intercept_, alpha_, radius_, lambda_, n_iter_, n_features_in_, feature_names_in_, result_
        As for `L1Regression`.

    Examples
    --------
    >>> import acgd, numpy as np
    >>> X = np.random.default_rng(1).normal(size=(60, 20))
    >>> model = acgd.Lasso(alpha=0.1).fit(X, 2 * X[:, 4] - X[:, 9])
    >>> np.flatnonzero(model.coef_), bool(model.radius_ < 3)
    (array([4, 9]), True)
    """

    radius = None
    standardize = False
    ridge = 0.0
    step = steps.DEFAULT
    direction = directions.DEFAULT
    trace = False

    def __init__(
        self,
        alpha: float = 1.0,
        *,
        fit_intercept: bool = True,
        positive: bool = False,
        max_iter: int = 10000,
        tol: float = 1e-8,
        warm_start: bool = False,
    ) -> None:
        self.alpha = alpha
        self.fit_intercept = fit_intercept
        self.positive = positive
        self.max_iter = max_iter
        self.tol = tol
        self.warm_start = warm_start

    def fit(self, X: Any, y: ArrayLike, sample_weight: Union[ArrayLike, None] = None) -> Lasso:
        """Fit to the rows of X, an array, data frame or sparse matrix, and their targets y."""
        _arguments.tolerance("alpha", self.alpha)
        super().fit(X, y, sample_weight)
        return self


class ElasticNet(Lasso):
    """That of scikit-learn: the mean square / 2 + alpha (l ||w||_1 + (1 - l) ||w||^2 / 2).

    Parameters
    ----------
    alpha : float
    l1_ratio : float
        l, above 0 and at most 1.
    fit_intercept, positive, max_iter, tol, warm_start
        As for `Lasso`.

    Attributes
    ----------
    coef_, intercept_, alpha_, radius_, lambda_, n_iter_, n_features_in_, feature_names_in_, result_
        As for `Lasso`.

    Examples
    --------
    >>> import acgd, numpy as np
    >>> X = np.random.default_rng(1).normal(size=(60, 20))
    >>> model = acgd.ElasticNet(alpha=0.1, l1_ratio=0.9).fit(X, 2 * X[:, 4] - X[:, 9])
    >>> np.flatnonzero(abs(model.coef_) > 0.1)
    array([4, 9])
    """

    def __init__(
        self,
        alpha: float = 1.0,
        *,
        l1_ratio: float = 0.5,
        fit_intercept: bool = True,
        positive: bool = False,
        max_iter: int = 10000,
        tol: float = 1e-8,
        warm_start: bool = False,
    ) -> None:
        self.alpha = alpha
        self.l1_ratio = l1_ratio
        self.fit_intercept = fit_intercept
        self.positive = positive
        self.max_iter = max_iter
        self.tol = tol
        self.warm_start = warm_start

    @property
    def ridge(self) -> float:  # type: ignore[override]
        """The factor of ||w||^2 / 2 beside the mean square."""
        return float(2 * self.alpha * (1 - self.l1_ratio))

    @property
    def _lambda_of_alpha(self) -> float:  # type: ignore[override]
        return 2 * self.l1_ratio

    def fit(self, X: Any, y: ArrayLike, sample_weight: Union[ArrayLike, None] = None) -> ElasticNet:
        """Fit to the rows of X, an array, data frame or sparse matrix, and their targets y."""
        if _arguments.positive("l1_ratio", self.l1_ratio) > 1:
            raise ValueError(f"l1_ratio = {self.l1_ratio}: must be at most 1")
        super().fit(X, y, sample_weight)
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
    """Least squares in an l1 ball or with an l1 penalty, whose size cross-validation chooses.

    Parameters
    ----------
    radii : int or array, optional
        Maximum number of automatic radii, default 30, or the radii in increasing order; see
        `acgd.path`.
    alphas : int or array, optional
        In place of radii: the number of penalties, from the smallest alpha whose solution is 0 to
        1/1000 of it, or the penalties; in the scale of scikit-learn's Lasso, see `L1Regression`.
        The folds have the same ones.
    n_alphas : int, optional
        The same as alphas, a number.
    positive : bool
        As for `L1Regression`.
    cv : int, splitter or sequence of splits
        Number of folds, or a splitter of scikit-learn, which gets `groups` of `fit`.
    scoring : str, optional
        What chooses in place of the held-out loss: "r2", "neg_mean_squared_error",
        "neg_root_mean_squared_error" or "neg_mean_absolute_error", the mean over the folds.
    n_jobs : int, optional
        Maximum number of threads; any number gives the same bits. Default and -1: all.
    choose : {"best", "one-standard-error"}
        The size with the lowest held-out loss, or the smallest one within a standard error of it.
    fit_intercept : bool
        Whether to fit an unconstrained intercept.
    standardize : bool
        As for `L1Regression`.
    ridge : float
        As for `L1Regression`.
    random_state : int or numpy.random.RandomState, optional
        Random seed of the folds; by default they are always the same.
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
    alpha_, alphas_, lambda_, lambdas_
        The penalties with the same solutions, in the scale of scikit-learn and of the mean squared
        error.
    path_ : Path
        The fits of all samples at every radius, with their scores.
    scores_ : array
        Negative mean held-out squared error of each radius, or `scoring`.
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
    _lambda_of_alpha = 2.0

    def __init__(
        self,
        radii: Union[int, ArrayLike, None] = None,
        *,
        alphas: Union[int, ArrayLike, None] = None,
        n_alphas: Union[int, None] = None,
        positive: bool = False,
        cv: Any = 5,
        scoring: Union[str, None] = None,
        n_jobs: Union[int, None] = None,
        choose: str = "best",
        fit_intercept: bool = True,
        standardize: bool = True,
        ridge: float = 0.0,
        random_state: Any = None,
        step: steps.StepLike = steps.DEFAULT,
        direction: directions.DirectionLike = directions.DEFAULT,
        max_iter: int = 10000,
        tol: float = _fits.TOLERANCE,
    ) -> None:
        self.radii = radii
        self.alphas = alphas
        self.n_alphas = n_alphas
        self.positive = positive
        self.cv = cv
        self.scoring = scoring
        self.n_jobs = n_jobs
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
        self,
        X: Any,
        y: ArrayLike,
        sample_weight: Union[ArrayLike, None] = None,
        groups: Union[ArrayLike, None] = None,
    ) -> L1RegressionCV:
        """Fit to the rows of X, an array, data frame or sparse matrix, and their targets y.

        `groups` are for a splitter `cv` that uses them.
        """
        _validation.check_parameters(self)
        self._fit_path(X, _samples.of_numbers(self, X, y, sample_weight), groups)
        return self
