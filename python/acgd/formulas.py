"""Test functions given by formulas."""

from __future__ import annotations

from . import _arguments
from .objectives import Objective

__all__ = ["Levy", "LevyTextbook", "Rosenbrock", "SumOfSquares", "Zakharov"]


class _Formula(Objective):
    """A function determined by its number of variables."""

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

    With w_i = 1 + (x_i - 1) / 4 it is sin^2(pi w_1), plus the sum over i < n of (w_i - 1)^2 (1 + 10
    sin^2(pi w_{i+1})), plus (w_n - 1)^2 (1 + sin^2(2 pi w_n)). The sine in the sum has the next
    variable; `LevyTextbook` has sin^2(pi w_i + 1) there.

    Examples
    --------
    >>> import acgd
    >>> round(acgd.Levy(2).value([5.0, 3.0]), 12)
    11.25
    """

    _made_by = "levy"


class LevyTextbook(_Formula):
    """Levy's function in its usual form: the minimum is 0 at (1, ..., 1).

    As `Levy`, but with (w_i - 1)^2 (1 + 10 sin^2(pi w_i + 1)) in the sum.

    Examples
    --------
    >>> import acgd
    >>> acgd.LevyTextbook(3).value([1.0, 1.0, 1.0])
    0.0
    """

    _made_by = "levy_textbook"


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
