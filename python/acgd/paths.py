"""Fits over sets of ascending radius, and which radius predicts best."""

from __future__ import annotations

from typing import Any, Mapping, NamedTuple, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _arguments, _arrays, _core, _parameters, _samples, _validation
from . import directions, optimize, steps
from ._path import Path, from_core
from ._samples import Samples
from .result import Interrupted

__all__ = ["Path", "path"]

OF_NUMBERS = ("least-squares", "huber", "poisson")
OF_CLASSES = ("logistic", "squared-hinge", "sigmoid", "softmax")
SETS = ("l1", "l2", "linf", "simplex", "unit-simplex", "group")
_LIBRARY = {p.name: p for p in _parameters.of_library(_core.path_options())}
COUNT, TOLERANCE = _LIBRARY["count"].default, _LIBRARY["tolerance"].default
# Of a run, what makes sense for many of them.
_RUN = ("max_iterations", "time_limit", "max_evaluations", "gap_tolerance")
_RUN += ("relative_gap_tolerance", "threads")
OPTIONS = [option for option in optimize.OPTIONS if option.name in _RUN]

Folds = Union[int, Any]


class Course(NamedTuple):
    """How a path goes, checked."""

    objective: str
    set: str = "l1"
    groups: NDArray[np.float64] | None = None
    radii: NDArray[np.float64] = np.empty(0)
    count: int = COUNT
    folds: int = 0
    given_folds: list[Any] = []
    seed: int = 1
    intercept: bool = True
    standardize: bool = False
    tol: float = TOLERANCE
    step: steps.StepLike = steps.DEFAULT
    direction: directions.DirectionLike = directions.DEFAULT
    options: Mapping[str, Any] = {}


def family_of(objective: str, classes: int) -> _core.Family:
    """The family that a text such as "huber:0.5" names."""
    name, _, rho = _arguments.text("objective", objective).partition(":")
    if name not in OF_NUMBERS + OF_CLASSES or (rho and name != "huber"):
        known = ", ".join((*OF_NUMBERS, *OF_CLASSES))
        raise ValueError(f"objective = {objective!r}: must be one of {known}; huber takes :RHO")
    if classes > 2 and name in OF_CLASSES[:-1]:
        raise ValueError(
            f"objective = {objective!r}: tells two classes apart, but y has {classes}; "
            'must be "softmax"'
        )
    try:
        number = float(rho.removeprefix("rho=")) if rho else 1.0
    except ValueError:
        raise ValueError(f"objective = {objective!r}: must be huber:RHO, a number") from None
    return _core.make_family(name, _arguments.positive("objective: rho", number), classes)


def _sets(course: Course, features: int, outputs: int) -> _core.Sets:
    """The set of every radius."""
    if course.set != "group":
        return _core.sets_of_radius(course.set, features * outputs)
    groups = np.arange(features, dtype=float) if course.groups is None else course.groups
    if len(groups) != features:
        raise ValueError(f"groups: has {len(groups)} entries, must have {features}, one a feature")
    return _core.group_balls(np.tile(groups, outputs))


def follow(samples: Samples, course: Course) -> Path:
    """The path of these samples."""
    classes = 0 if samples.classes is None else len(samples.classes)
    family = family_of(course.objective, classes)
    values = dict(folds=course.folds, intercept=course.intercept, standardize=course.standardize)
    names = dict(targets="y", weights="sample_weight", features="X", count="radii")
    with _arguments.naming(tolerance="tol", **names):
        made = _core.fit_path(
            samples.features,
            samples.targets,
            samples.weights,
            family,
            _sets(course, samples.X.shape[1], family.outputs),
            dict(values, count=course.count, tolerance=course.tol),
            course.radii,
            course.seed,
            course.given_folds,
            steps.make(course.step, True),
            directions.make(course.direction),
            course.options,
        )
    found = from_core(made, course, samples.X.shape[1], samples.classes, family.has_probabilities)
    if made["interrupted"]:
        raise Interrupted(f"interrupted after {len(found)} radii", found)
    return found


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


def checked_folds(name: str, folds: Any, X: Any, samples: Samples) -> tuple[int, list[Any]]:
    """How many, and those that were given, as by a splitter of scikit-learn."""
    count = len(samples.targets)
    if isinstance(folds, (int, float, np.number)) and not isinstance(folds, bool):
        whole = _arguments.count_from(0, name, folds)
        if whole == 1 or whole > count:
            raise ValueError(
                f"{name} = {whole}: must be 0, or from 2 to the number of samples, "
                f"n_samples={count}"
            )
        _require_pairs(samples, whole)
        return whole, []
    labels = samples.targets if samples.classes is None else samples.classes[_whole(samples)]
    splits = folds.split(X, labels) if hasattr(folds, "split") else folds
    if isinstance(splits, (str, bytes, dict)) or not np.iterable(splits):
        raise TypeError(f"{name} = {folds!r}: must be a number of folds, a splitter, or splits")
    given = [_fold(f"{name}[{k}]", split, count) for k, split in enumerate(splits)]
    if not given:
        raise ValueError(f"{name}: has no splits, must have at least one")
    return len(given), given


def _whole(samples: Samples) -> NDArray[np.int64]:
    return samples.targets.astype(np.int64)


def _require_pairs(samples: Samples, folds: int) -> None:
    """A class of one sample is not there at all while that one is held out."""
    if samples.classes is None or folds == 0:
        return
    members = np.bincount(_whole(samples))
    if members.min() < 2:
        lonely = samples.classes[members.argmin()]
        raise ValueError(
            f"y: the class {lonely!r} has 1 sample, must have at least 2 to be held out"
        )


