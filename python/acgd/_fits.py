"""Fits of linear models by the compiled module: at one radius, along a path, cross-validated."""

from __future__ import annotations

from typing import Any, Mapping, NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import _arguments, _arrays, _core, _parameters, _validation, directions, steps
from ._estimator import Estimator
from ._path import Path
from ._path import from_core as path_from_core
from ._samples import Samples
from .result import Interrupted, Result, from_core

# The losses by name, and whether their targets are classes.
LOSSES: dict[str, bool] = dict(_core.families())
_LIBRARY = {p.name: p for p in _parameters.of_library(_core.path_options())}
COUNT: int = _LIBRARY["count"].default
TOLERANCE: float = _LIBRARY["tolerance"].default
# Arguments of the library, and their names in Python.
_NAMES = dict(targets="y", weights="sample_weight", features="X", matrix="X", entry="X: entry")
_NAMES |= dict(rows="X: rows", cols="X: cols", count="radii", tolerance="tol")


class Fit(NamedTuple):
    """How samples are fitted, checked."""

    objective: str
    set: str = "l1"
    groups: NDArray[np.float64] | None = None
    intercept: bool = True
    standardize: bool = True
    ridge: float = 0.0
    tol: float = TOLERANCE
    step: steps.StepLike = steps.DEFAULT
    direction: directions.DirectionLike = directions.DEFAULT
    run: Mapping[str, Any] = {}


def family_of(objective: str, classes: int) -> _core.Family:
    """The family of a text such as "huber:0.5"."""
    name, _, rho = _arguments.text("objective", objective).partition(":")
    if name not in LOSSES or (rho and name != "huber"):
        known = ", ".join(sorted(LOSSES, key=lambda loss: LOSSES[loss]))
        raise ValueError(f"objective = {objective!r}: must be one of {known}; huber takes :RHO")
    if classes > 2 and name != "softmax" and LOSSES[name]:
        raise ValueError(
            f"objective = {objective!r}: tells two classes apart, but y has {classes}; "
            'must be "softmax"'
        )
    try:
        number = float(rho.removeprefix("rho=")) if rho else 1.0
    except ValueError:
        raise ValueError(f"objective = {objective!r}: must be huber:RHO, a number") from None
    return _core.make_family(name, _arguments.positive("objective: rho", number), classes)


def _sets(fit: Fit, features: int, outputs: int) -> _core.Sets:
    """The set of every radius."""
    if fit.set != "group":
        return _core.sets_of_radius(fit.set, features * outputs)
    groups = np.arange(features, dtype=float) if fit.groups is None else fit.groups
    if len(groups) != features:
        raise ValueError(f"groups: has {len(groups)} entries, must have {features}, one a feature")
    return _core.group_balls(np.tile(groups, outputs))


def _call(function: Any, samples: Samples, fit: Fit, values: dict[str, float], **more: Any) -> Any:
    """What fit_linear and fit_path have in common, and whether the loss has probabilities."""
    family = family_of(fit.objective, 0 if samples.classes is None else len(samples.classes))
    values |= dict(intercept=fit.intercept, standardize=fit.standardize, ridge=fit.ridge)
    values |= dict(tolerance=fit.tol, total_weight=samples.total_weight)
    with _arguments.naming(**_NAMES), _arguments.memory_for("X"):
        made = function(
            features=samples.features,
            targets=samples.targets,
            weights=samples.weights,
            family=family,
            sets=_sets(fit, samples.X.shape[1], family.outputs),
            values=values,
            step=steps.make(fit.step, True),
            direction=directions.make(fit.direction),
            run=dict(fit.run),
            **more,
        )
    return made, family.has_probabilities


def _to_path(made: dict[str, Any], samples: Samples, fit: Fit, has_probabilities: bool) -> Path:
    interrupted = made.pop("interrupted")
    path = path_from_core(
        made, fit.objective, fit.set, samples.X.shape[1], samples.classes, has_probabilities
    )
    if interrupted:
        raise Interrupted(f"interrupted after {len(path)} radii", path)
    return path


