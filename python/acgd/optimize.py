"""Minimisation over a set and over R^n, and continuous greedy."""

from __future__ import annotations

from functools import partial
from typing import Any, Callable

from . import _arguments, _core, _parameters, _starts, directions, norms, penalties, sets, steps
from ._arrays import Variable
from ._bounds import BoundsLike, box_of
from ._functions import Fun, Jac, function_of, variable_of
from ._progress import shown
from ._watching import Callback, watcher
from .options import OPTIONS as OPTIONS
from .options import Limits, Options, limits_of
from .ranks import team_of
from .result import Interrupted, Result, from_core

__all__ = ["Options", "continuous_greedy", "descend", "minimize"]

# Options without meaning for continuous greedy, which takes exactly `steps` steps.
_NOT_GREEDY = {"max_iterations", "maxiter", "tol", "gap_tolerance", "relative_gap_tolerance"}
_NOT_GREEDY |= {"gradient_tolerance", "optimal_value", "value_tolerance"}
_STEP = steps.DEFAULT


def complete(
    solve: Callable[..., dict[str, Any]],
    limits: Limits,
    callback: Callback | None,
    calls: Callable[[], tuple[int, int] | None] = lambda: None,
    variable: Variable | None = None,
    *,
    step: str,
) -> Result:
    """Run with this step rule, with a progress display if requested, and return the result.

    Raises Interrupted after Ctrl-C if requested.
    """
    watching = watcher(callback, variable)
    with shown(limits.progress) as display:
        run = solve(limits.options, limits.files, *watching, display and display.show)
        result = from_core(run, calls(), variable, step=step)
        if display is not None:
            display.end(result)
    if run["interrupted"] and limits.on_interrupt == "raise":
        raise Interrupted(result.message, result)
    return result


def _run(
    mode: str,
    fun: Fun,
    x0: _starts.StartLike | None,
    over: sets.Set | penalties.Penalty,
    jac: Jac,
    args: Any,
    step: steps.StepLike,
    direction: directions.DirectionLike,
    norm: norms.NormLike,
    callback: Callback | None,
    limits: Limits,
    comm: Any,
    convex: bool = False,
    x_previous: _starts.StartLike | None = None,
    dimension: int | None = None,
) -> Result:
    constrained = mode == "constrained"
    team = team_of(comm)
    if team is not None and team.rank > 0:
        limits = limits._replace(progress=False)
    given, shape = _starts.prepared(x0)
    before, _ = _starts.prepared(x_previous, "x_previous")
    greedy = mode == "continuous-greedy"
    if dimension is not None:
        shape = (_arguments.size("dimension", dimension),)
    variable = variable_of(fun, shape, over, "dimension" if greedy else "x0")
    if dimension is not None and variable.dimension != dimension:
        raise ValueError(f"dimension = {dimension}: must be {variable.dimension} like fun's")
    start = _starts.make(given, variable)
    within = over if constrained and isinstance(over, sets.Set) else None
    function = function_of(fun, jac, variable, args, within, convex)
    if function.differences is not None and jac is not None:
        limits.options.setdefault("check_gradient", False)  # finite differences need no check
    with _arguments.memory_for(f"fun: a run with {variable.dimension} variables"):
        solve = partial(
            _core.solve,
            mode,
            function.core,
            over._make(variable.dimension, variable.sides),
            start,
            steps.make(step, constrained),
            directions.make(direction),
            norms.make(norm, variable),
            team=team,
            x_previous=_starts.make(before, variable, "x_previous"),
        )
        return complete(
            solve, limits, callback, lambda: function.calls, variable, step=steps.name_of(step)
        )


