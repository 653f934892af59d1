"""Sets given by their parameters; the number of variables is fixed when a run starts."""

from __future__ import annotations

import math
from typing import Any, Callable, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _arguments, _arrays, _core, _html
from ._arrays import NO_SHAPE as NO_SHAPE
from ._arrays import Shape as Shape
from ._arrays import Variable
from ._parameters import Described, described

__all__ = [
    "Box",
    "ConvexHull",
    "L1Ball",
    "L2Ball",
    "LinfBall",
    "LpBall",
    "Set",
    "Simplex",
]

KINDS = _core.sets()


def own(array: NDArray[Any]) -> NDArray[Any]:
    """Return a read-only copy in the order of the original."""
    copy = np.array(array, order="K")
    copy.setflags(write=False)
    return copy


def square(dimension: int) -> Shape:
    """Return the shape of a square matrix with this number of entries, (0, 0) if there is none."""
    side = math.isqrt(dimension)
    return (side, side) if side**2 == dimension else NO_SHAPE


class Set:
    """A compact convex set given by its linear minimisation oracle.

    Arrays are copied. Sets are immutable and can be pickled. Points of a set of matrices are
    two-dimensional arrays.

    Examples
    --------
    >>> import acgd
    >>> ball = acgd.L1Ball(2.0)
    >>> ball.minimizer([1.0, -3.0])
    array([0., 2.])
    >>> ball.contains([1.0, -1.0]), ball.violation([3.0, 0.0])
    (True, 1.0)
    """

    @property
    def dimension(self) -> int | None:
        """The number of variables, if the parameters determine it."""
        return None

    @property
    def shape(self) -> Shape:
        """The shape of a matrix variable, else (0, 0)."""
        return NO_SHAPE

    @property
    def _ndim(self) -> int | None:
        """Number of dimensions of points: 1 for vectors, 2 for matrices, None for both."""
        return 1

    def _shape_of(self, dimension: int | None) -> Shape:
        """Return the shape of points with this number of entries, (0, 0) if unknown."""
        return self.shape

    def _shape_for(
        self, name: str, given: tuple[int, ...] | None, dimension: int | None = None
    ) -> Shape:
        """Return the shape of a matrix variable, (0, 0) for a vector.

        `given` is the shape of the argument `name`.
        """
        if self._ndim == 1 or (self._ndim is None and (given is None or len(given) != 2)):
            if given is not None and len(given) != 1:
                raise ValueError(f"{name}: has {len(given)} dimensions, must have 1")
            return NO_SHAPE
        known = self._shape_of(dimension)
        if given is None:
            return known
        if len(given) != 2 or known not in (NO_SHAPE, given):
            wanted = "of two dimensions" if known == NO_SHAPE else f"of shape {known}"
            raise ValueError(f"{name}: has shape {given}, must be a matrix {wanted}")
        # Sets of square matrices determine the shape of a single entry.
        if given[0] != given[1] and self._shape_of(1) == (1, 1):
            raise ValueError(f"{name}: has shape {given}, must be a square matrix")
        return given[0], given[1]

    def _variable(self, name: str, a: ArrayLike) -> Variable:
        """Return the variable of `a`, the argument `name`."""
        array = _arrays._real(name, a)
        return Variable(array.size, self._shape_for(name, array.shape))

    def _make(self, dimension: int, shape: Shape) -> _core.Oracle:
        """Return the oracle for points of this shape, as in `Variable.sides`; (0, 0): vectors."""
        raise NotImplementedError

    def _make_flat(self, dimension: int) -> _core.Oracle:
        """Return the oracle for a block of a vector, where matrices are row-major."""
        return self._make(dimension, self._shape_of(dimension)[::-1])

    def minimizer(self, g: ArrayLike) -> NDArray[np.float64]:
        """Return the v of the set with the smallest <g, v>, in the shape of g."""
        variable = self._variable("g", g)
        oracle = self._make(variable.dimension, variable.sides)
        with _arguments.naming(gradient="g"):
            return variable.array(oracle.minimizer(variable.flat("g", g)))

    def violation(self, x: ArrayLike) -> float:
        """Return the constraint violation of x: 0 inside, NaN if membership cannot be tested."""
        variable = self._variable("x", x)
        return self._make(variable.dimension, variable.sides).violation(variable.flat("x", x))

    def contains(self, x: ArrayLike, tolerance: float = 1e-9) -> bool:
        """Return whether x is in the set up to `tolerance`; True if this cannot be tested."""
        return not self.violation(x) > _arguments.tolerance("tolerance", tolerance)

    def __repr__(self) -> str:
        parameters = ", ".join(f"{k.lstrip('_')}={v!r}" for k, v in vars(self).items())
        return f"{type(self).__name__}({parameters})"

    def _repr_html_(self) -> str:
        return _html.attributes(type(self).__name__, self)


