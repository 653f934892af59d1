"""Checks for functions and sets of your own; each returns a list of failures."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from . import _arguments, sets
from ._arrays import variable_at
from ._functions import Fun, Jac, function_of
from .objectives import Objective

__all__ = ["check_gradient", "check_set"]


def check_gradient(fun: Fun, x: ArrayLike, jac: Jac = None) -> list[str]:
    """Compare a gradient with central differences of the value.

    Parameters
    ----------
    fun, jac
        As for `minimize`.
    x : array
        The point to check at; a matrix for functions of matrices.

    Returns
    -------
    list of str
        A sentence for each kind of failure; empty if there is none.

    Examples
    --------
    >>> import acgd
    >>> acgd.check_gradient(lambda x: (x @ x, 2 * x), [1.0, 2.0])
    []
    >>> len(acgd.check_gradient(lambda x: (x @ x, x), [1.0, 2.0])) > 0
    True
    """
    variable = variable_at("x", x) if not isinstance(fun, Objective) else fun._variable("x", x)
    point = variable.flat("x", x)
    if len(point) == 0 or not np.all(np.isfinite(point)):
        raise ValueError("x: must be finite and not empty")
    return function_of(fun, jac, variable).core.check_gradient(point)


def check_set(set: sets.SetLike, dimension: int | None = None) -> list[str]:
    """Check the oracle of a set.

    Its results must be finite, feasible, optimal and reproducible.

    Parameters
    ----------
    set : set, str or callable
        As for `minimize`.
    dimension : int, optional
        The number of variables, if the set does not determine it.

    Returns
    -------
    list of str
        A sentence for each kind of failure; empty if there is none.

    Examples
    --------
    >>> import acgd, numpy as np
    >>> acgd.check_set("lp:3:2", 5)
    []
    >>> len(acgd.check_set(lambda g: np.sign(g), 5)) > 0
    True
    """
    described = sets.describe(set)
    size = described.dimension if dimension is None else _arguments.size("dimension", dimension)
    if size is None:
        raise ValueError("dimension: must be given, the set does not determine it")
    return described._make_flat(size).check()
