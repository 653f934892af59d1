"""Threads go on while C++ works, and Ctrl-C stops a run."""

import os
import signal
import sys
import threading
import time

import numpy as np
import pytest

import acgd


def press_ctrl_c_after(seconds):
    """Presses Ctrl-C so long after the main thread has entered the package, however busy the machine is."""
    main = threading.main_thread().ident
    package = os.path.dirname(acgd.__file__)

    def is_inside():
        frame = sys._current_frames().get(main)
        while frame and os.path.dirname(frame.f_code.co_filename) != package:
            frame = frame.f_back
        return frame is not None

    def press():
        while not is_inside():
            time.sleep(0.001)
        time.sleep(seconds)
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=press, daemon=True)
    thread.start()
    return thread


def endless(**how):
    return dict(max_iterations=10**9, gap_tolerance=0, trace=False, time_limit=20, **how)


def test_other_threads_go_on_during_a_run():
    counted = []
    done = threading.Event()

    def count():
        while not done.is_set():
            counted.append(None)
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    try:
        options = {**endless(step="open-loop"), "time_limit": 0.5}
        acgd.minimize(acgd.Rosenbrock(1000), set="l2:1", **options)
    finally:
        during = len(counted)
        done.set()
        thread.join()
    assert during > 50


def test_runs_in_several_threads():
    results = {}

    def run(seed):
        target = np.random.default_rng(seed).normal(size=20)
        results[seed] = acgd.minimize(
            lambda x: (np.sum((x - target) ** 2), 2 * (x - target)),
            np.zeros(20),
            set=acgd.L1Ball(2.0),
            max_iterations=200,
        )

    threads = [threading.Thread(target=run, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    again = dict(results)
    for seed in range(4):
        run(seed)
        np.testing.assert_array_equal(results[seed].x, again[seed].x)


@pytest.mark.parametrize("kind", ["objective", "functions", "callback"])
def test_ctrl_c_returns_the_point_reached(kind):
    objective, how = acgd.Rosenbrock(100), {}
    if kind == "functions":
        objective, how = lambda x: (np.sum((x - 1) ** 4), 4 * (x - 1) ** 3), {"x0": np.zeros(100)}
    if kind == "callback":
        how = {"callback": lambda record: time.sleep(1e-4)}
    timer = press_ctrl_c_after(0.2)
    begin = time.monotonic()
    result = acgd.minimize(objective, set="l1:1", **endless(step="open-loop", **how))
    timer.join()
    assert result.status == "interrupted" and result.usable and not result.success
    assert time.monotonic() - begin < 5
    assert np.all(np.isfinite(result.x)) and result.nit > 0
    time.sleep(0.001)  # nothing is left to be raised here


def test_an_interrupted_function_is_called_once_more():
    calls = []

    def fun(x):
        calls.append(x)
        if len(calls) == 4:
            raise KeyboardInterrupt
        return np.sum((x - 1) ** 4), 4 * (x - 1) ** 3

    result = acgd.minimize(fun, np.zeros(3), set="l1:1", **endless())
    assert result.status == "interrupted" and np.isfinite(result.fun)
    np.testing.assert_array_equal(calls[3], calls[4])
    assert result.fun == fun(result.x)[0]


def test_a_second_ctrl_c_gets_through():
    def fun(x):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        acgd.minimize(fun, np.zeros(3), set="l1:1")


def test_ctrl_c_stops_reproduce():
    timer = press_ctrl_c_after(0.1)
    tables = acgd.reproduce(["lasso", "sigmoid"], quick=False)
    timer.join()
    assert len(tables) == 1 and tables["lasso"]["interrupted"]


def test_signal_handlers_of_the_user_are_respected():
    class Alarm(Exception):
        pass

    def handler(number, frame):
        raise Alarm

    before = signal.signal(signal.SIGALRM, handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        with pytest.raises(Alarm):
            acgd.minimize(acgd.Rosenbrock(100), set="l2:1", **endless(step="open-loop"))
    finally:
        signal.signal(signal.SIGALRM, before)
