"""Python functions inside a run: exceptions, NaN, wrong results, callbacks."""

import math

import numpy as np
import pytest

import acgd


class Trouble(Exception):
    pass


def raise_trouble(*_):
    raise Trouble("from inside")


def square(x):
    return x @ x, 2 * x


@pytest.mark.parametrize(
    "how",
    [
        dict(fun=raise_trouble),
        dict(fun=raise_trouble, jac=lambda x: 2 * x),
        dict(fun=lambda x: x @ x, jac=raise_trouble),
        dict(fun=square, set=raise_trouble),
        dict(fun=square, callback=raise_trouble),
        dict(fun=square, step=raise_trouble),
        dict(fun=square, set=acgd.CustomSet(lambda g: -np.sign(g), violation=raise_trouble)),
    ],
)
def test_exceptions_are_propagated(how):
    run = {"set": "l2:2", "x0": [1.0, 1.0], **how}
    with pytest.raises(Trouble, match="from inside"):
        acgd.minimize(**run)
    assert acgd.minimize(square, [1.0, 1.0], set="l2:2").success


def test_exception_during_run_leaves_everything_usable():
    calls = []

    def fun(x):
        calls.append(x)
        if len(calls) == 5:
            raise Trouble
        return np.sum((x - 3) ** 4), 4 * (x - 3) ** 3

    objective = acgd.Rosenbrock(2)
    with pytest.raises(Trouble):
        acgd.minimize(fun, [1.0, 0.0], set="l1:1")
    assert len(calls) == 5
    # The arrays belong to the function now: nothing writes to them afterwards.
    assert len({array.tobytes() for array in calls}) > 2
    assert acgd.minimize(objective, set="l1:1").usable


def test_nan_is_status_with_best_point_kept():
    result = acgd.minimize(lambda x: (math.nan, 2 * x), [1.0, 0.0], set="l1:1")
    assert result.status == "non-finite"
    assert not result.success and not result.usable

    seen = []

    def fun(x):
        seen.append(x)
        return x @ x, np.full(2, np.nan) if len(seen) > 1 else 2 * x

    result = acgd.minimize(fun, [1.0, 0.0], set="l1:1", step="open-loop")
    assert result.status == "non-finite"
    assert np.all(np.isfinite(result.x)) and np.isfinite(result.fun)


@pytest.mark.parametrize(
    "how, error, sentence",
    [
        (dict(fun=lambda x: "x"), TypeError, r"fun: returned a str.*\(value, gradient\)"),
        (dict(fun=lambda x: x @ x, jac=True), TypeError, r"fun: returned a .*float.*\(value"),
        (dict(fun=lambda x: "x", jac=lambda x: x), TypeError, "fun: returned a str"),
        (dict(fun=lambda x: None, jac=lambda x: x), TypeError, "fun: returned a NoneType"),
        (dict(fun=lambda x: 1j, jac=lambda x: x), TypeError, "fun: returned a complex"),
        (dict(fun=lambda x: x @ x, jac=lambda x: x[:1]), ValueError, r"jac: .* \(1,\), .* \(2,\)"),
        (dict(fun=lambda x: x @ x, jac=lambda x: 1j * x), TypeError, "jac: returned"),
        (dict(fun=lambda x: x @ x, jac=lambda x: None), TypeError, "jac: returned a NoneType"),
        (dict(fun=lambda x: (x @ x, x[:, None])), ValueError, r"fun: .* \(2, 1\)"),
        (dict(fun=square, set=lambda g: g[:1]), ValueError, r"set: .* \(1,\)"),
        (dict(fun=square, set=lambda g: g * np.nan), ValueError, r"set: .*v\[0\] = nan"),
        (dict(fun=square, set=lambda g: "x"), TypeError, "set: returned a str"),
        (dict(fun=square, step=lambda line: "x"), TypeError, "step: returned a str"),
        (dict(fun=square, jac=3), TypeError, "jac = 3"),
    ],
)
def test_errors_name_wrong_results(how, error, sentence):
    run = {"set": "l1:1", "x0": [1.0, 0.0], **how}
    with pytest.raises(error, match=sentence):
        acgd.minimize(**run)


def test_first_vertex_of_set_must_be_inside():
    outside = acgd.CustomSet(lambda g: -9 * np.sign(g), violation=lambda x: max(abs(x)) - 1)
    with pytest.raises(ValueError, match="a point with a violation of 8, must be in the set"):
        acgd.minimize(square, [1.0, 0.5], set=outside)


