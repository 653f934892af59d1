"""The interpreter exits while threads are running."""

import pytest

from child import run_child

PROGRAM = """
import sys, threading, time
import numpy as np
import acgd

def slow(x):  # releases the GIL
    time.sleep(0.001)
    return np.sum((x - 1) ** 4), 4 * (x - 1) ** 3

def busy(x):  # is requested to release it
    return sum((t - 1) ** 4 for t in x), 4 * (x - 1) ** 3

def converted(x):  # numpy releases it for the conversion
    return x @ x + x.sum(), (2 * x + 1).astype(np.float32)

def nested(x):
    acgd.minimize(slow, x, set="linf:2", max_iterations=9)
    return slow(x)

n = 3000
A = np.random.default_rng(1).normal(size=(700, 900))
how = {
    "objective": dict(fun=acgd.Rosenbrock(n)),
    "products": dict(fun=acgd.LeastSquares(A, A[:, 0]), set="l2:1"),
    "slow": dict(fun=slow, x0=np.zeros(n)),
    "busy": dict(fun=busy, x0=np.zeros(n)),
    "converted": dict(fun=converted, x0=np.zeros(n)),
    "set": dict(fun=slow, x0=np.zeros(n), set=lambda g: -np.sign(g)),
    "step": dict(fun=acgd.Rosenbrock(n), step=lambda line: line.change(0.5) * 0 + 1e-3),
    "callback": dict(fun=acgd.Rosenbrock(n), callback=lambda record: time.sleep(1e-4)),
    "asleep": dict(fun=lambda x: time.sleep(3600), x0=np.zeros(n)),
    "nested": dict(fun=nested, x0=np.zeros(n)),
}[sys.argv[1]]
how = {"set": "linf:2", "step": "open-loop", **how}

def endless():
    while True:
        acgd.minimize(**how, gap_tolerance=0, max_iterations=10**6, trace=False)

for _ in range(3):
    threading.Thread(target=endless, daemon=True).start()
time.sleep(float(sys.argv[2]))
"""

KINDS = "objective products slow busy converted set step callback asleep nested".split()


@pytest.mark.parametrize("kind", KINDS)
def test_running_threads_do_not_disturb_exit(kind):
    for seconds in ("0.1", "0.137"):
        assert run_child(PROGRAM, kind, seconds) == ""


def test_run_may_be_made_at_exit():
    program = """
import atexit, acgd
f = lambda x: (x @ x, 2 * x)
atexit.register(lambda: print(acgd.minimize(f, [1.0, 0.0], set="l1:1").success))
"""
    assert run_child(program) == "True\n"
