"""The same input gives the same numbers in Python and on the command line, to the last bit."""

import json
import subprocess

import numpy as np
import pytest

import acgd

sparse = pytest.importorskip("scipy.sparse")


def read_trace(path):
    table = np.genfromtxt(path, delimiter=",", names=True)
    return {"value": table["value"], "gap": table["gap"], "step": table["step"]}


def run_tool(tool, folder, arguments, **files):
    """The trace of a run; {name} among the arguments is the file of that name."""
    trace = folder / "trace.csv"
    words = arguments.format(**files).split()
    subprocess.run([tool, "solve", *words, "--quiet", "--trace", trace], check=False)
    return read_trace(trace)


def same_bits(result, trace):
    for name in ("value", "gap", "step"):
        np.testing.assert_array_equal(getattr(result.trace, name), trace[name])


@pytest.fixture
def samples(rng):
    shape = (700, 25)  # several blocks
    a = np.where(rng.random(shape) < 0.3, rng.normal(size=shape).round(3), 0.0)
    a[0, -1] = 1.0  # so that the file shows all features
    return sparse.csr_matrix(a), rng.choice([-1, 1], size=shape[0])


def write_libsvm(path, a, y):
    with open(path, "w") as file:
        for i, label in enumerate(y):
            row = a.getrow(i)
            pairs = " ".join(f"{j + 1}:{v!r}" for j, v in zip(row.indices, row.data.tolist()))
            file.write(f"{label:+d} {pairs}\n")


@pytest.mark.parametrize("step", ["adaptive-adjustable", "adaptive-constant", "backtracking"])
def test_sparse_logistic_regression(tool, tmp_path, samples, step):
    a, y = samples
    write_libsvm(tmp_path / "data", a, y)
    arguments = "--objective logistic --data {data} --set l1:5 --step {step} --max-iterations 200"
    trace = run_tool(tool, tmp_path, arguments, data=tmp_path / "data", step=step)
    result = acgd.minimize(acgd.Logistic(a, y), set="l1:5", step=step, max_iterations=200)
    same_bits(result, trace)


@pytest.mark.parametrize("rows", [50, 500])
def test_dense_least_squares(tool, tmp_path, rng, rows):
    a, b = rng.normal(size=(rows, 120)), rng.normal(size=rows)
    np.save(tmp_path / "a.npy", a)
    np.save(tmp_path / "b.npy", b)
    arguments = "--objective least-squares --data {a} --targets {b} --set l1:3 --max-iterations 100"
    trace = run_tool(tool, tmp_path, arguments, a=tmp_path / "a.npy", b=tmp_path / "b.npy")
    for A in (a, np.asfortranarray(a)):
        result = acgd.minimize(acgd.LeastSquares(A, b), set=acgd.L1Ball(3), max_iterations=100)
        same_bits(result, trace)


def test_descent(tool, tmp_path):
    np.save(tmp_path / "x0.npy", np.full(10, -0.5))
    arguments = (
        "--objective rosenbrock --dim 10 --set linf:1 --mode unconstrained --x0 {x0} --norm l1 "
        "--max-iterations 300"
    )
    trace = run_tool(tool, tmp_path, arguments, x0=tmp_path / "x0.npy")
    result = acgd.descend(
        acgd.Rosenbrock(10), np.full(10, -0.5), ball="linf:1", norm="l1", max_iterations=300
    )
    same_bits(result, trace)


def test_completion(tool, tmp_path, rng):
    rows, cols = np.nonzero(rng.random((12, 9)) < 0.6)
    rows[-1], cols[-1] = 11, 8
    values = rng.integers(1, 6, size=len(rows))
    with open(tmp_path / "ratings.csv", "w") as file:
        file.write("user,item,rating\n")
        file.writelines(f"{i},{j},{v}\n" for i, j, v in zip(rows, cols, values))
    arguments = "--objective completion --data {data} --set nuclear:20 --max-iterations 60"
    trace = run_tool(tool, tmp_path, arguments, data=tmp_path / "ratings.csv")
    ranks = np.unique(rows, return_inverse=True)[1], np.unique(cols, return_inverse=True)[1]
    objective = acgd.Completion(*ranks, values)
    result = acgd.minimize(objective, set=acgd.NuclearBall(20), max_iterations=60)
    same_bits(result, trace)


def test_completion_paths(tool, tmp_path, rng):
    """For any first number of users and items, and any gaps in the numbering."""
    rows, cols = np.nonzero(rng.random((30, 20)) < 0.6)
    values = (3 + rng.normal(size=30)[rows] * rng.normal(size=20)[cols]).round(1)
    users, items = 2 * rows + 1, cols + np.where(cols < 7, 1, 4)
    table = np.column_stack([users, items, values])
    np.savetxt(tmp_path / "ratings.csv", table, fmt=["%d", "%d", "%.1f"], delimiter=",")
    np.savetxt(tmp_path / "pairs.csv", table[:9, :2], fmt="%d", delimiter=",")
    path = "path --objective completion --data ratings.csv --biases --model m.json --result r.json"
    predict = "predict --model m.json --data pairs.csv --output p.csv --quiet"
    for words in (path + " --quiet", predict):
        subprocess.run([tool, *words.split()], check=True, cwd=tmp_path)
    fits = json.loads((tmp_path / "r.json").read_text())["fits"]
    predicted = np.loadtxt(tmp_path / "p.csv", delimiter=",", skiprows=1)[:, 2]
    as_called = acgd.MatrixCompletionCV().fit(table[:, :2], values)
    from_0 = acgd.MatrixCompletionCV().fit(np.column_stack([rows, cols]), values)
    assert as_called.factors_.shape == (users.max() + 1, items.max() + 1)
    for model, pairs in ((as_called, table[:9, :2]), (from_0, np.column_stack([rows, cols])[:9])):
        for name in ("radius", "rank", "train_rmse", "held_out_rmse", "gap"):
            np.testing.assert_array_equal(model.path_[name], [fit[name] for fit in fits])
        assert model.result_.fun == as_called.result_.fun
        np.testing.assert_allclose(model.predict(pairs), predicted, rtol=1e-14)
    assert json.loads((tmp_path / "m.json").read_text())["value"] == as_called.result_.fun
