"""What every rank of test_ranks.py runs: it prints nothing, and fails if something is wrong."""

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


def fit(model, comm, is_sparse, **keywords):
    """A run over the samples of all ranks of the communicator."""
    A, y = data()
    own = acgd.shard_range(len(A), comm)
    rows = scipy.sparse.csr_matrix(A[own]) if is_sparse else A[own]
    targets = np.sign(y[own]) if model is acgd.Logistic else y[own]
    f = model(acgd.design(rows, comm), targets)
    return acgd.minimize(f, "zero", set="l1:2", comm=comm, **keywords)


def same_bits():
    for model in acgd.Logistic, acgd.LeastSquares, acgd.Huber:
        for is_sparse in False, True:
            alone = fit(model, MPI.COMM_SELF, is_sparse, max_iterations=20)
            together = fit(model, COMM, is_sparse, max_iterations=20)
            assert np.array_equal(alone.x, together.x), (model, is_sparse)
            assert np.array_equal(alone.trace.value, together.trace.value)


def stops_together():
    def callback(record):
        return COMM.rank == COMM.size - 1 and record.iteration == 5

    result = fit(acgd.Logistic, COMM, False, callback=callback, gap_tolerance=0)
    assert (result.nit, result.status) == (6, "stopped by observer"), result


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
