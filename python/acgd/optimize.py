"""The ways to minimise: over a set, over all of R^n, and by continuous greedy."""

from __future__ import annotations

from functools import partial
from typing import Any, Callable

from . import _arguments, _core, _parameters, _starts, directions, norms, sets, steps
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

# Continuous greedy takes `steps` steps, whatever f does.
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
    """The result of a run with this step rule, which is shown on the way if that is asked for.

    Unless Ctrl-C was pressed and is to be raised.
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
    set: sets.Set,
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
    variable = variable_of(fun, shape, set, "dimension" if greedy else "x0")
    if dimension is not None and variable.dimension != dimension:
        raise ValueError(f"dimension = {dimension}: must be {variable.dimension} like fun's")
    start = _starts.make(given, variable)
    function = function_of(fun, jac, variable, args, set if constrained else None, convex)
    if function.differences is not None and jac is not None:
        limits.options.setdefault("check_gradient", False)  # differences agree with themselves
    with _arguments.memory_for(f"fun: a run with {variable.dimension} variables"):
        solve = partial(
            _core.solve,
            mode,
            function.core,
            set._make(variable.dimension, variable.sides),
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
    args: Any = (),
    direction: directions.DirectionLike = directions.DEFAULT,
    comm: Any = None,
    convex: bool = False,
    x_previous: _starts.StartLike | None = None,
    **keywords: Any,
) -> Result:
    """Minimise a smooth function over a compact convex set by conditional gradients.

    Parameters
    ----------
    fun : acgd objective, or callable
        One of `LeastSquares`, `Logistic`, `Sigmoid`, `Huber`, `SquaredHinge`, `Poisson`,
        `Quadratic`, `Completion`, `MatrixBalancing`, ...; or a function that returns
        (value, gradient) of an array, or the value alone if `jac` is given; or any object with
        methods value(x) and gradient(x). Without a gradient it is found by differences, see `jac`.
        Over a set of matrices, x and the gradient are matrices, arrays of two dimensions; an acgd
        objective of vectors is a function of X.ravel() there, row after row.
    x0 : array, "zero", "vertex", Result or atoms, optional
        Where to start, a point of the set; a vertex of the set unless given. "zero" is the better
        start of completion problems, where nothing takes away what a vertex has at entries that
        were not observed. Of a set of matrices it is a matrix. A former result, or its atoms, or
        any sequence of (weight, atom) whose weights sum to 1: then a rule that remembers atoms
        begins with these.
    set : set, str or callable
        As in `L1Ball(50)`, "l1:50", or a function g -> v that returns the point of the set with
        the smallest <g, v>; see `CustomSet` for what it may tell beside that.
    jac : callable, bool, "2-point" or "3-point", optional
        The gradient as a function of an array. True: fun returns (value, gradient). "2-point" or
        False: forward differences of fun, n values each, good to about 1e-8 of f and its second
        derivatives. "3-point": central ones, 2 n values, good to about 1e-10. They stay inside of a
        `Box`, and go 1.5e-8 max(1, |x_i|) or 6e-6 max(1, |x_i|) beyond other sets. None: True if
        the first answer of fun is a pair, else "2-point".
    step : str, step rule or callable
        As in "adaptive-constant:gamma=0.5", "fixed:0.1", `AdaptiveConstant(gamma=0.5)`, or a
        function of a line that returns a length; see `StepRule`.
    norm : str or norm
        Of the Lipschitz estimate and of the decrease test: "l2", "l1", "linf", "lp:3", ...
    callback : callable, optional
        Called after each iteration with a record (iteration, seconds, value, gap, step,
        lipschitz, backtracks, lower_bound). One whose first parameter is named xk or x gets a copy
        of the point instead, and one whose only parameter is named intermediate_result a `Result`
        by that keyword, with x, fun, gap, lower_bound and nit: these are scipy's. Returning True
        or raising StopIteration stops the run.
    options : mapping, optional
        Options of the run, which may be given as keywords, too; its type is `Options`.
    bounds : sequence of (lower, upper), or scipy.optimize.Bounds, optional
        Instead of a set: the `Box` of these. They must be finite.
    args : tuple
        More arguments of fun and jac: they are called as fun(x, *args).
    direction : str or direction rule
        Where to go from each point: "auto", "frank-wolfe", "steepest-descent", or a rule, as
        `FrankWolfe()`.
    comm : mpi4py.MPI.Intracomm, optional
        The ranks that run this together, as MPI.COMM_WORLD, each with the same arguments, but for
        `fun`: that has the samples of the rank, see `design` and `shard_range`. They stop together;
        the first one shows progress and keeps checkpoints.
    convex : bool
        Whether fun, a function of your own, is convex. Nobody examines that. If it is said,
        `lower_bound` of the result and of every record is a number that the minimum is not below,
        else NaN. An acgd objective knows by itself.
    x_previous : as x0, optional
        x^-1 of the paper, another point of the set: the first Lipschitz estimate of the adaptive
        step rules is that of x_previous and x0. Unless given, a probe finds it.
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

    The same input gives the same numbers as the command-line tool and C++, to the last bit; over
    sets of matrices up to rounding, for those stack columns where Python has rows.

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
    limits = limits_of(options, keywords, True)
    if bounds is not None:
        if set is not None:
            raise ValueError(
                "bounds: must not be given together with set; Box(lower, upper) is one"
            )
        described: sets.Set = box_of(bounds)
    elif set is not None:
        described = sets.describe(set)
    else:
        raise TypeError('set: must be given, as in set=acgd.L1Ball(50) or set="l1:50"')
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
        Where to start; "zero" unless given.
    ball : set, str or callable, optional
        The unit ball of the norm: `L2Ball(1)` unless given. A set that is not symmetric is the
        unit ball of a gauge: `Box(-1, 2)`, `Shifted(L2Ball(1), s)`, a `ConvexHull`, ... Sets are
        refused unless they know that 0 is in their interior; a `CustomSet` says `zero_inside`.

    Returns
    -------
    Result
        Its gap is the largest <-gradient, v> over the set: the dual norm of the gradient, times
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

    From 0, N = `steps` steps of 1/N along the vertex v_k of the set with the smallest <g, v>. x is
    the mean of N vertices, a point of the set. If -fun is the multilinear extension of a monotone
    submodular function that is 0 at 0, then -fun(x) is at least (1 - 1/e) of the maximum, but for
    a term of order 1/N (Vondrak 2008; Calinescu, Chekuri, Pal and Vondrak 2011).

    Parameters
    ----------
    fun : acgd objective, or callable
        What is minimised, as for `minimize`: minus the function that is to be maximised.
    set : set, str or callable
        The hull of the bases or of the independent sets of a matroid, as `MatroidBases`,
        `Hypersimplex`, `SpanningTrees` or `SubmodularBase`, or another down-closed set of vectors
        >= 0. Sets with negative entries are refused where that shows.
    steps : int
        N. All of them are taken, whatever fun does.
    jac, args, callback, options, comm, **keywords
        As for `minimize`. There are no tolerances.
    dimension : int, optional
        The number of variables, where neither fun nor the set knows it.

    Returns
    -------
    Result
        With status "steps taken". Where the guarantee holds, no point of the set is better than
        x by more than `gap`.

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
