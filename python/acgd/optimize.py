"""The two ways to minimise: over a set, and over all of R^n."""

from __future__ import annotations

from typing import Any, Callable, Mapping, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _arguments, _core, _parameters, _starts, directions, norms, sets, steps
from ._functions import Fun, dimension_of, objective_of
from ._parameters import Parameter
from .result import Interrupted, Result, from_core

__all__ = ["descend", "minimize"]

Callback = Callable[[_core.Record], Any]

# What is known here alone, beside the options of the library.
_OWN = [
    Parameter(
        "checkpoint",
        "output file",
        None,
        "A file to keep the state of the run in, so that it can go on later, in another process. "
        "It is replaced in one piece: a crash leaves the one before. One is written when the run "
        "ends at a tolerance, a limit or Ctrl-C, too. It holds the trace, unless trace is False. "
        "Not for step rules that are functions",
        is_optional=True,
    ),
    Parameter(
        "checkpoint_every",
        "times",
        None,
        "How often: iterations, as 500, or seconds, as \"30s\"",
        is_optional=True,
        absent=f'"{_core.default_checkpoint_times}"',
    ),
    Parameter(
        "resume",
        "path",
        None,
        "A checkpoint to go on from. With the same problem, x0, norm and rules the run continues "
        "as if it had never stopped, to the last bit; limits and tolerances may differ",
        is_optional=True,
    ),
    Parameter(
        "on_interrupt",
        "word",
        "raise",
        "What Ctrl-C leads to, after the iteration at hand: `Interrupted`, a KeyboardInterrupt "
        "that has the result so far as its attribute `result`, or that result, with status "
        '"interrupted" unless it ended by itself in the same iteration',
        words=("raise", "return"),
    ),
]
# Here checkpoints have words of their own, the trace is kept, and threads may be any number.
_DIFFERENT: dict[str, dict[str, Any]] = {"trace": {"default": True}, "threads": {"kind": "many"}}
_OPTIONS = [
    option._replace(**_DIFFERENT.get(option.name, {}))
    for option in _parameters.of_library(_core.options())
    if not option.name.startswith("checkpoint.")
]
OPTIONS = [*_OPTIONS, *_OWN]
_NUMBERS = {p.name for p in _OPTIONS if p.kind == "number"}  # None leaves them as they are


class Limits(NamedTuple):
    """The options of a run, checked."""

    options: dict[str, Any]
    files: dict[str, Any]
    on_interrupt: str


def limits_of(options: Mapping[str, Any] | None, keywords: Mapping[str, Any]) -> Limits:
    """Those of the mapping, and keywords, which go first."""
    if options is not None and not isinstance(options, Mapping):
        raise TypeError(f"options = {options!r}: must be a mapping of names to values")
    given = {**(options or {}), **keywords}
    given = {name: v for name, v in given.items() if v is not None or name not in _NUMBERS}
    given = _parameters.convert(OPTIONS, given)
    own = {p.name: given.pop(p.name, p.default) for p in _OWN}
    given = {name: value for name, value in given.items() if value is not None}
    return Limits(given, own, own.pop("on_interrupt"))


def finish(run: dict[str, Any], result: Result, limits: Limits) -> Result:
    """The result of a run, unless Ctrl-C was pressed and is to be raised."""
    if run["interrupted"] and limits.on_interrupt == "raise":
        raise Interrupted(result.message, result)
    return result


def _run(
    constrained: bool,
    fun: Fun,
    x0: _starts.StartLike | None,
    set: sets.Set,
    jac: Any,
    step: steps.StepLike,
    direction: directions.DirectionLike,
    norm: norms.NormLike,
    callback: Callback | None,
    limits: Limits,
) -> Result:
    _arguments.optional(_arguments.function, "callback", callback)
    start, size = _starts.make(x0)
    dimension = dimension_of(fun, size, set)
    objective = objective_of(fun, jac, dimension)
    shape = objective.shape if objective.shape != sets.NO_SHAPE else set.shape
    with _arguments.memory_for(f"fun: a run with {dimension} variables"):
        run = _core.solve(
            constrained,
            objective,
            set._make(dimension, shape),
            start,
            steps.make(step, constrained),
            directions.make(direction),
            norms.make(norm, dimension, shape),
            limits.options,
            limits.files,
            callback,
        )
    return finish(run, from_core(run, objective.calls), limits)