def _fold(name: str, split: Any, count: int) -> tuple[list[int], list[int]]:
    sides = _arguments.items(name, split)
    if len(sides) != 2:
        raise ValueError(f"{name}: must be two lists of samples, those seen and those held out")
    both = []
    for k, side in enumerate(sides):
        array = np.asarray(side)
        rows = np.flatnonzero(array) if array.dtype.kind == "b" else np.unique(
            _arrays.indices(f"{name}[{k}]", array)
        )
        if not len(rows) or rows[-1] >= count:
            raise ValueError(f"{name}[{k}]: must be samples from 0 to {count - 1}, at least one")
        both.append(rows.tolist())
    return both[0], both[1]


def checked_seed(name: str, seed: Any) -> int:
    """What the folds are drawn from."""
    return _arguments.count_from(0, name, seed)


@_parameters.keywords(OPTIONS)
def path(
    X: Any,
    y: ArrayLike,
    *,
    objective: str = "least-squares",
    set: str = "l1",
    radii: Union[int, ArrayLike, None] = None,
    folds: Folds = 5,
    seed: int = 1,
    intercept: bool = True,
    standardize: bool = False,
    sample_weight: Union[ArrayLike, None] = None,
    class_weight: Union[Mapping[Any, float], str, None] = None,
    groups: Union[ArrayLike, None] = None,
    tol: float = TOLERANCE,
    step: steps.StepLike = steps.DEFAULT,
    direction: directions.DirectionLike = directions.DEFAULT,
    **options: Any,
) -> Path:
    """Fit samples over sets of ascending radius, and see which radius predicts best.

    Each fit begins where the one before has ended, so that the whole path costs little more than
    its last fit.

    Parameters
    ----------
    X : array, data frame or scipy.sparse matrix
        A row a sample, a column a feature. A float64 array in Fortran order is not copied.
    y : array
        A number a sample, or a class: words, integers, booleans.
    objective : str
        The mean loss of the samples: "least-squares", "huber", "huber:RHO" or "poisson" of numbers;
        "logistic", "squared-hinge" or "sigmoid" of two classes; "softmax" of more.
    set : {"l1", "l2", "linf", "simplex", "unit-simplex", "group"}
        Where the coefficients are; the radius of a simplex is what they sum to. Those of "softmax"
        are all in one set. "group" is the ball of the sum of the l2 norms of groups of features.
    radii : int or array, optional
        Ascending, or how many are to be found, 30 unless given: they grow by one factor from 1/1000
        of the first one where 99.9 % of the loss are explained or nothing is gained any more.
    folds : int, splitter or sequence of (seen, held out)
        How many times a part of the samples is held out; 0 for never. Classes are spread evenly.
        A splitter of scikit-learn will do, or its splits.
    seed : int
        What the folds are drawn from: the same seed, the same folds, on every machine.
    intercept : bool
        Whether to add a constant to the predictions, which no set bounds.
    standardize : bool
        Whether features are divided by their standard deviation. Radii are those of the
        coefficients then, which the path has in the units of X again.
    sample_weight : array, optional
        A weight of 2 is as good as the sample twice, of 0 as if it was absent.
    class_weight : dict or "balanced", optional
        What the samples of a class count. "balanced": as much in all as those of any other.
    groups : array of int, optional
        The group of each feature, from 0 without gaps, for set "group"; of "softmax" all
        coefficients of the group's features belong to it. Each feature by itself unless given.
    tol : float
        Each fit ends at a gap of this times the loss, unless one of the tolerances of runs is given.
    step : str, step rule or callable
        As for `acgd.minimize`.
    direction : str or direction rule
        As for `acgd.minimize`.
    {parameters}

    Returns
    -------
    Path

    Raises
    ------
    ValueError, TypeError
        For bad input, with a sentence that names the argument.
    Interrupted
        After Ctrl-C; its `result` is the path as far as it went.

    Examples
    --------
    >>> import acgd, numpy as np
    >>> rng = np.random.default_rng(1)
    >>> X = rng.normal(size=(100, 30))
    >>> y = 3 * X[:, 4] - 2 * X[:, 7] + 5 + 0.5 * rng.normal(size=100)
    >>> path = acgd.path(X, y, radii=20)
    >>> path.coefs.shape, np.flatnonzero(abs(path.coefs[path.best]) > 0.5)
    ((20, 30), array([4, 7]))
    >>> float(path.held_out_scores["r2"][path.best].round(2))
    0.98
    """
    is_of_classes = _arguments.text("objective", objective) in OF_CLASSES
    if is_of_classes:
        samples = _samples.of_classes(_CALLER, X, y, sample_weight, class_weight)
    else:
        family_of(objective, 0)
        if class_weight is not None:
            raise ValueError(f"class_weight: must be None, {objective} has no classes")
        samples = _samples.of_numbers(_CALLER, X, y, sample_weight)
    if groups is not None and set != "group":
        raise ValueError('groups: must be None, unless set is "group"')
    array, count = checked_radii("radii", radii)
    how_many, given = checked_folds("folds", folds, X, samples)
    course = Course(
        objective,
        _arguments.choice("set", set, SETS),
        _arrays.optional_vector("groups", groups),
        array,
        count,
        how_many,
        given,
        checked_seed("seed", seed),
        _arguments.flag("intercept", intercept),
        _arguments.flag("standardize", standardize),
        _arguments.positive("tol", tol),
        step,
        direction,
        _run_options(options),
    )
    found = follow(samples, course)
    found.feature_names = _validation.feature_names(X)
    return found


def _run_options(given: Mapping[str, Any]) -> dict[str, Any]:
    converted = _parameters.convert(OPTIONS, given)
    return {name: value for name, value in converted.items() if value is not None}


_CALLER = type("path", (), {})()  # whom sentences about X and y name