@_parameters.keywords(OPTIONS)
def minimize(
    fun: Fun,
    x0: _starts.StartLike | None = None,
    set: sets.SetLike | None = None,
    jac: Jac = None,
    step: steps.StepLike = steps.DEFAULT,
    norm: norms.NormLike = norms.DEFAULT,
    callback: Callback | None = None,
    options: Options | None = None,
    *,
    bounds: BoundsLike | None = None,
    penalty: penalties.PenaltyLike | None = None,
    args: Any = (),
    direction: directions.DirectionLike = directions.DEFAULT,
    comm: Any = None,
    convex: bool = False,
    x_previous: _starts.StartLike | None = None,
    **keywords: Any,
) -> Result:
    """Minimise a smooth function over a convex set, or with a penalty, by Frank-Wolfe methods.

    Parameters
    ----------
    fun : acgd objective, or callable
        One of `LeastSquares`, `Logistic`, `Sigmoid`, `Huber`, `SquaredHinge`, `Poisson`,
        `Quadratic`, `Completion`, `MatrixBalancing`, ...; or a function that returns (value,
        gradient) of an array, or the value alone if `jac` is given; or any object with methods
        value(x) and gradient(x). Without a gradient, finite differences are used, see `jac`. Over a
        set of matrices, x and the gradient are two-dimensional arrays; an acgd objective of vectors
        is applied to X.ravel() (row-major).
    x0 : array, "zero", "vertex", Result or atoms, optional
        Start, a point of the set (a matrix for sets of matrices); default: a vertex of the set, or
        0 with a penalty.
        "zero" is better for completion problems, where no step removes the entries of a vertex that
        were not observed. A former result, its atoms, or any sequence of (weight, atom) with
        weights that sum to 1 is a start for direction rules with an active set.
    set : set, str or callable
        As in `L1Ball(50)`, "l1:50", or a linear minimisation oracle g -> v, a function that returns
        the point v of the set with the smallest <g, v>; see `CustomSet` for further properties.
    jac : callable, bool, "2-point" or "3-point", optional
        The gradient as a function of an array. True: fun returns (value, gradient). "2-point" or
        False: forward differences of fun, n values each, accurate to about 1e-8 of f and its second
        derivatives. "3-point": central differences, 2 n values, accurate to about 1e-10. They stay
        inside a `Box`, and leave other sets by up to 1.5e-8 max(1, |x_i|) or 6e-6 max(1, |x_i|).
        None: True if the first result of fun is a pair, else "2-point".
    step : str, step rule or callable
        As in "adaptive-constant:gamma=0.5", "fixed:0.1", `AdaptiveConstant(gamma=0.5)`, or a
        function of a line that returns a length; see `StepRule`.
    norm : str or norm
        Norm of the Lipschitz estimate and of the decrease test: "l2", "l1", "linf", "lp:3", ...
    callback : callable, optional
        Called after each iteration with a record (iteration, seconds, value, gap, step, lipschitz,
        backtracks, lower_bound). If its first parameter is named xk or x, it gets a copy of the
        point instead; if its only parameter is named intermediate_result, a `Result` by that
        keyword with x, fun, gap, lower_bound and nit, as in scipy. Returning True or raising
        StopIteration stops the run.
    options : mapping, optional
        Options of the run, which may also be given as keywords; its type is `Options`.
    bounds : sequence of (lower, upper), or scipy.optimize.Bounds, optional
        Instead of a set: finite bounds of a `Box`.
    penalty : penalty or str, optional
        Instead of a set: minimises fun(x) + penalty(x), as in `L1Penalty(0.1)`, `Penalty(set, lam)`
        or "l1:0.1", which is 0.1 ||x||_1; see `Penalty`.
    args : tuple
        Further arguments of fun and jac, which are called as fun(x, *args).
    direction : str or direction rule
        Direction rule: "auto", "frank-wolfe", "steepest-descent", ..., or an object such as
        `FrankWolfe()`.
    comm : mpi4py.MPI.Intracomm, optional
        Communicator of the ranks of a distributed run, as MPI.COMM_WORLD. All arguments must agree,
        except `fun`, which has the samples of the rank, see `design` and `row_range`. All ranks
        stop together; rank 0 shows progress and writes checkpoints.
    convex : bool
        Whether a function of your own is convex, which is not checked. If True, `lower_bound` of
        the result and of every record is a lower bound of the minimum, else NaN. The convexity of
        acgd objectives is known.
    x_previous : as x0, optional
        x^-1 of the paper, another point of the set: the first Lipschitz estimate of the adaptive
        step rules is computed from x_previous and x0. Default: a probe near x0.
    {parameters}

    Returns
    -------
    Result
        With x, fun, gap, nit, status, success, message, trace and more.

    Raises
    ------
    ValueError, TypeError
        For invalid input, before the first iteration; the message names the argument. Numerical
        failures during the run, as a function that returns NaN, are reported by the status, with
        the best point. Exceptions of your own functions are passed on.
    OSError
        For files that cannot be read, or a checkpoint that cannot be written, before the first
        iteration. Later failures have the status "checkpoint failed".
    MemoryError
        If there is not enough memory for the variables.
    Interrupted
        After Ctrl-C, unless on_interrupt is "return".

    Notes ----- Unless check_gradient is False, the gradient of functions of your own is compared
    with differences along the first direction, at the cost of one value and one gradient. A
    ValueError with both rates is raised only if they differ by a fifth at every distance, so that
    noise and kinks are tolerated.

    The C++ code releases the interpreter's lock. Ctrl-C stops the run at the end of the iteration.
    If it interrupts one of your functions, that function is called once more at the same point to
    complete the iteration; a second Ctrl-C is raised at once.

    The same input gives the same numbers as the command-line tool and C++, to the last bit; over
    sets of matrices up to rounding, because the orders of entries differ.

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

    The same with a penalty:

    >>> result = acgd.minimize(f, penalty="l1:5")
    >>> np.flatnonzero(result.x), result.success
    (array([3, 7]), True)
    """
    limits = limits_of(options, keywords, True)
    described: sets.Set | penalties.Penalty
    if penalty is not None:
        if set is not None or bounds is not None:
            raise ValueError("penalty: must not be given together with set or bounds")
        described = penalties.penalty_of(penalty)
    elif bounds is not None:
        if set is not None:
            raise ValueError(
                "bounds: must not be given together with set; Box(lower, upper) is one"
            )
        described = box_of(bounds)
    elif set is not None:
        described = sets.describe(set)
    else:
        raise TypeError(
            'set: must be given, as in set=acgd.L1Ball(50) or set="l1:50", or a penalty'
        )
    how = step, direction, norm, callback, limits, comm
    return _run("constrained", fun, x0, described, jac, args, *how, convex, x_previous)


