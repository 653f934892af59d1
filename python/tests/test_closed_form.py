"""Problems with known solutions."""

import numpy as np
import pytest

import acgd

TARGET = np.array([0.7, 0.6, -0.4])

SETS = {
    "simplex": (acgd.Simplex(), [0.55, 0.45, 0.0]),
    "simplex by name": ("simplex", [0.55, 0.45, 0.0]),
    "unit simplex": (acgd.Simplex(2.0, at_most=True), [0.7, 0.6, 0.0]),
    "box of numbers": (acgd.Box(0.0, 0.5), [0.5, 0.5, 0.0]),
    "box of arrays": (acgd.Box([0, 0, -1], [1, 0.5, 1]), [0.7, 0.5, -0.4]),
    "l1 ball": (acgd.L1Ball(1.1), [0.5, 0.4, -0.2]),
    "l2 ball": (acgd.L2Ball(10.0), TARGET),
    "linf ball": (acgd.LinfBall(0.3), [0.3, 0.3, -0.3]),
    "lp ball": (acgd.LpBall(3, 10.0), TARGET),
    "convex hull": (acgd.ConvexHull(np.eye(3)), [0.55, 0.45, 0.0]),
    "product": (
        acgd.Product([acgd.Simplex(), acgd.Box(-1, 1)], sizes=[2, None]),
        [0.55, 0.45, -0.4],
    ),
    "function": (lambda g: np.eye(3)[np.argmin(g)], [0.55, 0.45, 0.0]),
}


@pytest.mark.parametrize("name", SETS)
def test_nearest_point_of_set(name):
    set, solution = SETS[name]
    objective = acgd.Quadratic(np.eye(3), -TARGET)
    result = acgd.minimize(objective, set=set, gap_tolerance=1e-5, max_iterations=10**6)
    assert result.status == "gap reached"
    assert result.gap <= 1e-5
    np.testing.assert_allclose(result.x, solution, atol=5e-3)


def test_nearest_point_by_python_functions():
    separate = acgd.minimize(
        lambda x: 0.5 * np.sum((x - TARGET) ** 2),
        [0.0, 0.0, 1.0],
        set=acgd.Simplex(),
        jac=lambda x: x - TARGET,
        gap_tolerance=1e-9,
    )
    both = acgd.minimize(
        lambda x: (0.5 * np.sum((x - TARGET) ** 2), x - TARGET),
        [0.0, 0.0, 1.0],
        set=acgd.Simplex(),
        gap_tolerance=1e-9,
    )
    np.testing.assert_allclose(both.x, [0.55, 0.45, 0.0], atol=1e-4)
    np.testing.assert_array_equal(both.trace.value, separate.trace.value)
    np.testing.assert_array_equal(both.x, separate.x)
    assert both.nfev == both.njev < separate.nfev + separate.njev


def test_object_with_value_and_gradient_is_function():
    class Distance:
        def value(self, x):
            return 0.5 * np.sum((x - TARGET) ** 2)

        def gradient(self, x):
            return x - TARGET

    result = acgd.minimize(Distance(), np.eye(3)[2], set="simplex", gap_tolerance=1e-9)
    np.testing.assert_allclose(result.x, [0.55, 0.45, 0.0], atol=1e-4)


@pytest.mark.parametrize("ball", [None, "l1:1", acgd.L2Ball(), acgd.LinfBall()])
def test_descent_finds_minimum_of_quadratic(ball, rng):
    factor = rng.normal(size=(5, 5))
    q, b = factor @ factor.T + np.eye(5), rng.normal(size=5)
    result = acgd.descend(acgd.Quadratic(q, b), ball=ball, gap_tolerance=1e-8)
    assert result.success
    np.testing.assert_allclose(result.x, -np.linalg.solve(q, b), atol=1e-7)


def test_shortest_path():
    edges = [(0, 1), (0, 2), (1, 3), (2, 3)]
    costs = np.array([1.0, 3.0, 1.0, 0.5])
    flows = acgd.FlowPolytope(edges, costs="edges")
    result = acgd.minimize(lambda x: (costs @ x, costs), set=flows)
    np.testing.assert_array_equal(result.x, [1, 0, 1, 0])
    assert result.fun == 2.0