@pytest.mark.parametrize("factor", [1, 4, -2, 0])
def test_gradient_that_contradicts_function_is_rejected(factor):
    def run(factor, **options):
        return acgd.minimize(
            lambda x: x @ x,
            [1.0, 0, 0],
            set="simplex",
            jac=lambda x: factor * x,
            max_iterations=50,
            **options,
        )

    assert run(2).fun < 0.4
    with pytest.raises(
        ValueError,
        match=r"gradient: contradicts f near x0, .* rate .* says .* check_gradient = false",
    ):
        run(factor)
    run(factor, check_gradient=False)


def test_gradient_is_checked_more_on_request():
    def run(**options):
        return acgd.minimize(
            lambda x: (x @ x, 2.1 * x), [1.0, 0, 0], set="simplex", max_iterations=3, **options
        )

    assert run().nit == 3
    with pytest.raises(ValueError, match="contradicts f"):
        run(check_gradient=True)


def test_gradient_check_costs_one_value_and_one_gradient():
    def calls(**options):
        points = []

        def fun(x):
            points.append(x)
            return np.sum((x - [0.2, 0.3, 0.5]) ** 2), 2 * (x - [0.2, 0.3, 0.5])

        acgd.minimize(
            fun, [1.0, 0, 0], set="simplex", step="open-loop", max_iterations=5, **options
        )
        return len(points)

    assert calls() == calls(check_gradient=False) + 2


def test_lmo_that_leaves_its_set_later_is_named():
    calls = []

    def disc(g):
        calls.append(g)
        return (-1 if len(calls) < 3 else -5) * g / np.linalg.norm(g)

    set = acgd.CustomSet(disc, name="disc", violation=lambda x: np.linalg.norm(x) - 1)
    result = acgd.minimize(
        lambda x: (np.sum((x - [3, 4]) ** 2), 2 * (x - [3, 4])),
        [0.0, 0],
        set=set,
        step="fixed:0.5",
        max_iterations=9,
    )
    assert result.status == "oracle failed" and not result.success
    assert "x is outside the disc by" in result.message


def test_maximising_lmo_is_named():
    largest = acgd.CustomSet(lambda g: np.eye(3)[np.argmax(g)])
    result = acgd.minimize(lambda x: (x @ x, 2 * x), [1.0, 0, 0], set=largest)
    assert result.status == "oracle failed" and "does it maximise?" in result.message


def test_results_of_other_types_are_converted():
    result = acgd.minimize(
        lambda x: np.float32(x @ x),
        [1, 0],
        set=lambda g: [-1, 0] if abs(g[0]) > abs(g[1]) else (0, -1),
        jac=lambda x: list(2 * x),
    )
    assert result.fun < 0.3


def test_callbacks_receive_every_record_and_may_stop_the_run():
    records = []
    result = acgd.minimize(
        acgd.Rosenbrock(2), [0.0, 0.0], set="l2:1", callback=records.append, max_iterations=20
    )
    assert [record.iteration for record in records] == list(range(21))
    np.testing.assert_array_equal([record.value for record in records], result.trace.value)
    assert math.isnan(records[-1].step) and "iteration=20" in repr(records[-1])

    stopped = acgd.minimize(
        acgd.Rosenbrock(2), [0.0, 0.0], set="l2:1", callback=lambda record: record.iteration == 6
    )
    assert stopped.status == "stopped by observer" and stopped.nit == 7 and stopped.usable
    np.testing.assert_array_equal(stopped.trace.value, result.trace.value[:8])


def test_callbacks_do_not_change_result():
    quiet = acgd.minimize(acgd.Levy(5), set="l2:3", max_iterations=100)
    loud = acgd.minimize(acgd.Levy(5), set="l2:3", max_iterations=100, callback=lambda _: None)
    short = acgd.minimize(acgd.Levy(5), set="l2:3", max_iterations=100, trace=False)
    np.testing.assert_array_equal(quiet.x, loud.x)
    np.testing.assert_array_equal(quiet.x, short.x)
    assert len(short.trace) == 0


def test_runs_may_be_nested():
    def fun(x):
        inner = acgd.minimize(square, [1.0], set="l1:1", max_iterations=2)
        return x @ x + inner.fun, 2 * x

    assert acgd.minimize(fun, [1.0, 0.0], set="l1:1", max_iterations=5).usable


def test_results_are_dicts_with_attributes():
    result = acgd.minimize(square, [1.0, 0.0], set="l1:1", options={"max_iterations": 3})
    assert result["x"] is result.x and "x" in dir(result) and result.nit <= 3
    with pytest.raises(AttributeError):
        result.nothing
    assert "status" in repr(result)


