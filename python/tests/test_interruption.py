"""Other threads run during a run, and Ctrl-C stops it."""

import os
import pickle
import signal
import sys
import threading
import time

import numpy as np
import pytest

import acgd
from acgd import estimators


def press_ctrl_c_after(seconds):
    """Sends Ctrl-C this long after the main thread has entered the package, on a busy machine."""
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


def test_other_threads_run_during_run():
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
def test_ctrl_c_returns_point_reached(kind):
    objective, how = acgd.Rosenbrock(100), {}
    if kind == "functions":
        objective, how = lambda x: (np.sum((x - 1) ** 4), 4 * (x - 1) ** 3), {"x0": np.zeros(100)}
    if kind == "callback":
        how = {"callback": lambda record: time.sleep(1e-4)}
    timer = press_ctrl_c_after(0.2)
    begin = time.monotonic()
    how["on_interrupt"] = "return"
    how = endless(step="open-loop", direction="frank-wolfe", **how)
    result = acgd.minimize(objective, set="l1:1", **how)
    timer.join()
    assert result.status == "interrupted" and result.usable and not result.success
    assert time.monotonic() - begin < 5
    assert np.all(np.isfinite(result.x)) and result.nit > 0
    time.sleep(0.001)  # nothing is left to be raised here


def test_interrupted_function_is_called_once_more():
    calls = []

    def fun(x):
        calls.append(x)
        if len(calls) == 4:
            raise KeyboardInterrupt
        return np.sum((x - 1) ** 4), 4 * (x - 1) ** 3

    how = endless(on_interrupt="return", direction="frank-wolfe")
    result = acgd.minimize(fun, np.zeros(3), set="l1:1", **how)
    assert result.status == "interrupted" and np.isfinite(result.fun)
    np.testing.assert_array_equal(calls[3], calls[4])
    assert result.fun == fun(result.x)[0]


def test_second_ctrl_c_is_raised_at_once():
    def fun(x):
        raise KeyboardInterrupt

    for how in ("raise", "return"):
        with pytest.raises(KeyboardInterrupt) as raised:
            acgd.minimize(fun, np.zeros(3), set="l1:1", on_interrupt=how)
        assert not hasattr(raised.value, "result")


def test_ctrl_c_is_raised_with_result_by_default():
    timer = press_ctrl_c_after(0.2)
    with pytest.raises(KeyboardInterrupt) as raised:
        acgd.descend(acgd.Rosenbrock(100), **endless(step="open-loop"))
    timer.join()
    assert isinstance(raised.value, acgd.Interrupted)
    result = raised.value.result
    assert result.status == "interrupted" and result.nit > 0
    assert result.fun == acgd.Rosenbrock(100).value(result.x)
    again = pickle.loads(pickle.dumps(raised.value))
    assert str(again) == str(raised.value) and again.result.nit == result.nit


def test_interrupted_run_resumes_from_checkpoint(tmp_path):
    def press_ctrl_c(record):
        if record.iteration == 30:
            raise KeyboardInterrupt

    problem = dict(fun=acgd.Rosenbrock(5), set="l2:3", max_iterations=100, gap_tolerance=0)
    with pytest.raises(acgd.Interrupted):
        acgd.minimize(**problem, checkpoint=tmp_path / "run", callback=press_ctrl_c)
    resumed = acgd.minimize(**problem, resume=tmp_path / "run")
    np.testing.assert_array_equal(resumed.x, acgd.minimize(**problem).x)


def test_ctrl_c_in_nested_run_ends_both():
    pressed = []

    def press_ctrl_c(record):
        if not pressed:
            pressed.append(record)
            raise KeyboardInterrupt

    def fun(x):
        inner = acgd.minimize(acgd.Rosenbrock(2), set="l2:1", callback=press_ctrl_c)
        return inner.fun + x @ x, 2 * x

    with pytest.raises(acgd.Interrupted) as raised:
        acgd.minimize(fun, [1.0, 0.0, 0.0], set="simplex", gap_tolerance=0)
    assert raised.value.result.status == "interrupted" and raised.value.result.x.shape == (3,)


def test_ctrl_c_is_not_lost_when_run_converges_in_same_iteration():
    def fun(x):
        calls.append(x)
        if len(calls) == 1:
            raise KeyboardInterrupt
        return x @ x, 2 * x

    calls = []
    with pytest.raises(acgd.Interrupted) as raised:
        acgd.minimize(fun, [1.0, 0.0], set="simplex", gap_tolerance=1e9)
    assert raised.value.result.status == "gap reached"
    calls = []
    how = dict(gap_tolerance=1e9, on_interrupt="return")
    assert acgd.minimize(fun, [1.0, 0.0], set="simplex", **how).success


