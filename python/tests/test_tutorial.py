"""docs/tutorial.md is followed literally: its commands in a shell, its Python in one session."""

import csv
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[2]
TUTORIAL = ROOT / "docs" / "tutorial.md"
# Churn depends on these only: examples/customers/make_data.py.
PLANTED = {"visits", "returns", "distance", "newsletter"}


@pytest.fixture
def folder(tmp_path):
    """A folder with the customers and the script that makes them."""
    (tmp_path / "examples").mkdir()
    shutil.copytree(ROOT / "examples" / "customers", tmp_path / "examples" / "customers")
    subprocess.run([sys.executable, "examples/customers/make_data.py"], cwd=tmp_path, check=True)
    return tmp_path


def outside_of_python():
    """The commands outside of blocks of Python."""
    text = re.sub(r"```python\n.*?```", "", TUTORIAL.read_text(), flags=re.DOTALL)
    text = text.replace("\\\n", " ")
    return [line.strip() for line in text.splitlines() if line.startswith("    ")]


@pytest.mark.skipif("ACGD_TOOL" not in os.environ, reason="the tool is not built here")
def test_commands_lead_to_decision(folder):
    tool = Path(os.environ["ACGD_TOOL"])
    environment = {**os.environ, "PATH": f"{tool.parent}:{os.environ['PATH']}"}
    for command in outside_of_python():
        ran = subprocess.run(
            ["bash", "-o", "pipefail", "-c", command.replace("python3", sys.executable, 1)],
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
        )
        # head may close the pipe before sort has finished
        assert ran.returncode in (0, 141), f"{command}: {ran.stderr}"
    model, simple = (json.loads((folder / f"{n}.json").read_text()) for n in ("model", "simple"))
    assert PLANTED <= model["coefficients"][0].keys()
    assert len(simple["coefficients"][0]) <= len(model["coefficients"][0])
    with (folder / "predictions.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 50
    for row in rows:
        assert float(row["probability_yes"]) + float(row["probability_no"]) == pytest.approx(1)
        assert (row["class"] == "yes") == (float(row["probability_yes"]) > 0.5)
    assert (folder / "path.html").stat().st_size > 10000


def test_python_leads_to_same_decision(folder, monkeypatch, capsys):
    monkeypatch.chdir(folder)
    names = {}
    for block in re.findall(r"```python\n(.*?)```", TUTORIAL.read_text(), re.DOTALL):
        exec(compile(block, str(TUTORIAL), "exec"), names)
    chosen, decision, recommended = capsys.readouterr().out.splitlines()[:3]
    assert PLANTED <= names["coefficients"].keys()
    assert set(eval(chosen)) == PLANTED
    assert decision.startswith("call ")
    assert np.all(np.isfinite(names["leaves"]))
    assert recommended
