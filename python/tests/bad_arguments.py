"""Every public callable with arguments that are good, and what is bad for each of them.

`CASES` lists (callable, good arguments, kinds): the kind of an argument says which values are bad. What is made is also used,
since some arguments can be judged only by a run.
"""

from __future__ import annotations

import math
from typing import Any, Callable, NamedTuple

import numpy as np

import acgd
from acgd import estimators

A = np.array([[1.0, 0.0, 2.0], [0.0, 1.0, 1.0], [3.0, 1.0, 0.0], [1.0, 1.0, 1.0]])
Y = np.array([1.0, -1.0, 1.0, -1.0])
Q = np.diag([1.0, 2.0, 3.0])
PAIRS = [(0, 0), (1, 2), (2, 1), (3, 2)]
F = acgd.Quadratic(Q, [-1.0, 0.0, 1.0])
NAN, INF = math.nan, math.inf
NO_NUMBERS = ["x", None, {}, [1.0, 2.0], 1j, object(), b"1"]
NO_ARRAYS = ["x", None, {}, object(), [1j, 1j, 1j, 1j], ["a", "b"], [[1.0], [1.0, 2.0]], 3.0]
NO_COUNTS = ["x", {}, [1], 1.5, 1j, object(), NAN, INF, 10**30]
NO_CHOICE = ["", "nothing", 3, None, 1.5, object(), ["mean"], b"mean"]


def without_none(values: list[Any]) -> list[Any]:
    """Those values where None is allowed."""
    return [value for value in values if value is not None]


def with_bad_entry(good: Any) -> list[np.ndarray]:
    """Arrays of the right shape with an entry that is no good."""
    spoiled = []
    for entry in (NAN, INF, -INF):
        array = np.array(good, dtype=float)
        array.flat[-1] = entry
        spoiled.append(array)
    return spoiled


VECTOR = [*NO_ARRAYS, [], [1.0], np.ones(7), np.ones((4, 1)), np.ones((2, 2, 2))]
POINT = [*VECTOR, [NAN, 0.0, 0.0]]
MATRIX = [*NO_ARRAYS, [], [[]], np.ones(4), np.ones((0, 3)), np.ones((4, 0)), np.ones((4, 3, 1))]

BAD: dict[str, list[Any]] = {
    "positive": [*NO_NUMBERS, 0.0, -1.0, NAN, INF],
    "positive or zero": [*NO_NUMBERS, -1.0, NAN, INF],
    "limit": [*without_none(NO_NUMBERS), -1.0, NAN],
    "tolerance": [*without_none(NO_NUMBERS), -1.0, NAN, INF],
    "number": [*NO_NUMBERS, NAN, INF],
    "any number": NO_NUMBERS,
    "optional number": [*without_none(NO_NUMBERS), NAN, INF],
    "optional positive": [*without_none(NO_NUMBERS), 0.0, -1.0, NAN, INF],
    "share": [*NO_NUMBERS, 0.0, -0.5, 1.5, NAN],
    "growth": [*NO_NUMBERS, 1.0, 0.5, NAN, INF],
    "count": [*NO_COUNTS, None, 0, -1],
    "count or zero": [*NO_COUNTS, None, -1],
    "optional count": [*NO_COUNTS, 0, -1],
    "size": [*NO_COUNTS, None, 0, -1, 2**62, 10**15],
    "side": [*NO_COUNTS, None, 0, -1, 2**63],
    "choice": NO_CHOICE,
    "vector": [*VECTOR, *with_bad_entry(Y)],
    "labels": [*VECTOR, *with_bad_entry(Y), [3.0, 1.0, 1.0, 1.0]],
    "counts": [*VECTOR, *with_bad_entry(Y), [-3.0, 1.0, 1.0, 1.0]],
    "optional weights": [*without_none(VECTOR), *with_bad_entry(Y), -Y, np.zeros(4)],
    "linear": [*without_none(VECTOR), *with_bad_entry(np.ones(3))],
    "point": POINT,
    "bound": [bound for bound in POINT if not isinstance(bound, float)],
    "optional point": without_none(POINT),
    "matrix": [*MATRIX, *with_bad_entry(A), np.ones((7, 3))],
    "points": [*MATRIX, *with_bad_entry(A)],
    "square": [*MATRIX, *with_bad_entry(Q), np.ones((4, 3)), np.triu(np.ones((3, 3)))],
    "balanced": [*MATRIX, *with_bad_entry(Q), np.ones((4, 3)), -Q],
    "rows": [*VECTOR, -np.ones(4), [0.5, 1, 2, 3], [0, 1, 2, 2**40], with_bad_entry(Y)[0]],
    "shape": ["x", {}, 3, (1,), (1, 2, 3), (2, 2), (0, 3), (-4, 3), (4.5, 3), ("4", 3), (4, None), (2**40, 2**40)],
    "sides": ["x", {}, 3, (1,), (1, 2, 3), (-4, 3), (0, 3), (4.5, 3), ("4", 3), (4, None), (2**40, 2**40)],
    "function": ["x", None, 3, {}, [1.0]],
    "optional function": ["x", 3, {}, [1.0]],
    "fun": ["x", None, 3, {}, [1.0], np.ones(3)],
    "set": ["", "l1", "nothing:3", "l1:x", "l1:-1", "l1:nan", 3, {}, [1.0], None, acgd.L1Ball],
    "ball": ["", "l1", "nothing:3", "l1:x", "l1:-1", "l1:nan", 3, {}, [1.0], acgd.L1Ball],
    "step": ["", "nothing", "fixed:x", 3, None, {}, acgd.Fixed, acgd.L1Ball(1)],
    "norm": ["", "nothing", "lp:x", "lp:0.5", 3, None, {}, acgd.Norm],
    "start": ["", "nothing", *without_none(POINT[1:])],
    "options": ["x", 3, [1.0]],
    "path": [3, 1.5, {}, "", object()],
}


