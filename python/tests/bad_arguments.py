"""Every public callable with valid arguments, and the kind of each of them.

The objects are also used, since some arguments are only checked in a run.
"""

from __future__ import annotations

import inspect
from typing import Any, Callable, NamedTuple

import numpy as np

import acgd
from bad_values import A, Q, Y

F = acgd.Quadratic(Q, [-1.0, 0.0, 1.0])
DESIGN = np.concatenate([A, 2 * A[::-1] + 1])
LOW_RANK = acgd.LowRank(np.ones((3, 1)), np.ones((2, 1)))


class Case(NamedTuple):
    """A callable, and for each argument an accepted value and its kind."""

    make: Callable[..., Any]
    arguments: dict[str, tuple[Any, str]]
    use: Callable[[Any], Any] = lambda made: made

    @property
    def good(self) -> dict[str, Any]:
        """Arguments that are accepted."""
        return {name: value for name, (value, _) in self.arguments.items()}


def solve(f: Any) -> Any:
    """A short run of an objective over a ball."""
    ball = acgd.NuclearBall(1.0) if isinstance(f, acgd.Completion) else acgd.L1Ball(1.0)
    return acgd.minimize(f, set=ball, max_iterations=2)


def solve_on_simplex(f: Any) -> Any:
    """A short run of an objective over the simplex."""
    return acgd.minimize(f, set="simplex", max_iterations=2)


def solve_over(set: Any) -> Any:
    """A short run over a set of three variables."""
    return acgd.minimize(F, set=set, max_iterations=2)


def solve_with(penalty: Any) -> Any:
    """A short run with a penalty of three variables."""
    return acgd.minimize(F, penalty=penalty, max_iterations=2)


def at_nine_ones(set: Any) -> Any:
    """The LMO's vertex for a set of matrices with three rows."""
    return set.minimizer(np.ones((3, 3)))


def solve_by(step: Any) -> Any:
    """A short run with a step rule."""
    return acgd.minimize(F, set=acgd.L1Ball(1.0), step=step, max_iterations=2)


def solve_along(direction: Any) -> Any:
    """A short run with a direction rule."""
    return acgd.minimize(F, set=acgd.L1Ball(1.0), direction=direction, max_iterations=2)


def options_of_runs() -> list[str]:
    """The names of the options, which the error message lists."""
    try:
        acgd.minimize(F, set="l1:1", nothing=1)
    except TypeError as error:
        return str(error).split("there are ")[1].split(", ")
    raise AssertionError("nothing is an option")


