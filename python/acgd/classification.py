"""Estimators of classes."""

from __future__ import annotations

from typing import Any, Mapping, Union

from numpy.typing import ArrayLike

from . import _fits, _samples, _validation, directions, steps
from ._fits import CrossValidatedFit, SingleFit
from ._linear import LinearClassifier
from ._samples import Samples

__all__ = ["L1LogisticClassifier", "L1LogisticClassifierCV"]

ClassWeight = Union[Mapping[Any, float], str, None]


def _objective_of(samples: Samples) -> str:
    assert samples.classes is not None
    return "logistic" if len(samples.classes) == 2 else "softmax"


class L1LogisticClassifier(SingleFit, LinearClassifier):
    """Logistic regression in an l1 ball or with an l1 penalty; multinomial for several classes.

    For two classes there is one coefficient per feature; for more, one per feature and class, all
    in one ball, with softmax probabilities.

    Parameters
    ----------
    radius : float, optional
        Maximum sum of the absolute coefficients of the fit. Default: chosen from a path of radii by
        the Bayesian information criterion, 2 n (mean log loss) + d log(n) with d non-zeros; the
        null model is among the candidates, as radius 0. `L1LogisticClassifierCV` chooses by
        cross-validation.
    alpha : float, optional
        In place of a radius: minimises the mean log loss + alpha ||w||_1; scikit-learn's
        LogisticRegression with an l1 penalty does so with C = 1 / (alpha samples).
    positive : bool
        As for `L1Regression`.
    fit_intercept : bool
        Whether to fit an unconstrained intercept (one per class for several classes).
    standardize : bool
        As for `L1Regression`.
    ridge : float
        Adds ridge / 2 times the sum of squares of the coefficients of the fit to the loss (elastic
        net); 1 / (C samples) of scikit-learn's LogisticRegression. The choice of the radius counts
        non-zeros, as for `L1Regression`.
    class_weight : dict or "balanced", optional
        Weights of the classes. "balanced": all classes have the same total weight.
    step : str, step rule or callable
        As for `acgd.minimize`.
    direction : str or direction rule
        As for `acgd.minimize`.
    max_iter : int
    tol : float
        Gap tolerance: stops when the mean log loss is within tol of the minimum.
    warm_start, trace : bool
        As for `L1Regression`.

    Attributes
    ----------
    classes_, radius_, n_iter_, n_features_in_
    alpha_, lambda_ : float
        The penalty with the same solution, in the units of the mean log loss.
    coef_ : array of shape (1, features), or (classes, features) of several classes
    intercept_ : array of shape (1,) or (classes,)
    feature_names_in_, result_
        As for `L1Regression`.

    Examples
    --------
    >>> import acgd, numpy as np
    >>> X = np.random.default_rng(1).normal(size=(100, 5))
    >>> y = np.where(X[:, 2] > 0, "up", "down")
    >>> model = acgd.L1LogisticClassifier(radius=5.0).fit(X, y)
    >>> model.classes_, model.score(X, y) > 0.9, int(np.argmax(abs(model.coef_)))
    (array(['down', 'up'], dtype='<U4'), True, 2)
    """

    _set_model = LinearClassifier._set_model

    def __init__(
        self,
        radius: Union[float, None] = None,
        *,
        alpha: Union[float, None] = None,
        positive: bool = False,
        fit_intercept: bool = True,
        standardize: bool = True,
        ridge: float = 0.0,
        class_weight: ClassWeight = None,
        step: steps.StepLike = steps.DEFAULT,
        direction: directions.DirectionLike = directions.DEFAULT,
        max_iter: int = 10000,
        tol: float = 1e-7,
        warm_start: bool = False,
        trace: bool = False,
    ) -> None:
        self.radius = radius
        self.alpha = alpha
        self.positive = positive
        self.fit_intercept = fit_intercept
        self.standardize = standardize
        self.ridge = ridge
        self.class_weight = class_weight
        self.step = step
        self.direction = direction
        self.max_iter = max_iter
        self.tol = tol
        self.warm_start = warm_start
        self.trace = trace

    def _objective(self, samples: Samples) -> str:
        return _objective_of(samples)

    def fit(
        self, X: Any, y: ArrayLike, sample_weight: Union[ArrayLike, None] = None
    ) -> L1LogisticClassifier:
        """Fit to the rows of X, an array, data frame or sparse matrix, and their classes y.

        A weight of 2 is equivalent to repeating the sample, a weight of 0 to omitting it.
        """
        _validation.check_parameters(self)
        samples = _samples.of_classes(self, X, y, sample_weight, self.class_weight)
        self._fit_samples(X, samples)
        return self


class L1LogisticClassifierCV(CrossValidatedFit, LinearClassifier):
    """Logistic regression in an l1 ball or with an l1 penalty, chosen by cross-validation.

    Several classes are multinomial, as for `L1LogisticClassifier`.

    Parameters
    ----------
    radii, alphas, n_alphas, positive, n_jobs
        As for `L1RegressionCV`; alphas are those of `L1LogisticClassifier`.
    cv : int, splitter or sequence of splits
        Number of stratified folds, or a splitter of scikit-learn, which gets `groups` of `fit`.
    scoring : str, optional
        What chooses in place of the held-out log loss: "accuracy", "neg_log_loss" or, for two
        classes, "roc_auc", the mean over the folds.
    choose : {"best", "one-standard-error"}
        The radius with the lowest held-out log loss, or the smallest one within a standard error.
    fit_intercept, standardize, ridge, random_state, step, direction, max_iter, tol
        As for `L1RegressionCV`.
    class_weight : dict or "balanced", optional
        As for `L1LogisticClassifier`.

    Attributes
    ----------
    classes_, coef_, intercept_, n_features_in_, feature_names_in_
        As for `L1LogisticClassifier`.
    radius_, radii_, alpha_, alphas_, lambda_, lambdas_, best_index_, path_, n_iter_
        As for `L1RegressionCV`.
    scores_ : array
        Negative mean held-out log loss of each radius, or `scoring`.

    Examples
    --------
    >>> import acgd, numpy as np
    >>> rng = np.random.default_rng(1)
    >>> X = rng.normal(size=(200, 8)) * 10.0 ** np.arange(-4, 4)
    >>> y = np.where(X[:, 2] / 1e-2 + 0.5 * rng.normal(size=200) > 0.5, "up", "down")
    >>> model = acgd.L1LogisticClassifierCV().fit(X, y)
    >>> accuracy = model.path_.held_out_scores["accuracy"][model.best_index_]
    >>> bool(accuracy > 0.8), model.predict_proba(X[:2]).shape
    (True, (2, 2))
    """

    _set_model = LinearClassifier._set_model

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
        class_weight: ClassWeight = None,
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
        self.class_weight = class_weight
        self.random_state = random_state
        self.step = step
        self.direction = direction
        self.max_iter = max_iter
        self.tol = tol

    def _objective(self, samples: Samples) -> str:
        return _objective_of(samples)

    def fit(
        self,
        X: Any,
        y: ArrayLike,
        sample_weight: Union[ArrayLike, None] = None,
        groups: Union[ArrayLike, None] = None,
    ) -> L1LogisticClassifierCV:
        """Fit to the rows of X, an array, data frame or sparse matrix, and their classes y.

        `groups` are for a splitter `cv` that uses them.
        """
        _validation.check_parameters(self)
        samples = _samples.of_classes(self, X, y, sample_weight, self.class_weight)
        self._fit_path(X, samples, groups)
        return self