@_parameters.keywords(OPTIONS)
def descend(
    fun: Fun,
    x0: _starts.StartLike | None = None,
    ball: sets.SetLike | None = None,
    jac: Jac = None,
    step: steps.StepLike = steps.DEFAULT,
    norm: norms.NormLike = norms.DEFAULT,
    callback: Callback | None = None,
    options: Options | None = None,
    *,
    args: Any = (),
    direction: directions.DirectionLike = directions.DEFAULT,
    comm: Any = None,
    x_previous: _starts.StartLike | None = None,
    **keywords: Any,
) -> Result:
    """Minimise a smooth function over R^n by steepest descent in a norm of your choice.

    Parameters
    ----------
    fun, jac, args, step, norm, callback, options, direction, comm, x_previous, **keywords
        As for `minimize`.
    x0 : array, "zero", "vertex", Result or atoms, optional
        Start; default: "zero".
    ball : set, str or callable, optional
        The unit ball of the norm; default: `L2Ball(1)`. A set that is not symmetric is the unit
        ball of a gauge: `Box(-1, 2)`, `Shifted(L2Ball(1), s)`, a `ConvexHull`, ... 0 must be known
        to be in its interior; for a `CustomSet`, `zero_inside`.

    Returns
    -------
    Result
        Its gap is the maximum of <-gradient, v> over the set: the dual norm of the gradient, times
        the radius of the ball.

    Examples
    --------
    >>> import acgd
    >>> result = acgd.descend(acgd.Rosenbrock(2), [-1.2, 1.0], ball=acgd.LinfBall(),
    ...                       gap_tolerance=1e-5, max_iterations=100000)
    >>> result.x.round(4), result.success
    (array([1., 1.]), True)
    """
    limits = limits_of(options, keywords, False)
    described = sets.L2Ball() if ball is None else sets.describe(ball, "ball")
    how = step, direction, norm, callback, limits, comm
    return _run("unconstrained", fun, x0, described, jac, args, *how, x_previous=x_previous)


@_parameters.keywords([option for option in OPTIONS if option.name not in _NOT_GREEDY])
def continuous_greedy(
    fun: Fun,
    set: sets.SetLike,
    steps: int = 100,
    jac: Jac = None,
    callback: Callback | None = None,
    options: Options | None = None,
    *,
    args: Any = (),
    dimension: int | None = None,
    comm: Any = None,
    **keywords: Any,
) -> Result:
    """Maximise a submodular function over a matroid, or any down-closed set: continuous greedy.

    Starting at 0, takes N = `steps` steps of length 1/N along LMO vertices v_k. x is the mean of N
    vertices, a point of the set. If -fun is the multilinear extension of a monotone submodular
    function that is 0 at 0, then -fun(x) is at least (1 - 1/e) of the maximum, up to a term of
    order 1/N (Vondrak 2008; Calinescu, Chekuri, Pal and Vondrak 2011).

    Parameters
    ----------
    fun : acgd objective, or callable
        The function to minimise, as for `minimize`: minus the function to maximise.
    set : set, str or callable
        The hull of the bases or of the independent sets of a matroid, as `MatroidBases`,
        `Hypersimplex`, `SpanningTrees` or `SubmodularBase`, or another down-closed set of vectors
        >= 0. Sets with negative entries are refused where that shows.
    steps : int
        The number N of steps, all of which are taken.
    jac, args, callback, options, comm, **keywords
        As for `minimize`. There are no tolerances.
    dimension : int, optional
        The number of variables, if neither fun nor the set determines it.

    Returns
    -------
    Result
        With status "steps taken". Under these assumptions, no point of the set is better than x by
        more than `gap`.

    Examples
    --------
    Three of ten nodes that touch as many edges of a graph as possible. A pair of nodes touches
    the edges of both, those between them once: x'Ax / 2 - deg'x is minus the multilinear extension.

    >>> import acgd, numpy as np
    >>> A = np.triu(np.random.default_rng(1).random((10, 10)) < 0.3, 1).astype(float)
    >>> A += A.T
    >>> f = acgd.Quadratic(A, -A.sum(axis=0))
    >>> result = acgd.continuous_greedy(f, acgd.Hypersimplex(3), steps=50)
    >>> result.status, float(result.x.sum().round(9)), -result.fun > 0.632 * A.sum() / 2 * 0.5
    ('steps taken', 3.0, True)
    """
    count = _arguments.count_from(1, "steps", steps)
    limits = limits_of(options, {**keywords, "max_iterations": count}, False)
    for name in {**(options or {}), **keywords}:
        if name in _NOT_GREEDY:
            raise TypeError(f"{name}: must not be given, continuous greedy takes all its steps")
    how = _STEP, directions.DEFAULT, norms.DEFAULT, callback, limits, comm
    return _run(
        "continuous-greedy",
        fun,
        None,
        sets.describe(set),
        jac,
        args,
        *how,
        dimension=dimension,
    )
