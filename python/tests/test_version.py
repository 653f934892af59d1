"""The number of the version is written in CMakeLists.txt; what repeats it agrees."""

import importlib.metadata
import re
import subprocess
from pathlib import Path

import pytest

import acgd

ROOT = Path(__file__).resolve().parents[2]


def only(pattern, file):
    """What the one place that matches has in its group."""
    path = ROOT / file
    if not path.exists():
        pytest.skip(f"{file} is not there")
    (found,) = re.findall(pattern, path.read_text(), re.MULTILINE)
    return found


def test_the_number_is_that_of_cmake():
    assert acgd.__version__ == only(r"^project\(acgd VERSION ([\d.]+) ", "CMakeLists.txt")


def test_citations_name_it():
    assert acgd.__version__ == only(r"^version: (.*)$", "CITATION.cff")


def test_the_page_has_it():
    assert acgd.__version__ == only(r'^  "version": "(.*)",$', "web/package.json")


def test_the_tool_tells_it(tool):
    told = subprocess.run([tool, "--version"], capture_output=True, text=True, check=True).stdout
    assert told == f"acgd {acgd.__version__}\n"


def test_pip_knows_it():
    try:
        known = importlib.metadata.version("acgd")
    except importlib.metadata.PackageNotFoundError:
        pytest.skip("acgd was not installed by pip")
    assert acgd.__version__ == known
