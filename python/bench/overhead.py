"""Measure the overhead of Python. The machine should be idle.

For acgd objectives: wall time of the call over the time in the library, for long and short runs.
For Python functions: microseconds per iteration beyond the time of the function.
"""

from __future__ import annotations

import time
from typing import Any, Callable

import numpy as np

import acgd


def median_of(measure: Callable[[], float], repetitions: int = 9) -> float:
    return float(np.median([measure() for _ in range(repetitions)]))


def ratio_of_an_objective(samples: int, features: int, iterations: int) -> float:
    """Return wall time over time in the library."""
    rng = np.random.default_rng(1)
    objective = acgd.Logistic(
        np.asfortranarray(rng.normal(size=(samples, features))), rng.choice([-1, 1], samples)
    )

    def measure() -> float:
        begin = time.perf_counter()
        result = acgd.minimize(
            objective, set=acgd.L1Ball(10), gap_tolerance=0, max_iterations=iterations
        )
        return (time.perf_counter() - begin) / result.seconds["total"]

    return median_of(measure)


def cost_of_a_function(dimension: int, iterations: int) -> tuple[float, float]:
    """Return microseconds per iteration beyond the function's time, and the latter."""
    target = np.linspace(-1, 1, dimension)
    inside = [0.0]

    def timed(x: Any) -> Any:
        begin = time.perf_counter()
        difference = x - target
        answer = 0.5 * (difference @ difference), difference
        inside[0] += time.perf_counter() - begin
        return answer

    def measure() -> float:
        inside[0] = 0.0
        begin = time.perf_counter()
        result = acgd.minimize(
            timed, np.zeros(dimension), set="l1:0.5", gap_tolerance=0, max_iterations=iterations
        )
        assert result.nit == iterations
        return 1e6 * (time.perf_counter() - begin - inside[0]) / iterations

    beyond = median_of(measure)
    return beyond, 1e6 * inside[0] / iterations


def main() -> None:
    for samples, features, iterations in ((200, 50, 100), (1000, 500, 1000), (2000, 2000, 300)):
        ratio = ratio_of_an_objective(samples, features, iterations)
        print(f"objective {samples} x {features}, {iterations} iterations: ratio {ratio:.4f}")
    for dimension in (10, 1000):
        beyond, own = cost_of_a_function(dimension, 2000)
        print(f"function of {dimension}: {beyond:.2f} us an iteration beyond its own {own:.2f} us")


if __name__ == "__main__":
    main()
