"""Messages where the package cannot be imported or built, and arrays with the installed numpy."""

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import numpy as np
import pytest

import acgd

ROOT = Path(__file__).resolve().parents[2]


def imported(folder, *more):
    """Python's output when it imports the package of this folder."""
    ran = subprocess.run(
        [sys.executable, "-c", "; ".join([*more, "import acgd"])],
        env={**os.environ, "PYTHONPATH": str(folder)},
        cwd=folder,
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 1
    return ran.stderr.splitlines()[-1]


@pytest.fixture
def package(tmp_path):
    """A copy of the package without its compiled module."""
    without = shutil.ignore_patterns("_core.*.so", "__pycache__")
    return Path(shutil.copytree(Path(acgd.__file__).parent, tmp_path / "acgd", ignore=without))


def test_error_names_interpreter_of_build(package):
    (package / "_core.cpython-307-x86_64-linux-gnu.so").touch()
    here = f"cpython-{sys.version_info[0]}{sys.version_info[1]}"
    said = imported(package.parent)
    assert said.startswith(f"ImportError: acgd in {package} is built for cpython-307-x86_64")
    assert f"this is {here}, {sys.executable}: build it for this one" in said
    assert f"make python PYTHON={sys.executable}" in said


def test_error_names_missing_build(package):
    assert imported(package.parent).startswith(f"ImportError: acgd in {package} is not built")


def test_error_states_why_module_cannot_be_loaded(package):
    (package / f"_core{sysconfig.get_config_var('EXT_SUFFIX')}").write_text("no library")
    assert "circular" not in imported(package.parent) and "_core" in imported(package.parent)


def test_numpy_must_be_new_enough():
    folder = Path(acgd.__file__).parents[1]
    said = imported(folder, "import numpy", "numpy.__version__ = '1.20.3'")
    assert said == "ImportError: acgd needs numpy 1.21 or newer, this is 1.20.3"


def test_arrays_of_compiled_module_are_right(rng):
    """A pybind11 that does not support this numpy repeats the first entry of every array."""
    A = rng.normal(size=(40, 3))
    exact = np.linalg.lstsq(A, A @ [1.0, -2.0, 3.0], rcond=None)[0]
    result = acgd.minimize(acgd.LeastSquares(A, A @ exact), set="l1:9", gap_tolerance=1e-12)
    np.testing.assert_allclose(result.x, [1, -2, 3], atol=1e-5)
    np.testing.assert_array_equal(result.trace.iteration, np.arange(result.nit + 1))
    assert len({*result.trace.value}) > 2 and result.trace.value[0] > 1
    path = acgd.path(A, A @ exact, radii=[1.0, 2.0, 6.0])
    np.testing.assert_array_equal(path.radii, [1, 2, 6])
    np.testing.assert_allclose(path.coef(2), [1, -2, 3], atol=1e-2)
    corners = acgd.minimize(acgd.Quadratic(np.eye(3), [-0.6, -0.3, 0]), set="simplex").atoms
    assert sorted(corners.weights.round(6)) == [0.033333, 0.333333, 0.633333]


def test_all_missing_libraries_are_named_at_once(tmp_path):
    """As for `pip install .`, which shows CMake's output."""
    if not (ROOT / "python/CMakeLists.txt").exists() or not shutil.which("cmake"):
        pytest.skip("there are no sources, or no cmake")
    needed = {"Eigen3": "libeigen3-dev", "Spectra": "libspectra-dev", "ZLIB": "zlib1g-dev"}
    absent = [f"-DCMAKE_DISABLE_FIND_PACKAGE_{name}=ON" for name in needed]
    ran = subprocess.run(
        ["cmake", "-S", ROOT / "python", "-B", tmp_path, *absent], capture_output=True, text=True
    )
    assert ran.returncode != 0 and ran.stderr.count("CMake Error") == 1
    for package in needed.values():
        assert package in ran.stderr
    assert "libfmt-dev" not in ran.stderr