class Distance:
    """Half the squared distance to a target, as an object with methods."""

    target = np.array([0.7, 0.6, -0.4])

    def value(self, x):
        return 0.5 * np.sum((x - self.target) ** 2)

    def gradient(self, x):
        return x - self.target

    def both(self, x):
        return self.value(x), self.gradient(x)


@pytest.mark.parametrize("form", ["pair", "jac", "object", "differences"])
def test_convex_functions_have_a_lower_bound(form):
    """The nearest point of the simplex subtracts 0.15 from the two positive entries: f = 0.1025."""
    f = Distance()
    fun = {"pair": f.both, "jac": f.value, "object": f, "differences": f.value}[form]
    how = dict(set="simplex", gap_tolerance=1e-6, jac=f.gradient if form == "jac" else None)
    result = acgd.minimize(fun, [0.0, 0.0, 1.0], convex=True, **how)
    slack = 1e-6 if form == "differences" else 1e-14  # of the gradient
    assert 0.1025 - 1e-6 - slack <= result.lower_bound <= 0.1025 + slack
    assert result.lower_bound == np.max(result.trace.lower_bound) and result.success
    assert np.all(np.diff(result.trace.lower_bound) >= 0)
    unknown = acgd.minimize(fun, [0.0, 0.0, 1.0], **how)
    assert math.isnan(unknown.lower_bound) and np.array_equal(unknown.x, result.x)


def test_convex_is_for_user_functions():
    with pytest.raises(ValueError, match="convex: must be False, fun is an acgd objective"):
        acgd.minimize(acgd.Rosenbrock(2), set="l2:1", convex=True)
    with pytest.raises(TypeError, match="convex = 'yes'"):
        acgd.minimize(square, [1.0], set="l2:1", convex="yes")


def nearest_in_simplex(t):
    descending = np.sort(t)[::-1]
    shifts = (np.cumsum(descending) - 1) / np.arange(1, len(t) + 1)
    return np.maximum(t - shifts[descending > shifts][-1], 0)


def nearest_in_l1(t):
    return t if abs(t).sum() <= 1 else np.sign(t) * nearest_in_simplex(abs(t))


NEAREST = {
    "simplex": nearest_in_simplex,
    "l1:1": nearest_in_l1,
    "l2:1": lambda t: t / max(1, np.linalg.norm(t)),
    "box:-0.5:0.5": lambda t: np.clip(t, -0.5, 0.5),
}


@pytest.mark.parametrize(
    "direction", ["auto", "frank-wolfe", "away", "pairwise", "blended-pairwise"]
)
@pytest.mark.parametrize("set", NEAREST)
def test_units_constants_and_starts_do_not_change_default_stop(set, direction, rng):
    """|x - t|^2 / 2 varies by about 1 over these sets; its nearest points are known."""
    if direction not in ("auto", "frank-wolfe") and set == "l2:1":
        pytest.skip("has infinitely many vertices")
    for scale in (0.3, 1.0):
        t = scale * rng.normal(size=6)
        best = NEAREST[set](t)
        least = 0.5 * np.sum((best - t) ** 2)
        vertex = acgd.sets.describe(set).minimizer(rng.normal(size=6))
        for unit in (1e-12, 1.0, 1e12):
            for constant in (0.0, -least, 1e4, 1e8):
                f = lambda x: (unit * (0.5 * np.sum((x - t) ** 2) + constant), unit * (x - t))
                for x0 in (vertex, best, 0.999 * best + 0.001 * vertex):
                    run = acgd.minimize(f, x0, set=set, direction=direction, max_iterations=2000)
                    error = 0.5 * np.sum((run.x - t) ** 2) - least
                    slow = direction == "frank-wolfe" or set.startswith("box")
                    assert run.success or (slow and run.usable), run.message
                    assert not run.success or error <= 2e-6, (error, run.message)


@pytest.mark.parametrize("width", [1e3, 1e6])
def test_bounds_far_from_minimum_do_not_loosen_default_stop(width):
    def rosenbrock(x):
        valley = x[1] - x[0] ** 2
        g = [-400 * x[0] * valley - 2 * (1 - x[0]), 200 * valley]
        return 100 * valley**2 + (1 - x[0]) ** 2, np.array(g)

    run = acgd.minimize(rosenbrock, [-1.2, 1.0], bounds=[(-width, width)] * 2)
    assert not run.success or run.fun < 1e-5, run.message
