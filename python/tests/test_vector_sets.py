"""Sets of vectors against scipy's linprog, from their inequalities."""

import copy
import itertools
import pickle

import numpy as np
import pytest
from scipy.optimize import linprog, minimize

import acgd

N = 6
RNG = np.random.default_rng(5)
GRADIENTS = [*RNG.normal(size=(12, N)), *RNG.integers(-2, 3, size=(12, N)).astype(float)]
LOWER, UPPER = np.array([-3.0, 0.5, -2, -1, 0, -1]), np.array([2.0, 4, -1, 0, 3, 1])
CENTER, RADII = RNG.normal(size=N), np.exp(RNG.normal(size=N))
ROW = np.array([1.0, -2, 0.5, 0, 3, -1])
VALUES = np.array([3.0, -1, 2, 2, 0.5, 7])
WEIGHTS = np.array([3.0, 2.5, 1, 1, 0.25, 0])
LISTS = [[0, 4], [1, 2, 3], [5]]
NUMBERS = [0, 1, 1, 1, 0, 2]


def least(g, **constraints):
    """The minimum of <g, x> by linprog, with further variables behind those of x."""
    cost = np.zeros(len(constraints["bounds"]))
    cost[: len(g)] = g
    solved = linprog(cost, method="highs", **constraints)
    assert solved.status == 0
    return solved.fun


def split(rows, right, bounds=(0, None)):
    """Constraints on |x|: x = p - q, with p and q as further variables."""
    matrix = np.atleast_2d(rows)
    equal = np.hstack([np.eye(N), -np.eye(N), np.eye(N)])
    return dict(
        A_ub=np.hstack([np.zeros_like(matrix), matrix, matrix]),
        b_ub=np.atleast_1d(right),
        A_eq=equal,
        b_eq=np.zeros(N),
        bounds=[(None, None)] * N + [bounds] * (2 * N),
    )


def subsets(values):
    """All sums of entries with the sums of the largest values as bounds."""
    rows = np.array(list(itertools.product([0.0, 1.0], repeat=N)))
    sums = np.concatenate([[0], np.cumsum(np.sort(values)[::-1])])
    return rows, sums[rows.sum(axis=1).astype(int)]


def k_sparse(g):
    """Boxes and a sum."""
    return least(g, **split(np.ones(N), 3 * 2.5, (0, 2.5)))


def k_norm(g):
    """The sum of any two absolute values is at most the radius."""
    rows = np.array([row for row in itertools.product([0.0, 1.0], repeat=N) if sum(row) == 2])
    return least(g, **split(rows, np.full(len(rows), 2.5)))


def hypersimplex(g):
    """Three of 0.5."""
    return least(g, A_eq=np.ones((1, N)), b_eq=[1.5], bounds=[(0, 0.5)] * N)


def unit_hypersimplex(g):
    """Three of 0.5 at most."""
    return least(g, A_ub=np.ones((1, N)), b_ub=[1.5], bounds=[(0, 0.5)] * N)


def knapsack(g):
    """A box and one row, solved as a linear program."""
    return least(g, A_ub=ROW[None], b_ub=[0.3], bounds=[*zip(LOWER, UPPER)])


def equality_knapsack(g):
    """The same with an equation."""
    return least(g, A_eq=ROW[None], b_eq=[0.3], bounds=[*zip(LOWER, UPPER)])


def diamond(g):
    """w lower <= x <= w upper, with weights w as further variables."""
    eye = np.eye(N)
    return least(
        g,
        A_ub=np.block([[eye, -np.diag(UPPER)], [-eye, np.diag(LOWER)]]),
        b_ub=np.zeros(2 * N),
        A_eq=np.concatenate([np.zeros(N), np.ones(N)])[None],
        b_eq=[1.0],
        bounds=[(None, None)] * N + [(0, None)] * N,
    )


def permutahedron(g):
    """All of Rado's inequalities."""
    rows, sums = subsets(VALUES)
    total = dict(A_eq=np.ones((1, N)), b_eq=[VALUES.sum()])
    return least(g, A_ub=rows, b_ub=sums, bounds=[(None, None)] * N, **total)


def owl(g):
    """weights @ sizes is at most the radius for any order of the weights."""
    rows = np.array(list(itertools.permutations(WEIGHTS)))
    return least(g, **split(rows, np.full(len(rows), 2.5)))


def group_linf(g):
    """Absolute values are at most those of their group, which sum to the radius."""
    member = np.eye(3)[NUMBERS]
    eye = np.eye(N)
    return least(
        g,
        A_ub=np.block([[eye, -member], [-eye, -member], [np.zeros((1, N)), np.ones((1, 3))]]),
        b_ub=np.concatenate([np.zeros(2 * N), [2.5]]),
        bounds=[(None, None)] * N + [(0, None)] * 3,
    )


def latent_linf(g):
    """x is a sum of one vector per group, of overlapping groups."""
    groups = [[0, 1, 2], [2, 3], [3, 4, 5]]
    member = np.zeros((N, 8))
    sizes = np.zeros((8, 3))
    for column, (k, i) in enumerate((k, i) for k, group in enumerate(groups) for i in group):
        member[i, column], sizes[column, k] = 1, 1
    eye = np.eye(8)
    zero = np.zeros((8, N))
    return least(
        g,
        A_ub=np.block(
            [
                [zero, eye, -sizes],
                [zero, -eye, -sizes],
                [np.zeros((1, N + 8)), np.ones((1, 3))],
            ]
        ),
        b_ub=np.concatenate([np.zeros(16), [2.5]]),
        A_eq=np.hstack([np.eye(N), -member, np.zeros((N, 3))]),
        b_eq=np.zeros(N),
        bounds=[(None, None)] * (N + 8) + [(0, None)] * 3,
    )


