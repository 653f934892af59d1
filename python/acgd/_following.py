"""Validated settings of a path of fits, and the computation of the path."""

from __future__ import annotations

from typing import Any, Mapping, NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import _arguments, _arrays, _core, _parameters, directions, steps
from ._path import Path, from_core
from ._samples import Samples
from .result import Interrupted

OF_NUMBERS = ("least-squares", "huber", "poisson")
OF_CLASSES = ("logistic", "squared-hinge", "sigmoid", "softmax")
_LIBRARY = {p.name: p for p in _parameters.of_library(_core.path_options())}
COUNT: int = _LIBRARY["count"].default
TOLERANCE: float = _LIBRARY["tolerance"].default


class Course(NamedTuple):
    """Validated settings of a path."""

    objective: str
    set: str = "l1"
    groups: NDArray[np.float64] | None = None
    radii: NDArray[np.float64] = np.empty(0)
    radius_count: int = COUNT
    folds: int = 0
    given_folds: list[Any] = []
    seed: int = 1
    intercept: bool = True
    standardize: bool = True
    tol: float = TOLERANCE
    step: steps.StepLike = steps.DEFAULT
    direction: directions.DirectionLike = directions.DEFAULT
    options: Mapping[str, Any] = {}
    ridge: float = 0.0
    stop_by_bic: bool = False


def family_of(objective: str, classes: int) -> _core.Family:
    """Return the family of a string such as "huber:0.5"."""
    name, _, rho = _arguments.text("objective", objective).partition(":")
    if name not in OF_NUMBERS + OF_CLASSES or (rho and name != "huber"):
        known = ", ".join((*OF_NUMBERS, *OF_CLASSES))
        raise ValueError(f"objective = {objective!r}: must be one of {known}; huber takes :RHO")
    if classes > 2 and name in OF_CLASSES[:-1]:
        raise ValueError(
            f'objective = {objective!r}: has two classes, but y has {classes}; must be "softmax"'
        )
    try:
        number = float(rho.removeprefix("rho=")) if rho else 1.0
    except ValueError:
        raise ValueError(f"objective = {objective!r}: must be huber:RHO, a number") from None
    return _core.make_family(name, _arguments.positive("objective: rho", number), classes)


def _sets(course: Course, features: int, outputs: int) -> _core.Sets:
    """Return the sets of all radii."""
    if course.set != "group":
        return _core.sets_of_radius(course.set, features * outputs)
    groups = np.arange(features, dtype=float) if course.groups is None else course.groups
    if len(groups) != features:
        raise ValueError(
            f"groups: has {len(groups)} entries, must have {features}, one per feature"
        )
    return _core.group_balls(np.tile(groups, outputs))


def follow(samples: Samples, course: Course) -> Path:
    """Compute the path of these samples."""
    classes = 0 if samples.classes is None else len(samples.classes)
    family = family_of(course.objective, classes)
    values: dict[str, float] = dict(folds=course.folds, intercept=course.intercept)
    values |= dict(standardize=course.standardize, ridge=course.ridge)
    values |= dict(stop_by_bic=course.stop_by_bic, total_weight=samples.total_weight)
    names = dict(targets="y", weights="sample_weight", features="X", count="radii")
    with _arguments.naming(tolerance="tol", **names):
        made = _core.fit_path(
            samples.features,
            samples.targets,
            samples.weights,
            family,
            _sets(course, samples.X.shape[1], family.outputs),
            dict(values, count=course.radius_count, tolerance=course.tol),
            course.radii,
            course.seed,
            course.given_folds,
            steps.make(course.step, True),
            directions.make(course.direction),
            dict(course.options),
        )
    found = from_core(made, course, samples.X.shape[1], samples.classes, family.has_probabilities)
    if made["interrupted"]:
        raise Interrupted(f"interrupted after {len(found)} radii", found)
    return found


def checked_radii(name: str, radii: Any) -> tuple[NDArray[np.float64], int]:
    """Return given radii, or none and the maximum number to be chosen."""
    if radii is None:
        return np.empty(0), COUNT
    if np.ndim(radii) == 0:
        return np.empty(0), _arguments.count_from(2, name, radii)
    array = _arrays.vector(name, radii)
    if not len(array):
        raise ValueError(f"{name}: is empty, must have radii, or be the maximum number of radii")
    if not (np.all(np.isfinite(array)) and array[0] > 0 and np.all(np.diff(array) > 0)):
        raise ValueError(f"{name}: must be positive, finite and ascending")
    return array, COUNT


def checked_folds(name: str, folds: Any, X: Any, samples: Samples) -> tuple[int, list[Any]]:
    """Return the number of folds, and the folds if given, as by a splitter of scikit-learn."""
    if isinstance(folds, (int, float, np.number)) and not isinstance(folds, bool):
        return _counted_folds(name, folds, samples), []
    has_method = hasattr(folds, "split") and not isinstance(folds, (str, bytes, np.ndarray))
    splits = folds.split(X, samples.labels) if has_method else folds
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
    """Return the indices of training and held-out samples, without samples of weight 0."""
    sides, count = _arguments.items(name, split), len(samples.labels)
    if len(sides) != 2:
        raise ValueError(f"{name}: must be two lists of samples, training and held out")
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


def checked_seed(name: str, seed: Any) -> int:
    """Return the random seed of the folds."""
    return _arguments.count_from(0, name, seed)