class CtrlCAt:
    """A step rule that sends Ctrl-C at its k-th call, counted over all copies."""

    uses = 0

    def __init__(self, k):
        self.k = k

    def __deepcopy__(self, memo):
        return self

    def __call__(self, line):
        self.uses += 1
        if self.uses == self.k:
            raise KeyboardInterrupt
        return 0.1 * line.max_step


FITS = [
    (estimators.L1Regression, "coef_"),
    (estimators.SimplexRegression, "coef_"),
    (estimators.L1LogisticClassifier, "coef_"),
    (estimators.MatrixCompletion, "factors_"),
]


def samples_for(estimator):
    if estimator is estimators.MatrixCompletion:
        return [(0, 0), (0, 1), (1, 0)], [1.0, 2.0, 3.0]
    return np.array([[1.0, 2.0], [2.0, 1.0], [0.0, 1.0]]), [0, 1, 2]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("estimator, attribute", FITS)
def test_ctrl_c_leaves_model_unchanged(estimator, attribute):
    X, y = samples_for(estimator)
    model = estimator(1.0, step=CtrlCAt(3), direction="frank-wolfe", tol=0)
    with pytest.raises(KeyboardInterrupt):
        model.fit(X, y)
    assert set(vars(model)) == set(model.get_params())
    with pytest.raises(AttributeError, match="not fitted"):
        model.predict(X)
    model.set_params(step="secant", max_iter=10).fit(X, y)
    before = dict(vars(model))
    with pytest.raises(KeyboardInterrupt):
        model.set_params(step=CtrlCAt(3)).fit(X, y)
    assert all(vars(model)[name] is before[name] for name in before if name.endswith("_"))


@pytest.mark.filterwarnings("ignore")
def test_ctrl_c_stops_path_of_radii():
    X, y = np.argwhere(np.ones((6, 5))), np.random.default_rng(1).normal(size=30)
    model = acgd.MatrixCompletionCV(step=CtrlCAt(30), direction="frank-wolfe", tol=0, max_iter=20)
    with pytest.raises(acgd.Interrupted) as interrupted:
        model.fit(X, y)
    assert interrupted.value.result.factors.shape == (6, 5)
    assert set(vars(model)) == set(model.get_params())


@pytest.mark.filterwarnings("ignore")
def test_ctrl_c_stops_search():
    selection = pytest.importorskip("sklearn.model_selection")
    rule = CtrlCAt(25)
    model = estimators.L1Regression(step=rule, direction="frank-wolfe", max_iter=10, tol=0)
    search = selection.GridSearchCV(model, {"radius": [1.0, 2.0, 3.0, 4.0]}, cv=2)
    X = np.random.default_rng(1).normal(size=(20, 3))
    with pytest.raises(KeyboardInterrupt):
        search.fit(X, X[:, 0])
    assert rule.uses == 26 and not hasattr(search, "best_params_")


def test_ctrl_c_stops_reproduce():
    for how in ("raise", "return"):
        timer = press_ctrl_c_after(0.1)
        try:
            tables = acgd.reproduce(["lasso", "sigmoid"], on_interrupt=how)
            assert how == "return"
        except acgd.Interrupted as interrupted:
            assert how == "raise"
            tables = interrupted.result
        timer.join()
        assert len(tables) == 1 and tables["lasso"]["interrupted"]


def test_signal_handlers_of_user_are_respected():
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


def test_ctrl_c_stops_path():
    X = np.random.default_rng(1).normal(size=(50, 20))
    slow = dict(direction="frank-wolfe", step="open-loop", max_iterations=10**9, gap_tolerance=0.0)
    slow["time_limit"] = 20
    timer = press_ctrl_c_after(0.2)
    with pytest.raises(acgd.Interrupted) as interrupted:
        acgd.path(X, X.sum(axis=1), radii=[0.5, 1.0], standardize=False, **slow)
    timer.join()
    assert interrupted.value.result.status == ["interrupted"]
    model = acgd.L1RegressionCV(
        step="open-loop", direction="frank-wolfe", max_iter=10**9, tol=1e-300
    )
    timer = press_ctrl_c_after(0.2)
    with pytest.raises(KeyboardInterrupt):
        model.fit(X, X.sum(axis=1))
    timer.join()
    assert not hasattr(model, "coef_")
