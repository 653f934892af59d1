"""The two ways to minimise: over a set, and over all of R^n."""

from __future__ import annotations

import os
from typing import Any, Callable, Mapping, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _arrays, _core, norms, sets, steps
from .objectives import Objective
from .result import Result, from_core

Callback = Callable[[_core.Record], Any]
Fun = Union[Objective, Callable[[NDArray[np.float64]], Any], Any]

_COUNTS = ("max_iterations", "max_evaluations", "trace_every")
_NUMBERS = (
    "time_limit",
    "gap_tolerance",
    "relative_gap_tolerance",
    "gradient_tolerance",
    "optimal_value",
    "value_tolerance",
    "feasibility_tolerance",
)
_FLAGS = ("trace", "check_oracle", "check_gradient")
_FILES = ("checkpoint", "resume")


def limits_of(options: Mapping[str, Any] | None, keywords: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a run, checked: those of the mapping, and keywords, which go first."""
    given = {**(options or {}), **keywords}
    limits: dict[str, Any] = {"trace": True}
    for name, value in given.items():
        if name in _FLAGS:
            if value is not None:
                limits[name] = bool(value)
        elif name in _COUNTS:
            limits[name] = _arrays.count(name, value)
        elif name in _NUMBERS:
            if value is not None:
                limits[name] = _arrays.number(name, value)
        elif name in _FILES:
            if value is not None:
                limits[name] = os.fsdecode(value)
        elif name == "checkpoint_every":
            if value is not None:
                limits[name] = value if isinstance(value, str) else str(_arrays.count(name, value))
        else:
            known = ", ".join((*_COUNTS, *_NUMBERS, *_FLAGS, *_FILES, "checkpoint_every"))
            raise TypeError(f"{name}: is no option; there are {known}")
    return limits


def _dimension(fun: Fun, x0: Any, set: sets.Set) -> int:
    if isinstance(fun, Objective):
        return fun.dimension
    if x0 is not None and not isinstance(x0, str):
        return len(x0)
    if set.dimension is not None:
        return set.dimension
    raise ValueError("x0: must be given, neither fun nor the set says how many variables there are")


def _objective(fun: Fun, jac: Any, dimension: int) -> _core.Objective:
    if isinstance(fun, Objective):
        if jac is not None:
            raise ValueError("jac: must be None, fun has its own gradient")
        return fun._core
    if jac is None and hasattr(fun, "value") and hasattr(fun, "gradient"):
        return _core.python_objective(dimension, fun.value, fun.gradient)
    if not callable(fun):
        raise TypeError(f"fun = {fun!r}: must be a function or an acgd objective")
    if not (jac is None or jac is True or callable(jac)):
        raise TypeError(f"jac = {jac!r}: must be a function, or True if fun returns the gradient")
    return _core.python_objective(dimension, fun, None if jac is True else jac)


def _run(
    constrained: bool,
    fun: Fun,
    x0: ArrayLike | str | None,
    set: sets.Set,
    jac: Any,
    step: steps.StepLike,
    norm: norms.NormLike,
    callback: Callback | None,
    limits: dict[str, Any],
) -> Result:
    if callback is not None and not callable(callback):
        raise TypeError(f"callback = {callback!r}: must be a function of a record")
    start = x0 if isinstance(x0, str) else _arrays.optional_vector("x0", x0)
    dimension = _dimension(fun, start, set)
    objective = _objective(fun, jac, dimension)
    shape = objective.shape if objective.shape != sets.NO_SHAPE else set.shape
    run = _core.solve(
        constrained,
        objective,
        set._make(dimension, shape),
        start,
        steps.make(step),
        norms.make(norm, dimension, shape),
        limits,
        callback,
    )
    return from_core(run, objective.calls)


def minimize(
    fun: Fun,
    x0: ArrayLike | str | None = None,
    set: sets.SetLike | None = None,
    jac: Callable[[NDArray[np.float64]], ArrayLike] | bool | None = None,
    step: steps.StepLike = "adaptive-adjustable",
    norm: norms.NormLike = "l2",
    callback: Callback | None = None,
    options: Mapping[str, Any] | None = None,
    **keywords: Any,
) -> Result:
    """Minimise a smooth function over a compact convex set by conditional gradients.

    Parameters
    ----------
    fun : acgd objective, or callable
        One of `LeastSquares`, `Logistic`, `Sigmoid`, `Huber`, `SquaredHinge`, `Poisson`,
        `Quadratic`, `MatrixCompletion`, `MatrixBalancing`, ...; or a function that returns
        (value, gradient) of an array, or the value alone if `jac` is given; or any object with
        methods value(x) and gradient(x).
    x0 : array, "zero" or "vertex", optional
        Where to start, a point of the set; a vertex of the set unless given. "zero" is the better
        start of completion problems, where nothing takes away what a vertex has at entries that
        were not observed.
    set : set, str or callable
        As in `L1Ball(50)`, "l1:50", or a function g -> v that returns the point of the set with
        the smallest <g, v>; see `CustomSet` for what it may tell beside that.
    jac : callable, optional
        The gradient as a function of an array. None or True: fun returns it.
    step : str, step rule or callable
        As in "adaptive-adjustable", "fixed:0.1", `AdaptiveConstant(gamma=0.5)`, or a function of
        a line that returns a length; see `StepRule`.
    norm : str or norm
        Of the Lipschitz estimate and of the decrease test: "l2", "l1", "linf", "lp:3", ...
    callback : callable, optional
        Called after each iteration with a record (iteration, seconds, value, gap, step,
        lipschitz, backtracks); returning True stops the run.
    options : mapping, optional
        The options below, which may be given as keywords, too.
    max_iterations : int
        Exactly so many steps, if nothing else stops the run; 10000.
    time_limit : float
        Seconds; none.
    max_evaluations : int
        Values tried and gradients; none.
    gap_tolerance : float
        Stop when gap <= gap_tolerance; 1e-6.
    relative_gap_tolerance : float
        Stop when gap <= relative_gap_tolerance * |f(x)|; 0.
    gradient_tolerance : float
        Stop when the dual norm of the gradient is at most this; 0.
    optimal_value : float, optional
        The minimum of f, where it is known.
    value_tolerance : float
        Stop when f(x) - optimal_value <= value_tolerance; 1e-6.
    feasibility_tolerance : float
        How far outside the set x0 may be, relative to its largest entry (at least 1); 1e-9.
    check_gradient : bool, optional
        Whether to compare fun with its gradient at x0, and to raise ValueError with both rates if
        they contradict each other. Unless given, functions of your own are compared along the
        first direction, for one value and one gradient more, and refused only if they are a fifth
        apart whatever the distance, so that noise and kinks pass. True looks at every objective,
        along four lines, to 1 %; False at none.
    check_oracle : bool
        Whether to ask the set about every answer of its oracle, not only about the first and
        about the x of the end, and to compare each with the answer to the negative gradient;
        False.
    trace : bool
        Whether to keep all records in the result; True.
    trace_every : int
        Keep those of iterations 0, trace_every, 2 trace_every, ... and the last; 1.
    checkpoint : path, optional
        A file to keep the state of the run in, so that it can go on later, in another process.
        It is replaced in one piece: a crash leaves the one before. One is written when the run
        ends at a tolerance, a limit or Ctrl-C, too. It holds the trace, unless trace is False.
        Not for step rules that are functions.
    checkpoint_every : int or str, optional
        How often: iterations, as 500, or seconds, as "30s"; "60s" unless given.
    resume : path, optional
        A checkpoint to go on from. With the same problem, x0, norm and step rule the run
        continues as if it had never stopped, to the last bit; limits and tolerances may differ.

    Returns
    -------
    Result
        With x, fun, gap, nit, status, success, message, trace and more.

    Raises
    ------
    ValueError, TypeError
        For bad input, before the first iteration, with a sentence that names the argument.
        Trouble while iterating, as a function that returns NaN, is a status with the best point
        kept. What your own functions raise comes out as it is.

    Notes
    -----
    C++ runs without the interpreter's lock, so other threads go on. Ctrl-C stops the run, which
    then returns the point it has reached with status "interrupted"; the KeyboardInterrupt is
    used up. If it comes while one of your functions is running, that function is called once
    more at the same point; a second Ctrl-C is raised.

    The same input gives the same numbers as the command-line tool and C++, to the last bit.

    Examples
    --------
    The point of the simplex that is nearest to a target:

    >>> import acgd, numpy as np
    >>> target = np.array([0.7, 0.6, -0.4])
    >>> def distance(x):
    ...     return 0.5 * np.sum((x - target) ** 2), x - target
    >>> result = acgd.minimize(distance, [0, 0, 1], set=acgd.Simplex(), gap_tolerance=1e-9)
    >>> result.x.round(6), round(result.fun, 6), result.status
    (array([0.55, 0.45, 0.  ]), 0.1025, 'gap reached')

    Sparse regression:

    >>> A = np.random.default_rng(1).normal(size=(50, 200))
    >>> f = acgd.LeastSquares(A, A[:, 3] - A[:, 7])
    >>> result = acgd.minimize(f, set="l1:3")
    >>> np.flatnonzero(abs(result.x) > 0.1), result.success
    (array([3, 7]), True)
    """
    if set is None:
        raise TypeError('set: must be given, as in set=acgd.L1Ball(50) or set="l1:50"')
    limits = limits_of(options, keywords)
    return _run(True, fun, x0, sets.describe(set), jac, step, norm, callback, limits)


def descend(
    fun: Fun,
    x0: ArrayLike | str | None = None,
    ball: sets.SetLike | None = None,
    jac: Callable[[NDArray[np.float64]], ArrayLike] | bool | None = None,
    step: steps.StepLike = "adaptive-adjustable",
    norm: norms.NormLike = "l2",
    callback: Callback | None = None,
    options: Mapping[str, Any] | None = None,
    **keywords: Any,
) -> Result:
    """Minimise a smooth function over R^n by steepest descent in a norm of your choice.

    Parameters
    ----------
    fun, jac, step, norm, callback, options, **keywords
        As for `minimize`.
    x0 : array, "zero" or "vertex", optional
        Where to start; "zero" unless given.
    ball : set, str or callable, optional
        The unit ball of the norm: `L2Ball(1)` unless given. Sets that are no norm balls are
        refused.

    Returns
    -------
    Result
        Its gap is the dual norm of the gradient, times the radius of the ball.

    Examples
    --------
    >>> import acgd
    >>> result = acgd.descend(acgd.Rosenbrock(2), [-1.2, 1.0], ball=acgd.LinfBall(),
    ...                       gap_tolerance=1e-5, max_iterations=100000)
    >>> result.x.round(4), result.success
    (array([1., 1.]), True)
    """
    limits = limits_of(options, keywords)
    described = sets.L2Ball() if ball is None else sets.describe(ball)
    return _run(False, fun, x0, described, jac, step, norm, callback, limits)
