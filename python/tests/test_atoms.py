"""Atoms of results, and runs that start from results."""

import copy
import pickle

import numpy as np
import pytest

import acgd
from polytopes import POLYTOPES, random_problem

pytest.importorskip("scipy")

RULES = ["away", "pairwise", "blended-pairwise", "corrective"]
F = acgd.Quadratic(np.eye(3), [-1.0, -0.5, 0.0])


def sum_of(atoms):
    """The point that the atoms represent."""
    return sum(weight * atom.to_dense() for weight, atom, _ in atoms)


def sums_of_blocks(atoms):
    """The sum of the weights of each block."""
    return [atoms.weights[atoms.blocks == b].sum() for b in np.unique(atoms.blocks)]


@pytest.mark.parametrize("direction", RULES)
@pytest.mark.parametrize("name", POLYTOPES)
def test_x_is_combination_of_atoms(name, direction):
    polytope = POLYTOPES[name]
    problem = random_problem(polytope.size, 7)
    result = acgd.minimize(problem.objective, set=polytope.set, direction=direction)
    assert result.direction == direction
    if name in ("box", "linf") and direction == "corrective":
        return  # its variables are the free coordinates, not vertices
    atoms = result.atoms
    assert len(atoms) > 0 and atoms.size == polytope.size
    assert np.all(atoms.weights > 0)
    np.testing.assert_allclose(sums_of_blocks(atoms), 1, atol=1e-14)
    np.testing.assert_allclose(sum_of(atoms), result.x, atol=1e-12)
    if name == "product":
        assert [*np.unique(atoms.blocks)] == [0, 1]
    else:
        assert not atoms.blocks.any()
        distance = [abs(polytope.vertices - atom.to_dense()).sum(axis=1) for _, atom, _ in atoms]
        assert np.max(np.min(distance, axis=1)) < 1e-12  # all of them are vertices


def test_plain_directions_have_no_atoms():
    result = acgd.minimize(F, set="l1:1", direction="frank-wolfe")
    assert len(result.atoms) == 0 and not result.atoms and list(result.atoms) == []
    assert repr(result.atoms) == "<acgd.Atoms: 0>"


def test_atoms_are_a_sequence():
    atoms = acgd.minimize(F, set="simplex", direction="pairwise").atoms
    assert len(atoms) == 2 and repr(atoms) == "<acgd.Atoms: 2 in R^3>"
    assert atoms[-1].weight == atoms[1].weight and len(atoms[:1]) == 1
    with pytest.raises(IndexError):
        atoms[2]
    weights = {int(atom.indices[0]): weight for weight, atom, block in atoms}
    assert weights == {0: pytest.approx(0.75, abs=1e-6), 1: pytest.approx(0.25, abs=1e-6)}
    assert all(atom.values.tolist() == [1.0] for _, atom, _ in atoms)


def test_many_variables_take_little_memory():
    n = 200000
    q = acgd.LeastSquares(np.ones((1, n)), [0.5])
    result = acgd.minimize(q, set="l1:1", direction="corrective")
    assert len(pickle.dumps(result.atoms)) < 10000
    assert len(result.atoms[0].atom.indices) <= 1 and result.atoms.size == n


@pytest.mark.parametrize(
    "again", [copy.copy, copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))]
)
def test_results_can_be_copied(again):
    polytope = POLYTOPES["hull"]
    f = random_problem(polytope.size, 1).objective
    result = acgd.minimize(f, set=polytope.set, direction="away")
    copied = again(result)
    np.testing.assert_array_equal(sum_of(copied.atoms), sum_of(result.atoms))
    assert copied.direction == "away" and copied.lower_bound == result.lower_bound
    assert copied.counts == result.counts and repr(copied.atoms) == repr(result.atoms)
    assert copied.counts.oracle_calls == result.nlmo and copied.counts.iterations == result.nit


@pytest.mark.parametrize("direction", RULES)
@pytest.mark.parametrize("name", POLYTOPES)
def test_run_continues_from_result(name, direction):
    polytope = POLYTOPES[name]
    problem = random_problem(polytope.size, 7)
    how = dict(set=polytope.set, direction=direction, gap_tolerance=1e-9, max_iterations=20000)
    result = acgd.minimize(problem.objective, **how)
    again = acgd.minimize(problem.objective, result, **how)
    np.testing.assert_array_equal(again.trace.value[0], pytest.approx(result.fun, abs=1e-12))
    assert again.success and again.nit <= 1
    if result.atoms:
        again = acgd.minimize(problem.objective, result.atoms, **how)
        assert again.success and again.nit <= 1
        pairs = [(weight, atom.to_dense(), block) for weight, atom, block in result.atoms]
        again = acgd.minimize(problem.objective, pairs, **how)
        assert again.success and again.nit <= 1


