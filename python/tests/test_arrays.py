"""Arrays that are converted, shared and rejected."""

import numpy as np
import pytest

import acgd
from acgd import _sparse
from resident import resident_bytes

sparse = pytest.importorskip("scipy.sparse")


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_fortran_ordered_matrices_are_not_copied(dtype, rng):
    A = np.asfortranarray(rng.normal(size=(40, 30)), dtype=dtype)
    assert acgd.design(A).address == A.ctypes.data


def test_huge_matrix_is_not_copied():
    A = np.ones((8000, 2500), order="F")  # 160 MB
    before = resident_bytes()
    objective = acgd.LeastSquares(A, np.ones(8000))
    result = acgd.minimize(objective, set="l1:1", max_iterations=3)
    assert result.nit >= 0
    assert resident_bytes() - before < 16e6


def test_shared_matrix_outlives_its_name(rng):
    A = np.asfortranarray(rng.normal(size=(500, 200)))
    value = np.sum((A @ np.ones(200)) ** 2)
    objective = acgd.LeastSquares(A, np.zeros(500))
    del A
    np.ones((500, 200))  # would reuse the memory if it were free
    assert objective.value(np.ones(200)) == pytest.approx(value, rel=1e-13)


def test_orders_and_strides_give_the_same_numbers(rng):
    A, b = rng.normal(size=(60, 20)), rng.normal(size=60)
    wide = np.zeros((60, 40), order="F")
    wide[:, ::2] = A
    shifted = np.empty(60 * 20 + 1)[1:].reshape((60, 20), order="F")  # 8 bytes off alignment
    shifted[:] = A
    runs = [
        acgd.minimize(acgd.LeastSquares(M, b), set="l1:2", max_iterations=50)
        for M in (np.asfortranarray(A), np.ascontiguousarray(A), wide[:, ::2], shifted, A.tolist())
    ]
    for run in runs[1:]:
        np.testing.assert_array_equal(run.trace.value, runs[0].trace.value)


def test_integers_and_floats_are_converted():
    exact = acgd.LeastSquares(np.array([[1.0, 2.0], [3.0, 4.0]]), [1.0, 2.0])
    for A, b in (
        ([[1, 2], [3, 4]], [1, 2]),
        (np.array([[1, 2], [3, 4]], dtype=np.int8), np.array([1, 2], dtype=np.float32)),
        (np.array([[1, 2], [3, 4]], dtype=np.float32), (1, 2)),
        (sparse.csr_matrix([[1, 2], [3, 4]]), [True, 2]),
    ):
        assert acgd.LeastSquares(A, b).value([1, -1]) == exact.value([1.0, -1.0])


@pytest.mark.parametrize(
    "make, error, sentence",
    [
        (lambda: acgd.LeastSquares([[1j]], [1]), TypeError, "A: has dtype complex128"),
        (lambda: acgd.LeastSquares([["a"]], [1]), TypeError, "A: has dtype"),
        (lambda: acgd.LeastSquares([1.0], [1]), ValueError, "A: has 1 dimensions, must have 2"),
        (lambda: acgd.LeastSquares([[1.0]], [[1]]), ValueError, "b: has 2 dimensions"),
        (lambda: acgd.LeastSquares([[1.0], [1, 2]], [1]), ValueError, "A: is not an array"),
        (lambda: acgd.LeastSquares([[1.0]], [1, 2]), ValueError, "2"),
        (lambda: acgd.LeastSquares([[np.nan]], [1]), ValueError, r"A\(0, 0\) = nan"),
        (lambda: acgd.Logistic([[1.0]], [3]), ValueError, r"y\[0\] = 3"),
        (lambda: acgd.Logistic([[1.0]], [1], scaling="men"), ValueError, "mean?"),
        (lambda: acgd.Quadratic([[1.0, 2.0], [3.0, 4.0]]), ValueError, "symmetric"),
        (lambda: acgd.Completion([0.5], [0], [1]), ValueError, "rows: must be whole"),
        (lambda: acgd.Completion([-1], [0], [1]), ValueError, "rows: must be between"),
        (lambda: acgd.Completion([0], [0, 1], [1]), ValueError, "cols: has 2 entries"),
        (lambda: acgd.Completion([5], [0], [1], (2, 2)), ValueError, "outside the 2 x 2"),
        (lambda: acgd.L1Ball("x"), TypeError, "radius = 'x': must be a number"),
        (lambda: acgd.Rosenbrock(2.5), TypeError, "n = 2.5: must be an integer"),
        (lambda: acgd.Rosenbrock(2).value([1.0]), ValueError, "x: has 1 entries, must have 2"),
        (lambda: acgd.L1Ball(-1).minimizer([1.0]), ValueError, "radius"),
        (lambda: acgd.FlowPolytope([(0, 1), (1, 0)]).minimizer([1, 1]), ValueError, "cycle"),
    ],
)
def test_bad_data_is_rejected_with_reason(make, error, sentence):
    with pytest.raises(error, match=sentence):
        make()


