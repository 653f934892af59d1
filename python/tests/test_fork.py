"""Forked processes, and the number of threads of a run."""

import numpy as np
import pytest

import acgd
from child import run_child

PREPARE = """
import os, sys
import numpy as np
import acgd

rng = np.random.default_rng(3)
A = rng.normal(size=(800, 900))  # 5.8 MB: its products are shared by the threads
b = A[:, 0] - A[:, 1]
models = {
    "least squares": acgd.LeastSquares(A, b),
    "logistic": acgd.Logistic(A, np.sign(b)),
    "quadratic": acgd.Quadratic(A[:, :800] + A[:, :800].T, b),
}

def run(name):
    f = models[name]
    return acgd.minimize(f, set="l2:2", max_iterations=5).x.tobytes()

def fresh(_):
    return acgd.minimize(acgd.LeastSquares(A, b), set="l2:2", max_iterations=5).x.tobytes()
"""

FORK = """
parent = {name: run(name) for name in models}
child = os.fork()
if child == 0:
    os._exit(0 if parent == {name: run(name) for name in models} else 1)
_, status = os.waitpid(child, 0)
sys.exit(status)
"""

POOL = """
import multiprocessing
parent = fresh(0)
with multiprocessing.get_context("fork").Pool(2) as pool:
    assert pool.map(fresh, range(4)) == [parent] * 4
"""

CALLBACK = """
def fork_at_three(record):
    global child
    if record.iteration == 3:
        child = os.fork()

def forked():
    f = models["logistic"]
    return acgd.minimize(f, set="l2:2", max_iterations=6, callback=fork_at_three).x.tobytes()

child, both = None, os.pipe()
x = forked()
if child == 0:
    os.write(both[1], x[:4096])
    os._exit(0)
_, status = os.waitpid(child, 0)
assert os.read(both[0], 4096) == x[:4096]
sys.exit(status)
"""

DURING = """
# Another thread computes A'A and norms during the fork; its work is lost in the child.
import threading, time

def gram():
    models["least squares"].lipschitz
    run("least squares")

for moment in (0.0, 0.005, 0.01, 0.02, 0.05):
    models["least squares"] = acgd.LeastSquares(A, b)
    thread = threading.Thread(target=gram)
    thread.start()
    time.sleep(moment)
    child = os.fork()
    if child == 0:
        gram()
        os._exit(0)
    _, status = os.waitpid(child, 0)
    assert status == 0
    thread.join()
"""


ENDS = {"fork": FORK, "pool": POOL, "callback": CALLBACK, "during": DURING}


@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS.keys())
def test_forked_process_computes_same_bits(end):
    run_child(PREPARE + end, OMP_NUM_THREADS="2")


def test_number_of_threads_does_not_change_bits(rng):
    A = rng.normal(size=(800, 900))
    f = acgd.Logistic(A, np.sign(A[:, 0]))
    runs = [
        acgd.minimize(f, set="l2:2", max_iterations=5, threads=threads)
        for threads in (None, 1, 2, 10**12)
    ]
    runs.append(acgd.minimize(f, set="l2:2", max_iterations=5, options={"threads": 1}))
    for run in runs:
        np.testing.assert_array_equal(run.x, runs[0].x)
        np.testing.assert_array_equal(run.trace.gap, runs[0].trace.gap)


TASKS = """
def tasks():
    return len(os.listdir("/proc/self/task"))

before = tasks()
acgd.minimize(models["logistic"], set="l2:2", max_iterations=5, threads=1)
assert tasks() == before
run("logistic")
assert tasks() == before + 1
"""


def test_one_thread_is_one_thread():
    run_child(PREPARE + TASKS, OMP_NUM_THREADS="2")


@pytest.mark.parametrize(
    "threads, error, sentence",
    [
        (0, ValueError, "threads = 0: must be"),
        (-(10**12), ValueError, "threads = -"),
        (1.5, TypeError, "threads = 1.5: must be an integer"),
        ("2", TypeError, "threads = '2': must be an integer"),
    ],
)
def test_threads_must_be_positive(threads, error, sentence):
    with pytest.raises(error, match=sentence):
        acgd.minimize(acgd.Rosenbrock(2), set="l1:1", threads=threads)
