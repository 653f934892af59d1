"""Base class of estimators: parameters, representation and tags for scikit-learn."""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _html, _validation


class Estimator:
    """Base class with scikit-learn's parameter interface; scikit-learn need not be installed.

    Examples
    --------
    >>> import acgd
    >>> model = acgd.estimators.L1Regression(radius=3.0).set_params(tol=1e-6)
    >>> model, model.get_params()["radius"]
    (L1Regression(radius=3.0, tol=1e-06), 3.0)
    """

    _estimator_type = ""
    step: Any
    direction: Any
    max_iter: int
    trace: bool

    @classmethod
    def _defaults(cls) -> dict[str, Any]:
        parameters = inspect.signature(cls.__init__).parameters.values()
        return {p.name: p.default for p in parameters if p.name != "self"}

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Return the parameters by name."""
        return {name: getattr(self, name) for name in self._defaults()}

    def set_params(self, **parameters: Any) -> Any:
        """Set parameters and return the estimator."""
        for name, value in parameters.items():
            if name not in self._defaults():
                raise ValueError(
                    f"Invalid parameter {name!r} for estimator {self!r}. Valid parameters are: "
                    f"{list(self._defaults())!r}."
                )
            setattr(self, name, value)
        return self

    def __repr__(self) -> str:
        shown = (
            f"{name}={getattr(self, name)!r}"
            for name, default in self._defaults().items()
            if repr(getattr(self, name)) != repr(default)
        )
        return f"{type(self).__name__}({', '.join(shown)})"

    def _repr_html_(self) -> str:
        return _html.estimator(self)

    def _more_tags(self) -> dict[str, Any]:
        return {"requires_y": True, "X_types": ["2darray", "sparse"]}

    def __sklearn_tags__(self) -> Any:
        from sklearn.utils import ClassifierTags, InputTags, RegressorTags, Tags, TargetTags

        return Tags(
            estimator_type=self._estimator_type,
            target_tags=TargetTags(required=True),
            input_tags=InputTags(sparse=True),
            classifier_tags=ClassifierTags() if self._estimator_type == "classifier" else None,
            regressor_tags=RegressorTags() if self._estimator_type == "regressor" else None,
        )

    def _take_features(self, X: Any, checked: Any) -> None:
        self.n_features_in_ = checked.shape[1]
        names = _validation.feature_names(X)
        if names is not None:
            self.feature_names_in_ = names
        elif hasattr(self, "feature_names_in_"):
            del self.feature_names_in_

    def _check_fitted(self, X: Any) -> Any:
        if not hasattr(self, "n_features_in_"):
            raise _validation.not_fitted(self)
        _validation.check_feature_names(self, X)
        checked = _validation.check_matrix(self, X)
        _validation.check_features(self, checked)
        return checked


def r_squared(
    y: NDArray[np.float64], predictions: NDArray[np.float64], weights: Any = None
) -> float:
    """1 - (sum of squared errors) / (sum of squares around the mean)."""
    w = np.ones(len(y)) if weights is None else weights
    errors = float(np.sum(w * (y - predictions) ** 2))
    spread = float(np.sum(w * (y - np.average(y, weights=w)) ** 2))
    if spread == 0:
        return 1.0 if errors == 0 else 0.0
    return 1 - errors / spread
