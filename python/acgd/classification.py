"""The classifier."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _arguments, _arrays, _core, _validation, directions, sets, steps
from ._estimator import Estimator
from .objectives import Logistic
from .result import Result


class L1LogisticClassifier(Estimator):
    """Logistic regression with coefficients in an l1 ball; several classes one against the rest.

    Parameters
    ----------
    radius : float
        The absolute coefficients of a class sum to at most this.
    fit_intercept : bool
        Whether there is a constant column beside those of X. Its coefficient counts in the ball.
    intercept_scaling : float
        The entry of that column: the larger, the less the intercept uses up of the radius.
    step : str, step rule or callable
        As for `acgd.minimize`.
    direction : str or direction rule
        As for `acgd.minimize`.
    max_iter : int
    tol : float
        Stop when the mean log loss is certified to be within tol of the best.
    trace : bool
        As for `L1Regression`.

    Attributes
    ----------
    classes_, coef_, intercept_, n_iter_, n_features_in_
    feature_names_in_
        As for `L1Regression`.
    results_ : list of Result
        One for each row of coef_.

    Examples
    --------
    >>> import acgd, numpy as np
    >>> X = np.random.default_rng(1).normal(size=(100, 5))
    >>> y = np.where(X[:, 2] > 0, "up", "down")
    >>> model = acgd.estimators.L1LogisticClassifier(radius=5.0).fit(X, y)
    >>> model.classes_, model.score(X, y) > 0.95, np.argmax(abs(model.coef_))
    (array(['down', 'up'], dtype='<U4'), True, 2)
    """

    _estimator_type = "classifier"

    def __init__(
        self,
        radius: float = 10.0,
        *,
        fit_intercept: bool = True,
        intercept_scaling: float = 1.0,
        step: steps.StepLike = steps.DEFAULT,
        direction: directions.DirectionLike = directions.DEFAULT,
        max_iter: int = 10000,
        tol: float = 1e-7,
        trace: bool = False,
    ) -> None:
        self.radius = radius
        self.fit_intercept = fit_intercept
        self.intercept_scaling = intercept_scaling
        self.step = step
        self.direction = direction
        self.max_iter = max_iter
        self.tol = tol
        self.trace = trace

    def fit(self, X: Any, y: ArrayLike) -> L1LogisticClassifier:
        """Fit to the rows of X, an array or a scipy.sparse matrix, and their classes y."""
        _validation.check_parameters(self)
        scale = _arguments.positive("intercept_scaling", self.intercept_scaling)
        checked = _validation.check_matrix(self, X)
        labels = _validation.check_target(self, y, checked.shape[0])
        if labels.dtype.kind == "f" and np.any(labels != np.floor(labels)):
            raise ValueError("Unknown label type: continuous; y must be classes")
        try:
            classes, numbers = np.unique(labels, return_inverse=True)
        except TypeError as error:
            raise ValueError(f"y: has classes that cannot be put in order: {error}") from None
        if len(classes) < 2:
            raise ValueError(f"y: has 1 class, {classes[0]!r}; there must be at least 2 classes")
        design = _arguments.design("X", self._with_constant(checked, scale))
        positives = [1] if len(classes) == 2 else range(len(classes))
        results = [self._fit_one(design, numbers == k) for k in positives]
        weights = np.array([result.x for result in results])
        self._take_features(X, checked)
        self.classes_, self.results_ = classes, results
        self.coef_ = weights[:, : self.n_features_in_]
        self.intercept_ = scale * weights[:, self.n_features_in_ :].sum(axis=1)
        self.n_iter_ = np.array([max(1, result.nit) for result in results])
        return self

    def _with_constant(self, X: Any, scale: float) -> Any:
        if not self.fit_intercept:
            return X
        constant = np.full((X.shape[0], 1), scale)
        if _arrays.is_sparse(X):
            from scipy import sparse

            return sparse.hstack([X, constant])
        wider = np.empty((X.shape[0], X.shape[1] + 1), order="F")
        wider[:, :-1], wider[:, -1:] = X, constant
        return wider

    def _fit_one(self, design: _core.Map, positive: NDArray[np.bool_]) -> Result:
        return self._solve(
            Logistic(design, np.where(positive, 1.0, -1.0)),
            np.zeros(design.shape[1]),
            sets.L1Ball(self.radius),
            self.tol,
        )

    def decision_function(self, X: Any) -> NDArray[np.float64]:
        """The log odds: one number a sample for two classes, else one for each class."""
        checked = self._check_fitted(X)
        scores = np.asarray(checked @ self.coef_.T + self.intercept_)
        return scores.ravel() if len(self.classes_) == 2 else scores

    def predict(self, X: Any) -> NDArray[Any]:
        """The likeliest class of each row of X."""
        scores = self.decision_function(X)
        return self.classes_[(scores > 0).astype(int) if scores.ndim == 1 else scores.argmax(1)]

    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """The probability of each class, in the order of classes_.

        Several classes: sigmoid(log odds) of each, divided by their sum. It is formed from
        logarithms, so that it is right however far all log odds are below 0.
        """
        scores = self.decision_function(X)
        if scores.ndim == 1:
            scores = np.column_stack([-scores, scores])
        logarithms = -np.logaddexp(0, -scores)
        logarithms -= logarithms.max(axis=1, keepdims=True)
        shares = np.exp(logarithms)
        return shares / shares.sum(axis=1, keepdims=True)

    def score(self, X: Any, y: ArrayLike) -> float:
        """The share of samples that are predicted right."""
        predictions = self.predict(X)
        labels = _validation.check_target(self, y, len(predictions), is_fit=False)
        kinds = labels.dtype.kind, predictions.dtype.kind
        if "O" not in kinds and (kinds[0] in "US") != (kinds[1] in "US"):
            raise ValueError(
                f"y: has dtype {labels.dtype}, must be classes of dtype {predictions.dtype}"
            )
        return float(np.mean(predictions == labels))
