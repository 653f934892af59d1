"""Penalties in place of a set: lam * gauge(x), bounds that may be infinite, and sums of these."""

from __future__ import annotations

from typing import Any, Sequence, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _arguments, _arrays, _core, _html
from ._arrays import NO_SHAPE, Shape, Variable
from .custom import NamedSet
from .sets import Set, SetLike, describe, own

__all__ = ["BlockPenalty", "BoundsPenalty", "L1Penalty", "NonNegative", "Penalty"]


class Penalty:
    """lam times the gauge of a set, the smallest s >= 0 with x in s times the set.

    For the unit ball of a norm it is lam ||x||: the lasso has `Penalty(L1Ball(), lam)`, groups
    `Penalty(GroupBall(groups), lam)`, SLOPE `Penalty(OwlBall(weights), 1)`, low rank
    `Penalty(NuclearBall(), lam)`; `KNormBall`, `TotalVariationBall`, `SymmetricHull` and others are
    penalties in the same way. With lam = 0, x is in the cone of the set: any vector for a ball,
    x >= 0 for `Simplex(at_most=True)`.

    Parameters
    ----------
    set : set, str or callable
        A set that contains 0, as for `minimize`.
    lam : float
        Finite and >= 0, in the units of f.

    Examples
    --------
    >>> import acgd, numpy as np
    >>> A = np.random.default_rng(1).normal(size=(50, 200))
    >>> f = acgd.LeastSquares(A, A[:, 3] - A[:, 7], factor=0.5)
    >>> result = acgd.minimize(f, penalty=acgd.Penalty(acgd.L1Ball(), 5.0))
    >>> np.flatnonzero(result.x), abs(result.penalty - 5 * np.sum(abs(result.x))) < 1e-9
    (array([3, 7]), True)
    """

    set: Set
    lam: float

    def __init__(self, set: SetLike, lam: float) -> None:
        self.set = describe(set)
        self.lam = _arguments.tolerance("lam", lam)

    @property
    def dimension(self) -> int | None:
        """The number of variables, if the parameters determine it."""
        return self.set.dimension

    def _shape_for(
        self, name: str, given: tuple[int, ...] | None, dimension: int | None = None
    ) -> Shape:
        """Return the shape of a matrix variable, (0, 0) for a vector, as `Set` does."""
        return self.set._shape_for(name, given, dimension)

    def _make(self, dimension: int, shape: Shape) -> _core.Penalty:
        """Return the penalty for points of this shape, as in `Variable.sides`; (0, 0): vectors."""
        return _core.penalty(self.set._make(dimension, shape), self.lam)

    def _make_flat(self, dimension: int) -> _core.Penalty:
        """Return the penalty for a block of a vector."""
        return _core.penalty(self.set._make_flat(dimension), self.lam)

    def value(self, x: ArrayLike) -> float:
        """Return the penalty at x: infinite outside of a cone or bounds, NaN if it is unknown."""
        array = _arrays._real("x", x)
        variable = Variable(array.size, self._shape_for("x", array.shape))
        value = self._make(variable.dimension, variable.sides).value(variable.flat("x", x))
        return np.nan if value is None else value

    def __repr__(self) -> str:
        shown = {k: v for k, v in vars(self).items() if not k.startswith("_")}
        return f"{type(self).__name__}({', '.join(f'{k}={v!r}' for k, v in shown.items())})"

    def _repr_html_(self) -> str:
        return _html.attributes(type(self).__name__, self)


class _VectorPenalty(Penalty):
    """A penalty of vectors that is not the gauge of one set."""

    def __init__(self) -> None:
        raise NotImplementedError

    def _shape_for(
        self, name: str, given: tuple[int, ...] | None, dimension: int | None = None
    ) -> Shape:
        if given is not None and len(given) != 1:
            raise ValueError(f"{name}: has {len(given)} dimensions, must have 1")
        return NO_SHAPE

    def _make_flat(self, dimension: int) -> _core.Penalty:
        return self._make(dimension, NO_SHAPE)


class L1Penalty(_VectorPenalty):
    """lam times the sum of weights * abs(x).

    Parameters
    ----------
    lam : float
        Finite and >= 0, in the units of f.
    weights : array, optional
        One per variable, finite and >= 0; variables of weight 0 are free. Default: all are 1.
    positive : bool
        Whether all variables must be >= 0.

    Examples
    --------
    >>> import acgd
    >>> f = acgd.LeastSquares([[1.0, 0.0], [0.0, 1.0]], [3.0, 3.0], factor=0.5)
    >>> acgd.minimize(f, penalty=acgd.L1Penalty(1.0, weights=[0.0, 2.0])).x.round(6)
    array([3., 1.])
    """

    weights: NDArray[np.float64] | None
    positive: bool

    def __init__(
        self, lam: float, weights: ArrayLike | None = None, positive: bool = False
    ) -> None:
        self.lam = _arguments.tolerance("lam", lam)
        self.weights = None if weights is None else own(_arrays.vector("weights", weights))
        self.positive = _arguments.flag("positive", positive)
        if self.dimension == 0:
            raise ValueError("weights: must not be empty")
        self._make(1, NO_SHAPE)

    @property
    def dimension(self) -> int | None:
        return None if self.weights is None else len(self.weights)

    def _make(self, dimension: int, shape: Shape) -> _core.Penalty:
        weights = np.ones(dimension) if self.weights is None else self.weights
        return _core.weighted_l1(self.lam * weights, self.positive)


