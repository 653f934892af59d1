"""The Python shown in README.md is run, and prints what is shown below it."""

import contextlib
import io
import re
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
