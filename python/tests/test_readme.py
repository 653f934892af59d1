"""Commands of README.md work when pasted, and its figures are recomputed. The rest of it is
in test_pages.py.
"""

import json
import re
import sys

import numpy as np
import pytest

import documents
from pasted import follow, runs_of

README = documents.ROOT / "README.md"


def test_commands_work_when_pasted(tool, tmp_path):
    """In their order, in a folder with nothing but the tool."""
    (tmp_path / "build").mkdir()
    (tmp_path / "build" / "acgd").symlink_to(tool)
    commands = runs_of(README)
    assert len(commands) >= 5
    follow(commands, tmp_path, tool)
    assert json.loads((tmp_path / "model.json").read_text())["coefficients"]
    # A line for each of the 30956 people, and the names of the columns.
    assert len((tmp_path / "predictions.csv").read_text().splitlines()) == 30957
    for page in ("path.html", "run.html"):
        assert (tmp_path / page).stat().st_size > 10000


def test_iteration_counts_are_correct():
    """The counts of README.md over polytopes, up to rounding."""
    told = re.search(r"took (\d+) to (\d+) iterations on eight problems", README.read_text())
    sys.path.insert(0, str(documents.ROOT / "python" / "bench"))
    import accuracy

    counts = [
        int(accuracy.iterations(f, region)[accuracy.GOALS.index(1e-6)])
        for _, f, region in accuracy.polytopes(np.random.default_rng(1))
    ]
    assert len(counts) == 8
    assert [min(counts), max(counts)] == pytest.approx([int(told[1]), int(told[2])], rel=0.2)
