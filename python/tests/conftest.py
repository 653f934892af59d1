"""Fixtures: reference data and the command-line tool."""

from __future__ import annotations

import os
import shutil
import signal
from pathlib import Path

import numpy as np
import pytest

# A shell that runs the tests in the background ignores Ctrl-C, and children inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def rng() -> np.random.Generator:
    """Random numbers, the same for every test."""
    return np.random.default_rng(20250601)


@pytest.fixture
def tool() -> Path:
    """The command-line tool: $ACGD_TOOL, or acgd of the path."""
    found = os.environ.get("ACGD_TOOL") or shutil.which("acgd")
    if not found or not Path(found).exists():
        pytest.skip("the command-line tool is not there; ACGD_TOOL says where it is")
    return Path(found)
