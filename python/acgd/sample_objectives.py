"""Losses of samples: functions of A x, where each row of A is a sample."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _arguments, _core
from ._arrays import DesignLike
from ._parameters import convert, documentation, documented, keywords
from .objectives import PARAMETERS, Objective
from .ranks import block_count, team_of

__all__ = [
    "Huber",
    "LeastSquares",
    "Logistic",
    "NegativeLog",
    "Poisson",
    "Sigmoid",
    "SquaredHinge",
    "design",
]


def _weights(weights: ArrayLike | None, samples: int) -> NDArray[np.float64] | None:
    """Return a copy of the weights."""
    return None if weights is None else np.array(_arguments.samples("weights", weights, samples))


@keywords(PARAMETERS["least-squares"])
class LeastSquares(Objective):
    """factor * ||A x - b||^2, a sum over the rows of A.

    Parameters
    ----------
    A : array or scipy.sparse matrix of shape (m, n)
        A Fortran-ordered array of float64 or float32 is used without a copy and must not be changed
        afterwards; C-ordered arrays are copied once, sparse matrices converted once. A matrix
        prepared by `acgd.design` can be shared by models.
    b : array of m entries
    weights : array of m entries, optional
        Weights of the squares, >= 0.
    {parameters}

    Examples
    --------
    >>> import acgd
    >>> acgd.LeastSquares([[1.0, 0.0], [0.0, 2.0]], [1.0, 1.0]).value([0.0, 0.0])
    2.0
    >>> f = acgd.LeastSquares([[1.0], [2.0]], [3.0, 5.0], intercept=True)
    >>> f.value([2.0]), f.intercept([2.0])
    (0.0, array([1.]))
    """

    def __init__(
        self, A: Any, b: ArrayLike, *, weights: ArrayLike | None = None, **keywords: Any
    ) -> None:
        map = _arguments.design("A", A)
        targets = np.array(_arguments.samples("b", b, map.shape[0]))
        values = convert(PARAMETERS["least-squares"], keywords)
        factors = _weights(weights, map.shape[0])
        with _arguments.naming(targets="b"), _arguments.memory_for("A"):
            self._make_core("least_squares", map, targets, values, factors)


@keywords(PARAMETERS["samples"])
class _Model(Objective):
    """A loss of A x, summed or averaged over the rows of A."""

    _family = ""
    _takes_signs = False  # labels 0 and 1, or False and True, are taken as -1 and +1

    def __init__(
        self,
        A: Any,
        y: ArrayLike,
        *,
        weights: ArrayLike | None = None,
        intercept: bool = False,
        **keywords: Any,
    ) -> None:
        self._make_model(A, y, weights, intercept, convert(PARAMETERS["samples"], keywords))

    def _make_model(
        self,
        A: Any,
        y: ArrayLike,
        weights: ArrayLike | None,
        intercept: bool,
        values: dict[str, Any],
    ) -> None:
        map = _arguments.design("A", A)
        targets = np.array(_arguments.samples("y", y, map.shape[0]))
        if self._takes_signs and (targets == 0).any() and np.isin(targets, (0, 1)).all():
            targets = 2 * targets - 1
        factors = _weights(weights, map.shape[0])
        has_intercept = _arguments.flag("intercept", intercept)
        with _arguments.naming(labels="y", targets="y", counts="y"), _arguments.memory_for("A"):
            self._make_core(
                "sample_model", self._family, map, targets, values, factors, has_intercept
            )


@documented(parameters=documentation(PARAMETERS["samples"]))
class Logistic(_Model):
    """Logistic regression: the mean of log(1 + exp(-y_i (A x)_i)), labels y_i = -1 or +1.

    Parameters
    ----------
    A : array or scipy.sparse matrix of shape (m, n)
        As for `LeastSquares`.
    y : array of m entries
        0 and 1, or False and True, are taken as -1 and +1.
    weights : array of m entries, optional
        A weight of 2 is equivalent to repeating the sample.
    intercept : bool
        Adds an intercept over which the loss is minimised; `intercept(x)` returns it. An error if
        the minimum does not exist, as for labels of one class.
    {parameters}

    Examples
    --------
    >>> import acgd
    >>> round(acgd.Logistic([[1.0], [2.0]], [1, -1]).value([0.0]), 4)
    0.6931
    """

    _family = "logistic"
    _takes_signs = True


class Sigmoid(_Model):
    """The mean of (sigmoid((A x)_i) - y_i)^2; not convex.

    y_i are classes 0 and 1, or probabilities. Labels y of -1 and +1 are not converted: use (y + 1)
    / 2. Other parameters are those of `Logistic`. With `intercept=True` there may be several local
    minima over the intercept: the lowest found by a scan of the range of the predictions is used,
    at the cost of up to 65 passes over the samples per point.

    Examples
    --------
    >>> import acgd
    >>> acgd.Sigmoid([[1.0], [2.0]], [0, 1]).value([0.0])
    0.25
    """

    _family = "sigmoid"


class SquaredHinge(_Model):
    """A smooth support vector machine: the mean of max(0, 1 - y_i (A x)_i)^2, y_i = -1 or +1.

    Parameters are those of `Logistic`.

    Examples
    --------
    >>> import acgd
    >>> acgd.SquaredHinge([[1.0], [2.0]], [1, 1]).value([0.5])
    0.125
    """

    _family = "squared-hinge"
    _takes_signs = True


class Poisson(_Model):
    """Poisson regression: the mean of exp((A x)_i) - count_i (A x)_i.

    Parameters are those of `Logistic`.

    Examples
    --------
    >>> import acgd
    >>> acgd.Poisson([[1.0], [2.0]], [3, 1]).value([0.0])
    1.0
    """

    _family = "poisson"


@keywords(PARAMETERS["samples"])
class NegativeLog(Objective):
    """The mean of -log((L x)_i), infinite unless all of L x is positive.

    Over the simplex it is the negative log-likelihood of the proportions x of a mixture, where
    L_ij is the density of sample i under component j. Runs start between the vertices.

    Parameters
    ----------
    L : array or scipy.sparse matrix of shape (m, n)
        As A of `LeastSquares`.
    weights : array of m entries, optional
        A weight of 2 is equivalent to repeating the row.
    {parameters}

    Examples
    --------
    >>> import acgd
    >>> f = acgd.NegativeLog([[0.9, 0.1], [0.9, 0.1], [0.2, 0.8]])
    >>> acgd.minimize(f, set="simplex", gap_tolerance=1e-9).x.round(4)
    array([0.8472, 0.1528])
    """

    def __init__(self, L: Any, *, weights: ArrayLike | None = None, **keywords: Any) -> None:
        map = _arguments.design("L", L)
        factors = _weights(weights, map.shape[0])
        values = convert(PARAMETERS["samples"], keywords)
        with _arguments.memory_for("L"):
            self._make_core("negative_log", map, values, factors)


@keywords(PARAMETERS["huber"])
class Huber(_Model):
    """Robust regression: the mean of Huber's loss, e^2 / 2 up to |e| = rho and linear beyond.

    With e = A x - y.

    Parameters
    ----------
    A, y, weights, intercept
        As for `Logistic`.
    {parameters}

    Examples
    --------
    >>> import acgd
    >>> acgd.Huber([[1.0]], [3.0], rho=1.0).value([0.0])
    2.5
    """

    _family = "huber"

    def __init__(
        self,
        A: Any,
        y: ArrayLike,
        rho: float = PARAMETERS["huber"][0].default,
        *,
        weights: ArrayLike | None = None,
        intercept: bool = False,
        **keywords: Any,
    ) -> None:
        values = convert(PARAMETERS["huber"], {"rho": rho, **keywords})
        self._make_model(A, y, weights, intercept, values)


def design(A: DesignLike, comm: Any = None, blocks: int | None = None) -> _core.Map:
    """Prepare a matrix for several models: it is converted and validated once, then shared.

    As for A of `LeastSquares`, a Fortran-ordered array of float64 or float32 is used without a copy
    and must not be changed afterwards; everything else is copied.

    With a communicator of mpi4py, A has the rows of this rank given by `row_range`. A model of
    it, with targets and weights of these rows, is that of all samples; all ranks must call its
    methods together.

    Sums over samples are sums over blocks of samples, added in a fixed order: with the same number
    of `blocks`, results are identical to the last bit on any number of ranks. The default is 1
    without a communicator; with one it is 8, and more for millions of samples.

    Examples
    --------
    >>> import acgd
    >>> A = acgd.design([[1.0, 0.0], [0.0, 2.0]])
    >>> acgd.LeastSquares(A, [1.0, 1.0]).value([0, 0]), acgd.Poisson(A, [1, 2]).value([0, 0])
    (2.0, 1.0)
    >>> acgd.LeastSquares(acgd.design([[1.0, 0.0], [0.0, 2.0]], blocks=2), [1.0, 1.0]).value([0, 0])
    2.0
    """
    team, count = team_of(comm), block_count(blocks)
    if team is None and count <= 1:
        return _arguments.design("A", A)
    # A rank without samples still takes part in every reduction.
    has_rows = team is None or tuple(getattr(A, "shape", ()))[:1] != (0,)
    map = _arguments.design("A", A) if has_rows else None
    with _arguments.naming(rows="A"), _arguments.memory_for("A"):
        return _core.block_map(map, team, count)
