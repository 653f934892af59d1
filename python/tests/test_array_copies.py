"""Sets copy their arrays, objectives all but the Fortran-ordered matrix of a model."""

import numpy as np
import pytest

import acgd

sparse = pytest.importorskip("scipy.sparse")


def ordered(order):
    return np.array([[1.0, 0.0, 2.0], [0.0, 1.0, 1.0], [3.0, 1.0, 0.0]], order=order)


@pytest.mark.parametrize("order", ["C", "F"])
@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.int64])
def test_sets_do_not_see_later_changes(order, dtype):
    lower, upper = np.zeros(3, dtype=dtype), np.ones(3, dtype=dtype)
    points = ordered(order).astype(dtype, order="K")
    start, edges = np.zeros(3, dtype=dtype), np.array([(0, 1), (1, 2)])
    sets = [
        acgd.Box(lower, upper),
        acgd.ConvexHull(points),
        acgd.CustomSet(lambda g: -np.sign(g), start=start),
        acgd.FlowPolytope(edges),
        acgd.Product([acgd.Box(lower, upper)]),
    ]
    g = np.array([1.0, -2.0, 0.5])
    f = acgd.Quadratic(np.eye(3), g)

    def look():
        return [(set.minimizer(g), acgd.minimize(f, set=set, max_iterations=5).x) for set in sets]

    before = look()
    for array in (lower, upper, points, start):
        array += 5
    edges[:] = 0
    np.testing.assert_array_equal(look(), before)


def test_arrays_of_set_are_read_only():
    for array in (
        acgd.Box([0.0], [1.0]).lower,
        acgd.ConvexHull(np.eye(2)).points,
        acgd.FlowPolytope([(0, 1)]).edges,
    ):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


def test_objectives_do_not_see_later_changes():
    """Except of a Fortran-ordered matrix of a model, as documented."""
    C, weights, b = ordered("C"), np.ones(3), np.ones(3)
    S = sparse.csc_matrix(ordered("C"))
    Q, F = np.asfortranarray(np.eye(3)), np.asfortranarray(ordered("C"))
    rows, cols, values = np.arange(3), np.arange(3), np.ones(3)
    models = [
        acgd.LeastSquares(C, b),
        acgd.Logistic(S, b, weights=weights),
        acgd.Huber(acgd.design(C), b, weights=weights),
        acgd.Quadratic(Q, b),
        acgd.Quadratic(sparse.csc_matrix(Q), b),
        acgd.MatrixBalancing(F),
    ]
    completion = acgd.Completion(rows, cols, values, weights=weights)
    x = np.array([0.5, -1.0, 2.0])

    def look():
        return [f.value(x) for f in models] + [completion.value(np.arange(9.0).reshape(3, 3))]

    before = look()
    for array in (C, S.data, Q, F, b, weights, rows, cols, values):
        array += 1
    assert look() == before
    for item in (acgd.LeastSquares, acgd.design):
        assert "must not be changed" in " ".join(item.__doc__.split())
