"""Arguments of Python functions, and their validity after the call."""

import gc
import threading

import numpy as np
import pytest

import acgd


class Trouble(Exception):
    pass


def test_line_is_valid_only_inside_its_rule():
    kept = []

    def rule(line):
        kept.append(line)
        assert line.change(0.0) == 0 and line.norm > 0 and line.slope(0) == -line.fall
        return 0.5 * line.max_step

    acgd.minimize(acgd.Rosenbrock(2), set="l2:1", step=rule, max_iterations=3)
    expect_closed(kept)


def test_old_name_of_slope_is_gap():
    falls = []

    def rule(line):
        with pytest.warns(DeprecationWarning, match="line.gap: is now called line.fall"):
            falls.append((line.fall, line.gap))
        return 0.5

    acgd.minimize(acgd.Rosenbrock(2), set="l2:1", step=rule, max_iterations=3)
    assert len(falls) == 3 and all(fall == gap > 0 for fall, gap in falls)


def expect_closed(lines):
    for line in lines:
        for use in (
            lambda: line.fall,
            lambda: line.max_step,
            lambda: line.norm,
            lambda: line.curvature,
            lambda: line.change(0.5),
            lambda: line.slope(0.5),
        ):
            with pytest.raises(RuntimeError, match="valid only during the call of its step"):
                use()


@pytest.mark.parametrize("raised", [Trouble, KeyboardInterrupt, SystemExit, GeneratorExit])
def test_line_kept_by_rule_that_raises_is_closed(raised):
    kept = []

    def rule(line):
        kept.append(line)
        if len(kept) == 2:
            raise raised
        return 0.1

    A = np.ones((300, 200))
    try:
        acgd.minimize(acgd.LeastSquares(A, A[:, 0]), set="l2:1", step=rule, max_iterations=3)
    except raised:
        pass
    gc.collect()
    expect_closed(kept)


def test_line_kept_by_rule_with_wrong_result_is_closed():
    kept = []
    with pytest.raises(TypeError, match="step: returned a list"):
        acgd.minimize(acgd.Rosenbrock(2), set="l2:1", step=lambda line: [kept.append(line)])
    expect_closed(kept)


def test_line_belongs_to_thread_of_its_rule():
    refusals = []

    def ask(line):
        try:
            line.change(0.5)
        except RuntimeError as refusal:
            refusals.append(str(refusal))

    def rule(line):
        thread = threading.Thread(target=ask, args=(line,))
        thread.start()
        thread.join()
        return 0.1

    acgd.minimize(acgd.Rosenbrock(2), set="l2:1", step=rule, max_iterations=2)
    assert refusals == ["line: is valid only in the thread of its step rule"] * 2


def test_function_cannot_use_line_that_calls_it():
    kept, refusals = [], []

    def fun(x):
        for line in kept:
            try:
                line.change(0.25)
            except RuntimeError as refusal:
                refusals.append(str(refusal))
        return x @ x

    def rule(line):
        kept[:] = [line]
        line.change(0.5)
        return 0.1

    acgd.minimize(fun, [1.0, 0.0], jac=lambda x: 2 * x, set="l1:1", step=rule, max_iterations=1)
    assert "line: is already being evaluated" in refusals


def test_arguments_may_be_kept():
    kept = []

    def fun(x):
        kept.append(x)
        g = 2 * (x - 3)
        kept.append(g)
        return np.sum((x - 3) ** 2), g

    def minimizer(g):
        kept.append(g)
        return -np.sign(g)

    records = []
    acgd.minimize(fun, np.zeros(50), set=minimizer, callback=records.append, max_iterations=20)
    copies = [array.copy() for array in kept]
    values = [(record.iteration, record.value) for record in records]
    acgd.minimize(fun, np.ones(50), set=minimizer, max_iterations=20)
    for array, copy in zip(kept, copies):
        np.testing.assert_array_equal(array, copy)
        array[:] = np.nan  # belongs to the caller
    assert values == [(record.iteration, record.value) for record in records]


def test_changing_arrays_after_return_has_no_effect():
    answers = []

    def run(spoil):
        def fun(x):
            g = 2 * (x - 3)
            answers.append(g)
            if spoil:
                x[:] = np.nan
                for answer in answers[:-1]:
                    answer[:] = np.nan
            return np.sum((g / 2) ** 2), g

        x0 = np.zeros(5)
        return acgd.minimize(
            fun, x0, set="l1:1", max_iterations=10, callback=lambda _: spoil and x0.fill(np.nan)
        )

    np.testing.assert_array_equal(run(False).trace.value, run(True).trace.value)


def test_nothing_is_constructed_without_its_core():
    classes = [kind for kind in vars(acgd._core).values() if isinstance(kind, type)]
    classes = [kind for kind in classes if not hasattr(kind, "__setstate__")]
    assert acgd._core.Line in classes and acgd._core.Objective in classes
    for kind in classes:
        for make in (lambda: kind.__new__(kind), lambda: object.__new__(kind), lambda: kind()):
            with pytest.raises(TypeError):
                make()
