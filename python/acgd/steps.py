"""Step rules. They can also be given as strings of the command line."""

from __future__ import annotations

from typing import Callable, Union

from . import _arguments, _core
from ._parameters import Described, described

__all__ = [
    "AdaptiveAdjustable",
    "AdaptiveConstant",
    "Backtracking",
    "Fixed",
    "InverseSquareRoot",
    "LineSearch",
    "OpenLoop",
    "Secant",
    "Short",
    "StepRule",
]

DEFAULT = _core.default_step()
_rule = described(_core.step_rules())


class StepRule(Described):
    """A step rule with its parameters. Also a function of a line that returns a step length.

    The line has the attributes fall = -slope(0), max_step, norm and curvature (or None), and the
    methods change(t) = f(x + t d) - f(x) and slope(t). It is valid during the call only, and raises
    RuntimeError afterwards.

    Examples
    --------
    >>> import acgd
    >>> f = acgd.Quadratic([[2.0, 0.0], [0.0, 2.0]], [-2.0, 0.0])
    >>> def exact(line):
    ...     return min(line.fall / line.curvature, line.max_step)
    >>> acgd.minimize(f, set="simplex", step=exact, gap_tolerance=1e-9).x
    array([1., 0.])
    """

    def __post_init__(self) -> None:
        super().__post_init__()
        _core.check_step(self._make(), False)

    def _make(self) -> _core.Step:
        return _core.make_step(self._name, self._values())


@_rule
class AdaptiveConstant(StepRule):
    """
    Examples
    --------
    >>> import acgd
    >>> acgd.AdaptiveConstant(gamma=0.5, beta=3).beta
    3.0
    """


@_rule
class AdaptiveAdjustable(StepRule):
    """
    Examples
    --------
    >>> import acgd
    >>> acgd.AdaptiveAdjustable().period
    10
    """


@_rule
class Backtracking(StepRule):
    """
    Examples
    --------
    >>> import acgd
    >>> acgd.Backtracking(growth=3.0, shrink=0.5)
    Backtracking(growth=3.0, shrink=0.5, initial_lipschitz=None, epsilon=0.001, t_max=None)
    """


@_rule
class Short(StepRule):
    """
    Examples
    --------
    >>> import acgd
    >>> acgd.Short(3.0)
    Short(lipschitz=3.0)
    """


@_rule
class OpenLoop(StepRule):
    """
    Examples
    --------
    >>> import acgd
    >>> acgd.OpenLoop(l=4)
    OpenLoop(l=4.0)
    """


@_rule
class InverseSquareRoot(StepRule):
    """
    Examples
    --------
    >>> import acgd
    >>> acgd.InverseSquareRoot()
    InverseSquareRoot()
    """


@_rule
class Fixed(StepRule):
    """
    Examples
    --------
    >>> import acgd
    >>> acgd.Fixed(0.5)
    Fixed(length=0.5)
    """


@_rule
class LineSearch(StepRule):
    """
    Examples
    --------
    >>> import acgd
    >>> acgd.LineSearch(tolerance=0.01, max_rounds=5)
    LineSearch(tolerance=0.01, max_rounds=5)
    """


@_rule
class Secant(StepRule):
    """
    Examples
    --------
    >>> import acgd
    >>> acgd.Secant(tolerance=0.01, max_rounds=5)
    Secant(tolerance=0.01, max_rounds=5)
    """


StepLike = Union[str, StepRule, Callable[[_core.Line], float]]


def name_of(step: StepLike) -> str:
    """Return the name of a step rule as given; of a function the function's name."""
    if isinstance(step, str):
        return step
    if isinstance(step, StepRule):
        return repr(step)
    return getattr(step, "__name__", type(step).__name__)


def make(step: StepLike, constrained: bool) -> _core.Step:
    """Return the rule of a name, a rule or a function, validated for such a run."""
    if isinstance(step, _core.Step):
        return step
    if isinstance(step, str):
        with _arguments.naming_text("step", _arguments.text("step", step), "step"):
            made, hints = _core.read_step(step)
            for hint in hints:
                _arguments.warn(f"step = {step}: {hint}", DeprecationWarning)
            _core.check_step(made, constrained)
            return made
    if isinstance(step, StepRule):
        return step._make()
    if callable(step) and not isinstance(step, type):
        return _core.custom_step(step)
    raise TypeError(f"step = {step!r}: must be a name, a step rule or a function of a line")