class DescribedSet(Described, Set):
    """A set given by a few numbers."""

    def __post_init__(self) -> None:
        super().__post_init__()
        # Validate the parameters at construction.
        self._make(self.dimension or 1, self.shape if self.dimension else (1, 1))

    def _make(self, dimension: int, shape: Shape) -> _core.Oracle:
        return _core.make_set(self._kind, self._values(), dimension, shape)


@described(KINDS, "l1")
class L1Ball(DescribedSet):
    """
    Examples
    --------
    >>> import acgd
    >>> acgd.L1Ball(50)
    L1Ball(radius=50.0)
    """


@described(KINDS, "l2")
class L2Ball(DescribedSet):
    """
    Examples
    --------
    >>> import acgd
    >>> acgd.L2Ball(5.0).minimizer([3.0, 4.0])
    array([-3., -4.])
    """


@described(KINDS, "linf")
class LinfBall(DescribedSet):
    """
    Examples
    --------
    >>> import acgd
    >>> acgd.LinfBall(2.0).minimizer([3.0, -4.0])
    array([-2.,  2.])
    """


@described(KINDS, "lp")
class LpBall(DescribedSet):
    """
    Examples
    --------
    >>> import acgd
    >>> acgd.LpBall(3, 1.0).contains([0.9, 0.9])
    False
    """


@described(KINDS, at_most="unit-simplex")
class Simplex(DescribedSet):
    """
    Examples
    --------
    >>> import acgd
    >>> acgd.Simplex().minimizer([3.0, 1.0, 2.0])
    array([0., 1., 0.])
    >>> acgd.Simplex(at_most=True).minimizer([3.0, 1.0, 2.0])
    array([0., 0., 0.])
    """


class Box(Set):
    """Vectors between a lower and an upper bound, which are numbers or arrays.

    Examples
    --------
    >>> import acgd
    >>> acgd.Box(0.0, [1.0, 2.0]).minimizer([1.0, -1.0])
    array([0., 2.])
    """

    lower: NDArray[np.float64] | float
    upper: NDArray[np.float64] | float

    def __init__(self, lower: ArrayLike, upper: ArrayLike) -> None:
        self.lower = self._bound("lower", lower)
        self.upper = self._bound("upper", upper)
        self._make(1, NO_SHAPE)

    @staticmethod
    def _bound(name: str, bound: ArrayLike) -> Any:
        array = _arrays._real(name, bound)
        return own(_arrays.vector(name, array)) if array.ndim else float(array)

    @property
    def dimension(self) -> int | None:
        sizes = [len(bound) for bound in (self.lower, self.upper) if np.ndim(bound) == 1]
        return sizes[0] if sizes else None

    def _make(self, dimension: int, shape: Shape) -> _core.Oracle:
        size = self.dimension or dimension
        lower, upper = (
            np.full(size, bound) if np.ndim(bound) == 0 else bound
            for bound in (self.lower, self.upper)
        )
        return _core.box(lower, upper)


class ConvexHull(Set):
    """The convex hull of points, one per row.

    Parameters
    ----------
    points : array of shape (number of points, number of variables)

    Examples
    --------
    >>> import acgd
    >>> acgd.ConvexHull([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]).minimizer([1.0, -1.0])
    array([0., 1.])
    """

    points: NDArray[np.float64]

    def __init__(self, points: ArrayLike) -> None:
        self.points = own(_arrays.matrix("points", _arrays._real("points", points).T).T)
        self._make(0, NO_SHAPE)

    @property
    def dimension(self) -> int | None:
        return self.points.shape[1]

    def _make(self, dimension: int, shape: Shape) -> _core.Oracle:
        return _core.convex_hull(self.points.T)


SetLike = Union[str, Set, Callable[[NDArray[np.float64]], ArrayLike]]


def describe(set: Any, argument: str = "set") -> Set:
    """Return the set of a name, a set or a function, given as this argument."""
    from .custom import CustomSet, NamedSet

    if isinstance(set, Set):
        return set
    if isinstance(set, str):
        return NamedSet(set, argument)
    if callable(set) and not isinstance(set, type):
        return CustomSet(set)
    raise TypeError(f"{argument} = {set!r}: must be a name, a set, or a function g -> v")
