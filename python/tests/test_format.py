"""docs/format.md specifies .acgd files: its reader finds the input of acgd convert."""

import os
import re
import subprocess
from pathlib import Path

import numpy as np
import pytest

scipy_sparse = pytest.importorskip("scipy.sparse")
datasets = pytest.importorskip("sklearn.datasets")

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "format.md"
pytestmark = pytest.mark.skipif("ACGD_TOOL" not in os.environ, reason="the tool is not built here")


@pytest.fixture
def read_acgd():
    code = re.search(r"```python\n(.*?)```", DOCUMENT.read_text(), flags=re.DOTALL).group(1)
    names = {}
    exec(code, names)
    return names["read_acgd"]


def convert(*words):
    subprocess.run([os.environ["ACGD_TOOL"], "convert", "--quiet", *map(str, words)], check=True)


@pytest.mark.parametrize("value", ["one", "float", "double"])
def test_sparse_samples(tmp_path, read_acgd, value):
    random = np.random.default_rng(7)
    features = scipy_sparse.random(1500, 40, density=0.1, random_state=7, format="csr")
    if value != "double":
        features.data = (
            np.ones(features.nnz)
            if value == "one"
            else random.integers(-9, 9, features.nnz) / 4 + 0.125
        )
    targets = random.integers(0, 3, 1500).astype(float)
    text = tmp_path / "a.svm"
    datasets.dump_svmlight_file(features, targets, str(text), zero_based=False)
    convert(text, tmp_path / "a.acgd", "--features", 40)
    found, found_targets, weights, names = read_acgd(tmp_path / "a.acgd")
    expected, _ = datasets.load_svmlight_file(str(text), n_features=40, zero_based=False)
    assert (abs(found - expected)).max() == 0
    np.testing.assert_array_equal(found_targets, targets)
    assert weights is None and names == []


@pytest.mark.parametrize("digits", [2, 17])
def test_tables(tmp_path, read_acgd, digits):
    random = np.random.default_rng(7)
    numbers = random.standard_normal((700, 5))
    if digits == 2:
        numbers = np.round(numbers * 4) / 4
    numbers[:, 1] = np.abs(numbers[:, 1])
    np.savetxt(tmp_path / "a.csv", numbers, "%.17g", ",", header="a,w,b,y,c d", comments="")
    convert(
        tmp_path / "a.csv",
        tmp_path / "a.acgd",
        "--target-column",
        "y",
        "--weights",
        "w",
        "--blocks",
        3,
    )
    features, targets, weights, names = read_acgd(tmp_path / "a.acgd")
    np.testing.assert_array_equal(features, numbers[:, [0, 2, 4]])
    assert features.dtype == (np.float32 if digits == 2 else np.float64)
    np.testing.assert_array_equal(targets, numbers[:, 3])
    np.testing.assert_array_equal(weights, numbers[:, 1])
    assert names == ["a", "b", "c d"]
