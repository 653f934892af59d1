"""Runs that are stopped and resumed in another call."""

import os

import numpy as np
import pytest

import acgd

A = np.random.default_rng(3).normal(size=(40, 15))
F = acgd.Logistic(A, np.sign(A[:, 0] + A[:, 4] - 0.3))


def solve(**options):
    return acgd.minimize(F, set="l1:5", direction="frank-wolfe", gap_tolerance=0, **options)


def test_resumed_run_gives_same_bits(tmp_path):
    whole = solve(max_iterations=300)
    file = tmp_path / "run.ckpt"
    solve(max_iterations=120, checkpoint=file, checkpoint_every=50)
    resumed = solve(max_iterations=300, resume=file)
    assert np.array_equal(resumed.x, whole.x)
    for column in "iteration value gap step lipschitz backtracks lower_bound".split():
        a, b = getattr(resumed.trace, column), getattr(whole.trace, column)
        assert np.array_equal(a, b, equal_nan=True), column


@pytest.mark.parametrize("direction", ["away", "pairwise:lazy=true", "corrective"])
def test_atoms_are_in_checkpoints(tmp_path, direction):
    """A resumed run continues with its active set."""
    points = np.random.default_rng(4).normal(size=(60, 15)) + 0.3
    how = dict(set=acgd.ConvexHull(points), direction=direction, gap_tolerance=1e-8)
    whole = acgd.minimize(F, max_iterations=5000, **how)
    file = tmp_path / "run.ckpt"
    acgd.minimize(F, max_iterations=whole.nit // 2, checkpoint=file, **how)
    resumed = acgd.minimize(F, max_iterations=5000, resume=file, **how)
    assert np.array_equal(resumed.x, whole.x) and resumed.nit == whole.nit > 3
    np.testing.assert_array_equal(resumed.atoms.weights, whole.atoms.weights)
    assert resumed.lower_bound == whole.lower_bound and resumed.success


def test_runs_of_python_functions_can_be_resumed(tmp_path):
    def bowl(x):
        return 0.5 * np.sum((x - 0.3) ** 2), x - 0.3

    file = str(tmp_path / "run.ckpt")
    options = {"set": "l1:2", "direction": "frank-wolfe", "gap_tolerance": 0}
    whole = acgd.minimize(bowl, np.zeros(4), max_iterations=60, **options)
    acgd.minimize(bowl, np.zeros(4), max_iterations=25, checkpoint=file, **options)
    resumed = acgd.minimize(bowl, np.zeros(4), max_iterations=60, resume=file, **options)
    assert np.array_equal(resumed.x, whole.x)
    assert resumed.nit == whole.nit


def test_trace_can_be_thinned():
    assert list(solve(max_iterations=25, trace_every=10).trace.iteration) == [0, 10, 20, 25]


def test_invalid_checkpoints_are_rejected(tmp_path):
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


@pytest.mark.parametrize(
    "where, error, sentence",
    [
        ("none/run", FileNotFoundError, "checkpoint = .*none/run: there is no folder .*none$"),
        ("file/run", FileNotFoundError, "there is no folder .*file$"),
        ("", IsADirectoryError, "is a folder"),
        ("pipe", OSError, "not a regular file"),
    ],
)
def test_unwritable_checkpoint_is_rejected_first(tmp_path, where, error, sentence):
    (tmp_path / "file").write_text("")
    os.mkfifo(tmp_path / "pipe")
    calls = []

    def bowl(x):
        calls.append(x)
        return x @ x, 2 * x

    with pytest.raises(error, match=sentence):
        acgd.minimize(bowl, np.zeros(3), set="l1:1", checkpoint=tmp_path / where)
    with pytest.raises(error, match=sentence):
        acgd.experiments.levy(quick=True).solve(checkpoint=tmp_path / where)
    assert calls == [] and sorted(file.name for file in tmp_path.iterdir()) == ["file", "pipe"]


def test_checkpoint_that_fails_later_is_status(tmp_path):
    folder = tmp_path / "gone"
    folder.mkdir()
    result = solve(
        max_iterations=50,
        checkpoint=folder / "run",
        checkpoint_every=10,
        callback=lambda record: record.iteration == 0 and folder.rmdir(),
    )
    assert result.status == "checkpoint failed" and result.usable and not result.success
    assert "gone" in result.message


def test_file_names_may_be_any_bytes(tmp_path):
    name = os.path.join(os.fsencode(tmp_path), b"caf\xe9 \xff")
    whole = solve(max_iterations=60)
    for file in (name, os.fsdecode(name)):
        solve(max_iterations=20, checkpoint=file)
        assert os.listdir(os.fsencode(tmp_path)) == [b"caf\xe9 \xff"]
        assert np.array_equal(solve(max_iterations=60, resume=file).x, whole.x)
        os.remove(name)
        with pytest.raises(OSError, match="No such file"):
            solve(resume=file)
