"""Whole problems in one call: designs, matchings, submodular functions, many targets."""

from __future__ import annotations

import concurrent.futures
import os
from typing import Any, Callable, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _arguments, _arrays, sets
from .combinatorial_sets import Birkhoff, SubmodularBase
from .objectives import OptimalDesign, Quadratic, QuadraticAssignment
from .optimize import minimize
from .result import Result
from .sample_objectives import LeastSquares

__all__ = [
    "GraphMatch",
    "SubmodularMinimum",
    "graph_match",
    "minimize_many",
    "minimize_submodular",
    "optimal_design",
    "synthetic_control",
]


def _finite(name: str, a: ArrayLike) -> NDArray[np.float64]:
    """Return a matrix of numbers, which is not empty."""
    matrix = _arrays.matrix(name, a)
    if matrix.size == 0 or not np.isfinite(matrix).all():
        raise ValueError(f"{name}: must be finite and not empty")
    return matrix


def optimal_design(
    X: ArrayLike,
    criterion: Literal["D", "A", "I", "c"] = "D",
    *,
    c: ArrayLike | None = None,
    efficiency: float = 1 - 1e-6,
) -> Result:
    """Return the optimal design of experiments: x has the weight of each candidate point.

    Parameters
    ----------
    X : array of shape (points, coefficients)
        The candidate points.
    criterion : "D", "A", "I" or "c"
        As for `OptimalDesign`.
    c : array, optional
        For the criterion "c".
    efficiency : float
        The run stops where the efficiency is proven to be at least this: (det M / det M*)^(1/d)
        for D, f* / f for the others.

    Examples
    --------
    >>> import acgd
    >>> import numpy as np
    >>> t = np.linspace(-1, 1, 201)
    >>> w = acgd.optimal_design(np.stack([t**0, t], axis=1)).x
    >>> t[w > 1e-3], w[w > 1e-3].round(3)
    (array([-1.,  1.]), array([0.5, 0.5]))
    """
    f = OptimalDesign(X, c=c, criterion=criterion)
    share = _arguments.positive("efficiency", efficiency)
    if share >= 1:
        raise ValueError(f"efficiency = {share:g}: must be below 1")
    if criterion == "D":
        return minimize(f, set="simplex", gap_tolerance=-np.shape(X)[1] * np.log(share))
    return minimize(f, set="simplex", relative_gap_tolerance=1 - share)


class GraphMatch(NamedTuple):
    """What `graph_match` returns.

    Examples
    --------
    >>> import acgd
    >>> acgd.graph_match([[0, 1], [1, 0]], [[0, 1], [1, 0]]).value
    2.0
    """

    permutation: NDArray[np.int64]
    """Node i of the first graph is node permutation[i] of the second."""
    value: float
    """The sum of A[i, j] * B[permutation[i], permutation[j]]."""


def graph_match(A: ArrayLike, B: ArrayLike, *, max_iterations: int = 30) -> GraphMatch:
    """Match the nodes of two graphs so that the sum of A[i, j] * B[p[i], p[j]] is large.

    Frank-Wolfe steps with exact line search over the doubly stochastic matrices, from the one
    whose entries are equal (FAQ, Vogelstein et al. 2015), then the nearest permutation. A local
    optimum: f is not convex.

    Parameters
    ----------
    A, B : arrays of shape (n, n)
        Adjacency matrices, or weights.
    max_iterations : int

    Examples
    --------
    >>> import acgd
    >>> import numpy as np
    >>> A = np.array([[0, 3, 0, 1], [3, 0, 2, 0], [0, 2, 0, 0], [1, 0, 0, 0]])
    >>> hidden = [2, 0, 3, 1]
    >>> B = np.zeros((4, 4))
    >>> B[np.ix_(hidden, hidden)] = A
    >>> acgd.graph_match(A, B)
    GraphMatch(permutation=array([2, 0, 3, 1]), value=28.0)
    """
    left, right = _finite("A", A), _finite("B", B)
    if left.shape != right.shape:
        raise ValueError(f"B: has the shape {right.shape}, must have that of A, {left.shape}")
    n = len(left)
    found = minimize(
        QuadraticAssignment(-left, right),
        set=Birkhoff(n),
        x0=np.full((n, n), 1 / n),
        direction="frank-wolfe",
        step="line-search",
        max_iterations=max_iterations,
    )
    permutation = Birkhoff(n).minimizer(-found.x).argmax(axis=1)
    return GraphMatch(permutation, float((left * right[np.ix_(permutation, permutation)]).sum()))


