"""Fits over sets of ascending radius, and which radius predicts best."""

from __future__ import annotations

from typing import Any, Mapping, Union

from numpy.typing import ArrayLike

from . import _arguments, _arrays, _following, _parameters, _samples, _validation, directions, steps
from ._path import Path
from .options import OPTIONS

__all__ = ["Path", "path"]

_SETS = ("l1", "l2", "linf", "simplex", "unit-simplex", "group")
# Of a run, what makes sense for many of them.
_RUN = ("max_iterations", "time_limit", "max_evaluations", "gap_tolerance")
_OPTIONS = [
    option for option in OPTIONS if option.name in (*_RUN, "relative_gap_tolerance", "threads")
]


@_parameters.keywords(_OPTIONS)
def path(
    X: Any,
    y: ArrayLike,
    *,
    objective: str = "least-squares",
    set: str = "l1",
    radii: Union[int, ArrayLike, None] = None,
    folds: Any = 5,
    seed: int = 1,
    intercept: bool = True,
    standardize: bool = True,
    ridge: float = 0.0,
    sample_weight: Union[ArrayLike, None] = None,
    class_weight: Union[Mapping[Any, float], str, None] = None,
    groups: Union[ArrayLike, None] = None,
    tol: float = _following.TOLERANCE,
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
        Ascending, or at most how many are to be found, 30 unless given. The first of those is 0,
        the null model; the others are such that lambda, the penalty with the same coefficients,
        falls by one factor to 1/1000 of that of the null model. They end before if 99.9 % of the
        loss are explained, a radius gains less than 1e-5 of what is, or five held-out losses in a
        row are more than a standard error above the lowest.
    folds : int, splitter or sequence of (seen, held out)
        How many times a part of the samples is held out; 0 for never. Classes are spread evenly.
        A splitter of scikit-learn will do, or its splits.
    seed : int
        What the folds are drawn from: the same seed, the same folds, on every machine.
    intercept : bool
        Whether to add a constant to the predictions, which no set bounds.
    standardize : bool
        Whether features are divided by their standard deviation, so that their units do not matter.
        Radii are those of the coefficients then, which the path has in the units of X again. A
        constant feature is left as it is; beside an intercept it has no effect.
    ridge : float
        Add this / 2 times the squares of all coefficients, in the units of the fits, to the loss:
        over "l1", an elastic net. Losses are told without it.
    sample_weight : array, optional
        A weight of 2 is as good as the sample twice, of 0 as if it was absent.
    class_weight : dict or "balanced", optional
        What the samples of a class count. "balanced": as much in all as those of any other.
    groups : array of int, optional
        The group of each feature, from 0 without gaps, for set "group"; of "softmax" all
        coefficients of the group's features belong to it. Each feature by itself unless given.
    tol : float
        Each fit ends at a gap of this times the loss, unless a tolerance of runs is given.
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
    >>> len(path) <= 20, np.flatnonzero(abs(path.coefs[path.best]) > 0.5)
    (True, array([4, 7]))
    >>> bool(path.held_out_scores["r2"][path.best] > 0.95)
    True
    """
    is_of_classes = _arguments.text("objective", objective) in _following.OF_CLASSES
    if is_of_classes:
        samples = _samples.of_classes(_CALLER, X, y, sample_weight, class_weight)
    else:
        _following.family_of(objective, 0)
        if class_weight is not None:
            raise ValueError(f"class_weight: must be None, {objective} has no classes")
        samples = _samples.of_numbers(_CALLER, X, y, sample_weight)
    if groups is not None and set != "group":
        raise ValueError('groups: must be None, unless set is "group"')
    array, count = _following.checked_radii("radii", radii)
    how_many, given = _following.checked_folds("folds", folds, X, samples)
    course = _following.Course(
        objective,
        _arguments.choice("set", set, _SETS),
        _arrays.optional_vector("groups", groups),
        array,
        count,
        how_many,
        given,
        _following.checked_seed("seed", seed),
        _arguments.flag("intercept", intercept),
        _arguments.flag("standardize", standardize),
        _arguments.positive("tol", tol),
        step,
        direction,
        _run_options(options),
        _arguments.tolerance("ridge", ridge),
    )
    found = _following.follow(samples, course)
    _validation.warn_of_choice(found)
    found.feature_names = _validation.feature_names(X)
    return found


def _run_options(given: Mapping[str, Any]) -> dict[str, Any]:
    converted = _parameters.convert(_OPTIONS, given)
    return {name: value for name, value in converted.items() if value is not None}


_CALLER = type("path", (), {})()  # whom sentences about X and y name
