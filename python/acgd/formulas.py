"""Functions of a formula, on which methods without constants are tried out."""

from __future__ import annotations

from . import _arguments
from .objectives import Objective


class _Formula(Objective):
    """A function that its number of variables says everything about."""

    _made_by = ""

    def __init__(self, n: int) -> None:
        with _arguments.naming(dimension="n"), _arguments.memory_for("n"):
            self._make_core(self._made_by, _arguments.size("n", n))


class Rosenbrock(_Formula):
    """The sum over i < n of 100 (x_{i+1} - x_i^2)^2 + (1 - x_i)^2: a curved valley.

    Examples
    --------
    >>> import acgd
    >>> acgd.Rosenbrock(2).value([-1.0, 1.0])
    4.0
    """

    _made_by = "rosenbrock"


class Levy(_Formula):
    """Levy's function: many local minima, the lowest one 0 at (1, ..., 1).

    Examples
    --------
    >>> import acgd
    >>> abs(acgd.Levy(3).value([1.0, 1.0, 1.0])) < 1e-12
    True
    """

    _made_by = "levy"


class Zakharov(_Formula):
    """Zakharov's function, of degree four; the minimum 0 is at 0.

    Examples
    --------
    >>> import acgd
    >>> acgd.Zakharov(2).value([0.0, 0.0])
    0.0
    """

    _made_by = "zakharov"


class SumOfSquares(_Formula):
    """(x_1 - 3)^2 + the sum of (x_1 - 3 - 2 (x_1 + ... + x_i)^2)^2.

    Examples
    --------
    >>> import acgd
    >>> acgd.SumOfSquares(2).dimension
    2
    """

    _made_by = "sum_of_squares"
