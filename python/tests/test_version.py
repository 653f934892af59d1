"""The version is defined in CMakeLists.txt; its copies agree."""

import importlib.metadata
import re
import subprocess
from pathlib import Path

import pytest

import acgd

ROOT = Path(__file__).resolve().parents[2]


def only(pattern, file):
    """The group of the only match."""
    path = ROOT / file
    if not path.exists():
        pytest.skip(f"{file} is not there")
    (found,) = re.findall(pattern, path.read_text(), re.MULTILINE)
    return found


def test_matches_cmake():
    assert acgd.__version__ == only(r"^project\(acgd VERSION ([\d.]+) ", "CMakeLists.txt")


def test_citations_match():
    assert acgd.__version__ == only(r"^version: (.*)$", "CITATION.cff")


def test_page_matches():
    assert acgd.__version__ == only(r'^  "version": "(.*)",$', "web/package.json")


def test_tool_matches(tool):
    told = subprocess.run([tool, "--version"], capture_output=True, text=True, check=True).stdout
    assert told == f"acgd {acgd.__version__}\n"


def test_pip_matches():
    try:
        known = importlib.metadata.version("acgd")
    except importlib.metadata.PackageNotFoundError:
        pytest.skip("acgd was not installed by pip")
    assert acgd.__version__ == known
