"""Every direction rule against independent solvers."""

import numpy as np
import pytest

import acgd
from polytopes import POLYTOPES, linear_minimum, random_problem, solution

pytest.importorskip("scipy")

RULES = {
    "away": acgd.Away(),
    "pairwise": acgd.Pairwise(),
    "blended-pairwise": acgd.BlendedPairwise(),
    "corrective": acgd.Corrective(),
    "auto": acgd.Auto(),
    "lazy away": acgd.Away(lazy=True),
    "lazy pairwise": acgd.Pairwise(lazy=True),
    "lazy blended-pairwise": acgd.BlendedPairwise(lazy=True),
}
TOLERANCE = 1e-9


def solve(polytope, problem, direction, **how):
    how = dict(gap_tolerance=TOLERANCE, max_iterations=50000, **how)
    return acgd.minimize(problem.objective, set=polytope.set, direction=direction, **how)


@pytest.mark.parametrize("direction", RULES.values(), ids=RULES)
@pytest.mark.parametrize("name", POLYTOPES)
def test_optimum_matches_other_solvers(name, direction):
    polytope = POLYTOPES[name]
    for seed, pull in ((1, 2.0), (2, 0.3)):  # at the boundary, and near or in the interior
        problem = random_problem(polytope.size, seed, pull)
        result = solve(polytope, problem, direction)
        assert result.success, result.message
        # The duality gap, from all vertices.
        g = problem.gradient(result.x)
        gap = g @ result.x - linear_minimum(g, polytope.vertices)
        assert gap <= TOLERANCE + 1e-11
        assert result.gap == pytest.approx(gap, abs=1e-11)
        # The optimum: non-negative least squares in the weights. f is 0.1-strongly convex.
        x = solution(problem, polytope.vertices)
        assert result.fun == pytest.approx(problem.value(result.x), abs=1e-12)
        assert result.fun <= problem.value(x) + TOLERANCE
        assert np.linalg.norm(result.x - x) <= np.sqrt(2 * TOLERANCE / 0.1) + 1e-6
        assert problem.value(x) >= result.lower_bound - 1e-11


@pytest.mark.parametrize("name", POLYTOPES)
def test_corrective_rule_solves_quadratics_in_few_iterations(name):
    polytope = POLYTOPES[name]
    problem = random_problem(polytope.size, 3)
    result = solve(polytope, problem, "corrective", relative_gap_tolerance=1e-12)
    assert result.success and result.nlmo <= 2 * len(polytope.vertices[0]) + 10


@pytest.mark.parametrize("step", ["line-search", "adaptive-constant", "backtracking", "secant"])
@pytest.mark.parametrize("direction", ["away", "pairwise", "blended-pairwise", "corrective"])
def test_nonquadratic_losses(direction, step):
    """Logistic regression in an l1 ball against SLSQP on twice as many non-negative variables."""
    from scipy.optimize import minimize

    rng = np.random.default_rng(8)
    A = rng.normal(size=(60, 7))
    y = np.where(A @ [2.0, -1, 0, 0, 0, 0, 0] + rng.normal(size=60) > 0, 1.0, -1.0)

    def loss(u):
        x = u[:7] - u[7:]
        margins = -y * (A @ x)
        g = A.T @ (-y / (1 + np.exp(-margins))) / 60
        return np.logaddexp(0, margins).mean(), np.concatenate([g, -g])

    ball = {"type": "ineq", "fun": lambda u: 1.5 - u.sum(), "jac": lambda u: -np.ones(14)}
    theirs = minimize(
        loss, np.zeros(14), jac=True, bounds=[(0, None)] * 14, constraints=ball,
        method="SLSQP", options=dict(ftol=1e-15, maxiter=1000),
    )  # fmt: skip
    ours = acgd.minimize(
        acgd.Logistic(A, y), set="l1:1.5", direction=direction, step=step, gap_tolerance=1e-9
    )
    assert ours.success
    assert ours.fun == pytest.approx(theirs.fun, abs=2e-9)
    np.testing.assert_allclose(ours.x, theirs.x[:7] - theirs.x[7:], atol=2e-4)


