"""Commands of README.md work when pasted. What else it shows is in test_pages.py."""

import json

import documents
from pasted import follow, runs_of

README = documents.ROOT / "README.md"


def test_commands_work_when_pasted(tool, tmp_path):
    """In the order in which they stand, where nothing but the tool is."""
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
