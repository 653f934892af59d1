"""The solver files for benchopt, with a stand-in for benchopt itself."""

import importlib.util
import sys
import types
from pathlib import Path

import numpy as np
import pytest

FOLDER = Path(__file__).resolve().parents[2] / "bench" / "benchopt"
KINDS = ["elastic_net", "lasso", "logistic_l1", "nnls", "slope"]


@pytest.fixture
def load(monkeypatch):
    """Imports a file that imports benchopt, whose classes are empty here."""
    stand_in = types.ModuleType("benchopt")
    for name in ("BaseSolver", "BaseObjective", "BaseDataset"):
        setattr(stand_in, name, type(name, (), {}))
    monkeypatch.setitem(sys.modules, "benchopt", stand_in)

    def load_file(file):
        specification = importlib.util.spec_from_file_location("loaded", file)
        module = importlib.util.module_from_spec(specification)
        specification.loader.exec_module(module)
        return module

    return load_file


def test_every_solver_is_tested():
    files = {file.stem for file in FOLDER.glob("*.py")} - {"check"}
    assert sorted(files) == KINDS


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("rows, cols", [(50, 20), (30, 60)])
def test_solver_reaches_optimality_conditions(load, kind, rows, cols):
    objectives = load(FOLDER / "own" / "objective.py")
    objectives.KIND = kind
    data = load(FOLDER / "own" / "datasets" / "gaussian.py").Dataset()
    data.rows, data.cols = rows, cols
    objective = objectives.Objective()
    objective.reg = 0.1
    objective.set_data(**data.get_data())
    solver = load(FOLDER / f"{kind}.py").Solver()
    solver.set_objective(**objective.get_objective())

    solver.run(1e38)  # how benchopt asks for the start
    start = objective.evaluate_result(**solver.get_result())
    assert start == objective.evaluate_result(**objective.get_one_result())
    solver.run(1e-12)
    end = objective.evaluate_result(**solver.get_result())
    assert end["value"] < start["value"]
    assert end["stationarity"] < 1e-8


@pytest.mark.parametrize("kind", ["elastic_net", "lasso", "slope"])
def test_intercept_is_where_benchmark_expects_it(load, kind):
    rng = np.random.default_rng(1)
    X, y = rng.normal(size=(40, 3)), rng.normal(size=40) + 5
    more = {"lmbd": 1e6, "l1_ratio": 0.5, "alphas": np.full(3, 1e6)}
    wanted = {"elastic_net": ["lmbd", "l1_ratio"], "lasso": ["lmbd"], "slope": ["alphas"]}[kind]
    solver = load(FOLDER / f"{kind}.py").Solver()
    solver.set_objective(X, y, fit_intercept=True, **{name: more[name] for name in wanted})
    solver.run(1e-6)
    beta = solver.get_result()["beta"]  # of penalties that leave the mean alone
    assert beta[0 if kind == "slope" else -1] == pytest.approx(np.mean(y))
    assert np.count_nonzero(beta) == 1