def test_lazy_rules_call_lmo_less_and_report_no_gap_without_call():
    rng = np.random.default_rng(2)
    hull = acgd.ConvexHull(rng.normal(size=(200, 20)) + 1.0)
    f = acgd.Quadratic(np.eye(20))
    for rule in (acgd.Away, acgd.Pairwise, acgd.BlendedPairwise):
        runs = [
            acgd.minimize(f, set=hull, direction=rule(lazy=lazy), max_iterations=50000)
            for lazy in (False, True)
        ]
        assert all(run.success for run in runs)
        assert runs[1].nlmo < 0.7 * runs[1].nit and runs[0].nlmo >= runs[0].nit
        gaps = runs[1].trace.gap
        assert np.isnan(gaps).any() and np.isfinite(gaps[-1]) and gaps[-1] == runs[1].gap
        assert np.isfinite(runs[0].trace.gap).all()
        bounds = runs[1].trace.lower_bound
        assert np.all(np.diff(bounds) >= 0) and bounds[-1] == runs[1].lower_bound


def test_lower_bound_is_best_of_all_rows():
    polytope = POLYTOPES["l1"]
    problem = random_problem(polytope.size, 4)
    trace = acgd.minimize(problem.objective, set=polytope.set, direction="frank-wolfe").trace
    best = np.fmax.accumulate(trace.value - trace.gap)
    np.testing.assert_array_equal(trace.lower_bound, best)
    assert problem.value(solution(problem, polytope.vertices)) >= best[-1]


def test_no_lower_bound_without_known_convexity():
    def concave(x):
        return -x @ x, -2 * x

    for f in (acgd.Quadratic(-np.eye(3)), concave):
        result = acgd.minimize(f, [1.0, 0, 0], set="simplex")
        assert np.isnan(result.lower_bound) and np.isnan(result.trace.lower_bound).all()


def test_auto_depends_on_problem():
    rng = np.random.default_rng(1)
    A, y = rng.normal(size=(20, 6)), np.arange(20) % 2 * 2.0 - 1
    cube = acgd.CustomSet(lambda g: -np.sign(g), is_polytope=True)
    bends = [acgd.LeastSquares(A, y), acgd.Logistic(A, y), acgd.Quadratic(A.T @ A)]
    for set in ("l1:1", "simplex", "box:0:1", cube):
        for f in bends:
            assert acgd.minimize(f, set=set).direction == "corrective"
        black_box = acgd.minimize(lambda x: (x @ x, 2 * x), np.eye(6)[0], set=set)
        assert black_box.direction == "blended-pairwise"
        indefinite = acgd.minimize(acgd.Quadratic(np.diag([1.0, 2, 3, 4, 5, -6])), set=set)
        assert indefinite.direction in ("corrective", "blended-pairwise") and indefinite.success
    for set in ("l2:1", "nuclear:1:2x3", lambda g: -np.sign(g)):
        assert acgd.minimize(acgd.LeastSquares(A, y), set=set).direction == "frank-wolfe"
    assert acgd.descend(acgd.LeastSquares(A, y)).direction == "steepest-descent"


@pytest.mark.parametrize("direction", ["away", "pairwise", "blended-pairwise"])
def test_active_set_rules_need_set(direction):
    with pytest.raises(ValueError, match="^direction = "):
        acgd.descend(acgd.Rosenbrock(2), direction=direction)


def test_corrective_rule_needs_set_for_objectives_with_curvature():
    with pytest.raises(ValueError, match="^direction = corrective: needs a set"):
        acgd.descend(acgd.LeastSquares(np.eye(2), np.ones(2)), direction="corrective")


def rosenbrock(x):
    from scipy.optimize import rosen, rosen_der

    return float(rosen(x)), rosen_der(x)


