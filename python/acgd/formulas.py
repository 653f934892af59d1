"""Functions of a formula, on which methods without constants are tried out."""

from __future__ import annotations

from typing import Any

from . import _arrays, _core
from .objectives import Objective


class _Formula(Objective):
    """A function that its number of variables says everything about."""

    _make: Any

    def __init__(self, n: int) -> None:
        super().__init__(type(self)._make(_arrays.count("n", n)))


class Rosenbrock(_Formula):
    """The sum over i < n of 100 (x_{i+1} - x_i^2)^2 + (1 - x_i)^2: a curved valley.

    Examples
    --------
    >>> import acgd
    >>> acgd.Rosenbrock(2).value([-1.0, 1.0])
    4.0
    """

    _make = staticmethod(_core.rosenbrock)


class Levy(_Formula):
    """Levy's function: many local minima, the lowest one 0 at (1, ..., 1).

    With w_i = 1 + (x_i - 1) / 4 it is sin^2(pi w_1), plus the sum over i < n of
    (w_i - 1)^2 (1 + 10 sin^2(pi w_{i+1})), plus (w_n - 1)^2 (1 + sin^2(2 pi w_n)). The sine in
    the sum is that of the next variable; `LevyTextbook` has sin^2(pi w_i + 1) there.

    Examples
    --------
    >>> import acgd
    >>> round(acgd.Levy(2).value([5.0, 3.0]), 12)
    11.25
    """

    _make = staticmethod(_core.levy)


class LevyTextbook(_Formula):
    """Levy's function as textbooks have it: the minimum is 0 at (1, ..., 1).

    As `Levy`, but with (w_i - 1)^2 (1 + 10 sin^2(pi w_i + 1)) in the sum.

    Examples
    --------
    >>> import acgd
    >>> acgd.LevyTextbook(3).value([1.0, 1.0, 1.0])
    0.0
    """

    _make = staticmethod(_core.levy_textbook)


class Zakharov(_Formula):
    """Zakharov's function, of degree four; the minimum 0 is at 0.

    Examples
    --------
    >>> import acgd
    >>> acgd.Zakharov(2).value([0.0, 0.0])
    0.0
    """

    _make = staticmethod(_core.zakharov)


class SumOfSquares(_Formula):
    """(x_1 - 3)^2 + the sum of (x_1 - 3 - 2 (x_1 + ... + x_i)^2)^2.

    Examples
    --------
    >>> import acgd
    >>> acgd.SumOfSquares(2).dimension
    2
    """

    _make = staticmethod(_core.sum_of_squares)