@_parameters.keywords(OPTIONS)
def minimize(
    fun: Fun,
    x0: _starts.StartLike | None = None,
    set: sets.SetLike | None = None,
    jac: Callable[[NDArray[np.float64]], ArrayLike] | bool | None = None,
    step: steps.StepLike = steps.DEFAULT,
    norm: norms.NormLike = norms.DEFAULT,
    callback: Callback | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    direction: directions.DirectionLike = directions.DEFAULT,
    **keywords: Any,
) -> Result:
    """Minimise a smooth function over a compact convex set by conditional gradients.

    Parameters
    ----------
    fun : acgd objective, or callable
        One of `LeastSquares`, `Logistic`, `Sigmoid`, `Huber`, `SquaredHinge`, `Poisson`,
        `Quadratic`, `Completion`, `MatrixBalancing`, ...; or a function that returns
        (value, gradient) of an array, or the value alone if `jac` is given; or any object with
        methods value(x) and gradient(x).
    x0 : array, "zero", "vertex", Result or atoms, optional
        Where to start, a point of the set; a vertex of the set unless given. "zero" is the better
        start of completion problems, where nothing takes away what a vertex has at entries that
        were not observed. A former result, or its atoms, or any sequence of (weight, atom) whose
        weights sum to 1: then a rule that remembers atoms begins with these.
    set : set, str or callable
        As in `L1Ball(50)`, "l1:50", or a function g -> v that returns the point of the set with
        the smallest <g, v>; see `CustomSet` for what it may tell beside that.
    jac : callable, optional
        The gradient as a function of an array. None or True: fun returns it.
    step : str, step rule or callable
        As in "adaptive-constant:gamma=0.5", "fixed:0.1", `AdaptiveConstant(gamma=0.5)`, or a
        function of a line that returns a length; see `StepRule`.
    norm : str or norm
        Of the Lipschitz estimate and of the decrease test: "l2", "l1", "linf", "lp:3", ...
    callback : callable, optional
        Called after each iteration with a record (iteration, seconds, value, gap, step,
        lipschitz, backtracks, lower_bound); returning True stops the run.
    options : mapping, optional
        Options of the run, which may be given as keywords, too.
    direction : str or direction rule
        Where to go from each point: "auto", "toward", "along", or a rule as `Toward()`.
    {parameters}

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
    Unless check_gradient says otherwise, functions of your own are compared with their gradient
    along the first direction, for one value and one gradient more, and refused only if they are a
    fifth apart whatever the distance, so that noise and kinks pass. A refusal is a ValueError with
    both rates.

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
    return _run(True, fun, x0, sets.describe(set), jac, step, direction, norm, callback, limits)


@_parameters.keywords(OPTIONS)
def descend(
    fun: Fun,
    x0: _starts.StartLike | None = None,
    ball: sets.SetLike | None = None,
    jac: Callable[[NDArray[np.float64]], ArrayLike] | bool | None = None,
    step: steps.StepLike = steps.DEFAULT,
    norm: norms.NormLike = norms.DEFAULT,
    callback: Callback | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    direction: directions.DirectionLike = directions.DEFAULT,
    **keywords: Any,
) -> Result:
    """Minimise a smooth function over R^n by steepest descent in a norm of your choice.

    Parameters
    ----------
    fun, jac, step, norm, callback, options, direction, **keywords
        As for `minimize`.
    x0 : array, "zero", "vertex", Result or atoms, optional
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
    return _run(False, fun, x0, described, jac, step, direction, norm, callback, limits)