@pytest.mark.parametrize("n", [2, 10, 30])
def test_corrective_rule_needs_no_more_evaluations_than_scipy(n):
    """Callables over R^n and over a box, beside L-BFGS-B, from the same starts."""
    from scipy.optimize import minimize

    starts = np.random.default_rng(n).uniform(-0.8, 0.9, size=(9, n))
    box = [(-0.8, 0.9)] * n
    options = dict(ftol=1e-12, maxfun=10**5)
    ours, theirs = [], []
    for x0 in starts:
        free = acgd.descend(
            rosenbrock, x0, direction="corrective", gap_tolerance=1e-5, max_iterations=2000
        )
        assert free.success and free.direction == "corrective"
        inside = acgd.minimize(
            rosenbrock, x0, bounds=box, direction="corrective", gap_tolerance=1e-6
        )
        assert inside.success and abs(inside.x).max() <= 0.9
        ours.append([free.nfev, inside.nfev, inside.fun])
        free = minimize(rosenbrock, x0, jac=True, method="L-BFGS-B", options=options)
        inside = minimize(rosenbrock, x0, jac=True, method="L-BFGS-B", bounds=box, options=options)
        theirs.append([free.nfev, inside.nfev, inside.fun])
    ours, theirs = np.median(ours, axis=0), np.median(theirs, axis=0)
    assert (ours[:2] <= 1.5 * theirs[:2]).all()
    assert ours[2] <= theirs[2] + 1e-6


def test_corrective_rule_solves_callables_over_simplex():
    """Mixture proportions: the gap is recomputed, and SLSQP is no better."""
    from scipy.optimize import minimize

    rng = np.random.default_rng(9)
    likelihood = np.exp(-0.5 * (1.5 * rng.normal(size=(500, 1)) - np.linspace(-3, 3, 12)) ** 2)

    def f(w):
        q = likelihood @ w
        return float(-np.log(q).mean()), -(likelihood / q[:, None]).mean(0)

    x0 = np.full(12, 1 / 12)
    result = acgd.minimize(
        f, x0, set="simplex", direction="corrective", gap_tolerance=1e-7, convex=True
    )
    g = f(result.x)[1]
    assert result.success and g @ result.x - g.min() <= 1.1e-7
    total = {"type": "eq", "fun": lambda w: w.sum() - 1, "jac": np.ones_like}
    how = dict(bounds=[(1e-12, 1)] * 12, constraints=total, options=dict(ftol=1e-12, maxiter=500))
    theirs = minimize(f, x0, jac=True, method="SLSQP", **how)
    assert result.fun <= theirs.fun + 1e-7 and result.lower_bound <= theirs.fun + 1e-12
    assert result.njev <= 100


def test_few_atoms_suffice():
    polytope = POLYTOPES["hull"]
    problem = random_problem(polytope.size, 1)
    for rule in (acgd.Away, acgd.Pairwise, acgd.BlendedPairwise, acgd.Corrective):
        result = acgd.minimize(
            problem.objective, set=polytope.set, direction=rule(max_atoms=3), max_iterations=500
        )
        assert len(result.atoms) <= 3
        expected = problem.value(solution(problem, polytope.vertices))
        assert result.fun - expected <= result.gap + 1e-12


@pytest.mark.parametrize("step", ["line-search", "secant", "adaptive-adjustable"])
@pytest.mark.parametrize("direction", [name for name in RULES if name.startswith("lazy")])
def test_lazy_rules_do_not_end_on_plateau(direction, step):
    """Active atoms may give no step that changes x where the best vertex does."""
    for seed in range(300):
        rng = np.random.default_rng(seed)
        f = acgd.Sigmoid(60 * rng.normal(size=(5, 9)), rng.integers(0, 2, size=5).astype(float))
        vertices = rng.normal(size=(12, 9))
        how = dict(gap_tolerance=0.0, max_iterations=200, direction=RULES[direction], step=step)
        result = acgd.minimize(f, set=acgd.ConvexHull(vertices), **how)
        if result.status not in ("precision limit", "stalled"):
            continue
        g = f.gradient(result.x)
        assert g @ result.x - (vertices @ g).min() <= 1e-2, (seed, result.message)
        assert not np.isnan(result.gap), (seed, result.message)
