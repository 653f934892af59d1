"""The examples run."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "examples" / "python"


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.py")), ids=lambda path: path.stem)
def test_example_runs(path, tmp_path):
    arguments = []
    if "sys.argv" in path.read_text():  # it draws a picture
        pytest.importorskip("matplotlib")
        arguments = [str(tmp_path / "plot.svg")]
    run = subprocess.run(
        [sys.executable, path, *arguments], capture_output=True, text=True, env=os.environ
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.strip()
    for picture in map(Path, arguments):
        assert picture.stat().st_size > 10000
        # The gallery is reproducible: no curve depends on the clock.
        lines = re.findall(r' d="[^"]*"', picture.read_text())
        again = subprocess.run([sys.executable, path, picture], capture_output=True, text=True)
        assert again.stdout == run.stdout
        assert re.findall(r' d="[^"]*"', picture.read_text()) == lines
