"""What README.md shows is run: its Python prints what is shown below it, its commands work."""

import contextlib
import io
import json
import re
import subprocess
from pathlib import Path

README = Path(__file__).resolve().parents[2] / "README.md"


def test_readme_shows_what_it_prints():
    pairs = re.findall(
        r"```python\n(.*?)```\n\nprints\n\n```text\n(.*?)```", README.read_text(), re.DOTALL
    )
    assert pairs
    for code, shown in pairs:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(code, str(README), "exec"), {})
        assert printed.getvalue() == shown


def test_commands_work_when_pasted(tool, tmp_path):
    """In the order in which they stand, where nothing but the tool is."""
    (tmp_path / "build").mkdir()
    (tmp_path / "build" / "acgd").symlink_to(tool)
    commands = re.findall(r"^    (build/acgd .*)$", README.read_text(), re.MULTILINE)
    assert len(commands) >= 5
    for command in commands:
        ran = subprocess.run(command, shell=True, cwd=tmp_path, capture_output=True, text=True)
        assert ran.returncode == 0, f"{command}: {ran.stderr}"
    assert json.loads((tmp_path / "model.json").read_text())["coefficients"]
    # A line for each of the 30956 people, and the names of the columns.
    assert len((tmp_path / "predictions.csv").read_text().splitlines()) == 30957
    for page in ("path.html", "run.html"):
        assert (tmp_path / page).stat().st_size > 10000


def test_every_file_it_names_is_there():
    for name in re.findall(r"\]\(([^)#:]+)\)", README.read_text()):
        assert (README.parent / name).exists(), name
