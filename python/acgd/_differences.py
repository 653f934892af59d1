"""Gradients by finite differences, for functions without gradients."""

from __future__ import annotations

from typing import Any, Callable

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float64]

# Relative step length, times max(1, |x_i|): balances rounding and truncation errors.
_SHARES = {
    "2-point": np.finfo(np.float64).eps ** (1 / 2),
    "3-point": np.finfo(np.float64).eps ** (1 / 3),
}
SCHEMES = tuple(_SHARES)


class Differences:
    """Finite-difference gradient of fun; evaluates fun within the bounds only.

    "2-point": (f(x + h e_i) - f(x)) / h. "3-point": (f(x + h e_i) - f(x - h e_i)) / (2 h), or at
    a bound (4 f(x + h e_i) - f(x + 2 h e_i) - 3 f(x)) / (2 h).
    """

    def __init__(
        self,
        fun: Callable[[Vector], Any],
        scheme: str = "2-point",
        lower: Any = -np.inf,
        upper: Any = np.inf,
    ) -> None:
        self._fun, self._scheme = fun, scheme
        self._lower, self._upper = lower, upper
        self.calls = 0

    def __call__(self, x: Vector) -> Vector:
        below = np.broadcast_to(np.maximum(x - self._lower, 0), x.shape)
        above = np.broadcast_to(np.maximum(self._upper - x, 0), x.shape)
        steps = _SHARES[self._scheme] * np.maximum(1, np.abs(x))
        slope = self._two_point if self._scheme == "2-point" else self._three_point
        here = self._value(x)
        numbers = zip(steps.ravel().tolist(), below.ravel().tolist(), above.ravel().tolist())
        slopes = [slope(x, here, i, *room) for i, room in enumerate(numbers)]
        return np.array(slopes).reshape(x.shape)

    def _value(self, x: Vector) -> float:
        self.calls += 1
        return float(self._fun(x.copy()))

    def _beside(self, x: Vector, i: int, step: float) -> tuple[float, float]:
        """Return f at x + step e_i, and the step after rounding."""
        moved = x.copy()
        moved.flat[i] += step
        return self._value(moved), float(moved.flat[i] - x.flat[i])

    def _two_point(
        self, x: Vector, here: float, i: int, step: float, below: float, above: float
    ) -> float:
        if step > above:
            step = -min(step, below) if below > above else above
        if step == 0:
            return 0.0  # x_i is fixed by the bounds
        value, moved = self._beside(x, i, step)
        return (value - here) / moved if moved else 0.0

    def _three_point(
        self, x: Vector, here: float, i: int, step: float, below: float, above: float
    ) -> float:
        if step <= min(below, above):
            (right, up), (left, down) = (self._beside(x, i, s) for s in (step, -step))
            return (right - left) / (up - down)
        step = min(step, above / 2) if above >= below else -min(step, below / 2)
        if step == 0:
            return 0.0
        near, far = (self._beside(x, i, s)[0] for s in (step, 2 * step))
        return (4 * near - far - 3 * here) / (2 * step)