OPTIONS = options_of_runs()
MATRIX = dict(A=(A, "matrix"))
SCALED = dict(weights=(np.ones(4), "weights"), scaling=("mean", "word"))
LABELS = dict(MATRIX, y=(Y, "labels"), intercept=(True, "flag"), **SCALED)
RUN = dict(
    fun=(F, "fun"),
    x0=([0.0, 0.0, 0.0], "start"),
    jac=(None, "optional function"),
    step=("secant", "step"),
    direction=("auto", "direction"),
    comm=(None, "communicator"),
    norm=("l2", "norm"),
    args=((), "no args"),
    callback=(None, "optional function"),
    options=({}, "options"),
    x_previous=([0.5, 0.0, 0.0], "start"),
)
LIMITS = dict(
    max_iterations=(9, "count from 0"),
    time_limit=(9.0, "limit"),
    max_evaluations=(999, "optional count from 0"),
    gap_tolerance=(1e-3, "optional tolerance"),
    relative_gap_tolerance=(1e-3, "optional tolerance"),
    gradient_tolerance=(1e-3, "optional tolerance"),
    optimal_value=(0.0, "optional number"),
    value_tolerance=(1e-3, "optional tolerance"),
    feasibility_tolerance=(1e-3, "optional tolerance"),
    trace=(True, "flag"),
    trace_every=(1, "count"),
    check_oracle=(False, "flag"),
    check_gradient=(False, "optional flag"),
    on_interrupt=("raise", "word"),
    checkpoint=(None, "path"),
    checkpoint_every=(None, "checkpoint times"),
    resume=(None, "path"),
    threads=(1, "optional count"),
    progress=(False, "flag"),
    disp=(None, "optional flag"),
    tol=(None, "optional tolerance"),
    maxiter=(None, "optional count from 0"),
)
LIMITS = {name: entry for name, entry in LIMITS.items() if name in OPTIONS}
EXPERIMENT = dict(
    seed=(1, "count from 0"),
    quick=(True, "flag"),
    data=(None, "path"),
    synthetic=(True, "flag"),
    counting=("paper", "word"),
)
ADAPTIVE = dict(
    gamma=(0.5, "share"),
    beta=(2.0, "growth"),
    delta=(1e-10, "optional tolerance"),
    initial_lipschitz=(1.0, "optional tolerance"),
    epsilon=(1e-3, "positive"),
    t_max=(0.5, "optional positive"),
)
NOT_GREEDY = "max_iterations maxiter tol gap_tolerance relative_gap_tolerance".split()
NOT_GREEDY += "gradient_tolerance optimal_value value_tolerance".split()
LAZY_RULES = ["Away", "Pairwise", "BlendedPairwise"]
LAZY = dict(lazy=(True, "flag"))
MEMORY = dict(max_atoms=(9, "count from 2"), max_bytes=(9999, "count"))
SEARCH = dict(tolerance=(1e-9, "tolerance"), max_rounds=(9, "small count"))
RADIUS = dict(radius=(1.0, "positive"))
TOTAL = dict(total=(1.0, "positive"))
AT_MOST = dict(at_most=(True, "flag"))
N = dict(n=(3, "size"))
MATRIX_BALL = dict(RADIUS, shape=((3, 1), "shape"))
SQUARE = dict(trace=(1.0, "positive"), side=(3, "optional count"))
SIDES = dict(rows=(3, "side"), cols=(1, "side"))
PLACES = dict(rows=([0, 1, 2, 3], "places"), cols=([0, 2, 1, 2], "places"))
CACHE = dict(cache_bytes=(0, "count from 0"))
V = dict(v=([1.0], "norm point"))
X = dict(x=(np.ones(3), "any point"))

PAIRS = [(0, 1), (1, 2), (2, 0)]
COMBINATORIAL = {
    "Birkhoff": Case(acgd.Birkhoff, dict(side=(2, "optional count"))),
    "Matching": Case(
        acgd.Matching, dict(edges=(PAIRS, "perfect edges"), perfect=(True, "flag")), solve_over
    ),
    "SpanningTrees": Case(acgd.SpanningTrees, dict(edges=(PAIRS, "tree edges")), solve_over),
    "MatroidBases": Case(
        acgd.MatroidBases,
        dict(dimension=(3, "size"), is_independent=(lambda set: len(set) <= 1, "function")),
        solve_over,
    ),
    "MatroidBases.from_rank": Case(
        acgd.MatroidBases.from_rank,
        dict(dimension=(3, "size"), rank=(lambda set: min(len(set), 1), "function")),
        solve_over,
    ),
    "SubmodularBase": Case(
        acgd.SubmodularBase,
        dict(dimension=(3, "size"), function=(lambda set: len(set) ** 0.5, "function")),
        solve_over,
    ),
    "TransportPlans": Case(
        acgd.TransportPlans,
        dict(rows=([3.0], "margins"), columns=([1.5, 0.0, 1.5], "margins")),
        solve_over,
    ),
    "NetworkFlows": Case(
        acgd.NetworkFlows,
        dict(
            arcs=(PAIRS, "pairs of nodes"),
            supplies=([1.0, 0.0, -1.0], "supplies"),
            capacities=([2.0, 2.0, 2.0], "capacities"),
        ),
        solve_over,
    ),
}

FORMULAS = [
    name
    for name in acgd.__all__
    if inspect.isclass(item := getattr(acgd, name)) and issubclass(item, acgd.formulas._Formula)
]

