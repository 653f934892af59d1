"""Calls in the style of scipy.optimize.minimize."""

from types import SimpleNamespace

import numpy as np
import pytest

import acgd

optimize = pytest.importorskip("scipy.optimize")

RNG = np.random.default_rng(17)
ROOT = RNG.normal(size=(5, 5))
Q = ROOT @ ROOT.T + np.eye(5)
B = RNG.normal(size=5)
BOUNDS = [(-1.0, 0.1), (0.0, 1.0), (-0.2, 0.2), (-1.0, 1.0), (0.3, 0.3)]
START = np.array([0.0, 0.5, 0.0, 0.0, 0.3])


def quadratic(x, q, b):
    return 0.5 * x @ q @ x + b @ x


def slope(x, q, b):
    return q @ x + b


def rosenbrock(x):
    return optimize.rosen(x), optimize.rosen_der(x)


COMMON = {
    "gradient": dict(fun=quadratic, jac=slope, args=(Q, B)),
    "both": dict(fun=lambda x: (quadratic(x, Q, B), slope(x, Q, B)), jac=True),
    "differences": dict(fun=quadratic, args=(Q, B)),
    "2-point": dict(fun=quadratic, args=(Q, B), jac="2-point"),
    "3-point": dict(fun=quadratic, args=(Q, B), jac="3-point"),
}


@pytest.mark.parametrize("name", COMMON)
@pytest.mark.parametrize("bounds", [BOUNDS, optimize.Bounds(*np.transpose(BOUNDS))])
def test_same_call_gives_same_minimum(name, bounds):
    how = dict(COMMON[name], x0=START, bounds=bounds, tol=1e-9)
    theirs = optimize.minimize(**how, options={"maxiter": 2000, "disp": False})
    ours = acgd.minimize(**how, options={"maxiter": 2000, "disp": False})
    assert theirs.success and ours.fun == pytest.approx(theirs.fun, abs=1e-7)
    np.testing.assert_allclose(ours.x, theirs.x, atol=1e-4)


def test_rosenbrock_between_bounds():
    how = dict(fun=rosenbrock, x0=[-0.5, 0.2, 0.1], jac=True, bounds=[(-0.8, 0.8)] * 3)
    theirs = optimize.minimize(**how, tol=1e-12)
    ours = acgd.minimize(**how, tol=1e-7, maxiter=50000)
    np.testing.assert_allclose(ours.x, theirs.x, atol=1e-3)
    assert ours.fun == pytest.approx(theirs.fun, abs=1e-5)


def test_simplex_equals_constraint_and_bounds_of_scipy():
    theirs = optimize.minimize(
        quadratic,
        np.full(5, 0.2),
        args=(Q, B),
        jac=slope,
        bounds=[(0, 1)] * 5,
        constraints={"type": "eq", "fun": lambda x: x.sum() - 1},
        tol=1e-12,
    )
    ours = acgd.minimize(quadratic, args=(Q, B), x0=np.full(5, 0.2), set="simplex", tol=1e-9)
    assert ours.fun == pytest.approx(theirs.fun, abs=1e-7)


def test_descent_without_set():
    how = dict(fun=quadratic, x0=START, args=(Q, B), jac=slope, tol=1e-6)
    theirs, ours = optimize.minimize(**how, options={"gtol": 1e-9}), acgd.descend(**how)
    np.testing.assert_allclose(ours.x, np.linalg.solve(Q, -B), atol=1e-5)
    np.testing.assert_allclose(ours.x, theirs.x, atol=1e-5)
    assert ours.success and np.linalg.norm(Q @ ours.x + B) <= 1e-6


@pytest.mark.parametrize(
    "bounds",
    [
        BOUNDS,
        tuple(BOUNDS),
        np.array(BOUNDS),
        optimize.Bounds(*np.transpose(BOUNDS)),
        zip(*np.transpose(BOUNDS).tolist()),
    ],
)
def test_bounds_equal_box_bit_for_bit(bounds):
    f = acgd.Quadratic(Q, B)
    box = acgd.Box(*np.transpose(BOUNDS))
    run, same = acgd.minimize(f, START, bounds=bounds), acgd.minimize(f, START, set=box)
    np.testing.assert_array_equal(run.x, same.x)
    np.testing.assert_array_equal(run.trace.value, same.trace.value)
    np.testing.assert_array_equal(run.trace.gap, same.trace.gap)


def test_bounds_may_be_scalars():
    f = acgd.Quadratic(Q, B)
    run = acgd.minimize(f, bounds=SimpleNamespace(lb=-1, ub=1))
    np.testing.assert_array_equal(run.x, acgd.minimize(f, set=acgd.Box(-1, 1)).x)
    run = acgd.minimize(f, np.zeros(5), bounds=optimize.Bounds([-1] * 5, 1))
    same = acgd.minimize(f, np.zeros(5), set=acgd.Box(-1, 1))
    np.testing.assert_array_equal(run.x, same.x)