class SubmodularMinimum(NamedTuple):
    """What `minimize_submodular` returns.

    Examples
    --------
    >>> import acgd
    >>> acgd.minimize_submodular(lambda set: -len(set), 2).value
    -2.0
    """

    set: list[int]
    """The elements of the best set found."""
    value: float
    """F of it."""
    lower_bound: float
    """No set has a smaller F. Whole numbers F are minimal if the value is less than 1 above it."""


def minimize_submodular(function: Callable[[list[int]], float], n: int) -> SubmodularMinimum:
    """Minimise a submodular function F of the subsets of 0 .. n - 1, with a certificate.

    Finds the shortest vector x of the base polytope (Fujishige 1980), and evaluates F on its
    level sets. Every x of the polytope proves that F >= sum(min(x, 0)).

    Parameters
    ----------
    function : callable
        list of elements -> F of that set; F of the empty set is 0.
    n : int
        The number of elements.

    Examples
    --------
    A cut between two groups of nodes, with a gain for the first two:

    >>> import acgd
    >>> def F(set):
    ...     cut = sum((i in set) != (i + 1 in set) for i in range(3))
    ...     return cut - 2 * (0 in set) - 2 * (1 in set)
    >>> acgd.minimize_submodular(F, 4)
    SubmodularMinimum(set=[0, 1, 2, 3], value=-4.0, lower_bound=-4.0)
    """
    base = SubmodularBase(_arguments.size("n", n), function)
    x = minimize(Quadratic(np.eye(n)), set=base, gap_tolerance=1e-10).x
    order = [int(i) for i in np.argsort(x, kind="stable")]
    levels = [sorted(order[:k]) for k in range(n + 1)]
    values = [float(function(level)) if level else 0.0 for level in levels]
    best = int(np.argmin(values))
    return SubmodularMinimum(levels[best], values[best], float(np.minimum(x, 0).sum()))


def synthetic_control(donors: ArrayLike, treated: ArrayLike) -> Result:
    """Return the weights of donors whose mixture follows a treated unit best before treatment.

    The weights x are >= 0 and sum to 1 (Abadie and Gardeazabal 2003); few of them are not 0.

    Parameters
    ----------
    donors : array of shape (periods, units)
        Outcomes and predictors before the treatment, a column per donor.
    treated : array of as many entries as periods
        The same of the treated unit.

    Examples
    --------
    >>> import acgd
    >>> donors = [[1.0, 2.0, 5.0], [2.0, 2.5, 1.0], [3.0, 3.0, 7.0]]
    >>> acgd.synthetic_control(donors, [1.5, 2.25, 3.0]).x.round(3)
    array([0.5, 0.5, 0. ])
    """
    design, target = _arguments.design("donors", donors), _arrays.vector("treated", treated)
    if len(target) != design.shape[0]:
        raise ValueError(
            f"treated: has {len(target)} entries, must have one per row of donors, "
            f"{design.shape[0]}"
        )
    with _arguments.naming(b="treated", targets="treated"):
        return minimize(LeastSquares(design, target), set="simplex", relative_gap_tolerance=1e-9)


def minimize_many(
    A: ArrayLike, B: ArrayLike, set: sets.SetLike, *, threads: int | None = None, **options: Any
) -> list[Result]:
    """Minimise ||A x - b||^2 over a set for each column b of B.

    A'A is computed once for all of them, and the runs share the threads.

    Parameters
    ----------
    A : array of shape (m, n)
    B : array of shape (m, targets)
    set : Set or str
    threads : int, optional
        The number of runs at a time; default: that of the processors.
    **options
        Those of `minimize`.

    Examples
    --------
    >>> import acgd
    >>> runs = acgd.minimize_many([[1.0, 0.0], [0.0, 2.0]], [[1.0, 0.0], [0.0, 2.0]], "simplex")
    >>> [run.x.round(3) for run in runs]
    [array([1., 0.]), array([0., 1.])]
    """
    matrix, targets = _finite("A", A), _finite("B", B)
    if len(targets) != len(matrix):
        raise ValueError(f"B: has {len(targets)} rows, must have {len(matrix)} like A")
    gram, linear = 2 * matrix.T @ matrix, -2 * matrix.T @ targets
    constants = np.einsum("ij,ij->j", targets, targets)
    over = sets.describe(set)

    def run(k: int) -> Result:
        f = Quadratic(gram, linear[:, k], float(constants[k]), convex=True)
        return minimize(f, set=over, threads=1, **options)

    given = os.cpu_count() or 1 if threads is None else _arguments.small_count("threads", threads)
    workers = _arguments.count_from(1, "threads", given)
    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        return [*pool.map(run, range(targets.shape[1]))]