def test_run_starts_with_given_atoms():
    """Two points of a hull that the LMO would not find in one step; a third is not there."""
    points = np.array([[1.0, 0, 0], [0, 1.0, 0], [0, 0, 1.0], [0.2, 0.2, 0.2]])
    x0 = [(0.25, points[0]), (0.75, acgd.Atom(3, [1], [1.0]))]
    run = acgd.minimize(F, x0, set=acgd.ConvexHull(points), direction="pairwise", max_iterations=0)
    np.testing.assert_array_equal(run.x, [0.25, 0.75, 0])
    assert sorted(run.atoms.weights) == [0.25, 0.75]
    whole = acgd.minimize(
        F, [0.25, 0.75, 0], set=acgd.ConvexHull(points), direction="pairwise", max_iterations=0
    )
    assert whole.atoms.weights.tolist() == [1.0]


def test_changed_result_is_plain_point():
    result = acgd.minimize(F, set="simplex", direction="pairwise")
    result.x = np.array([0.0, 0.0, 1.0])
    run = acgd.minimize(F, result, set="simplex", direction="pairwise", max_iterations=0)
    np.testing.assert_array_equal(run.x, [0, 0, 1])
    assert sum_of(run.atoms).tolist() == [0, 0, 1]


def test_results_of_other_problems_are_plain_points():
    free = acgd.descend(acgd.Quadratic(np.eye(3), [-0.1, -0.2, 0.0]))
    assert acgd.minimize(F, free, set="l1:1", max_iterations=0).x == pytest.approx(free.x)
    with pytest.raises(ValueError, match="^x0"):
        acgd.minimize(acgd.Levy(5), free, set="l1:1")
    inside = acgd.minimize(lambda x: (x @ x, 2 * x), free, set="l1:1")
    assert inside.success and inside.fun == pytest.approx(0, abs=1e-6)


def test_matrices_have_rank_one_atoms():
    rng = np.random.default_rng(3)
    rows, cols = np.nonzero(rng.random((8, 6)) < 0.6)
    truth = np.outer(rng.normal(size=8), rng.normal(size=6))
    f = acgd.Completion(rows, cols, truth[rows, cols], (8, 6), loss="squared")
    how = dict(set=acgd.NuclearBall(3.0), direction="pairwise", relative_gap_tolerance=1e-4)
    result = acgd.minimize(f, **how)
    matrix = sum(weight * atom.to_dense() for weight, atom, _ in result.atoms)
    np.testing.assert_allclose(matrix, result.factors.to_dense(), atol=1e-10)
    assert any(isinstance(atom, acgd.LowRank) and atom.rank == 1 for _, atom, _ in result.atoms)
    for start in (result, result.atoms, list(result.atoms)):
        again = acgd.minimize(f, start, **how)
        assert again.trace.value[0] == pytest.approx(result.fun, rel=1e-9)
        assert again.success and again.nit <= 5


ATOM = [1.0, 0.0, 0.0]
NO_ATOMS = {
    "no sum": ([(0.5, ATOM)], "weights .* sum to 0.5, must sum to 1"),
    "negative": ([(-0.5, ATOM), (1.5, ATOM)], "weight -0.5"),
    "nan": ([(np.nan, ATOM)], "weight"),
    "no weight": ([("x", ATOM)], r"x0\[0\]: weight = 'x': must be a number"),
    "no atom": ([(1.0, "x")], r"x0\[0\]: has dtype"),
    "two numbers": ([(1.0, 2.0)], r"x0\[0\]: has 0 dimensions"),
    "four": ([(1.0, ATOM, 0, 0)], r"x0\[0\]: must be a tuple"),
    "a list among them": ([(0.5, ATOM), [0.5, ATOM]], r"x0\[1\]: must be a tuple"),
    "sizes": ([(0.5, ATOM), (0.5, [1.0, 0])], r"x0\[1\]: has 2 entries, must have 3 like x0\[0\]"),
    "wrong size": ([(1.0, [1.0, 0])], "x0"),
    "block": ([(1.0, ATOM, -1)], r"x0\[0\]: block = -1"),
    "indices": ([(1.0, acgd.Atom(3, [3], [1.0]))], r"x0\[0\]: its indices must"),
    "order": ([(1.0, acgd.Atom(3, [1, 0], [1.0, 1.0]))], r"x0\[0\]: its indices must ascend"),
    "values": ([(1.0, acgd.Atom(3, [1, 2], [1.0]))], r"x0\[0\]: has 2 indices and 1 values"),
    "outside": ([(1.0, [2.0, 0, 0])], "x0"),
    "not finite": ([(1.0, [np.inf, 0, 0])], "x0"),
}


@pytest.mark.parametrize("x0, sentence", NO_ATOMS.values(), ids=NO_ATOMS)
def test_invalid_atoms_are_rejected(x0, sentence):
    with pytest.raises((ValueError, TypeError), match=sentence):
        acgd.minimize(F, x0, set="simplex", direction="frank-wolfe", max_iterations=1)


def test_inconsistent_atoms_in_pickle_are_rejected():
    result = acgd.minimize(F, set="simplex", direction="pairwise")
    for spoil in (dict(_starts=np.array([0, 9, 9])), dict(_indices=np.array([-1, 7]))):
        atoms = copy.copy(result.atoms)
        vars(atoms).update(spoil)
        with pytest.raises(ValueError, match="x0: its atoms are inconsistent"):
            acgd.minimize(F, atoms, set="simplex")