def fit_path(
    samples: Samples,
    fit: Fit,
    radii: tuple[NDArray[np.float64], int] = (np.empty(0), COUNT),
    folds: tuple[int, list[Any]] = (0, []),
    seed: int = 1,
    stop_by_bic: bool = False,
    lambdas: tuple[NDArray[np.float64], int] | None = None,
) -> Path:
    """The path of these samples; radii and folds as `checked_radii` and `checked_folds` return.

    `lambdas` are descending penalties in place of radii, or how many are to be found.
    """
    given, count = radii if lambdas is None else lambdas
    made, has_probabilities = _call(
        _core.fit_path,
        samples,
        fit,
        dict(count=count, folds=folds[0], stop_by_bic=stop_by_bic),
        radii=given if lambdas is None else np.empty(0),
        lambdas=np.empty(0) if lambdas is None else given,
        by_lambda=lambdas is not None,
        seed=seed,
        folds=folds[1],
    )
    return _to_path(made, samples, fit, has_probabilities)


def checked_radii(name: str, radii: Any) -> tuple[NDArray[np.float64], int]:
    """Radii, or none and how many are to be found."""
    if radii is None:
        return np.empty(0), COUNT
    if np.ndim(radii) == 0:
        return np.empty(0), _arguments.count_from(2, name, radii)
    array = _arrays.vector(name, radii)
    if not len(array):
        raise ValueError(f"{name}: is empty, must have a radius, or be how many are to be found")
    if not (np.all(np.isfinite(array)) and array[0] > 0 and np.all(np.diff(array) > 0)):
        raise ValueError(f"{name}: must be positive, finite and ascending")
    return array, COUNT


def checked_lambdas(name: str, lambdas: Any) -> tuple[NDArray[np.float64], int]:
    """Penalties in descending order, or none and how many are to be found."""
    if np.ndim(lambdas) == 0:
        return np.empty(0), _arguments.count_from(2, name, lambdas)
    array = np.sort(_arrays.vector(name, lambdas))[::-1]
    if not len(array):
        raise ValueError(f"{name}: is empty, must have a penalty, or be how many are to be found")
    if not (np.all(np.isfinite(array)) and array[-1] >= 0 and np.all(np.diff(array) < 0)):
        raise ValueError(f"{name}: must be >= 0, finite and distinct")
    return array, COUNT


def checked_folds(
    name: str, folds: Any, X: Any, samples: Samples, groups: Any = None
) -> tuple[int, list[Any]]:
    """How many, and those that were given, as by a splitter of scikit-learn."""
    if isinstance(folds, (int, float, np.number)) and not isinstance(folds, bool):
        if groups is not None:
            raise ValueError(f"groups: must be None, unless {name} is a splitter that uses them")
        return _counted_folds(name, folds, samples), []
    has_method = hasattr(folds, "split") and not isinstance(folds, (str, bytes, np.ndarray))
    if groups is not None and not has_method:
        raise ValueError(f"groups: must be None, unless {name} is a splitter that uses them")
    splits = folds.split(X, samples.labels, groups) if has_method else folds
    if isinstance(splits, (str, bytes, dict)) or not np.iterable(splits):
        raise TypeError(f"{name} = {folds!r}: must be a number of folds, a splitter, or splits")
    given = [_fold(f"{name}[{k}]", split, samples) for k, split in enumerate(splits)]
    if not given:
        raise ValueError(f"{name}: has no splits, must have at least one")
    return len(given), given


def _counted_folds(name: str, folds: Any, samples: Samples) -> int:
    whole, count = _arguments.count_from(0, name, folds), len(samples.targets)
    if whole == 1 or whole > count:
        raise ValueError(
            f"{name} = {whole}: must be 0, or from 2 to the number of samples, n_samples={count}"
        )
    if samples.classes is not None and whole > 0:
        members = np.bincount(samples.targets.astype(np.int64))
        if members.min() < 2:
            lonely = samples.classes[members.argmin()]
            raise ValueError(
                f"y: the class {lonely!r} has 1 sample, must have at least 2 to be held out"
            )
    return whole