@pytest.mark.parametrize(
    "how, error, sentence",
    [
        (dict(), TypeError, "set: must be given"),
        (dict(set="l3:1"), ValueError, "set = l3"),
        (dict(set="l1"), ValueError, "l1:R"),
        (dict(set=3), TypeError, "set = 3"),
        (dict(set=acgd.Simplex), TypeError, "set = <class"),
        (dict(set="dag:/nowhere.csv"), OSError, "nowhere.csv"),
        (dict(set="nuclear:1"), ValueError, "matrix"),
        (dict(set="l1:1", step="adaptiv-constant"), ValueError, "adaptive-constant?"),
        (dict(set="l1:1", step=3), TypeError, "step = 3"),
        (dict(set="l1:1", step="fixed:2"), ValueError, "step = fixed:2: length = 2: .* at most 1"),
        (dict(set="l1:1", step=acgd.Fixed(2)), ValueError, "length = 2: must be at most 1"),
        (dict(set="l1:1", norm="l7"), ValueError, "norm = l7"),
        (dict(set="l1:1", norm=7), TypeError, "norm = 7"),
        (dict(set="l1:1", max_iterations=1.5), TypeError, "max_iterations = 1.5"),
        (dict(set="l1:1", max_iterations=10**30), ValueError, "less than 2"),
        (dict(set="l1:1", max_iterations=-1), ValueError, "max_iterations"),
        (dict(set="l1:1", time_limit="1"), TypeError, "time_limit = '1'"),
        (dict(set="l1:1", gap_tolerance=-1), ValueError, "gap_tolerance"),
        (dict(set="l1:1", gap_tolerance="x"), TypeError, "gap_tolerance = 'x'"),
        (dict(set="l1:1", gap=1), TypeError, "gap: is not an option"),
        (dict(set="l1:1", options={"gap": 1}), TypeError, "gap: is not an option"),
        (dict(set="l1:1", x0="zer"), ValueError, "x0 = zer: .* zero?"),
        (dict(set="l1:1", x0=[1.0]), ValueError, "x0: has 1 entries, must have 2"),
        (dict(set="l1:1", x0=[[1.0], [0.0]]), ValueError, "x0: has 2 dimensions"),
        (dict(set="l1:1", x0=[1.0, 1.0]), ValueError, "x0: must be in the l1 ball"),
        (dict(set="l1:1", x0=[np.inf, 1.0]), ValueError, r"x0\[0\] = inf"),
        (dict(set="l1:1", jac=len), ValueError, "jac: must be None"),
        (dict(set="l1:1", callback=3), TypeError, "callback = 3"),
        (dict(set=acgd.Box([0, 0, 0], 1)), ValueError, "variables"),
    ],
)
def test_bad_runs_are_rejected_with_reason(how, error, sentence):
    with pytest.raises(error, match=sentence):
        acgd.minimize(acgd.Rosenbrock(2), **how)


def test_functions_need_number_of_variables():
    with pytest.raises(ValueError, match="x0: must be given"):
        acgd.minimize(lambda x: (0.0, x), set="l1:1")
    with pytest.raises(TypeError, match="fun = 3"):
        acgd.minimize(3, [1.0], set="l1:1")
    with pytest.raises(ValueError, match="ball"):
        acgd.descend(acgd.Rosenbrock(2), ball="simplex")


def test_sparse_data_of_other_formats(rng):
    dense = rng.normal(size=(9, 4)) * (rng.random((9, 4)) < 0.5)
    for form in ("csr", "csc", "coo", "lil", "dok", "bsr", "dia"):
        read = _sparse.tidy("A", sparse.csr_matrix(dense).asformat(form))
        np.testing.assert_array_equal(read.toarray(), dense)


@pytest.mark.parametrize("number", [np.nan, np.inf, 1e300])
@pytest.mark.parametrize("step", ["adaptive-constant", "backtracking", "line-search", "open-loop"])
def test_matrix_that_changes_during_run_does_not_crash(number, step, rng):
    """Not allowed, but the memory belongs to the caller: the numbers are wrong, nothing else."""
    for set, model in (("l1:1", acgd.LeastSquares), ("spectral:1:3x4", acgd.Huber)):
        A = np.asfortranarray(rng.normal(size=(30, 12)))
        objective = model(A, rng.normal(size=30))

        def spoil(record):
            if record.iteration == 2:
                A[:, ::2] = number

        run = acgd.minimize(objective, set=set, step=step, callback=spoil, max_iterations=30)
        assert run.nit >= 2 and np.all(np.isfinite(run.x))
    points = rng.normal(size=(9, 4))
    hull = acgd.ConvexHull(points)
    spoil = lambda record: points.fill(number)
    acgd.minimize(acgd.Rosenbrock(4), set=hull, step=step, callback=spoil, max_iterations=5)
