"""The program of every rank of test_ranks.py: it prints nothing, and fails on errors."""

import pickle
import sys

import numpy as np
import scipy.sparse
from mpi4py import MPI

import acgd

COMM = MPI.COMM_WORLD


def data(samples=700):
    random = np.random.default_rng(5)
    A = random.normal(size=(samples, 30)) * (random.random((samples, 30)) < 0.3)
    return A, A @ random.normal(size=30) + random.normal(size=samples)


def fit(
    model, comm, is_sparse, samples=700, weights=None, intercept=False, blocks=None, **keywords
):
    """A run over the samples of all ranks of the communicator, or without one."""
    A, y = data(samples)
    own = slice(None) if comm is None else acgd.row_range(len(A), comm, blocks)
    rows = scipy.sparse.csr_matrix(A[own]) if is_sparse else A[own]
    targets = np.sign(y[own]) if model is acgd.Logistic else y[own]
    own_weights = None if weights is None else weights[own]
    f = model(acgd.design(rows, comm, blocks), targets, weights=own_weights, intercept=intercept)
    return acgd.minimize(f, "zero", set="l1:2", comm=comm, **keywords)


def same_bits():
    """One rank has the blocks of several; a run without a communicator has one block."""
    for model in acgd.Logistic, acgd.LeastSquares, acgd.Huber:
        for is_sparse in False, True:
            plain = fit(model, None, is_sparse, max_iterations=20)
            alone = fit(model, MPI.COMM_SELF, is_sparse, max_iterations=20)
            together = fit(model, COMM, is_sparse, max_iterations=20)
            assert np.array_equal(alone.x, together.x), (model, is_sparse)
            assert np.array_equal(alone.trace.value, together.trace.value)
            np.testing.assert_allclose(plain.fun, together.fun, rtol=1e-8)


def same_bits_of_blocks():
    """The number of blocks decides, not the communicator or the number of ranks."""
    for model in acgd.Logistic, acgd.LeastSquares:
        for is_sparse in False, True:
            runs = {}
            for blocks in 3, 5:
                alone, self, together = (
                    fit(model, comm, is_sparse, blocks=blocks, max_iterations=20)
                    for comm in (None, MPI.COMM_SELF, COMM)
                )
                for other in self, together:
                    assert np.array_equal(alone.x, other.x), (model, is_sparse, blocks)
                    assert np.array_equal(alone.trace.value, other.trace.value)
                runs[blocks] = alone
            # By rounding. The values of a short run may agree.
            assert not np.array_equal(runs[3].x, runs[5].x), (model, is_sparse)


def same_bits_in_short_messages():
    acgd.ranks._MOST_BYTES = 100  # longer messages are split, as gigabytes are
    same_bits()


def same_bits_without_samples():
    for model in acgd.LeastSquares, acgd.Huber:
        for is_sparse in False, True:
            for samples in 1, 65:
                weights = np.arange(1.0, samples + 1) if is_sparse or samples > 1 else None
                options = dict(
                    samples=samples, weights=weights, intercept=samples > 1, max_iterations=20
                )
                alone = fit(model, MPI.COMM_SELF, is_sparse, **options)
                together = fit(model, COMM, is_sparse, **options)
                assert np.array_equal(alone.x, together.x), (model, is_sparse, samples)
                assert np.array_equal(alone.trace.value, together.trace.value)


def stops_together():
    def callback(record):
        return COMM.rank == COMM.size - 1 and record.iteration == 5

    # Others may reach the minimum to the last digit before that.
    result = fit(
        acgd.Logistic, COMM, False, callback=callback, gap_tolerance=0, direction="frank-wolfe"
    )
    assert (result.nit, result.status) == (6, "stopped by observer"), result


def pickles_nothing_that_is_spread():
    A, _ = data()
    rows = A[acgd.row_range(len(A), COMM)]
    for matrix in rows, scipy.sparse.csr_matrix(rows):
        try:
            pickle.dumps(acgd.design(matrix, COMM))
            raise AssertionError("was pickled")
        except ValueError as error:
            assert "is spread over ranks" in str(error), error


def refuses():
    for wrong, words in [
        (lambda: acgd.design(np.ones((3, 2)), COMM), "A: rank"),
        (lambda: fit(acgd.Logistic, COMM, False, max_iterations=COMM.rank), "max_iterations"),
    ]:
        try:
            wrong()
            raise AssertionError(words)
        except ValueError as error:
            assert words in str(error), error


globals()[sys.argv[1]]()
