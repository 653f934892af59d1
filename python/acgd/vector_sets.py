"""Sets of vectors: sparse, ordered, grouped, or aligned with the axes."""

from __future__ import annotations

from typing import Any, Sequence, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _arguments, _arrays, _core
from ._parameters import Described, described
from .sets import KINDS, NO_SHAPE, Box, DescribedSet, Set, Shape, own

__all__ = [
    "Diamond",
    "Ellipsoid",
    "GroupBall",
    "Hypersimplex",
    "KNormBall",
    "KSparsePolytope",
    "Knapsack",
    "OwlBall",
    "Permutahedron",
]


@described(KINDS, "ksparse")
class KSparsePolytope(DescribedSet):
    """
    Examples
    --------
    >>> import acgd
    >>> acgd.KSparsePolytope(2, 3.0).minimizer([1.0, -5.0, 2.0])
    array([ 0.,  3., -3.])
    """


@described(KINDS, "knorm")
class KNormBall(DescribedSet):
    """
    Examples
    --------
    >>> import acgd
    >>> ball = acgd.KNormBall(2, 6.0)
    >>> ball.minimizer([1.0, -9.0, 1.0]), ball.minimizer([2.0, -2.0, 1.0])
    (array([0., 6., 0.]), array([-3.,  3., -3.]))
    """


@described(KINDS, at_most="unit-hypersimplex")
class Hypersimplex(DescribedSet):
    """
    Examples
    --------
    >>> import acgd
    >>> acgd.Hypersimplex(2).minimizer([3.0, 1.0, 2.0])
    array([0., 1., 1.])
    >>> acgd.Hypersimplex(2, 0.5, at_most=True).minimizer([3.0, 1.0, -2.0])
    array([0. , 0. , 0.5])
    """

    k: int

    def __post_init__(self) -> None:
        Described.__post_init__(self)
        self._make(max(self.k, 1), NO_SHAPE)  # it has at least k variables


class Diamond(Set):
    """The hull of two points on each axis, at `lower` and `upper`; 0 need not be between them.

    Parameters
    ----------
    lower : array
    upper : array
        Not below `lower`.

    Examples
    --------
    >>> import acgd
    >>> acgd.Diamond([-1.0, -2.0], [3.0, 2.0]).minimizer([-1.0, 1.0])
    array([3., 0.])
    """

    lower: NDArray[np.float64]
    upper: NDArray[np.float64]

    def __init__(self, lower: ArrayLike, upper: ArrayLike) -> None:
        self.lower = own(_arrays.vector("lower", lower))
        self.upper = own(_arrays.vector("upper", upper))
        self._make(0, NO_SHAPE)

    @property
    def dimension(self) -> int | None:
        return len(self.lower)

    def _make(self, dimension: int, shape: Shape) -> _core.Oracle:
        return _core.diamond(self.lower, self.upper)


class Knapsack(Set):
    """Vectors x between bounds with a'x = total, or a'x <= total: a box and one row.

    Portfolios with caps have a = 1; the dual of a support vector machine has the labels as a, and
    total 0.

    Parameters
    ----------
    a : array
        The row.
    total : float
    lower, upper : float or array
        The bounds.
    at_most : bool
        Whether a'x may be smaller than the total.

    Examples
    --------
    >>> import acgd
    >>> acgd.Knapsack([1, 1, 1], 1, upper=[0.6, 0.6, 1]).minimizer([1.0, 2.0, 3.0])
    array([0.6, 0.4, 0. ])
    >>> acgd.Knapsack([1, -1, 1], 0, upper=5).minimizer([-1.0, -1.0, -2.0])
    array([0., 5., 5.])
    """

    a: NDArray[np.float64]
    total: float
    lower: NDArray[np.float64] | float
    upper: NDArray[np.float64] | float
    at_most: bool

    def __init__(
        self,
        a: ArrayLike,
        total: float = 1.0,
        lower: ArrayLike = 0.0,
        upper: ArrayLike = 1.0,
        at_most: bool = False,
    ) -> None:
        self.a = own(_arrays.vector("a", a))
        self.total = _arrays.number("total", total)
        self.lower = Box._bound("lower", lower)
        self.upper = Box._bound("upper", upper)
        self.at_most = _arguments.flag("at_most", at_most)
        self._make(0, NO_SHAPE)

    @property
    def dimension(self) -> int | None:
        return len(self.a)

    def _make(self, dimension: int, shape: Shape) -> _core.Oracle:
        lower, upper = (
            np.full(len(self.a), bound) if np.ndim(bound) == 0 else bound
            for bound in (self.lower, self.upper)
        )
        return _core.knapsack(lower, upper, self.a, self.total, self.at_most)


