"""Estimators of classes."""

from __future__ import annotations

from typing import Any, Mapping, Union

from numpy.typing import ArrayLike

from . import _following, _samples, _validation, directions, steps
from ._fits import CrossValidatedFit, SampleLoss, SingleFit
from ._linear import LinearClassifier
from ._samples import Samples

__all__ = ["L1LogisticClassifier", "L1LogisticClassifierCV"]

ClassWeight = Union[Mapping[Any, float], str, None]


def _objective_of(samples: Samples) -> str:
    assert samples.classes is not None
    return "logistic" if len(samples.classes) == 2 else "softmax"


class L1LogisticClassifier(SingleFit, LinearClassifier):
    """Logistic regression with coefficients in an l1 ball; of several classes multinomial.

    Of two classes there is one coefficient a feature. Of more there is one for each class, all of
    them in one ball, and probabilities are those of softmax.

    Parameters
    ----------
    radius : float, optional
        The absolute coefficients of the fit sum to at most this. Unless given it is chosen from the
        data: of a path of radii, that of the lowest Bayesian information criterion, 2 n (mean log
        loss) + d log(n) with d non-zeros; the null model is among them, as radius 0.
        `L1LogisticClassifierCV` chooses by cross-validation.
    fit_intercept : bool
        Whether to fit a constant beside them (of several classes, one each), which is not bounded.
    standardize : bool
        As for `L1Regression`.
    ridge : float
        Add this / 2 times the squares of all coefficients of the fit to the loss: an elastic net.
        1 / (C samples) of scikit-learn's LogisticRegression. As for `L1Regression` a radius that is
        chosen counts non-zeros all the same.
    class_weight : dict or "balanced", optional
        What the samples of a class count. "balanced": as much in all as those of any other.
    step : str, step rule or callable
        As for `acgd.minimize`.
    direction : str or direction rule
        As for `acgd.minimize`.
    max_iter : int
    tol : float
        Stop when the mean log loss is certified to be within tol of the best.
    warm_start, trace : bool
        As for `L1Regression`.

    Attributes
    ----------
    classes_, radius_, lambda_, n_iter_, n_features_in_
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

    def _tolerance(self, f: SampleLoss) -> float:
        return self.tol

    def fit(
        self, X: Any, y: ArrayLike, sample_weight: Union[ArrayLike, None] = None
    ) -> L1LogisticClassifier:
        """Fit to the rows of X, an array, data frame or sparse matrix, and their classes y.

        A sample of weight 2 counts as if it was there twice, one of weight 0 as if it was not.
        """
        _validation.check_parameters(self)
        samples = _samples.of_classes(self, X, y, sample_weight, self.class_weight)
        self._fit_samples(X, samples)
        return self


class L1LogisticClassifierCV(CrossValidatedFit, LinearClassifier):
    """Logistic regression in the l1 ball whose radius predicts best what was held out.

    Several classes are multinomial, as for `L1LogisticClassifier`.

    Parameters
    ----------
    radii : int or array
        At most how many are to be found from the data, or which, ascending; see `acgd.path`.
    cv : int, splitter or sequence of splits
        How many times a part of the samples is held out, each sample once and classes evenly, or a
        splitter of scikit-learn.
    choose : {"best", "one-standard-error"}
        The radius of the lowest held-out log loss, or the smallest one within a standard error.
    fit_intercept, standardize, ridge, random_state, step, direction, max_iter, tol
        As for `L1RegressionCV`.
    class_weight : dict or "balanced", optional
        As for `L1LogisticClassifier`.

    Attributes
    ----------
    classes_, coef_, intercept_, n_features_in_, feature_names_in_
        As for `L1LogisticClassifier`.
    radius_, radii_, lambda_, lambdas_, best_index_, path_, n_iter_
        As for `L1RegressionCV`.
    scores_ : array
        Of each radius, minus the mean log loss of what was held out: what "best" is the largest of.

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
        radii: Union[int, ArrayLike] = _following.COUNT,
        *,
        cv: Any = 5,
        choose: str = "best",
        fit_intercept: bool = True,
        standardize: bool = True,
        ridge: float = 0.0,
        class_weight: ClassWeight = None,
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
        self.class_weight = class_weight
        self.random_state = random_state
        self.step = step
        self.direction = direction
        self.max_iter = max_iter
        self.tol = tol

    def _objective(self, samples: Samples) -> str:
        return _objective_of(samples)

    def fit(
        self, X: Any, y: ArrayLike, sample_weight: Union[ArrayLike, None] = None
    ) -> L1LogisticClassifierCV:
        """Fit to the rows of X, an array, data frame or sparse matrix, and their classes y."""
        _validation.check_parameters(self)
        samples = _samples.of_classes(self, X, y, sample_weight, self.class_weight)
        self._fit_path(X, samples)
        return self