OVERLAPPING = [[0, 1, 2], [2, 3], [3, 4, 5]]
SETS = {
    "k-sparse": (acgd.KSparsePolytope(3, 2.5), k_sparse),
    "k-norm": (acgd.KNormBall(2, 2.5), k_norm),
    "hypersimplex": (acgd.Hypersimplex(3, 0.5), hypersimplex),
    "unit hypersimplex": (acgd.Hypersimplex(3, 0.5, at_most=True), unit_hypersimplex),
    "diamond": (acgd.Diamond(LOWER, UPPER), diamond),
    "knapsack": (acgd.Knapsack(ROW, 0.3, LOWER, UPPER, at_most=True), knapsack),
    "equality knapsack": (acgd.Knapsack(ROW, 0.3, LOWER, UPPER), equality_knapsack),
    "permutahedron": (acgd.Permutahedron(VALUES), permutahedron),
    "owl": (acgd.OwlBall(WEIGHTS, 2.5), owl),
    "group": (acgd.GroupBall(NUMBERS, 2.5, "linf"), group_linf),
    "overlapping groups": (acgd.GroupBall(OVERLAPPING, 2.5, "linf"), latent_linf),
}
CURVED = {
    "ellipsoid": acgd.Ellipsoid(CENTER, RADII),
    "group l2": acgd.GroupBall(LISTS, 2.5),
}


@pytest.mark.parametrize("name", SETS)
def test_vertices_match_linprog(name):
    set, expected = SETS[name]
    for g in GRADIENTS:
        v = set.minimizer(g)
        assert set.contains(v, 1e-12)
        assert g @ v == pytest.approx(expected(g), rel=1e-7, abs=1e-7)


@pytest.mark.parametrize("g", GRADIENTS)
def test_vertices_of_curved_sets_match_scipy(g):
    """With the constraint in a form that scipy accepts: smooth, squared."""
    ellipsoid = CURVED["ellipsoid"]
    inside = {"type": "ineq", "fun": lambda x: 1 - np.sum(((x - CENTER) / RADII) ** 2)}
    solved = minimize(lambda x: g @ x, CENTER, jac=lambda x: g, constraints=[inside])
    assert g @ ellipsoid.minimizer(g) == pytest.approx(solved.fun, abs=1e-5)
    norms = [np.linalg.norm(g[group]) for group in LISTS]
    assert g @ CURVED["group l2"].minimizer(g) == pytest.approx(-2.5 * max(norms))


ALL = {**{name: set for name, (set, _) in SETS.items()}, **CURVED}


@pytest.mark.parametrize("name", ALL)
def test_sets_pass_checker(name):
    assert acgd.check_set(ALL[name], dimension=N) == []


@pytest.mark.parametrize("name", ALL)
def test_copies_are_equal(name):
    for again in (pickle.loads(pickle.dumps(ALL[name])), copy.deepcopy(ALL[name])):
        assert repr(again) == repr(ALL[name])
        for g in GRADIENTS[:3]:
            np.testing.assert_array_equal(again.minimizer(g), ALL[name].minimizer(g))


@pytest.mark.parametrize("name", ALL)
def test_runs_end_with_a_small_gap(name):
    target = RNG.normal(size=N)
    f = acgd.Quadratic(np.eye(N), -target)
    # A cone over balls is neither a polytope nor strictly convex.
    direction = "corrective" if name == "group l2" else "auto"
    result = acgd.minimize(f, set=ALL[name], direction=direction, gap_tolerance=1e-7)
    assert result.status == "gap reached"
    assert ALL[name].contains(result.x)


@pytest.mark.parametrize("name", ["k-sparse", "k-norm", "owl", "group", "overlapping groups"])
def test_balls_are_valid_for_descend(name):
    f = acgd.Quadratic(np.diag(np.arange(1.0, N + 1)), np.ones(N))
    result = acgd.descend(f, np.zeros(N), ALL[name], max_iterations=2000)
    np.testing.assert_allclose(result.x, -1 / np.arange(1.0, N + 1), atol=1e-3)


def test_groups_may_be_numbers_or_lists():
    lists = [[0, 4], [1, 2, 3], [5]]
    for g in GRADIENTS:
        one, other = acgd.GroupBall(NUMBERS).minimizer(g), acgd.GroupBall(lists).minimizer(g)
        np.testing.assert_array_equal(one, other)
    assert np.isnan(acgd.GroupBall(OVERLAPPING).violation(np.ones(N)))
    assert acgd.GroupBall(np.array(NUMBERS)).dimension == N


@pytest.mark.parametrize(
    "groups, sentence",
    [
        ([0, 2, 2, 0, 0, 0], "groups: nothing is in group 1, though there is a group 2"),
        ([[0, 1], [3, 4, 5]], "groups: variable 2 is in none, though there is a variable 5"),
        ([[0, 1], []], r"groups\[1\]: is empty"),
        ([[0, 1], [1.5]], r"groups\[1\]\[0\] = 1.5: must be an integer"),
        ([[0, 1], 2], r"groups\[1\] = 2: must be a sequence"),
        ([0, 0.5], r"groups\[1\] = 0.5: must be the number of a group"),
    ],
)
def test_errors_name_bad_groups(groups, sentence):
    with pytest.raises((ValueError, TypeError), match=sentence):
        acgd.GroupBall(groups)


def test_more_entries_than_variables_are_refused():
    for at_most in (False, True):
        with pytest.raises(ValueError, match="k = 7: must be at most the number of variables, 6"):
            acgd.Hypersimplex(7, at_most=at_most).minimizer(GRADIENTS[0])
