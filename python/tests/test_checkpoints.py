"""Runs that stop, and go on in another call as if they had not."""

import numpy as np
import pytest

import acgd

A = np.random.default_rng(3).normal(size=(40, 15))
F = acgd.Logistic(A, np.sign(A[:, 0] + A[:, 4] - 0.3))


def solve(**options):
    return acgd.minimize(F, set="l1:5", gap_tolerance=0, **options)


def test_a_resumed_run_gives_the_same_bits(tmp_path):
    whole = solve(max_iterations=300)
    file = tmp_path / "run.ckpt"
    solve(max_iterations=120, checkpoint=file, checkpoint_every=50)
    resumed = solve(max_iterations=300, resume=file)
    assert np.array_equal(resumed.x, whole.x)
    for column in ("iteration", "value", "gap", "step", "lipschitz", "backtracks"):
        a, b = getattr(resumed.trace, column), getattr(whole.trace, column)
        assert np.array_equal(a, b, equal_nan=True), column


def test_python_functions_can_be_resumed_too(tmp_path):
    def bowl(x):
        return 0.5 * np.sum((x - 0.3) ** 2), x - 0.3

    file = str(tmp_path / "run.ckpt")
    options = {"set": "l1:2", "gap_tolerance": 0}
    whole = acgd.minimize(bowl, np.zeros(4), max_iterations=60, **options)
    acgd.minimize(bowl, np.zeros(4), max_iterations=25, checkpoint=file, **options)
    resumed = acgd.minimize(bowl, np.zeros(4), max_iterations=60, resume=file, **options)
    assert np.array_equal(resumed.x, whole.x)
    assert resumed.nit == whole.nit


def test_a_trace_can_be_thinned():
    assert list(solve(max_iterations=25, trace_every=10).trace.iteration) == [0, 10, 20, 25]


def test_what_cannot_be_resumed_is_refused(tmp_path):
    file = tmp_path / "run.ckpt"
    solve(max_iterations=20, checkpoint=file)
    with pytest.raises(ValueError, match="has set = l1 ball of radius 5 .* this run has .* 6"):
        acgd.minimize(F, set="l1:6", resume=file)
    with pytest.raises(ValueError, match="step rule = adaptive-adjustable"):
        solve(resume=file, step="secant")
    file.write_bytes(file.read_bytes()[:-1])
    with pytest.raises(ValueError, match="cut off"):
        solve(resume=file)
    with pytest.raises(OSError, match="No such file"):
        solve(resume=tmp_path / "none")
    with pytest.raises(ValueError, match="checkpoint_every"):
        solve(checkpoint=file, checkpoint_every="often")
    with pytest.raises(ValueError, match="needs checkpoint"):
        solve(checkpoint_every=5)
    with pytest.raises(ValueError, match="step rule keeps none"):
        solve(checkpoint=file, step=lambda line: 0.1)
