"""The two ways to minimise: over a set, and over all of R^n."""

from __future__ import annotations

import os
from typing import Any, Callable, Mapping

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _arguments, _arrays, _core, norms, sets, steps
from ._functions import Fun, dimension_of, objective_of
from .result import Interrupted, Result, from_core

Callback = Callable[[_core.Record], Any]

_COUNTS = ("max_iterations", "max_evaluations", "trace_every", "threads")
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
    if options is not None and not isinstance(options, Mapping):
        raise TypeError(f"options = {options!r}: must be a mapping of names to values")
    given = {**(options or {}), **keywords}
    limits: dict[str, Any] = {"trace": True, "on_interrupt": "raise"}
    for name, value in given.items():
        if name in _FLAGS:
            if name != "check_gradient" or value is not None:
                limits[name] = _arguments.flag(name, value)
        elif name in _COUNTS:
            if name != "threads" or value is not None:
                limits[name] = _arrays.count(name, value)
        elif name in _NUMBERS:
            if value is not None:
                limits[name] = _arrays.number(name, value)
        elif name == "on_interrupt":
            limits[name] = _arguments.choice(name, value, ("raise", "return"))
        elif name in _FILES:
            if value is not None:
                check = _arguments.output_file if name == "checkpoint" else _arguments.path
                limits[name] = os.fsencode(check(name, value))
        elif name == "checkpoint_every":
            if value is not None:
                limits[name] = value if isinstance(value, str) else str(_arrays.count(name, value))
        else:
            known = (*_COUNTS, *_NUMBERS, *_FLAGS, *_FILES, "checkpoint_every", "on_interrupt")
            raise TypeError(f"{name}: is no option; there are {', '.join(known)}")
    return limits


def finish(run: dict[str, Any], result: Result, limits: Mapping[str, Any]) -> Result:
    """The result of a run, unless Ctrl-C was pressed and is to be raised."""
    if run["interrupted"] and limits["on_interrupt"] == "raise":
        raise Interrupted(result.message, result)
    return result


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
    _arguments.optional(_arguments.function, "callback", callback)
    start = x0 if isinstance(x0, str) else _arrays.optional_vector("x0", x0)
    dimension = dimension_of(fun, start, set)
    objective = objective_of(fun, jac, dimension)
    shape = objective.shape if objective.shape != sets.NO_SHAPE else set.shape
    with _arguments.memory_for(f"fun: a run with {dimension} variables"):
        run = _core.solve(
            constrained,
            objective,
            set._make(dimension, shape),
            start,
            steps.make(step, constrained),
            norms.make(norm, dimension, shape),
            limits,
            callback,
        )
    return finish(run, from_core(run, objective.calls), limits)


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
    threads : int, optional
        At most so many for products of large arrays (4 MB and more), and no more than there are
        processors; all of them unless given, or as the environment variable OMP_NUM_THREADS says.
        Any number gives the same bits. A process that was forked after acgd was imported computes
        on one thread.
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
    on_interrupt : {"raise", "return"}
        What Ctrl-C leads to, after the iteration at hand: `Interrupted`, a KeyboardInterrupt that
        has the result so far as its attribute `result`, or that result, with status "interrupted"
        unless it ended by itself in the same iteration; "raise".

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
    OSError
        For files that cannot be read, or for a checkpoint that cannot be written where it is
        to be, before the first iteration. Later trouble with it is the status "checkpoint failed".
    MemoryError
        Where the variables do not fit into memory.
    Interrupted
        After Ctrl-C, unless on_interrupt is "return".

    Notes
    -----
    C++ runs without the interpreter's lock, so other threads go on. Ctrl-C stops the run at the
    end of its iteration. If it comes while one of your functions is running, that function is
    called once more at the same point, so that there is a complete point to return; a second
    Ctrl-C is raised at once.

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
    described = sets.L2Ball() if ball is None else sets.describe(ball, "ball")
    return _run(False, fun, x0, described, jac, step, norm, callback, limits)
