"""Sets of matrices against numpy's and scipy's decompositions."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.linalg

import acgd


def symmetric(rng, n):
    a = rng.normal(size=(n, n))
    return (a + a.T) / 2


def answer(set, g):
    return set.minimizer(np.ravel(g, order="F")).reshape(g.shape, order="F")


def rotated(values, rng):
    """A symmetric matrix with these eigenvalues."""
    q, _ = np.linalg.qr(rng.normal(size=(len(values),) * 2))
    return q @ np.diag(values) @ q.T


def projection(target, set, tolerance):
    """The nearest point of the set, by a run."""
    b = np.ravel(target, order="F")
    how = dict(gap_tolerance=tolerance, max_iterations=10**5, direction="corrective")
    result = acgd.minimize(acgd.Quadratic(np.eye(len(b)), -b), set=set, **how)
    assert result.success, result.message
    return result.x.reshape(target.shape, order="F")


def clipped(values, upper, total):
    """Numbers in [0, upper] that sum to total, nearest to the values."""
    low, high = values.min() - min(upper, total), values.max()
    for _ in range(200):
        shift = (low + high) / 2
        if np.clip(values - shift, 0, upper).sum() > total:
            low = shift
        else:
            high = shift
    return np.clip(values - high, 0, upper)


@pytest.mark.parametrize("n", [1, 2, 5, 16, 17, 60, 150])
def test_spectraplex_and_spectrahedron_find_the_smallest_eigenvalue(rng, n):
    g = rng.normal(size=(n, n))
    values, vectors = scipy.linalg.eigh((g + g.T) / 2)
    x = answer(acgd.Spectraplex(3.0), g)
    np.testing.assert_allclose(x, 3 * np.outer(vectors[:, 0], vectors[:, 0]), atol=1e-6)
    assert np.sum(g * x) == pytest.approx(3 * values[0], abs=1e-10)
    for shift in (-2 * n, 0, 2 * n):
        shifted = g + shift * np.eye(n)
        x = answer(acgd.Spectrahedron(3.0), shifted)
        expected = 3 * min(values[0] + shift, 0)
        assert np.sum(shifted * x) == pytest.approx(expected, abs=1e-10)


@pytest.mark.parametrize("n, count", [(1, 1), (4, 4), (6, 2), (40, 3), (150, 5)])
def test_fantope_finds_the_smallest_eigenvalues(rng, n, count):
    g = rng.normal(size=(n, n))
    values, vectors = scipy.linalg.eigh((g + g.T) / 2)
    x = answer(acgd.Fantope(count), g)
    np.testing.assert_allclose(x, vectors[:, :count] @ vectors[:, :count].T, atol=1e-6)
    assert np.sum(g * x) == pytest.approx(values[:count].sum(), abs=1e-10)


@pytest.mark.parametrize("p", [1.1, 1.5, 2.0, 3.0, 10.0])
@pytest.mark.parametrize("shape", [(5, 5), (3, 8), (8, 3), (1, 4)])
def test_schatten_balls_answer_with_the_dual_norm(rng, p, shape):
    g = rng.normal(size=shape)
    values = np.linalg.svd(g, compute_uv=False)
    x = answer(acgd.SchattenBall(p, 2.0, shape=shape), g)
    dual = np.linalg.norm(values, p / (p - 1))
    assert np.sum(g * x) == pytest.approx(-2 * dual, rel=1e-10)
    assert np.linalg.norm(np.linalg.svd(x, compute_uv=False), p) == pytest.approx(2, rel=1e-10)
    norm = acgd.schatten_norm(p, *shape)
    assert norm.of(g) == pytest.approx(np.linalg.norm(values, p), rel=1e-12)
    assert norm.dual(g) == pytest.approx(dual, rel=1e-10)


def test_violations_are_those_of_the_eigenvalues(rng):
    x = symmetric(rng, 5)
    values = scipy.linalg.eigvalsh(x)
    off = abs(np.trace(x) - 2)
    column = np.ravel(x, order="F")
    assert acgd.Spectraplex(2.0).violation(column) == pytest.approx(max(-values[0], off))
    inside = [-values[0], values[-1] - 1, off]
    assert acgd.Fantope(2).violation(column) == pytest.approx(max(inside))
    above = max(-values[0], np.trace(x) - 0.1)
    assert acgd.Spectrahedron(0.1).violation(column) == pytest.approx(above)
    singular = np.linalg.svd(x, compute_uv=False)
    outside = np.linalg.norm(singular, 3) - 1
    assert acgd.SchattenBall(3, 1.0, shape=(5, 5)).violation(column) == pytest.approx(outside)


def test_projections_are_those_of_the_eigenvalues(rng):
    values = np.array([-2.0, -1.0, 0.3, 0.6, 0.8, 4.0])
    a = rotated(values, rng)
    basis = scipy.linalg.eigh(a)[1]
    for set, projected in (
        (acgd.Spectraplex(3.0), clipped(values, np.inf, 3.0)),
        (acgd.Spectrahedron(3.0), clipped(values, np.inf, 3.0)),
        (acgd.Spectrahedron(9.0), np.maximum(values, 0)),
        (acgd.Fantope(2), clipped(values, 1.0, 2.0)),
    ):
        nearest = basis @ np.diag(projected) @ basis.T
        # f(x) - f* <= gap, and f grows by half the square of the distance.
        x = projection(a, set, 1e-5)
        assert np.linalg.norm(x - nearest) <= np.sqrt(2e-5), set


def test_the_largest_eigenvalues_are_a_linear_problem(rng):
    s = symmetric(rng, 12)
    b = -np.ravel(s, order="F")
    largest = scipy.linalg.eigvalsh(s)[::-1]
    for count in (1, 3):
        result = acgd.minimize(lambda x: (b @ x, b), set=acgd.Fantope(count, side=12))
        assert result.success
        assert result.fun == pytest.approx(-largest[:count].sum(), abs=1e-9)
    result = acgd.minimize(lambda x: (b @ x, b), set=acgd.Spectraplex(2.0, side=12))
    assert result.fun == pytest.approx(-2 * largest[0], abs=1e-9)


@pytest.mark.parametrize("set", [acgd.Spectraplex(3.0), acgd.Spectrahedron(3.0), acgd.Fantope(3)])
def test_completion_keeps_factors(rng, set):
    truth = rotated([1.0, 1.0, 1.0, *np.zeros(17)], rng)
    rows, cols = np.nonzero(rng.random(truth.shape) < 0.6)
    f = acgd.Completion(rows, cols, truth[rows, cols], truth.shape, loss="squared")
    result = acgd.minimize(f, set=set, gap_tolerance=1e-4, max_iterations=10**5)
    assert result.success and result.x is None
    assert set.violation(np.ravel(result.factors.to_dense(), order="F")) < 1e-9
    assert result.fun <= 1e-4


def test_atoms_of_low_rank_are_factors(rng):
    truth = rotated([1.0, 1.0, 0.0, 0.0, 0.0, 0.0], rng)
    rows, cols = np.nonzero(np.ones((6, 6)))
    f = acgd.Completion(rows, cols, 0.7 * truth[rows, cols], (6, 6), loss="squared")
    how = dict(set=acgd.Fantope(2), direction="pairwise", relative_gap_tolerance=1e-3)
    result = acgd.minimize(f, **how)
    matrix = sum(weight * atom.to_dense() for weight, atom, _ in result.atoms)
    np.testing.assert_allclose(matrix, result.factors.to_dense(), atol=1e-10)
    assert any(isinstance(atom, acgd.LowRank) and atom.rank == 2 for _, atom, _ in result.atoms)
    for start in (result, result.atoms, list(result.atoms)):
        again = acgd.minimize(f, start, **how)
        assert again.trace.value[0] == pytest.approx(result.fun, rel=1e-9)


def test_what_is_no_square_matrix_is_refused():
    f = acgd.Quadratic(np.eye(6), np.ones(6))
    for set in (acgd.Spectraplex(), "spectrahedron", acgd.Fantope(1)):
        with pytest.raises(ValueError, match="square matrix of this side has 4 entries, not 6"):
            acgd.minimize(f, set=set)
    rows, cols = [0, 1], [1, 2]
    g = acgd.Completion(rows, cols, [1.0, 2.0], (2, 3))
    with pytest.raises(ValueError, match="a matrix of 2 x 3, which is not square"):
        acgd.minimize(g, set=acgd.Spectraplex())
    with pytest.raises(ValueError, match="count = 4: must be at most 3"):
        acgd.Fantope(4, side=3)
    with pytest.raises(ValueError, match="count = 4: must be at most 3"):
        acgd.Fantope(4).minimizer(np.ones(9))
