"""Sparse matrices with arbitrary arrays."""

import numpy as np
import pytest

import acgd
from child import run_child

sparse = pytest.importorskip("scipy.sparse")


def spoiled(form, **parts):
    """A 3 x 3 matrix of this format, with some of its arrays replaced."""
    matrix = sparse.csr_matrix(np.diag([1.0, 2.0, 3.0])).asformat(form)
    for name, array in parts.items():
        setattr(matrix, name, np.asarray(array))
    return matrix


REFUSED = [
    (spoiled("csc", indices=[0, 10**6, 2]), r"A: indices\[1\] = 1000000, must be from 0 to 2"),
    (spoiled("csr", indices=[0, 3, 2]), r"A: indices\[1\] = 3, must be from 0 to 2"),
    (spoiled("csr", indices=[0, -1, 2]), r"A: indices\[1\] = -1"),
    (spoiled("csc", indices=[0, 2**40, 2]), r"A: indices\[1\] = 1099511627776"),
    (spoiled("csr", indices=[0, 1]), "A: has 3 values and 2 entries in indices"),
    (spoiled("csr", data=[1.0, 2.0]), "A: has 2 values and 3 entries in indices"),
    (spoiled("csr", indptr=[0, 1, 2]), "A: indptr has 3 entries, must have 4 for 3 rows"),
    (spoiled("csc", indptr=[0, 1, 2, 3, 3]), "A: indptr has 5 entries, must have 4 for 3 columns"),
    (spoiled("csr", indptr=[1, 1, 2, 3]), r"A: indptr\[0\] = 1, must be 0"),
    (spoiled("csr", indptr=[0, 3, 2, 3]), r"A: indptr\[2\] = 2 after 3, must not decrease"),
    (spoiled("csr", indptr=[0, 1, 2, 9]), r"A: indptr\[3\] = 9, but indices has 3 entries"),
    (spoiled("csr", indptr=[0, 1, 2, 2**62]), r"A: indptr\[3\] = 4611686018427387904"),
    (spoiled("coo", row=[0, 1, 3]), r"A: row\[2\] = 3, must be from 0 to 2"),
    (spoiled("coo", col=[0, -5, 2]), r"A: col\[1\] = -5"),
    (spoiled("coo", col=[0, 1]), "A: has 3 values and 2 entries in col"),
    (spoiled("bsr", data=np.ones((1, 2, 2))), "A: has blocks of 2 x 2, which do not fill 3 x 3"),
    (spoiled("bsr", indices=[0, 1, 7]), r"A: indices\[2\] = 7"),
    (spoiled("csr", data=[1.0, np.nan, 3.0]), r"A\(1, 1\) = nan: must be finite"),
    (spoiled("csr", indices=[0] * 3, indptr=[0, 3, 3, 3], data=[1.7e308] * 3), "= inf: must be"),
    (spoiled("csr", indices=[[0, 1, 2]]), "A: indices has 2 dimensions, must have 1"),
    (spoiled("lil", rows=np.array([[0], [1], [7]], dtype=object)), r"A: "),
]


@pytest.mark.parametrize("matrix, sentence", REFUSED)
def test_inconsistent_arrays_are_rejected(matrix, sentence):
    with pytest.raises(ValueError, match=sentence):
        acgd.LeastSquares(matrix, np.ones(3))
    with pytest.raises(ValueError, match=sentence):
        acgd.MatrixBalancing(matrix)
    with pytest.raises(ValueError, match=sentence.replace("A", "Q", 1)):
        acgd.Quadratic(matrix)
    with pytest.raises(ValueError):
        acgd.estimators.L1Regression().fit(matrix, np.ones(3))


@pytest.mark.parametrize(
    "parts, sentence",
    [
        (dict(indices=[0.0, 1.0, 2.0]), "A: indices has dtype float64, must be integers"),
        (dict(indptr=["a", "b", "c", "d"]), "A: indptr has dtype <U1, must be integers"),
        (dict(data=[1j, 2, 3]), "A: has dtype complex128, must be real"),
        (dict(data=np.array([1, None, 3], dtype=object)), "A: has dtype object, must be real"),
    ],
)
def test_arrays_of_other_types_are_rejected(parts, sentence):
    with pytest.raises(TypeError, match=sentence):
        acgd.LeastSquares(spoiled("csr", **parts), np.ones(3))