class Case(NamedTuple):
    """A callable with arguments that it accepts."""

    make: Callable[..., Any]
    good: dict[str, Any]
    kinds: dict[str, str]
    use: Callable[[Any], Any] = lambda made: made


def solve(f: Any) -> Any:
    """A short run of an objective over a ball."""
    ball = acgd.NuclearBall(1.0) if isinstance(f, acgd.MatrixCompletion) else acgd.L1Ball(1.0)
    return acgd.minimize(f, set=ball, max_iterations=2)


def solve_over(set: Any) -> Any:
    """A short run over a set of three variables."""
    return acgd.minimize(F, set=set, max_iterations=2)


def solve_by(step: Any) -> Any:
    """A short run with a step rule."""
    return acgd.minimize(F, set=acgd.L1Ball(1.0), step=step, max_iterations=2)


def fit(model: Any) -> Any:
    """Fit an estimator."""
    if isinstance(model, estimators.MatrixCompletion):
        return model.fit(PAIRS, Y)
    return model.fit(A, Y)


LOSS = dict(A="matrix", y="labels", weights="optional weights", scaling="choice")
LOSS_GOOD = dict(A=A, y=Y, weights=np.ones(4), scaling="mean")
FIT = dict(step="step", max_iter="count or zero", tol="positive or zero")
FIT_GOOD = dict(step="secant", max_iter=5000, tol=0.5)
EDGES = [(0, 1), (0, 2), (1, 2)]
RUN = dict(fun="fun", x0="start", step="step", norm="norm", callback="optional function", options="options")
RUN_GOOD = dict(fun=F, x0=[0.0, 0.0, 0.0], step="secant", norm="l2", callback=None, options={})
LIMITS = dict(
    max_iterations="count or zero",
    time_limit="limit",
    max_evaluations="count or zero",
    gap_tolerance="tolerance",
    relative_gap_tolerance="tolerance",
    gradient_tolerance="tolerance",
    optimal_value="optional number",
    value_tolerance="tolerance",
    feasibility_tolerance="tolerance",
    trace_every="count",
    on_interrupt="choice",
    checkpoint="path",
    resume="path",
)


def pick(kinds: dict[str, str], **others: str) -> dict[str, str]:
    """Those kinds and others."""
    return {**kinds, **others}


