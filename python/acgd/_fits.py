"""Fits of linear models: at one radius, along a path, and at a radius chosen from the data."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _arguments, _arrays, _core, _following, _validation, sets
from ._estimator import Estimator
from ._following import Course
from ._samples import Samples
from .objectives import Objective
from .result import Result

_SETS: dict[str, Any] = {"l1": sets.L1Ball, "simplex": sets.Simplex}


class SampleLoss(Objective):
    """Mean loss plus ridge as a function of the coefficients, minimised over the intercept."""

    def __init__(
        self,
        family: _core.Family,
        design: Any,
        samples: Samples,
        intercept: bool,
        ridge: float = 0.0,
    ) -> None:
        map = _arguments.design("X", design, cut=False)
        with _arguments.naming(targets="y", weights="sample_weight"):
            self._core = _core.sample_objective(
                family, map, samples.targets, samples.weights, intercept, ridge
            )

    def intercept(self, x: Any) -> NDArray[np.float64]:
        """Return the optimal constants for these coefficients; empty without an intercept."""
        return self._core.intercept(x)


def _divided(X: Any, scale: NDArray[np.float64]) -> Any:
    if not _arrays.is_sparse(X):
        return np.divide(X, scale, order="F")
    columns = X.tocsc(copy=True)
    columns.data /= np.repeat(scale, np.diff(columns.indptr))
    return columns


class LinearFit(Estimator):
    """Base class of fits of coefficients in a set of a given radius."""

    _set = "l1"
    fit_intercept: bool
    tol: float

    def _objective(self, samples: Samples) -> str:
        raise NotImplementedError

    def _set_model(self, coef: NDArray[np.float64], intercept: Any, classes: Any) -> None:
        raise NotImplementedError

    def _ridge(self) -> float:
        return _arguments.tolerance("ridge", getattr(self, "ridge", 0.0))

    def _family(self, samples: Samples) -> _core.Family:
        classes = 0 if samples.classes is None else len(samples.classes)
        return _following.family_of(self._objective(samples), classes)

    def _course(self, samples: Samples, **how: Any) -> Course:
        return Course(
            self._objective(samples),
            self._set,
            intercept=self.fit_intercept,
            step=self.step,
            direction=self.direction,
            options={"max_iterations": _arguments.count("max_iter", self.max_iter)},
            ridge=self._ridge(),
            **how,
        )


class SingleFit(LinearFit):
    """Fit at one radius, which is given or chosen."""

    _size = "radius"  # name of the parameter
    warm_start: bool
    coef_: NDArray[np.float64]

    def __getstate__(self) -> dict[str, Any]:
        state = dict(vars(self))
        if "result_" in state:  # its x is coef_, which is stored already
            state["result_"] = Result({**state["result_"], "x": None})
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        if "result_" in state:
            self.result_["x"] = np.ravel(self.coef_)

    def _tolerance(self, f: SampleLoss) -> float:
        raise NotImplementedError

    def _fit_samples(self, X: Any, samples: Samples) -> None:
        """Fit, and set the attributes of the model at the end."""
        radius = getattr(self, self._size)
        standardize = _arguments.flag("standardize", getattr(self, "standardize", False))
        before = getattr(self, "coef_", None) if self.warm_start else None
        if radius is None and self._size == "radius":
            radius, before = self._choose(samples, standardize)
        else:
            _arguments.positive(self._size, radius)
        scale = np.ones(samples.X.shape[1])
        if standardize:
            scale = _core.feature_scale(samples.features, samples.weights)
        family = self._family(samples)
        design = _divided(samples.X, scale) if standardize else samples.X
        f = SampleLoss(family, design, samples, self.fit_intercept, self._ridge())
        start = self._start(before, scale, float(radius), family.outputs)
        if radius > 0:
            result = self._solve(f, start, _SETS[self._set](radius), self._tolerance(f))
        else:  # the null model is the only point
            result = self._solve(f, start, _SETS[self._set](1.0), float(np.finfo(float).max))
            result.update(gap=0.0, message="radius 0: the set is a single point")
        intercept = f.intercept(result.x) if self.fit_intercept else np.zeros(family.outputs)
        gradient = f.gradient(result.x)
        rows = result.x.reshape(family.outputs, -1) / scale
        self._take_features(X, samples.X)
        self._set_model(rows.T, intercept, samples.classes)
        result["x"] = np.ravel(self.coef_)
        self.radius_, self.result_, self.n_iter_ = float(radius), result, max(1, result.nit)
        self.lambda_ = float(np.max(abs(gradient) if self._set == "l1" else -gradient))

    def _choose(self, samples: Samples, standardize: bool) -> tuple[float, NDArray[np.float64]]:
        """Return the radius with the lowest BIC of a path, and its coefficients, a row per
        output."""
        course = self._course(samples, standardize=standardize, stop_by_bic=True)
        path = _following.follow(samples, course)
        place = path.lowest_bic
        assert place is not None
        if path.radii[place] == 0:
            sentence = "No radius has a lower Bayesian information criterion than the null model"
            _validation.warn(sentence + ", which has no feature.", "UserWarning")
        elif path.end == "smallest penalty" and path.bic[-1] < np.min(path.bic[:-1]) - 1:
            _validation.warn(
                "The lowest Bayesian information criterion is that of the largest radius;"
                " a larger one may be better.",
                "UserWarning",
            )
        return float(path.radii[place]), path.coef(place).T

    def _start(
        self, before: Any, scale: NDArray[np.float64], radius: float, outputs: int
    ) -> NDArray[np.float64] | None:
        """Return former coefficients as a point of the set; else 0, or None if 0 is outside."""
        if before is None or before.size != outputs * len(scale):
            return np.zeros(outputs * len(scale)) if self._set == "l1" else None
        x = np.ravel(np.atleast_2d(before) * scale)
        norm = np.sum(abs(x))
        if self._set == "l1":
            return x if norm <= radius else x * (radius / norm)
        return x * (radius / norm) if norm > 0 else None


class CrossValidatedFit(LinearFit):
    """Fit at the radius chosen by cross-validation."""

    standardize: bool
    radii: Any
    cv: Any
    random_state: int
    choose: str

    def _fit_path(self, X: Any, samples: Samples) -> None:
        """Fit, and set the attributes of the model at the end."""
        radii, count = _following.checked_radii("radii", self.radii)
        folds, given = _following.checked_folds("cv", self.cv, X, samples)
        if folds == 0:
            raise ValueError("cv = 0: must be at least 2 for choosing the radius")
        course = self._course(
            samples,
            radii=radii,
            radius_count=count,
            folds=folds,
            given_folds=given,
            seed=_following.checked_seed("random_state", self.random_state),
            standardize=_arguments.flag("standardize", self.standardize),
            tol=_arguments.positive("tol", self.tol),
        )
        _arguments.choice("choose", self.choose, ["best", "one-standard-error"])
        path = _following.follow(samples, course)
        _validation.warn_path_not_converged(path)
        _validation.warn_of_choice(path)
        place = path.position(self.choose)
        self._take_features(X, samples.X)
        path.feature_names = getattr(self, "feature_names_in_", None)
        self._set_model(path.coef(place), path.intercepts[place], samples.classes)
        self.path_, self.best_index_ = path, place
        self.radii_, self.radius_ = path.radii, float(path.radii[place])
        self.lambdas_, self.lambda_ = path.lambdas, float(path.lambdas[place])
        self.n_iter_ = max(1, path.counts.iterations)

    @property
    def scores_(self) -> NDArray[np.float64]:
        """Negative mean held-out loss of each radius, by which the radius was chosen."""
        if not hasattr(self, "path_"):
            raise _validation.not_fitted(self)
        return -self.path_.held_out_loss