def _fold(name: str, split: Any, samples: Samples) -> tuple[list[int], list[int]]:
    """The training and the held-out samples of a split, without those of weight 0."""
    sides, count = _arguments.items(name, split), len(samples.labels)
    if len(sides) != 2:
        raise ValueError(f"{name}: must be two lists of samples, those seen and those held out")
    both = []
    for k, side in enumerate(map(np.asarray, sides)):
        is_mask = side.dtype.kind == "b"
        rows = np.flatnonzero(side) if is_mask else _arrays.indices(f"{name}[{k}]", side)
        if not len(rows) or max(rows) >= count:
            raise ValueError(f"{name}[{k}]: must be samples from 0 to {count - 1}, at least one")
        chosen = np.zeros(count, dtype=bool)
        chosen[rows] = True
        both.append(np.flatnonzero(chosen if samples.rows is None else chosen[samples.rows]))
    return both[0].tolist(), both[1].tolist()


class LinearFit(Estimator):
    """Base class of fits of coefficients in a set of a given radius."""

    _set = "l1"
    _lambda_of_alpha = 1.0  # by how much the loss is larger than that of scikit-learn
    fit_intercept: bool
    standardize: bool = False
    positive: bool = False
    ridge: float = 0.0
    tol: float

    def _objective(self, samples: Samples) -> str:
        raise NotImplementedError

    def _set_model(self, coef: NDArray[np.float64], intercept: Any, classes: Any) -> None:
        raise NotImplementedError

    def _fit(self, samples: Samples, **run: Any) -> Fit:
        return Fit(
            self._objective(samples),
            "unit-simplex" if _arguments.flag("positive", self.positive) else self._set,
            intercept=self.fit_intercept,
            standardize=_arguments.flag("standardize", self.standardize),
            ridge=_arguments.tolerance("ridge", self.ridge),
            tol=self.tol,
            step=self.step,
            direction=self.direction,
            run={"max_iterations": _arguments.count("max_iter", self.max_iter), **run},
        )


class SingleFit(LinearFit):
    """At one radius, which is given or chosen by the BIC."""

    _size = "radius"  # the name of the parameter
    alpha: Any  # of those that have one
    warm_start: bool
    coef_: NDArray[np.float64]

    def __getstate__(self) -> dict[str, Any]:
        state = dict(vars(self))
        if "result_" in state:  # its x is coef_
            state["result_"] = Result({**state["result_"], "x": None})
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        if "result_" in state:
            self.result_["x"] = np.ravel(self.coef_)

    def _fit_samples(self, X: Any, samples: Samples) -> None:
        """Fits, and only then changes the model."""
        radius, start, lam = getattr(self, self._size), None, None
        if radius is not None or self._size != "radius":
            radius = _arguments.positive(self._size, radius)
        if getattr(self, "alpha", None) is not None:
            if radius is not None:
                raise ValueError("alpha: must be None where there is a radius")
            lam = self._lambda_of_alpha * _arguments.tolerance("alpha", self.alpha)
        if self.warm_start and hasattr(self, "coef_"):
            start = np.asfortranarray(np.atleast_2d(self.coef_).T)
        fit = self._fit(samples, trace=self.trace)
        made, has_probabilities = _call(
            _core.fit_linear, samples, fit, {}, radius=radius, lam=lam, start=start
        )
        if made["path"] is not None:
            self._warn_of_path(_to_path(made["path"], samples, fit, has_probabilities))
        variable = _arrays.Variable(made["coefficients"].size)
        result = from_core(made["result"], variable=variable, step=steps.name_of(self.step))
        if made["interrupted"]:
            raise Interrupted(result.message, result)
        if not result.success and result.status != "precision limit":
            _validation.warn_not_converged(result)
        self._take_features(X, samples.X)
        self._set_model(made["coefficients"], made["intercept"], samples.classes)
        result["x"] = np.ravel(self.coef_)
        self.radius_, self.lambda_ = made["radius"], made["penalty"]
        self.alpha_ = self.lambda_ / self._lambda_of_alpha
        self.result_, self.n_iter_ = result, max(1, result.nit)

    def _warn_of_path(self, path: Path) -> None:
        assert path.lowest_bic is not None
        if path.radii[path.lowest_bic] == 0:
            sentence = "No radius has a lower Bayesian information criterion than the null model"
            _validation.warn(sentence + ", which has no feature.", "UserWarning")
        elif path.end == "smallest penalty" and path.bic[-1] < np.min(path.bic[:-1]) - 1:
            _validation.warn(
                "The lowest Bayesian information criterion is that of the largest radius;"
                " a larger one may be better.",
                "UserWarning",
            )


