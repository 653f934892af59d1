"""Types: mypy in its strict mode, stubtest, and completion in IPython.

The programs are those of python/tools.txt, which scripts/python-tools installs.
"""

import inspect
import os
import re
import subprocess
from pathlib import Path

import pytest

import acgd

ROOT = Path(__file__).resolve().parents[2]
PYTHON = Path(os.environ.get("ACGD_TOOLS", ROOT / "build" / "tools")) / "bin" / "python"
IS_INSTALLED = "site-packages" in acgd.__file__
needs_tools = pytest.mark.skipif(
    not PYTHON.exists() or IS_INSTALLED,
    reason="scripts/python-tools has not been run, or an installed package is tested",
)

# User code, all of it valid.
GOOD = """
import numpy as np
from numpy.typing import NDArray
import acgd

f = acgd.LeastSquares(np.eye(3), [1.0, 2.0, 3.0], factor=0.5)
result = acgd.minimize(
    f, [0, 0, 0], set=acgd.L1Ball(2), step=acgd.AdaptiveConstant(gamma=0.5), max_iterations=10,
    direction="pairwise", norm=acgd.lp_norm(3), gap_tolerance=1e-6, trace_every=2,
    on_interrupt="return", tol=None, checkpoint=None, progress=False,
)
x: NDArray[np.float64] = result.x
numbers: list[float] = [result.fun, result.gap, result.lower_bound, result.seconds["total"]]
counts: list[int] = [result.nit, result.nfev, result.counts.trials, len(result.trace)]
gaps: NDArray[np.float64] = result.trace.gap
texts: list[str] = [result.status, result.message, result.direction]
weights: list[float] = [weight for weight, atom, block in result.atoms]
options: acgd.Options = {"max_iterations": 5, "checkpoint_every": "30s", "maxiter": None}
acgd.minimize(lambda x: (x @ x, 2 * x), [1.0], set="l1:1", options=options)
acgd.minimize(lambda x, t: t * (x @ x), np.ones(3), bounds=[(0, 1)] * 3, args=(2,), jac="2-point")
acgd.minimize(f, x0="vertex", set=lambda g: -np.sign(g))
acgd.minimize(f, result, set=acgd.Box(0, [1, 2, 3]), options={"disp": True})
acgd.descend(acgd.Rosenbrock(2), ball=acgd.LinfBall(), step=lambda line: 1 / (1 + line.fall))


def by_record(record: acgd.Record) -> bool:
    return record.gap < 1e-3


def by_point(xk: NDArray[np.float64]) -> None:
    print(xk.sum())


def by_result(*, intermediate_result: acgd.Result) -> None:
    print(intermediate_result.fun)


acgd.minimize(f, set="l1:1", callback=by_record)
acgd.minimize(f, set="l1:1", callback=by_point)
acgd.minimize(f, set="l1:1", callback=by_result)
acgd.minimize(f, set="l1:1", callback=lambda record: None)
problem = acgd.experiments.lasso(quick=True)
name: str = problem.name
problem.solve("backtracking", max_iterations=3, callback=by_record)
lower: NDArray[np.float64] | float = acgd.Box(0, 1).lower
radius: float = acgd.L2Ball(3).radius
shape: tuple[int, int] = acgd.NuclearBall(3).shape
"""

# Each line is an error.
BAD = """
acgd.minimize(f, set="l1:1", max_iterations="many")
acgd.minimize(f, set="l1:1", max_iter=3)
acgd.minimize(f, set="l1:1", on_interrupt="panic")
acgd.minimize(f, set=3)
acgd.minimize(f, set="l1:1", callback=3)
acgd.minimize(f, set="l1:1", jac="4-point")
wrong: acgd.Options = {"max_iteration": 5}
wrong = {"max_iterations": "5"}
acgd.AdaptiveConstant(gama=0.5)
acgd.AdaptiveAdjustable(counting="mine")
acgd.L1Ball("2")
acgd.minimize(f, set="l1:1").nit.upper()
acgd.minimize(f, set="l1:1").trace.gaps
acgd.LeastSquares([[1.0]], [1.0], factr=2.0)
acgd.minimize(f, set="l1:1").status + 1
acgd.minimize(f, set="l1:1", options={"max_iteration": 5})
acgd.minimise
acgd.L1Ball(2).radius = 3.0
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The package by itself: mypy rejects a folder that is on Python's path."""
    folder = tmp_path_factory.mktemp("types")
    (folder / "path" / "acgd").mkdir(parents=True)
    for file in Path(acgd.__file__).parent.iterdir():
        if file.suffix in (".py", ".pyi", ".so", ".typed"):
            (folder / "path" / "acgd" / file.name).symlink_to(file.resolve())
    return folder


def run(folder, *arguments):
    """The output of a tool for the package."""
    path = str(folder / "path")
    return subprocess.run(
        [PYTHON, "-m", *arguments],
        cwd=folder,
        env={**os.environ, "MYPYPATH": path, "PYTHONPATH": path},
        capture_output=True,
        text=True,
    )


def mypy(folder, *arguments):
    config = ROOT / "pyproject.toml"
    return run(folder, "mypy", "--strict", "--config-file", config, *arguments)


@needs_tools
def test_package_is_typed(folder):
    done = mypy(folder, "-p", "acgd")
    assert done.returncode == 0, done.stdout + done.stderr


@needs_tools
@pytest.mark.long
def test_stubs_are_correct(folder):
    config = ROOT / "pyproject.toml"
    allowed = Path(__file__).with_name("stubtest_allowed.txt")
    done = run(
        folder, "mypy.stubtest", "acgd", "--mypy-config-file", config, "--allowlist", allowed
    )
    assert done.returncode == 0, done.stdout + done.stderr


@needs_tools
def test_user_code(folder):
    first = len(GOOD.splitlines()) + 1
    (folder / "use.py").write_text(GOOD + BAD)
    done = mypy(folder, "use.py")
    wrong = {int(line) for line in re.findall(r"^use\.py:(\d+): error", done.stdout, re.MULTILINE)}
    assert wrong == {*range(first + 1, first + len(BAD.splitlines()))}, done.stdout + done.stderr


def test_signatures_show_all_keywords():
    options = {p.name for p in acgd.options.OPTIONS}
    for function in (acgd.minimize, acgd.descend, acgd.experiments.Problem.solve):
        parameters = inspect.signature(function).parameters
        assert options <= {*parameters}
        assert not any(p.kind is p.VAR_KEYWORD for p in parameters.values())
    assert {"bounds", "args", "tol", "maxiter", "disp"} <= {
        *inspect.signature(acgd.minimize).parameters
    }
    assert {*acgd.Options.__annotations__} == options
    assert "factor" in inspect.signature(acgd.LeastSquares).parameters
    assert "gamma" in inspect.signature(acgd.AdaptiveConstant).parameters


def test_keywords_complete_in_ipython():
    completer = pytest.importorskip("IPython.core.completer")
    shell = completer.IPCompleter(namespace={"acgd": acgd})
    shell.use_jedi = False
    for typed, wanted in {
        "acgd.minimize(f, max_": {"max_iterations=", "max_evaluations="},
        "acgd.descend(f, gap": {"gap_tolerance="},
        "acgd.minimize(f, bou": {"bounds="},
        "acgd.AdaptiveConstant(gam": {"gamma="},
    }.items():
        assert wanted <= {*shell.complete(line_buffer=typed, cursor_pos=len(typed))[1]}