class Ellipsoid(Set):
    """An ellipsoid along the axes: x with sum(((x - center) / radii)**2) <= 1.

    Parameters
    ----------
    center : array
    radii : array
        All positive.

    Examples
    --------
    >>> import acgd
    >>> acgd.Ellipsoid([1.0, 1.0], [1.0, 2.0]).minimizer([3.0, 2.0])
    array([ 0.4, -0.6])
    """

    center: NDArray[np.float64]
    radii: NDArray[np.float64]

    def __init__(self, center: ArrayLike, radii: ArrayLike) -> None:
        self.center = own(_arrays.vector("center", center))
        self.radii = own(_arrays.vector("radii", radii))
        self._make(0, NO_SHAPE)

    @property
    def dimension(self) -> int | None:
        return len(self.center)

    def _make(self, dimension: int, shape: Shape) -> _core.Oracle:
        return _core.ellipsoid(self.center, self.radii)


class Permutahedron(Set):
    """The hull of all permutations of some values.

    Parameters
    ----------
    values : array
        In any order.

    Examples
    --------
    >>> import acgd
    >>> acgd.Permutahedron([1.0, 2.0, 3.0]).minimizer([0.5, -1.0, 4.0])
    array([2., 3., 1.])
    """

    values: NDArray[np.float64]

    def __init__(self, values: ArrayLike) -> None:
        self.values = own(_arrays.vector("values", values))
        self._make(0, NO_SHAPE)

    @property
    def dimension(self) -> int | None:
        return len(self.values)

    def _make(self, dimension: int, shape: Shape) -> _core.Oracle:
        return _core.permutahedron(self.values)


class OwlBall(Set):
    """The ball of the ordered weighted l1 norm, weights @ sorted(abs(x), reverse=True).

    Parameters
    ----------
    weights : array
        In decreasing order, >= 0, and not all 0.
    radius : float, default 1.0

    Examples
    --------
    >>> import acgd
    >>> acgd.OwlBall([3.0, 2.0, 1.0], 5.0).minimizer([-4.0, 0.5, 5.0])
    array([ 1.,  0., -1.])
    """

    weights: NDArray[np.float64]
    radius: float

    def __init__(self, weights: ArrayLike, radius: float = 1.0) -> None:
        self.weights = own(_arrays.vector("weights", weights))
        self.radius = _arguments.positive("radius", radius)
        self._make(0, NO_SHAPE)

    @property
    def dimension(self) -> int | None:
        return len(self.weights)

    def _make(self, dimension: int, shape: Shape) -> _core.Oracle:
        return _core.owl_ball(self.weights, self.radius)


class GroupBall(Set):
    """Vectors whose groups of variables have norms that sum to at most `radius`.

    If groups overlap, it is the ball of the latent group norm (the hull of vectors supported in one
    group), and `violation` is not available.

    Parameters
    ----------
    groups : array of int, or a list of lists of int
        The group of each variable, from 0 without gaps; or the variables of each group.
    radius : float, default 1.0
    norm : {"l2", "linf"}, default "l2"
        The norm of a group.

    Examples
    --------
    >>> import acgd
    >>> acgd.GroupBall([0, 0, 1], 10.0).minimizer([3.0, -4.0, 4.5])
    array([-6.,  8.,  0.])
    >>> acgd.GroupBall([[0, 1], [1, 2]], norm="linf").minimizer([3.0, -4.0, 4.5])
    array([ 0.,  1., -1.])
    """

    radius: float
    norm: str

    def __init__(
        self,
        groups: Union[ArrayLike, Sequence[Sequence[int]]],
        radius: float = 1.0,
        norm: str = "l2",
    ) -> None:
        self.groups = _checked_groups(groups)
        self.radius = _arguments.positive("radius", radius)
        self.norm = _arguments.choice("norm", norm, ["l2", "linf"])
        self._dimension = self._make(0, NO_SHAPE).dimension

    @property
    def dimension(self) -> int | None:
        return self._dimension

    def _make(self, dimension: int, shape: Shape) -> _core.Oracle:
        return _core.group_ball(self.groups, self.radius, self.norm)

    def __repr__(self) -> str:
        return f"GroupBall(groups={self.groups!r}, radius={self.radius!r}, norm={self.norm!r})"


def _checked_groups(groups: Any) -> Union[NDArray[np.float64], list[list[int]]]:
    """Return group indices, or lists of variables."""
    items = _arguments.items("groups", groups)
    if not any(np.iterable(item) and not isinstance(item, (str, bytes)) for item in items):
        return own(_arrays.vector("groups", groups))
    return [
        [
            _arrays.count(f"groups[{k}][{j}]", variable)
            for j, variable in enumerate(_arguments.items(f"groups[{k}]", item))
        ]
        for k, item in enumerate(items)
    ]
