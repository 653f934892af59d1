"""Direction rules. They can also be given as strings of the command line."""

from __future__ import annotations

from typing import Union

from . import _arguments, _core
from ._parameters import Described, described

__all__ = [
    "SteepestDescent",
    "Auto",
    "Away",
    "BlendedPairwise",
    "Corrective",
    "DirectionRule",
    "Pairwise",
    "FrankWolfe",
]

DEFAULT = _core.default_direction()
_rule = described(_core.direction_rules())


class DirectionRule(Described):
    """A direction rule with its parameters.

    Examples
    --------
    >>> import acgd
    >>> f = acgd.Quadratic([[2.0, 0.0], [0.0, 2.0]], [-2.0, 0.0])
    >>> acgd.minimize(f, set="simplex", direction=acgd.Pairwise(lazy=True)).x
    array([1., 0.])
    """

    def __post_init__(self) -> None:
        super().__post_init__()
        self._make()

    def _make(self) -> _core.Direction:
        return _core.make_direction(self._name, self._values())


@_rule
class Auto(DirectionRule):
    """
    Examples
    --------
    >>> import acgd
    >>> acgd.minimize(acgd.Levy(2), set="l2:1", direction=acgd.Auto()).success
    True
    """


@_rule
class FrankWolfe(DirectionRule):
    """
    Examples
    --------
    >>> import acgd
    >>> acgd.minimize(acgd.Levy(2), set="l2:1", direction="frank-wolfe").success
    True
    """


@_rule
class SteepestDescent(DirectionRule):
    """
    Examples
    --------
    >>> import acgd
    >>> acgd.descend(acgd.SumOfSquares(2), direction=acgd.SteepestDescent()).success
    True
    """


@_rule
class Away(DirectionRule):
    """
    Examples
    --------
    >>> import acgd
    >>> f = acgd.Quadratic([[2.0, 0.0], [0.0, 2.0]], [-1.0, 0.0])
    >>> acgd.minimize(f, set="l1:3", direction=acgd.Away(max_atoms=100)).x.round(6)
    array([0.5, 0. ])
    """


@_rule
class Pairwise(DirectionRule):
    """
    Examples
    --------
    >>> import acgd
    >>> f = acgd.Quadratic([[2.0, 0.0], [0.0, 2.0]], [-2.0, -1.5])
    >>> result = acgd.minimize(f, set="simplex", direction="pairwise")
    >>> result.x.round(6), result.atoms.weights.round(6)
    (array([0.625, 0.375]), array([0.625, 0.375]))
    """


@_rule
class BlendedPairwise(DirectionRule):
    """
    Examples
    --------
    >>> import acgd
    >>> f = acgd.Quadratic([[2.0, 0.0], [0.0, 2.0]], [-1.0, 0.0])
    >>> acgd.minimize(f, set="l1:3", direction="blended-pairwise:lazy=true").x.round(6)
    array([0.5, 0. ])
    """


@_rule
class Corrective(DirectionRule):
    """
    Examples
    --------
    >>> import acgd
    >>> f = acgd.Quadratic([[2.0, 0.0], [0.0, 2.0]], [-2.0, -1.5])
    >>> result = acgd.minimize(f, set="simplex", direction=acgd.Corrective())
    >>> result.x.round(12), result.nit
    (array([0.625, 0.375]), 1)
    """


DirectionLike = Union[str, DirectionRule]


def make(direction: DirectionLike) -> _core.Direction:
    """Return the rule of a name or a rule."""
    if isinstance(direction, DirectionRule):
        return direction._make()
    if isinstance(direction, str):
        text = _arguments.text("direction", direction)
        with _arguments.naming_text("direction", text, "direction"):
            return _core.read_direction(text)
    raise TypeError(f"direction = {direction!r}: must be a name or a direction rule")