class CrossValidatedFit(LinearFit):
    """At the radius or penalty that predicts held-out samples best."""

    # Scores of held-out samples by the names of scikit-learn, and their sign; None: the loss.
    _SCORES = {
        "r2": ("r2", 1),
        "neg_root_mean_squared_error": ("rmse", -1),
        "neg_mean_absolute_error": ("mae", -1),
        "neg_mean_squared_error": None,
        "accuracy": ("accuracy", 1),
        "roc_auc": ("auc", 1),
        "neg_log_loss": None,
    }
    radii: Any
    alphas: Any
    n_alphas: Any
    cv: Any
    scoring: Any
    n_jobs: Any
    random_state: Any
    choose: str

    def _fit_path(self, X: Any, samples: Samples, groups: Any = None) -> None:
        """Fits, and only then changes the model."""
        folds = checked_folds("cv", self.cv, X, samples, groups)
        if folds[0] == 0:
            raise ValueError("cv = 0: must be at least 2, there is nothing to choose by")
        _arguments.positive("tol", self.tol)
        _arguments.choice("choose", self.choose, ["best", "one-standard-error"])
        radii = checked_radii("radii", self.radii)
        fit = self._fit(samples, **self._jobs())
        path = fit_path(samples, fit, radii, folds, self._seed(), lambdas=self._lambdas())
        self._held_out_scores = self._scores(path)
        _validation.warn_path_not_converged(path)
        _validation.warn_of_choice(path)
        place = path.position(self.choose)
        if self.scoring is not None:
            place = int(np.nanargmax(self._held_out_scores))
        self._take_features(X, samples.X)
        path.feature_names = getattr(self, "feature_names_in_", None)
        self._set_model(path.coef(place), path.intercepts[place], samples.classes)
        self.path_, self.best_index_ = path, place
        self.radii_, self.radius_ = path.radii, float(path.radii[place])
        self.lambdas_, self.lambda_ = path.lambdas, float(path.lambdas[place])
        self.alphas_ = self.lambdas_ / self._lambda_of_alpha
        self.alpha_ = float(self.alphas_[place])
        self.n_iter_ = max(1, path.counts.iterations)

    def _lambdas(self) -> tuple[NDArray[np.float64], int] | None:
        """The penalties of the path in the units of the library; None: it goes along radii."""
        if self.alphas is None and self.n_alphas is None:
            return None
        if self.radii is not None:
            given = "n_alphas" if self.alphas is None else "alphas"
            raise ValueError(f"{given}: must be None where there are radii")
        if self.alphas is None:
            return np.empty(0), _arguments.count_from(2, "n_alphas", self.n_alphas)
        array, count = checked_lambdas("alphas", self.alphas)
        return self._lambda_of_alpha * array, count

    def _seed(self) -> int:
        if self.random_state is None:
            return 1
        if hasattr(self.random_state, "randint"):
            return int(self.random_state.randint(2**31))
        return _arguments.count_from(0, "random_state", self.random_state)

    def _jobs(self) -> dict[str, int]:
        if self.n_jobs is None or self.n_jobs == -1:
            return {}  # all that OpenMP has
        return {"threads": _arguments.count_from(1, "n_jobs", self.n_jobs)}

    def _scores(self, path: Path) -> NDArray[np.float64]:
        """What the folds are judged by, the larger the better, at each size of the path."""
        if self.scoring is None:
            return -path.held_out_loss
        known = [
            name
            for name, score in self._SCORES.items()
            if (score is None and ("log" in name) == (path.classes is not None))
            or (score is not None and score[0] in path.held_out_scores)
        ]
        score = self._SCORES[_arguments.choice("scoring", self.scoring, known)]
        return -path.held_out_loss if score is None else score[1] * path.held_out_scores[score[0]]

    @property
    def scores_(self) -> NDArray[np.float64]:
        """What one is chosen by: minus the mean loss of the held-out samples, or `scoring`."""
        if not hasattr(self, "path_"):
            raise _validation.not_fitted(self)
        return self._held_out_scores
