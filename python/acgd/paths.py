"""Regularisation paths: fits over sets of increasing radius, with cross-validation."""

from __future__ import annotations

from typing import Any, Mapping, Union

from numpy.typing import ArrayLike

from . import _arguments, _arrays, _fits, _parameters, _samples, _validation, directions, steps
from ._path import Path
from .options import OPTIONS

__all__ = ["Path", "path"]

_SETS = ("l1", "l2", "linf", "simplex", "unit-simplex", "group")
# Options of runs that apply to each fit.
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
    lambdas: Union[int, ArrayLike, None] = None,
    folds: Any = 5,
    seed: int = 1,
    intercept: bool = True,
    standardize: bool = True,
    ridge: float = 0.0,
    sample_weight: Union[ArrayLike, None] = None,
    class_weight: Union[Mapping[Any, float], str, None] = None,
    groups: Union[ArrayLike, None] = None,
    tol: float = _fits.TOLERANCE,
    step: steps.StepLike = steps.DEFAULT,
    direction: directions.DirectionLike = directions.DEFAULT,
    **options: Any,
) -> Path:
    """Fit samples over sets of increasing radius, and evaluate the radii by cross-validation.

    Each fit starts at the solution of the previous one, so that the path costs little more than its
    last fit.

    Parameters
    ----------
    X : array, data frame or scipy.sparse matrix
        A row per sample, a column per feature. A float64 array in Fortran order is not copied.
    y : array
        A number per sample, or a class: strings, integers, booleans.
    objective : str
        The mean loss of the samples: "least-squares", "huber", "huber:RHO" or "poisson" of numbers;
        "logistic", "squared-hinge" or "sigmoid" of two classes; "softmax" of more.
    set : {"l1", "l2", "linf", "simplex", "unit-simplex", "group"}
        The constraint set of the coefficients; the radius of a simplex is their sum. Those of
        "softmax" are all in one set. "group" is the ball of the sum of the l2 norms of groups of
        features.
    radii : int or array, optional
        Radii in increasing order, or the maximum number of automatic radii; default: 30. The first
        automatic radius is 0, the null model; the others are such that lambda, the penalty with the
        same solution, decreases geometrically to 1/1000 of that of the null model. The path ends
        earlier if 99.9 % of the loss is explained, if the relative gain of a radius is below 1e-5,
        or if five consecutive held-out losses are more than a standard error above the lowest.
    lambdas : int or array, optional
        In place of radii: fits with the penalty lambda times the norm, in the units of the mean
        loss, for these lambdas, from the largest on; or their number, from the smallest one whose
        solution is 0 to 1/1000 of it. All of them are fitted, and folds have the same ones. The
        radius of a fit is the norm of its coefficients.
    folds : int, splitter or sequence of (seen, held out)
        Number of folds, stratified for classes; 0 for none. Also a splitter of scikit-learn, or its
        splits.
    seed : int
        Random seed of the folds, which are the same on every machine.
    intercept : bool
        Whether to fit an unconstrained intercept.
    standardize : bool
        Whether to divide features by their standard deviation. Radii then refer to the scaled
        coefficients; the path has coefficients in the units of X. Constant features are not scaled;
        with an intercept they have no effect.
    ridge : float
        Adds ridge / 2 times the sum of squares of the coefficients of the fit to the loss: over
        "l1", an elastic net. Reported losses exclude it.
    sample_weight : array, optional
        A weight of 2 is equivalent to repeating the sample, a weight of 0 to omitting it.
    class_weight : dict or "balanced", optional
        Weights of the classes. "balanced": all classes have the same total weight.
    groups : array of int, optional
        The group of each feature, from 0 without gaps, for set "group"; for "softmax" all
        coefficients of the group's features belong to it. Default: one group per feature.
    tol : float
        Relative gap tolerance of each fit, unless a tolerance of runs is given.
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
        For invalid input; the message names the argument.
    Interrupted
        After Ctrl-C; its `result` is the path so far.

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
    if _fits.LOSSES.get(_arguments.text("objective", objective)):
        samples = _samples.of_classes(_CALLER, X, y, sample_weight, class_weight)
    else:
        _fits.family_of(objective, 0)
        if class_weight is not None:
            raise ValueError(f"class_weight: must be None, {objective} has no classes")
        samples = _samples.of_numbers(_CALLER, X, y, sample_weight)
    if groups is not None and set != "group":
        raise ValueError('groups: must be None, unless set is "group"')
    if lambdas is not None and radii is not None:
        raise ValueError("lambdas: must be None where there are radii")
    fit = _fits.Fit(
        objective,
        _arguments.choice("set", set, _SETS),
        _arrays.optional_vector("groups", groups),
        _arguments.flag("intercept", intercept),
        _arguments.flag("standardize", standardize),
        _arguments.tolerance("ridge", ridge),
        _arguments.positive("tol", tol),
        step,
        direction,
        _run_options(options),
    )
    found = _fits.fit_path(
        samples,
        fit,
        _fits.checked_radii("radii", radii),
        _fits.checked_folds("folds", folds, X, samples),
        _arguments.count_from(0, "seed", seed),
        lambdas=None if lambdas is None else _fits.checked_lambdas("lambdas", lambdas),
    )
    _validation.warn_of_choice(found)
    found.feature_names = _validation.feature_names(X)
    return found


def _run_options(given: Mapping[str, Any]) -> dict[str, Any]:
    converted = _parameters.convert(_OPTIONS, given)
    return {name: value for name, value in converted.items() if value is not None}


_CALLER = type("path", (), {})()  # named in errors about X and y
