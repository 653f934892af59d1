"""Run the examples for their pages and the gallery."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pages


def run(script: Path, arguments: list[str], package: Path, folder: Path) -> str:
    """Return the output of a script."""
    environment = {**os.environ, "PYTHONPATH": str(package), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, str(script), *arguments]
    ran = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    if ran.returncode != 0:
        raise SystemExit(f"{script}: {ran.stderr}")
    return ran.stdout


def run_example(script: Path, package: Path, kept: Path) -> None:
    """Write output and picture to `kept`, unless these are newer than script and package."""
    printed, picture = kept / f"{script.stem}.txt", kept / f"{script.stem}.svg"
    changed = max(path.stat().st_mtime for path in [script, *(package / "acgd").glob("_core*.so")])
    if printed.exists() and printed.stat().st_mtime > changed:
        return
    draws = "sys.argv" in script.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        text = run(script, [str(picture)] if draws else [], package, Path(folder))
    printed.write_text(text, encoding="utf-8")


def stage_examples(root: Path, stage: Path, package: Path, kept: Path) -> None:
    """Write a page with a picture for each example."""
    kept.mkdir(parents=True, exist_ok=True)
    (stage / "examples").mkdir(parents=True, exist_ok=True)
    names = {path.stem for path in (root / "examples").glob("*.cpp")}
    names |= {path.stem for path in (root / "examples" / "python").glob("*.py")}
    for name in sorted(names):
        cpp, python = root / f"examples/{name}.cpp", root / f"examples/python/{name}.py"
        printed, shown = "", ""
        if python.exists():
            run_example(python, package, kept)
            printed = (kept / f"{name}.txt").read_text(encoding="utf-8")
        if (kept / f"{name}.svg").exists():
            shown = f"{name}.svg"
            shutil.copy(kept / shown, stage / "examples")
        pages.write(
            stage,
            f"examples/{name}.md",
            pages.ORPHAN + pages.example_page(name, cpp, python, printed, shown),
        )


def stage_pictures(root: Path, stage: Path) -> None:
    """Copy pictures of other pages: those just drawn by the examples, and those of slow scripts
    beside the picture as they are.
    """
    (stage / "pictures").mkdir(parents=True, exist_ok=True)
    for path in sorted((root / "docs" / "pictures").glob("*.svg")):
        drawn = stage / "examples" / path.name
        is_new = drawn.exists() and not path.with_suffix(".py").exists()
        shutil.copy(drawn if is_new else path, stage / "pictures")