@pytest.mark.parametrize(
    "bounds, sentence",
    [
        ([(0, 1), (0, None)], r"bounds\[1\] = \(0, inf\): must be finite"),
        ([(0, 1), (2, 1)], r"bounds\[1\] = \(2, 1\): must have lower <= upper"),
        ([(0, 1), (np.nan, 1)], r"bounds\[1\] = \(nan, 1\): must be finite"),
        ([(0, 1, 2)], r"bounds\[0\] = \(0, 1, 2\): must be a pair"),
        ([(0, "x")], r"bounds\[0\] = 'x': must be a number"),
        ([], "bounds: must have a pair"),
        (3, "bounds = 3"),
        ([(0, 1)] * 3, "bounds|x0"),
        (optimize.Bounds([0, 0], [np.inf, 1]), r"bounds\[0\]"),
        (SimpleNamespace(lb=[0], ub=[1, 1]), "bounds: lb has 1 entries and ub 2"),
        (SimpleNamespace(lb="x", ub=[1, 1]), "bounds.lb: has dtype"),
    ],
)
def test_bad_bounds(bounds, sentence):
    with pytest.raises((ValueError, TypeError), match=sentence):
        acgd.minimize(lambda x: x @ x, [0.5, 0.5], bounds=bounds)


def test_bounds_and_set_exclude_each_other():
    with pytest.raises(ValueError, match="bounds: must not be given together with set"):
        acgd.minimize(lambda x: x @ x, [0.5], set="l1:1", bounds=[(0, 1)])


@pytest.mark.parametrize("tol", [1e-2, 1e-4])
@pytest.mark.parametrize("shift", [0.0, 1000.0])
def test_tol_is_gap_relative_to_f_or_to_one(tol, shift):
    result = acgd.minimize(lambda x: (x @ Q @ x + shift, 2 * Q @ x), START, set="linf:1", tol=tol)
    allowed = tol * max(1.0, abs(result.fun))
    assert result.success and result.gap <= allowed
    assert not np.any(result.trace.gap[:-1] <= tol * np.maximum(1, abs(result.trace.value[:-1])))


def test_maxiter_is_max_iterations():
    f = acgd.Levy(3)
    for how in (dict(maxiter=3), dict(options={"maxiter": 3}), dict(max_iterations=3)):
        assert acgd.minimize(f, set="l2:1", **how).nit == 3
        assert acgd.descend(f, **how).nit == 3
        assert acgd.experiments.levy(quick=True).solve(**how).nit == 3
    assert acgd.minimize(f, set="l2:1", maxiter=None, max_iterations=3).nit == 3


@pytest.mark.parametrize(
    "how, sentence",
    [
        (dict(maxiter=3, max_iterations=3), "maxiter: .* together with max_iterations"),
        (dict(tol=1, gap_tolerance=1), "tol: .* together with gap_tolerance"),
        (dict(tol=1, relative_gap_tolerance=1), "tol: .* with relative_gap_tolerance"),
        (dict(disp=True, progress=True), "disp: .* together with progress"),
        (dict(tol=-1.0), "tol = -1: must be"),
        (dict(maxiter=-1), "maxiter = -1: must be"),
    ],
)
def test_duplicate_options_are_rejected(how, sentence):
    with pytest.raises(ValueError, match=sentence):
        acgd.minimize(acgd.Levy(3), set="l2:1", **how)


@pytest.mark.parametrize(
    "name, meant",
    [
        ("max_iter", "max_iterations"),
        ("max_iteration", "max_iterations"),
        ("maxiters", "max_iterations"),
        ("MaxIter", "maxiter"),
        ("gap_tol", "gap_tolerance"),
        ("gtol", "gradient_tolerance"),
        ("ftol", "tol"),
        ("maxfev", "max_evaluations"),
        ("verbose", "progress"),
        ("method", "step or direction"),
        ("constraints", "set"),
        ("tolerance", "value_tolerance|gap_tolerance|tol"),
        ("treads", "threads"),
    ],
)
@pytest.mark.parametrize("as_options", [False, True])
def test_unknown_options_get_suggestion(name, meant, as_options):
    how = {"options": {name: 1}} if as_options else {name: 1}
    with pytest.raises(TypeError, match=rf"^{name}: is not an option; did you mean ({meant})\?$"):
        acgd.minimize(acgd.Levy(3), set="l2:1", **how)


def test_options_of_objectives_get_suggestion():
    with pytest.raises(TypeError, match=r"scalling: .* did you mean scaling\?"):
        acgd.Logistic([[1.0]], [1], scalling="sum")
    with pytest.raises(TypeError, match="method: is not an option; there are "):
        acgd.Logistic([[1.0]], [1], method="sum")


def test_args_are_for_objects_and_not_for_objectives():
    class Shifted:
        def value(self, x, shift):
            return np.sum((x - shift) ** 2)

        def gradient(self, x, shift):
            return 2 * (x - shift)

    result = acgd.minimize(Shifted(), [0.0, 0.0], set="linf:1", args=(np.array([0.5, 3.0]),))
    np.testing.assert_allclose(result.x, [0.5, 1.0], atol=1e-3)
    alone = acgd.minimize(lambda x, t: (x - t) @ (x - t), [0.0], set="linf:1", args=0.25)
    np.testing.assert_allclose(alone.x, [0.25], atol=1e-3)
    with pytest.raises(ValueError, match="args: "):
        acgd.minimize(acgd.Levy(2), set="l1:1", args=(1,))


def test_results_have_entries_of_scipy():
    how = dict(COMMON["gradient"], x0=START, bounds=BOUNDS)
    theirs, ours = optimize.minimize(**how), acgd.minimize(**how)
    for name in ("x", "fun", "nit", "nfev", "njev", "success", "status", "message"):
        assert name in theirs and name in ours
        assert ours[name] is getattr(ours, name)
    assert isinstance(ours, dict) and {*ours} <= {*dir(ours)}