def test_few_entries_do_not_take_gigabytes():
    with pytest.raises(ValueError, match="rows and columns may outnumber them"):
        acgd.design(sparse.coo_matrix(([1.0], ([0], [0])), shape=(2**31 - 2, 3)))
    with pytest.raises(ValueError, match="rows and columns may outnumber them"):
        acgd.Completion([2**31 - 3], [0], [1.0])


@pytest.mark.parametrize("dtype", [np.int64, np.int16, np.uint8, np.uint64, ">i4"])
@pytest.mark.parametrize("form", ["csr", "csc", "coo"])
def test_integers_of_any_type_and_stride_are_read(form, dtype, rng):
    dense = rng.integers(-2, 3, size=(7, 5)).astype(np.float64)
    matrix = sparse.csr_matrix(dense).asformat(form)
    for name in ("row", "col") if form == "coo" else ("indptr", "indices"):
        array = getattr(matrix, name).astype(dtype)
        setattr(matrix, name, np.repeat(array, 2)[::2])
    matrix.data = np.repeat(matrix.data, 3)[::3]
    x, b = rng.normal(size=5), rng.normal(size=7)
    assert acgd.LeastSquares(matrix, b).value(x) == pytest.approx(np.sum((dense @ x - b) ** 2))


def test_more_capacity_than_entries_is_accepted():
    matrix = spoiled("csr", indices=[0, 1, 2, 77], data=[1.0, 2.0, 3.0, np.nan])
    assert acgd.LeastSquares(matrix, np.zeros(3)).value([1.0, 1.0, 1.0]) == 14.0


def test_products_of_matrices_are_accepted_as_symmetric(rng):
    A = sparse.random(40, 30, density=0.2, random_state=1, format="csr")
    Q = A.T @ A
    assert not Q.has_sorted_indices
    before = (Q.indptr.copy(), Q.indices.copy(), Q.data.copy())
    x = rng.normal(size=30)
    assert acgd.Quadratic(Q).value(x) == pytest.approx(0.5 * np.sum((A @ x) ** 2), rel=1e-12)
    for form in ("csc", "csr", "coo", "bsr"):
        value = acgd.Quadratic(Q.asformat(form)).value(x)
        assert value == pytest.approx(acgd.Quadratic(Q).value(x), rel=1e-13)
    for kept, was in zip((Q.indptr, Q.indices, Q.data), before):
        np.testing.assert_array_equal(kept, was)  # the caller's arrays were not sorted


@pytest.mark.parametrize("form", ["csr", "csc", "coo"])
def test_duplicate_entries_are_summed(form):
    row, col = [0, 2, 0, 1, 2, 0], [1, 0, 1, 1, 0, 1]
    matrix = sparse.coo_matrix(([1.0, 2.0, 3.0, 4.0, 5.0, 6.0], (row, col)), shape=(3, 2))
    dense = np.array([[0.0, 10.0], [0.0, 4.0], [7.0, 0.0]])
    if form != "coo":
        order = np.argsort(row if form == "csr" else col, kind="stable")[::-1]
        lines, others = (row, col) if form == "csr" else (col, row)
        counts = np.bincount(lines, minlength=3 if form == "csr" else 2)
        order = sorted(order, key=lambda k: lines[k])
        starts = np.concatenate([[0], np.cumsum(counts)])
        parts = (matrix.data[order], np.array(others)[order], starts)
        matrix = (sparse.csr_matrix if form == "csr" else sparse.csc_matrix)(parts, shape=(3, 2))
    assert matrix.nnz == 6
    for x in ([1.0, 0.0], [0.5, -2.0]):
        assert acgd.LeastSquares(matrix, np.zeros(3)).value(x) == np.sum((dense @ x) ** 2)


def test_garbage_is_accepted_or_rejected():
    printed = run_child("import throw_garbage; throw_garbage.main(0, 150)")
    counts = eval(printed)
    assert counts["refused"] > 500 and counts["taken"] > 500
