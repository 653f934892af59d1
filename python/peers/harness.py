"""Runs solvers side by side on one problem, and measures all of them by the same code."""

from __future__ import annotations

import statistics
import time
import warnings
from dataclasses import dataclass, field
from typing import Any, Callable

import numpy as np

RUNGS = [1e-2, 1e-3, 1e-4, 1e-6, 1e-8]
ACCURACIES = [1e-3, 1e-6]  # of the table
REPETITIONS = 5
PATIENCE = 3.0  # seconds at a rung, after which a solver is neither asked again nor for more


@dataclass
class Problem:
    """What all solvers are asked, and how their answers are judged.

    Attributes
    ----------
    solvers : what finds x at a tolerance of its own; smaller is better, and costs more
    value : f
    repair : the feasible point that stands for an answer which is so only nearly
    value_name : where f itself says more than how far above the best it is
    brief : one line of a table for all solvers, and no picture
    """

    name: str
    sentence: str
    solvers: dict[str, Callable[[float], Any]]
    value: Callable[[Any], float]
    repair: Callable[[Any], Any] = lambda x: x
    rungs: list[float] = field(default_factory=lambda: RUNGS)
    accuracies: list[float] = field(default_factory=lambda: ACCURACIES)
    value_name: str = ""
    brief: bool = False


@dataclass
class Point:
    """What a solver gave at one of its tolerances."""

    rung: float
    seconds: list[float]
    value: float


def measure(problem: Problem) -> dict[str, list[Point]]:
    """Every solver at every rung, in turns, so that whatever disturbs disturbs all."""
    points: dict[str, list[Point]] = {name: [] for name in problem.solvers}
    patient = list(problem.solvers)
    for solve in problem.solvers.values():  # what is compiled or loaded at first
        _run(solve, problem.rungs[0])
    for rung in problem.rungs:
        for repetition in range(REPETITIONS):
            first = repetition % len(patient)  # nobody is always the first, or after the same one
            for name in patient[first:] + patient[:first]:
                if repetition and sum(points[name][-1].seconds) > PATIENCE:
                    continue
                seconds, x = _run(problem.solvers[name], rung)
                if repetition == 0:
                    value = problem.value(problem.repair(x)) if x is not None else np.inf
                    points[name].append(Point(rung, [], float(value)))
                points[name][-1].seconds.append(seconds)
        patient = [n for n in patient if statistics.median(points[n][-1].seconds) <= PATIENCE]
        if not patient:
            break
    return points


def _run(solve: Callable[[float], Any], rung: float) -> tuple[float, Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of limits and precision: values tell
        begin = time.perf_counter()
        try:
            x = solve(rung)
        except Exception as error:  # a solver that gives up has found nothing
            print(f"  gave up at {rung:g}: {error}")
            x = None
        return time.perf_counter() - begin, x


def summarize(problem: Problem, points: dict[str, list[Point]]) -> dict[str, Any]:
    """Seconds and relative errors, and when each accuracy was reached first."""
    best = min(point.value for curve in points.values() for point in curve)
    curves = {
        name: [
            [statistics.median(point.seconds), (point.value - best) / max(abs(best), 1e-300)]
            for point in curve
            if np.isfinite(point.value)
        ]
        for name, curve in points.items()
    }
    mute = [name for name, curve in curves.items() if not curve]
    if mute:
        raise SystemExit(f"{problem.name}: nothing from {', '.join(mute)}: is it called rightly?")
    reached = {
        name: [
            min((seconds for seconds, error in curve if error <= accuracy), default=None)
            for accuracy in problem.accuracies
        ]
        for name, curve in curves.items()
    }
    return {
        "sentence": problem.sentence,
        "accuracies": problem.accuracies,
        "value_name": problem.value_name,
        "brief": problem.brief,
        "best": best,
        "curves": curves,
        "reached": reached,
    }