def test_projection_onto_nuclear_ball(rng):
    m = rng.normal(size=(6, 4))
    u, s, vt = np.linalg.svd(m, full_matrices=False)
    radius = 0.5 * s.sum()
    shift = max((s[:k].sum() - radius) / k for k in range(1, 5))
    nearest = u @ np.diag(np.maximum(s - shift, 0)) @ vt
    result = acgd.minimize(
        lambda x: (0.5 * np.sum((x - m) ** 2), x - m),
        set=acgd.NuclearBall(radius, shape=(6, 4)),
        gap_tolerance=1e-3,
        max_iterations=10**5,
    )
    assert result.success
    np.testing.assert_allclose(result.x, nearest, atol=0.1)


def test_completion_has_factors(rng):
    truth = np.outer(rng.normal(size=20), rng.normal(size=15))
    rows, cols = np.nonzero(rng.random(truth.shape) < 0.7)
    objective = acgd.Completion(rows, cols, truth[rows, cols], truth.shape)
    radius = 1.2 * np.linalg.norm(truth)
    result = acgd.minimize(objective, set=acgd.NuclearBall(radius), gap_tolerance=1e-7)
    assert result.x is None
    assert result.factors.shape == (20, 15)
    predicted = result.factors.predict(rows, cols)
    np.testing.assert_allclose(predicted, truth[rows, cols], atol=1e-2)
    np.testing.assert_allclose(predicted, result.factors.to_dense()[rows, cols], atol=1e-12)


def test_completion_from_zero_leaves_no_rest():
    # The vertex -radius e_1 e_1' from which runs start by default is at an unobserved entry.
    objective = acgd.Completion([1, 1, 2], [1, 2, 1], [1.0, 2.0, 1.0], (3, 3))
    result = acgd.minimize(objective, "zero", set=acgd.NuclearBall(10), gap_tolerance=1e-4)
    assert result.success and abs(result.factors.predict([0], [0])[0]) < 1e-6
    from_zero = acgd.minimize(acgd.Levy(2), "zero", set="l2:1", max_iterations=3)
    from_array = acgd.minimize(acgd.Levy(2), [0, 0], set="l2:1", max_iterations=3)
    np.testing.assert_array_equal(from_zero.trace.value, from_array.trace.value)


@pytest.mark.parametrize(
    "step",
    [
        "adaptive-constant",
        "backtracking",
        "short",
        "line-search",
        "secant",
        acgd.AdaptiveAdjustable(gamma=0.5, period=5, counting="published"),
        acgd.AdaptiveConstant(gamma=1.0),
        acgd.Backtracking(growth=1.5),
        acgd.Short(lipschitz=2.0),
        acgd.LineSearch(),
        acgd.Secant(),
        lambda line: min(line.fall / line.curvature, line.max_step),
    ],
)
def test_step_rules_find_same_solution(step):
    objective = acgd.Quadratic(np.eye(3), -TARGET)
    result = acgd.minimize(objective, set="l1:1.1", step=step, gap_tolerance=1e-6)
    assert result.success
    np.testing.assert_allclose(result.x, [0.5, 0.4, -0.2], atol=2e-3)


@pytest.mark.parametrize(
    "step",
    ["open-loop", "fixed:0.01", acgd.OpenLoop(4), acgd.InverseSquareRoot()] + [acgd.Fixed(0.01)],
)
def test_open_loop_rules_decrease_f(step):
    objective = acgd.Quadratic(np.eye(3), -TARGET)
    result = acgd.minimize(objective, set="simplex", step=step, max_iterations=100)
    assert result.usable
    assert result.best_value < result.trace.value[0]


@pytest.mark.parametrize("norm", ["l1", "linf", "lp:3", acgd.l2_norm(), acgd.lp_norm(1.5)])
def test_norms_of_the_estimate(norm):
    objective = acgd.Quadratic(np.eye(3), -TARGET)
    result = acgd.minimize(objective, set="l2:1", norm=norm, gap_tolerance=1e-6)
    assert result.success