class BoundsPenalty(_VectorPenalty):
    """Bounds of the variables, which may be infinite, and no penalty between them.

    Parameters
    ----------
    lower, upper : float or array
        lower <= 0 <= upper.

    Examples
    --------
    >>> import acgd, numpy as np
    >>> f = acgd.LeastSquares([[1.0, 0.0], [0.0, 1.0]], [3.0, -3.0])
    >>> acgd.minimize(f, penalty=acgd.BoundsPenalty(-1, np.inf)).x.round(6)
    array([ 3., -1.])
    """

    lower: NDArray[np.float64] | float
    upper: NDArray[np.float64] | float

    def __init__(self, lower: ArrayLike, upper: ArrayLike) -> None:
        self.lower, self.upper = self._bound("lower", lower), self._bound("upper", upper)
        self._make(1, NO_SHAPE)

    @staticmethod
    def _bound(name: str, bound: ArrayLike) -> Any:
        array = _arrays._real(name, bound)
        if array.ndim > 1 or array.size == 0:
            raise ValueError(f"{name}: has shape {array.shape}, must be a number or a vector")
        if np.any(np.isnan(array)):
            raise ValueError(f"{name}: must not be NaN")
        return own(array.astype(np.float64)) if array.ndim else float(array)

    @property
    def dimension(self) -> int | None:
        sizes = [np.size(bound) for bound in (self.lower, self.upper) if np.ndim(bound) == 1]
        return sizes[0] if sizes else None

    def _make(self, dimension: int, shape: Shape) -> _core.Penalty:
        size = self.dimension or dimension
        both = (np.broadcast_to(bound, size) for bound in (self.lower, self.upper))
        return _core.bounds(*(np.ascontiguousarray(bound, np.float64) for bound in both))


class NonNegative(BoundsPenalty):
    """x >= 0, without a penalty: non-negative least squares, for instance.

    Examples
    --------
    >>> import acgd
    >>> f = acgd.LeastSquares([[1.0, 0.0], [0.0, 1.0]], [3.0, -3.0])
    >>> acgd.minimize(f, penalty=acgd.NonNegative()).x.round(6)
    array([3., 0.])
    """

    def __init__(self) -> None:
        super().__init__(0.0, np.inf)

    def __repr__(self) -> str:
        return "NonNegative()"


class BlockPenalty(_VectorPenalty):
    """The sum of penalties, each of a block of the variables.

    Parameters
    ----------
    parts : sequence of penalties
    sizes : sequence of int, optional
        Number of variables of each part. At most one part may leave it open.

    Examples
    --------
    >>> import acgd
    >>> f = acgd.LeastSquares([[1.0, 0.0], [0.0, 1.0]], [3.0, -3.0], factor=0.5)
    >>> both = acgd.BlockPenalty([acgd.L1Penalty(1.0), acgd.NonNegative()], sizes=[1, 1])
    >>> acgd.minimize(f, penalty=both).x.round(6)
    array([2., 0.])
    """

    def __init__(
        self, parts: Sequence[PenaltyLike], sizes: Sequence[int | None] | None = None
    ) -> None:
        self.parts = [
            penalty_of(part, f"parts[{k}]")
            for k, part in enumerate(_arguments.items("parts", parts))
        ]
        if not self.parts:
            raise ValueError("parts: must not be empty")
        given = [None] * len(self.parts) if sizes is None else _arguments.items("sizes", sizes)
        if len(given) != len(self.parts):
            raise ValueError(
                f"sizes: has {len(given)} entries, must have {len(self.parts)} like parts"
            )
        self.sizes = [
            part.dimension if size is None else _arguments.size(f"sizes[{k}]", size)
            for k, (part, size) in enumerate(zip(self.parts, given))
        ]
        if self.sizes.count(None) > 1:
            raise ValueError("sizes: only one part of a penalty may leave its size open")

    @property
    def dimension(self) -> int | None:
        return None if None in self.sizes else sum(s for s in self.sizes if s is not None)

    def _make(self, dimension: int, shape: Shape) -> _core.Penalty:
        rest = dimension - sum(size for size in self.sizes if size is not None)
        return _core.block_penalty(
            [
                part._make_flat(rest if size is None else size)
                for part, size in zip(self.parts, self.sizes)
            ]
        )


class NamedPenalty(Penalty):
    """A penalty in the syntax of the command line: `acgd solve --penalty l1:0.1`."""

    def __init__(self, text: str, argument: str) -> None:
        self.text = _arguments.text(argument, text)
        self._argument = argument
        self.set = NamedSet(text, argument)

    def _make(self, dimension: int, shape: Shape) -> _core.Penalty:
        with _arguments.naming_text(self._argument, self.text, "penalty"):
            return _core.read_penalty(self.text, dimension, shape)

    def _make_flat(self, dimension: int) -> _core.Penalty:
        return self._make(dimension, self.set._shape_of(dimension)[::-1])


PenaltyLike = Union[str, Penalty]


def penalty_of(penalty: Any, argument: str = "penalty") -> Penalty:
    """Return the penalty of a name or a penalty, given as this argument."""
    if isinstance(penalty, Penalty):
        return penalty
    if isinstance(penalty, str):
        return NamedPenalty(penalty, argument)
    raise TypeError(
        f'{argument} = {penalty!r}: must be a name, as "l1:0.1", or a penalty, as L1Penalty(0.1)'
    )
