"""Combinatorial sets against solvers of scipy."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from scipy.optimize import linear_sum_assignment, linprog
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import maximum_bipartite_matching, minimum_spanning_tree

import acgd

SEEDS = range(8)


def costs_of(n: int, seed: int) -> np.ndarray:
    """With ties for even seeds."""
    g = np.random.default_rng(seed).normal(size=n)
    return g.round() if seed % 2 == 0 else g


def incidence(edges: np.ndarray, side: int, nodes: int) -> np.ndarray:
    rows = np.zeros((nodes, len(edges)))
    rows[edges[:, side], np.arange(len(edges))] = 1.0
    return rows


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("n", [1, 2, 7, 40, 120])
def test_birkhoff_matches_assignment(n, seed):
    C = costs_of(n * n, seed).reshape(n, n)
    X = acgd.Birkhoff().minimizer(C)
    assert np.isin(X, (0.0, 1.0)).all()
    assert (X.sum(0) == 1).all() and (X.sum(1) == 1).all()
    assert (C * X).sum() == pytest.approx(C[linear_sum_assignment(C)].sum(), abs=1e-10)


def test_birkhoff_rejects_matrix_that_is_not_square():
    for set in (acgd.Birkhoff(), "birkhoff"):
        with pytest.raises(ValueError, match=r"g: has shape \(2, 8\), must be a square matrix"):
            acgd.sets.describe(set).minimizer(np.ones((2, 8)))
    with pytest.raises(ValueError, match="side = 3: a square matrix of this side has 9 entries"):
        acgd.minimize(acgd.Quadratic(np.eye(10)), set="birkhoff")


@pytest.mark.parametrize("seed", SEEDS)
def test_matchings_match_linear_program(seed):
    random = np.random.default_rng(seed)
    edges = np.unique(random.integers(0, 9, (40, 2)), axis=0)
    A = np.vstack([incidence(edges, 0, 9), incidence(edges, 1, 9)])
    g = costs_of(len(edges), seed)
    x = acgd.Matching(edges).minimizer(g)
    assert (A @ x <= 1).all() and np.isin(x, (0.0, 1.0)).all()
    best = linprog(g, A_ub=A, b_ub=np.ones(18)).fun
    assert g @ x == pytest.approx(best, abs=1e-9)
    # The maximum number of edges, if each has the same negative cost.
    most = acgd.Matching(edges).minimizer(-np.ones(len(edges))).sum()
    graph = csr_matrix((np.ones(len(edges)), edges.T), shape=(9, 9))
    assert most == (maximum_bipartite_matching(graph) >= 0).sum()


@pytest.mark.parametrize("seed", SEEDS)
def test_perfect_matchings_match_linear_program_or_are_rejected(seed):
    random = np.random.default_rng(seed)
    edges = np.unique(random.integers(0, 7, (25, 2)), axis=0)
    edges = np.vstack([edges, [[6, 6]]])
    graph = csr_matrix((np.ones(len(edges)), edges.T), shape=(7, 7))
    exists = (maximum_bipartite_matching(graph) >= 0).all()
    if not exists:
        with pytest.raises(ValueError, match="there is no perfect matching"):
            acgd.Matching(edges, perfect=True)
        return
    A = np.vstack([incidence(edges, 0, 7), incidence(edges, 1, 7)])
    g = costs_of(len(edges), seed)
    x = acgd.Matching(edges, perfect=True).minimizer(g)
    assert (A @ x == 1).all()
    assert g @ x == pytest.approx(linprog(g, A_eq=A, b_eq=np.ones(14)).fun, abs=1e-9)


@pytest.mark.parametrize("seed", SEEDS)
def test_spanning_trees_match_scipy(seed):
    random = np.random.default_rng(seed)
    edges = np.array([(i, j) for i in range(12) for j in range(i + 1, 12) if random.random() < 0.6])
    edges = np.vstack([edges, [(i, i + 1) for i in range(11)]])
    edges = np.unique(edges, axis=0)
    g = 2.0 + np.abs(costs_of(len(edges), seed))  # scipy takes a 0 for no edge
    tree = minimum_spanning_tree(csr_matrix((g, edges.T), shape=(12, 12)))
    trees = acgd.SpanningTrees(edges)
    x = trees.minimizer(g)
    assert g @ x == pytest.approx(tree.sum())
    assert trees.violation(x) == 0
    assert trees.violation(np.full(len(edges), 11 / len(edges))) < 1e-9
    assert trees.violation(x + 0.1) > 0.1


@pytest.mark.parametrize("seed", SEEDS)
def test_plans_match_linear_program(seed):
    random = np.random.default_rng(seed)
    rows, columns = random.random(5), random.random(8)
    columns *= rows.sum() / columns.sum()
    C = costs_of(40, seed).reshape(5, 8)
    A = np.vstack([np.kron(np.eye(5), np.ones(8)), np.kron(np.ones(5), np.eye(8))])
    plans = acgd.TransportPlans(rows, columns)
    X = plans.minimizer(C)
    assert plans.violation(X) < 1e-14
    best = linprog(C.ravel(), A_eq=A, b_eq=np.concatenate([rows, columns])).fun
    assert np.sum(C * X) == pytest.approx(best, abs=1e-9)


@pytest.mark.parametrize("seed", range(16))
def test_flows_match_linear_program_or_are_rejected(seed):
    random = np.random.default_rng(seed)
    arcs = random.integers(0, 10, (40, 2))
    capacities = random.random(40) * 2
    supplies = np.zeros(10)
    supplies[:3], supplies[-3:] = 0.5, -0.5
    A = incidence(arcs, 0, 10) - incidence(arcs, 1, 10)
    g = costs_of(40, seed)
    best = linprog(g, A_eq=A, b_eq=supplies, bounds=list(zip(np.zeros(40), capacities)))
    if best.status == 2:
        with pytest.raises(ValueError, match="supplies: at most .* can flow"):
            acgd.NetworkFlows(arcs, supplies, capacities)
        return
    flows = acgd.NetworkFlows(arcs, supplies, capacities)
    x = flows.minimizer(g)
    assert flows.violation(x) < 1e-14
    assert g @ x == pytest.approx(best.fun, abs=1e-9)


def coverage(set: list[int]) -> float:
    """Number of multiples of set + 2 below 40."""
    return float(len({k for i in set for k in range(0, 40, i + 2)}))


def at_most_one_of_a_kind(set: list[int]) -> bool:
    """A partition matroid: residues modulo 3."""
    return len({i % 3 for i in set}) == len(set)


@pytest.mark.parametrize("seed", SEEDS)
def test_bases_of_submodular_functions_match_linear_program(seed):
    n = 6
    g = costs_of(n, seed)
    sets = [[i for i in range(n) if bits >> i & 1] for bits in range(1, 2**n - 1)]
    A = np.array([[float(i in set) for i in range(n)] for set in sets])
    best = linprog(
        g,
        A_ub=A,
        b_ub=[coverage(set) for set in sets],
        A_eq=np.ones((1, n)),
        b_eq=[coverage(list(range(n)))],
        bounds=(None, None),
    ).fun
    assert g @ acgd.SubmodularBase(n, coverage).minimizer(g) == pytest.approx(best, abs=1e-9)


def test_invalid_matroids_and_functions_are_rejected():
    with pytest.raises(ValueError, match="rank: is not that of a matroid"):
        acgd.MatroidBases.from_rank(4, lambda set: len(set) // 2)
    with pytest.raises(ValueError, match="is_independent: is no matroid"):
        acgd.MatroidBases(3, lambda set: len(set) <= 1 or sorted(set) == [1, 2])
    with pytest.raises(ValueError, match="function: is not submodular"):
        acgd.SubmodularBase(3, lambda set: len(set) ** 2)
    with pytest.raises(TypeError, match="function: returned a str, must return a number"):
        acgd.SubmodularBase(3, lambda set: "x")
    with pytest.raises(ZeroDivisionError):
        acgd.SubmodularBase(3, lambda set: 1 / len(set))


def test_error_names_cycle_without_capacities():
    with pytest.raises(ValueError, match="the cycle 0 -> 1 -> 0 has none"):
        acgd.NetworkFlows([(0, 1), (1, 0)], [1.0, -1.0])


MADE = [
    acgd.Birkhoff(2),
    acgd.Matching([(0, 0), (0, 1), (1, 0), (1, 1)]),
    acgd.Matching([(0, 0), (0, 1), (1, 0), (1, 1)], perfect=True),
    acgd.SpanningTrees([(0, 1), (1, 2), (2, 3), (3, 0)]),
    acgd.MatroidBases(4, at_most_one_of_a_kind),
    acgd.SubmodularBase(4, coverage),
    acgd.TransportPlans([1.0, 2.0], [1.5, 1.5]),
    acgd.NetworkFlows([(0, 1), (1, 2), (2, 0), (0, 2)], [1.0, 0.0, -1.0], [2.0] * 4),
]


@pytest.mark.parametrize("set", MADE, ids=lambda set: type(set).__name__)
def test_sets_pass_checker_and_pickling(set):
    assert acgd.check_set(set, dimension=4) == []
    again = pickle.loads(pickle.dumps(set))
    g = np.array([1.0, -2.0, 0.5, 3.0]).reshape((-1,) if set.shape == (0, 0) else set.shape)
    assert (again.minimizer(g) == set.minimizer(g)).all()
    assert repr(set).startswith(type(set).__name__)
    f = acgd.Quadratic(np.eye(4), -np.array([0.5, 0.2, 0.1, 0.7]))
    result = acgd.minimize(f, set=again, gap_tolerance=1e-9)
    assert result.success and set.contains(result.x)
