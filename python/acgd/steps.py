"""Step rules: how far to go along each direction. Strings of the command line name them, too."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Callable, Union

from . import _arguments, _core


class StepRule:
    """A rule with its parameters. A function of a line that returns a length is one as well.

    The line offers gap, max_step, norm and curvature (or None), and change(t) = f(x + t d) - f(x)
    and slope(t); it is good only inside the call, and raises RuntimeError afterwards.

    Examples
    --------
    >>> import acgd
    >>> f = acgd.Quadratic([[2.0, 0.0], [0.0, 2.0]], [-2.0, 0.0])
    >>> def exact(line):
    ...     return min(line.gap / line.curvature, line.max_step)
    >>> acgd.minimize(f, set="simplex", step=exact, gap_tolerance=1e-9).x
    array([1., 0.])
    """

    def __post_init__(self) -> None:
        for field in fields(self):  # type: ignore[arg-type]
            value = getattr(self, field.name)
            object.__setattr__(self, field.name, _parameter(field.name, str(field.type), value))
        _core.check_step(self._make(), False)

    def _make(self) -> _core.Step:
        raise NotImplementedError


def _parameter(name: str, type: str, value: Any) -> Any:
    """The parameter of a rule, which must be what its annotation says."""
    if value is None and "None" in type:
        return None
    checks: dict[str, Callable[[str, Any], Any]] = {
        "float": _arguments.number,
        "int": _arguments.small_count,
        "str": _arguments.text,
    }
    return checks[type.split()[0]](name, value)


@dataclass(frozen=True)
class AdaptiveConstant(StepRule):
    """Estimates the local Lipschitz constant from two gradients, scaled by a fixed optimism.

    Parameters
    ----------
    gamma : float
        Optimism, 0 < gamma <= 1: how far below the estimate the first trial is.
    beta : float
        Growth of the estimate at each backtrack, >= 1.001.
    delta : float, optional
        Added to the estimate: keeps it positive where the gradient does not change. Unless given,
        1e-10 of the first estimate (or a millionth of the present one, where that is less), so
        that units do not matter; the paper's is 1e-10.
    initial_lipschitz : float, optional
        The estimate at x0; found by a probe unless given.

    Examples
    --------
    >>> import acgd
    >>> acgd.AdaptiveConstant(gamma=0.5)
    AdaptiveConstant(gamma=0.5, beta=2.0, delta=None, initial_lipschitz=None)
    """

    gamma: float = 0.25
    beta: float = 2.0
    delta: float | None = None
    initial_lipschitz: float | None = None

    def _make(self) -> _core.Step:
        return _core.adaptive_constant(self.gamma, self.beta, self.delta, self.initial_lipschitz)


@dataclass(frozen=True)
class AdaptiveAdjustable(StepRule):
    """AdaptiveConstant with an optimism that adjusts itself to how often it backtracks.

    Parameters
    ----------
    gamma, beta, delta, initial_lipschitz
        As for `AdaptiveConstant`.
    period : int
        Iterations between adjustments.
    counting : {"paper", "published"}
        How backtracks are counted: as the paper says, or as the code behind its tables did.

    Examples
    --------
    >>> import acgd
    >>> acgd.AdaptiveAdjustable().period
    10
    """

    gamma: float = 0.25
    beta: float = 2.0
    delta: float | None = None
    initial_lipschitz: float | None = None
    period: int = 10
    counting: str = "paper"

    def _make(self) -> _core.Step:
        return _core.adaptive_adjustable(
            self.gamma,
            self.beta,
            self.delta,
            self.initial_lipschitz,
            self.period,
            self.counting,
        )


@dataclass(frozen=True)
class Backtracking(StepRule):
    """Remembers the last constant, tries `shrink` times it, and grows it until f falls enough.

    Examples
    --------
    >>> import acgd
    >>> acgd.Backtracking()
    Backtracking(growth=2.0, shrink=0.9, initial_lipschitz=None)
    """

    growth: float = 2.0
    shrink: float = 0.9
    initial_lipschitz: float | None = None

    def _make(self) -> _core.Step:
        return _core.backtracking(self.growth, self.shrink, self.initial_lipschitz)


@dataclass(frozen=True)
class Short(StepRule):
    """min(gap / (L ||d||^2), max_step) with a global Lipschitz constant L.

    Parameters
    ----------
    lipschitz : float, optional
        L in the norm of the run; what the objective knows of itself unless given.

    Examples
    --------
    >>> import acgd
    >>> acgd.Short(3.0)
    Short(lipschitz=3.0)
    """

    lipschitz: float | None = None

    def _make(self) -> _core.Step:
        return _core.short_step(self.lipschitz)


@dataclass(frozen=True)
class OpenLoop(StepRule):
    """l / (k + l) at iteration k; l = 2 is the classic rule.

    Examples
    --------
    >>> import acgd
    >>> acgd.OpenLoop()
    OpenLoop(l=2.0)
    """

    l: float = 2.0

    def _make(self) -> _core.Step:
        return _core.open_loop(self.l)


@dataclass(frozen=True)
class InverseSquareRoot(StepRule):
    """1 / sqrt(k + 1), for non-convex functions.

    Examples
    --------
    >>> import acgd
    >>> acgd.InverseSquareRoot()
    InverseSquareRoot()
    """

    def _make(self) -> _core.Step:
        return _core.inverse_square_root()


@dataclass(frozen=True)
class Fixed(StepRule):
    """The same length at every iteration.

    Examples
    --------
    >>> import acgd
    >>> acgd.Fixed(0.1)
    Fixed(length=0.1)
    """

    length: float = 0.1

    def _make(self) -> _core.Step:
        return _core.fixed(self.length)


@dataclass(frozen=True)
class ContinuousGreedy(StepRule):
    """1 / steps at every iteration; by default 1 / max_iterations.

    Examples
    --------
    >>> import acgd
    >>> acgd.ContinuousGreedy(100)
    ContinuousGreedy(steps=100)
    """

    steps: int | None = None

    def _make(self) -> _core.Step:
        return _core.continuous_greedy(self.steps)


@dataclass(frozen=True)
class LineSearch(StepRule):
    """The exact minimum along the line, in about four passes over the samples of a model.

    Examples
    --------
    >>> import acgd
    >>> acgd.LineSearch()
    LineSearch(tolerance=1e-09, max_rounds=100)
    """

    tolerance: float = 1e-9
    max_rounds: int = 100

    def _make(self) -> _core.Step:
        return _core.line_search(self.tolerance, self.max_rounds)


@dataclass(frozen=True)
class Secant(StepRule):
    """Nearly the minimum along the line, by a few secant steps.

    Examples
    --------
    >>> import acgd
    >>> acgd.Secant()
    Secant(tolerance=0.0001, max_rounds=20)
    """

    tolerance: float = 1e-4
    max_rounds: int = 20

    def _make(self) -> _core.Step:
        return _core.secant(self.tolerance, self.max_rounds)


StepLike = Union[str, StepRule, Callable[[_core.Line], float]]


def make(step: StepLike, constrained: bool) -> _core.Step:
    """The rule that a name, a rule or a function stands for, checked for such a run."""
    if isinstance(step, _core.Step):
        return step
    if isinstance(step, str):
        with _arguments.naming_text("step", _arguments.text("step", step), "step"):
            made = _core.make_step(step)
            _core.check_step(made, constrained)
            return made
    if isinstance(step, StepRule):
        return step._make()
    if callable(step) and not isinstance(step, type):
        return _core.custom_step(step)
    raise TypeError(f"step = {step!r}: must be a name, a step rule or a function of a line")