APPLICATIONS = {
    "optimal_design": Case(
        acgd.optimal_design,
        dict(
            X=(DESIGN, "design"),
            criterion=("c", "word"),
            c=(np.ones(3), "linear"),
            efficiency=(0.9, "share below 1"),
        ),
    ),
    "graph_match": Case(
        acgd.graph_match,
        dict(A=(Q, "any square"), B=(Q, "any square"), max_iterations=(9, "count from 0")),
    ),
    "minimize_submodular": Case(
        acgd.minimize_submodular,
        dict(function=(lambda set: len(set) ** 0.5, "function"), n=(3, "size")),
    ),
    "synthetic_control": Case(
        acgd.synthetic_control, dict(donors=(A, "matrix"), treated=(Y, "vector"))
    ),
    "minimize_many": Case(
        acgd.minimize_many,
        dict(
            A=(A, "matrix"),
            B=(A[:, :1], "design"),
            set=("simplex", "set"),
            threads=(1, "optional count"),
        ),
    ),
}

CASES = {
    **APPLICATIONS,
    "Linear": Case(acgd.Linear, dict(c=(np.ones(3), "list")), solve),
    "LeastSquares": Case(
        acgd.LeastSquares,
        dict(
            MATRIX,
            b=(Y, "vector"),
            factor=(1.0, "positive"),
            route=("composite", "word"),
            **CACHE,
            gram_bytes=(0, "count from 0"),
            expected_iterations=(9.0, "not negative"),
            expected_coordinates=(9.0, "not negative"),
            intercept=(True, "flag"),
            weights=(np.ones(4), "weights"),
        ),
        solve,
    ),
    "Logistic": Case(acgd.Logistic, LABELS, solve),
    "SquaredHinge": Case(acgd.SquaredHinge, LABELS, solve),
    "Sigmoid": Case(acgd.Sigmoid, {**LABELS, "y": ((Y + 1) / 2, "vector")}, solve),
    "Poisson": Case(acgd.Poisson, {**LABELS, "y": (Y + 1, "counts")}, solve),
    "NegativeLog": Case(
        acgd.NegativeLog, dict(L=(np.abs(A) + 1, "design"), **SCALED), solve_on_simplex
    ),
    "FactorRisk": Case(
        acgd.FactorRisk,
        dict(
            F=(A[:3, :2], "design"),
            S=(np.eye(2), "square"),
            D=(np.ones(3), "linear"),
            mu=(np.ones(3), "linear"),
        ),
        solve,
    ),
    "OptimalDesign": Case(
        acgd.OptimalDesign,
        dict(X=(DESIGN, "design"), c=(np.ones(3), "linear"), criterion=("c", "word")),
        solve_on_simplex,
    ),
    "QuadraticAssignment": Case(
        acgd.QuadraticAssignment,
        dict(A=(Q, "any square"), B=(Q, "any square"), C=(Q, "optional square")),
    ),
    "Huber": Case(acgd.Huber, {**LABELS, "y": (Y, "vector"), "rho": (1.0, "positive")}, solve),
    "Quadratic": Case(
        acgd.Quadratic,
        dict(
            Q=(Q, "square"),
            b=(np.ones(3), "linear"),
            c=(0.0, "number"),
            convex=(True, "optional flag"),
            **CACHE,
        ),
        solve,
    ),
    "Ridge": Case(acgd.Ridge, dict(n=(3, "size"), l=(1.0, "positive")), solve),
    "Sum": Case(
        acgd.Sum,
        dict(objectives=([F, F], "objectives"), weights=([1.0, 2.0], "weights of objectives")),
        solve,
    ),
    "MatrixBalancing": Case(acgd.MatrixBalancing, dict(A=(Q, "balanced")), solve),
    "Completion": Case(
        acgd.Completion,
        dict(
            PLACES,
            values=(Y, "vector"),
            shape=((4, 3), "outer shape"),
            loss=("huber", "word"),
            rho=(1.0, "positive"),
            scaling=("mean", "word"),
            max_terms=(9, "count"),
            weights=(np.ones(4), "weights"),
        ),
        solve,
    ),
    "design": Case(
        acgd.design, dict(A=(A, "design"), comm=(None, "communicator"), blocks=(2, "optional size"))
    ),
    **{name: Case(getattr(acgd, name), N, solve) for name in FORMULAS},
    "Objective.value": Case(F.value, X),
    "Objective.gradient": Case(F.gradient, X),
    "L1Ball": Case(acgd.L1Ball, RADIUS, solve_over),
    "L2Ball": Case(acgd.L2Ball, RADIUS, solve_over),
    "LinfBall": Case(acgd.LinfBall, RADIUS, solve_over),
    "LpBall": Case(acgd.LpBall, dict(RADIUS, p=(3.0, "growth")), solve_over),
    "Simplex": Case(acgd.Simplex, {**TOTAL, **AT_MOST}, solve_over),
    "Box": Case(
        acgd.Box, dict(lower=(np.zeros(3), "bound"), upper=(np.ones(3), "bound")), solve_over
    ),
    "ConvexHull": Case(acgd.ConvexHull, dict(points=(A, "design")), solve_over),
    "NuclearBall": Case(acgd.NuclearBall, MATRIX_BALL, solve_over),
    "SpectralBall": Case(acgd.SpectralBall, MATRIX_BALL, solve_over),
    "SchattenBall": Case(acgd.SchattenBall, dict(p=(3.0, "growth"), **MATRIX_BALL), solve_over),
    "Spectraplex": Case(acgd.Spectraplex, {**SQUARE, **AT_MOST}, at_nine_ones),
    "Fantope": Case(acgd.Fantope, dict(count=(2, "count"), side=SQUARE["side"]), at_nine_ones),
    "Product": Case(
        acgd.Product,
        dict(parts=(["l1:1", "simplex"], "parts"), sizes=([2, 1], "sizes")),
        solve_over,
    ),
    "FlowPolytope": Case(
        acgd.FlowPolytope,
        dict(
            edges=([(0, 1), (0, 2), (1, 2)], "edges"),
            nodes=(3, "nodes"),
            costs=("nodes", "word"),
            sources=([0], "list of nodes"),
            sinks=([2], "list of nodes"),
        ),
        solve_over,
    ),
    **COMBINATORIAL,
    "CustomSet": Case(
        acgd.CustomSet,
        dict(
            minimizer=(lambda g: -np.sign(g), "function"),
            violation=(None, "optional function"),
            is_norm_ball=(False, "flag"),
            zero_inside=(False, "flag"),
            is_polytope=(True, "flag"),
            start=(np.zeros(3), "optional point"),
            dimension=(3, "optional size"),
            shape=(None, "shape"),
            name=("cube", "text"),
        ),
        solve_over,
    ),
    "CustomSet of matrices": Case(
        acgd.CustomSet,
        dict(minimizer=(lambda g: -np.sign(g), "function"), shape=((3, 1), "shape")),
        solve_over,
    ),
    "NamedSet": Case(acgd.NamedSet, dict(text=("l1:1", "word")), solve_over),
    "Set.minimizer": Case(acgd.Box(np.zeros(3), 1).minimizer, dict(g=(np.ones(3), "any point"))),
    "Set.violation": Case(acgd.Box(np.zeros(3), 1).violation, X),
    "Set.contains": Case(acgd.Box(np.zeros(3), 1).contains, dict(X, tolerance=(1e-9, "tolerance"))),
    "Penalty": Case(
        acgd.Penalty, dict(set=("l1:1", "set with 0"), lam=(1.0, "tolerance")), solve_with
    ),
    "Penalty.value": Case(acgd.L1Penalty(1.0, np.ones(3)).value, X),
    "L1Penalty": Case(
        acgd.L1Penalty,
        dict(
            lam=(1.0, "tolerance"),
            weights=(np.ones(3), "penalty weights"),
            positive=(False, "flag"),
        ),
        solve_with,
    ),
    "BoundsPenalty": Case(
        acgd.BoundsPenalty,
        dict(lower=(-np.ones(3), "lower bound"), upper=(np.ones(3), "upper bound")),
        solve_with,
    ),
    "BlockPenalty": Case(
        acgd.BlockPenalty,
        dict(parts=(["l1:1", "nonnegative"], "parts"), sizes=([2, 1], "sizes")),
        solve_with,
    ),
    "lp_norm": Case(acgd.lp_norm, dict(p=(3.0, "growth")), lambda norm: norm.of(np.ones((3, 1)))),
    "nuclear_norm": Case(acgd.nuclear_norm, SIDES, lambda norm: norm.of(np.ones((3, 1)))),
    "spectral_norm": Case(acgd.spectral_norm, SIDES, lambda norm: norm.of(np.ones((3, 1)))),
    "schatten_norm": Case(
        acgd.schatten_norm, dict(p=(3.0, "growth"), **SIDES), lambda norm: norm.of(np.ones((3, 1)))
    ),
    "Norm.of": Case(acgd.l1_norm().of, V),
    "Norm.dual": Case(acgd.l1_norm().dual, dict(g=V["v"])),
    "AdaptiveConstant": Case(acgd.AdaptiveConstant, ADAPTIVE, solve_by),
    "AdaptiveAdjustable": Case(
        acgd.AdaptiveAdjustable,
        dict(ADAPTIVE, period=(10, "small count"), counting=("paper", "word")),
        solve_by,
    ),
    "Backtracking": Case(
        acgd.Backtracking,
        dict(
            growth=(2.0, "growth"),
            shrink=(0.9, "share"),
            initial_lipschitz=ADAPTIVE["initial_lipschitz"],
            epsilon=ADAPTIVE["epsilon"],
            t_max=ADAPTIVE["t_max"],
        ),
        solve_by,
    ),
    "Short": Case(acgd.Short, dict(lipschitz=(3.0, "optional positive")), solve_by),
    "OpenLoop": Case(acgd.OpenLoop, dict(l=(2.0, "positive")), solve_by),
    "Fixed": Case(acgd.Fixed, dict(length=(0.1, "positive")), solve_by),
    "LineSearch": Case(acgd.LineSearch, SEARCH, solve_by),
    "Secant": Case(acgd.Secant, SEARCH, solve_by),
    **{name: Case(getattr(acgd, name), {**LAZY, **MEMORY}, solve_along) for name in LAZY_RULES},
    "Corrective": Case(acgd.Corrective, MEMORY, solve_along),
    "minimize": Case(
        acgd.minimize,
        {
            **RUN,
            "set": ("l1:1", "set"),
            "bounds": (None, "bounds"),
            "penalty": (None, "penalty"),
            "convex": (False, "flag"),
            **LIMITS,
        },
    ),
    "minimize a function": Case(
        acgd.minimize,
        dict(
            fun=(lambda x: (x @ x, 2 * x), "fun"),
            x0=([0.0, 0.0, 0.0], "free start"),
            set=("l1:1", "set"),
            convex=(True, "flag"),
        ),
    ),
    "minimize between bounds": Case(
        acgd.minimize, dict(fun=(F, "fun"), bounds=([(-1, 1)] * 3, "bounds"))
    ),
    "minimize with a penalty": Case(
        acgd.minimize, dict(fun=(F, "fun"), penalty=("l1:1", "penalty"))
    ),
    "descend": Case(acgd.descend, {**RUN, "ball": ("l2:1", "ball"), **LIMITS}),
    "continuous_greedy": Case(
        acgd.continuous_greedy,
        {
            **{name: RUN[name] for name in "fun jac args callback options comm".split()},
            "set": ("simplex", "set"),
            "steps": (9, "count"),
            "dimension": (3, "optional size"),
            **{name: limit for name, limit in LIMITS.items() if name not in NOT_GREEDY},
        },
    ),
    "check_gradient": Case(
        acgd.check_gradient,
        dict(fun=(F, "fun"), x=(np.ones(3), "point"), jac=(None, "optional function")),
    ),
    "check_set": Case(acgd.check_set, dict(set=("l1:1", "set"), dimension=(3, "optional size"))),
    "reproduce": Case(
        acgd.reproduce,
        dict(
            EXPERIMENT,
            experiments=("levy", "words"),
            strategies=(["backtracking"], "words"),
            on_interrupt=("raise", "word"),
        ),
    ),
    "experiments.levy": Case(acgd.experiments.levy, EXPERIMENT),
    "LowRank.predict": Case(
        LOW_RANK.predict, dict(rows=([0, 2], "places"), cols=([0, 1], "places"))
    ),
}