CASES = {
    "LeastSquares": Case(
        acgd.LeastSquares,
        dict(A=A, b=Y, factor=1.0),
        dict(A="matrix", b="vector", factor="positive"),
        solve,
    ),
    "Logistic": Case(acgd.Logistic, LOSS_GOOD, LOSS, solve),
    "SquaredHinge": Case(acgd.SquaredHinge, LOSS_GOOD, LOSS, solve),
    "Sigmoid": Case(acgd.Sigmoid, {**LOSS_GOOD, "y": (Y + 1) / 2}, LOSS, solve),
    "Poisson": Case(acgd.Poisson, {**LOSS_GOOD, "y": Y + 1}, pick(LOSS, y="counts"), solve),
    "Huber": Case(
        acgd.Huber, {**LOSS_GOOD, "rho": 1.0}, pick(LOSS, y="vector", rho="positive"), solve
    ),
    "Quadratic": Case(
        acgd.Quadratic,
        dict(Q=Q, b=np.ones(3), c=0.0),
        dict(Q="square", b="linear", c="number"),
        solve,
    ),
    "MatrixBalancing": Case(acgd.MatrixBalancing, dict(A=Q), dict(A="balanced"), solve),
    "MatrixCompletion": Case(
        acgd.MatrixCompletion,
        dict(rows=[0, 1, 2, 3], cols=[0, 2, 1, 2], values=Y, shape=(4, 3), loss="huber:1", weights=np.ones(4)),
        dict(rows="rows", cols="rows", values="vector", shape="shape", loss="choice", weights="optional weights"),
        solve,
    ),
    "design": Case(acgd.design, dict(A=A), dict(A="matrix"), lambda a: acgd.LeastSquares(a, Y)),
    "L1Ball": Case(acgd.L1Ball, dict(radius=1.0), dict(radius="positive"), solve_over),
    "L2Ball": Case(acgd.L2Ball, dict(radius=1.0), dict(radius="positive"), solve_over),
    "LinfBall": Case(acgd.LinfBall, dict(radius=1.0), dict(radius="positive"), solve_over),
    "LpBall": Case(
        acgd.LpBall, dict(p=3.0, radius=1.0), dict(p="growth", radius="positive"), solve_over
    ),
    "Simplex": Case(acgd.Simplex, dict(total=1.0), dict(total="positive"), solve_over),
    "UnitSimplex": Case(acgd.UnitSimplex, dict(total=1.0), dict(total="positive"), solve_over),
    "Box": Case(
        acgd.Box,
        dict(lower=[0.0, 0.0, 0.0], upper=[1.0, 1.0, 1.0]),
        dict(lower="bound", upper="bound"),
        solve_over,
    ),
    "ConvexHull": Case(acgd.ConvexHull, dict(points=A), dict(points="points"), lambda hull: hull.minimizer(np.ones(3))),
    "NuclearBall": Case(
        acgd.NuclearBall, dict(radius=1.0, shape=(3, 1)), dict(radius="positive", shape="sides"), solve_over
    ),
    "SpectralBall": Case(
        acgd.SpectralBall, dict(radius=1.0, shape=(3, 1)), dict(radius="positive", shape="sides"), solve_over
    ),
    "Product": Case(
        acgd.Product,
        dict(parts=["l1:1", acgd.Simplex()], sizes=[2, 1]),
        dict(parts="parts", sizes="sizes"),
        solve_over,
    ),
    "FlowPolytope": Case(
        acgd.FlowPolytope,
        dict(edges=EDGES, nodes=3, costs="nodes", sources=[0], sinks=[2]),
        dict(edges="edges", nodes="nodes", costs="choice", sources="nodes of a graph", sinks="nodes of a graph"),
        solve_over,
    ),
    "CustomSet": Case(
        acgd.CustomSet,
        dict(minimizer=lambda g: -np.sign(g), violation=None, start=[0.0, 0.0, 0.0], diameter=2.0, dimension=3, name="cube"),
        dict(
            minimizer="function",
            violation="optional function",
            start="optional point",
            diameter="tolerance",
            dimension="optional count",
            name="text",
        ),
        solve_over,
    ),
    "NamedSet": Case(acgd.NamedSet, dict(text="l1:1"), dict(text="set text"), solve_over),
    "l1_norm": Case(lambda v: acgd.l1_norm().of(v), dict(v=[1.0]), dict(v="entries")),
    "nuclear_norm": Case(
        acgd.nuclear_norm, dict(rows=3, cols=1), dict(rows="side", cols="side"), lambda norm: norm.of(np.ones(3))
    ),
    "spectral_norm": Case(
        acgd.spectral_norm, dict(rows=3, cols=1), dict(rows="side", cols="side"), lambda norm: norm.dual(np.ones(3))
    ),
    "lp_norm": Case(acgd.lp_norm, dict(p=3.0), dict(p="growth"), lambda norm: norm.of(np.ones(3))),
    "Fixed": Case(acgd.Fixed, dict(length=0.1), dict(length="positive"), solve_by),
    "OpenLoop": Case(acgd.OpenLoop, dict(l=2.0), dict(l="positive"), solve_by),
    "Short": Case(acgd.Short, dict(lipschitz=3.0), dict(lipschitz="optional positive"), solve_by),
    "ContinuousGreedy": Case(acgd.ContinuousGreedy, dict(steps=9), dict(steps="optional count"), solve_by),
    "AdaptiveConstant": Case(
        acgd.AdaptiveConstant,
        dict(gamma=0.5, beta=2.0, delta=1e-10, initial_lipschitz=1.0),
        dict(gamma="share", beta="growth", delta="tolerance", initial_lipschitz="tolerance"),
        solve_by,
    ),
    "AdaptiveAdjustable": Case(
        acgd.AdaptiveAdjustable,
        dict(gamma=0.5, beta=2.0, delta=1e-10, initial_lipschitz=1.0, period=10, counting="paper"),
        dict(
            gamma="share",
            beta="growth",
            delta="tolerance",
            initial_lipschitz="tolerance",
            period="count",
            counting="choice",
        ),
        solve_by,
    ),
    "Backtracking": Case(
        acgd.Backtracking,
        dict(growth=2.0, shrink=0.9, initial_lipschitz=1.0),
        dict(growth="growth", shrink="share", initial_lipschitz="tolerance"),
        solve_by,
    ),
    "LineSearch": Case(
        acgd.LineSearch, dict(tolerance=1e-9, max_rounds=9), dict(tolerance="positive or zero", max_rounds="count"), solve_by
    ),
    "Secant": Case(
        acgd.Secant, dict(tolerance=1e-4, max_rounds=9), dict(tolerance="positive or zero", max_rounds="count"), solve_by
    ),
    "Rosenbrock": Case(acgd.Rosenbrock, dict(n=3), dict(n="size"), solve),
    "Levy": Case(acgd.Levy, dict(n=3), dict(n="size"), solve),
    "Zakharov": Case(acgd.Zakharov, dict(n=3), dict(n="size"), solve),
    "SumOfSquares": Case(acgd.SumOfSquares, dict(n=3), dict(n="size"), solve),
    "minimize": Case(acgd.minimize, {**RUN_GOOD, "set": "l1:1"}, pick(RUN, set="set", **LIMITS)),
    "descend": Case(acgd.descend, {**RUN_GOOD, "ball": "l2:1"}, pick(RUN, ball="ball", **LIMITS)),
    "check_gradient": Case(acgd.check_gradient, dict(fun=F, x=np.ones(3)), dict(fun="fun", x="point")),
    "check_set": Case(acgd.check_set, dict(set="l1:1", dimension=3), dict(set="set", dimension="size")),
    "L1Regression": Case(
        estimators.L1Regression, {**FIT_GOOD, "radius": 1.0}, pick(FIT, radius="positive"), fit
    ),
    "SimplexRegression": Case(
        estimators.SimplexRegression, {**FIT_GOOD, "total": 1.0}, pick(FIT, total="positive"), fit
    ),
    "L1LogisticClassifier": Case(
        estimators.L1LogisticClassifier,
        {**FIT_GOOD, "radius": 1.0, "intercept_scaling": 1.0},
        pick(FIT, radius="positive", intercept_scaling="positive"),
        fit,
    ),
    "estimators.MatrixCompletion": Case(
        estimators.MatrixCompletion,
        {**FIT_GOOD, "radius": 1.0, "loss": "huber:1", "shape": (4, 3)},
        pick(FIT, radius="positive", loss="choice", shape="shape"),
        fit,
    ),
}
BAD["parts"] = ["x", None, 3, [], ["l1:1", 3], ["l1:1", "nothing"]]
BAD["sizes"] = ["x", 3, [1], [1, 1, 1], [2, -1], [2, 1.5], [2, "1"], [None, None], [2**40, 1], [2**70, 1]]
BAD["edges"] = ["x", None, 3, [], [0, 1], [(0, 1, 2)], [(0.5, 1)], [(-1, 0)], [(0, 9)], [(0, 1), (1, 0)], [("a", "b")]]
BAD["nodes"] = ["x", 1.5, 1, 0, -1, 10**15, 2**62, 10**30]
BAD["nodes of a graph"] = ["x", 3, None, [9], [-1], [0.5], ["a"], [10**30]]
BAD["text"] = [3, None, b"l1:1", ["l1:1"]]
BAD["set text"] = [*BAD["text"], "", "nothing"]
BAD["entries"] = ["x", None, {}, ["a"], [[[1.0]]], [1j]]
