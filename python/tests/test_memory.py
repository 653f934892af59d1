"""Memory leaks."""

import gc
import weakref

import numpy as np

import acgd
from resident import resident_bytes


def solve_some(count):
    A = np.asfortranarray(np.random.default_rng(1).normal(size=(40, 60)))
    for _ in range(count):
        acgd.minimize(acgd.LeastSquares(A, A[:, 0]), set="l1:2", max_iterations=20)
        acgd.minimize(
            lambda x: (x @ x, 2 * x),
            np.full(60, 0.01),
            set=lambda g: -np.sign(g),
            step=lambda line: 0.1,
            callback=lambda record: False,
            max_iterations=5,
        )
        try:
            acgd.minimize(lambda x: 1 / 0, np.zeros(60), set="l1:1")
        except ZeroDivisionError:
            pass


def test_memory_does_not_grow_over_1000_solves():
    solve_some(100)
    gc.collect()
    before = resident_bytes()
    solve_some(1000)
    gc.collect()
    assert resident_bytes() - before < 2e6


def test_functions_and_arrays_are_released():
    class Function:
        def __call__(self, x):
            return x @ x, 2 * x

    function = Function()
    A = np.asfortranarray(np.ones((10, 10)))
    ends = [weakref.ref(function), weakref.ref(A)]
    result = acgd.minimize(function, np.zeros(3), set="l1:1")
    objective = acgd.LeastSquares(A, np.ones(10))
    del function, A
    gc.collect()
    assert ends[0]() is None and ends[1]() is not None
    del objective
    gc.collect()
    assert ends[1]() is None and result.x.shape == (3,)
