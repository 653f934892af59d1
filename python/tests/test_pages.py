"""What the pages show works: Python is run, C++ and CMake are in files that are compiled,
commands are run, links lead somewhere.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import acgd
import documents
from one_machine import ENVIRONMENT

sys.path.append(str(documents.ROOT / "site"))
import contents

DOCS = [path for path in documents.pages() if path.parent.name == "docs"]
# Pages with tests of their own: test_tutorial.py, test_documentation.py, test_format.py.
FOLLOWED_ELSEWHERE = {"tutorial.md", "python.md", "format.md"}
# tests/cli/docs_test.cpp and help_test.cpp run those of these pages.
RUN_ELSEWHERE = {
    "tutorial.md",
    "tool.md",
    "directions.md",
    "traffic.md",
    "sets.md",
    "objectives.md",
}
# Sources that are compiled by tests.
COMPILED = [*documents.ROOT.glob("examples/*.cpp"), *documents.ROOT.glob("tests/install/*/*")]
# Names that a page takes for granted.
GIVEN = {
    "scale.md": {
        "acgd": acgd,
        "features": np.random.default_rng(1).normal(size=(300, 5)),
        "labels": np.sign(np.random.default_rng(2).normal(size=300)),
    }
}


def named(path: Path) -> str:
    return path.stem


def test_index_lists_every_page_once():
    index = (documents.ROOT / "docs" / "index.md").read_text()
    listed = [Path(name).name for section in contents.sections(index) for name in section.pages]
    expected = {path.name for path in DOCS} - {"index.md"} | set(contents.TOP_PAGES)
    assert sorted(listed) == sorted(expected)
    assert index.count(contents.REFERENCES) == 1


@pytest.mark.parametrize("path", documents.pages(), ids=named)
def test_links_lead_somewhere(path):
    for link in documents.links(path):
        if "://" in link:
            continue
        target, _, anchor = link.partition("#")
        place = (path.parent / target).resolve() if target else path
        assert place.exists(), f"{link} is not there"
        if anchor:
            assert anchor in documents.anchors(place), f"{link} has no such heading"


@pytest.mark.parametrize("path", DOCS, ids=named)
def test_python_runs(path, tmp_path, monkeypatch):
    if path.name in FOLLOWED_ELSEWHERE or not (shown := documents.shown_python(path)):
        pytest.skip("no Python, or a test of its own")
    if any("mpi4py" in block.code for block in shown):
        pytest.importorskip("mpi4py")
    monkeypatch.chdir(tmp_path)
    names = dict(GIVEN.get(path.name, {}))
    for block in shown:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(block.code, str(path), "exec"), names)
        assert block.prints in (None, printed.getvalue())


def statements(code: str) -> list[str]:
    """Lines without comments, and with one space where there are several."""
    lines = [
        re.sub(r"\s+", " ", re.sub(r"(//|#(?!include)).*", "", line)).strip()
        for line in code.splitlines()
    ]
    return [line for line in lines if line]


def is_excerpt(shown: list[str], source: list[str]) -> bool:
    """Whether the lines are in the source, in this order."""
    rest = iter(source)
    return all(any(line in other for other in rest) for line in shown)


@pytest.mark.parametrize("path", DOCS, ids=named)
def test_what_is_compiled_elsewhere_is_shown(path):
    shown = [*documents.blocks(path, "cpp"), *documents.blocks(path, "cmake")]
    sources = [statements(source.read_text()) for source in COMPILED]
    for code in shown:
        lines = statements(code)
        assert any(is_excerpt(lines, source) for source in sources), f"no test compiles\n{code}"


def tool_path() -> Path:
    if "ACGD_TOOL" not in os.environ:
        pytest.skip("the tool is not built here")
    return Path(os.environ["ACGD_TOOL"])


def write_table(folder: Path) -> None:
    """40 samples of three features; y is yes where a is above b, but for some."""
    rows = [(i * 7 % 11, i * 5 % 13, i % 4, i % 9 == 0) for i in range(40)]
    lines = [f"{a},{b},{c},{'yes' if (a > b) != flip else 'no'}\n" for a, b, c, flip in rows]
    (folder / "train.csv").write_text("a,b,c,y\n" + "".join(lines))


def runs_of(path: Path) -> list[str]:
    """Commands of the tool. What installs, builds or fetches is not run."""
    return [line for line in documents.commands(path) if re.match(r"(acgd|mpirun) ", line)]


@pytest.mark.parametrize("path", [p for p in DOCS if p.name not in RUN_ELSEWHERE], ids=named)
def test_commands_run(path, tmp_path):
    if not (commands := runs_of(path)):
        pytest.skip("no commands")
    tool = tool_path()
    write_table(tmp_path)
    data = Path(os.environ.get("ACGD_DATA", documents.ROOT / "../shared/data"))
    environment = {**os.environ, **ENVIRONMENT, "PATH": f"{tool.parent}:{os.environ['PATH']}"}
    for command in commands:
        if "a1a" in command:
            if not (data / "a1a").exists():
                continue
            shutil.copy(data / "a1a", tmp_path)
        if command.startswith("mpirun") and not (tool.parent / "libacgd_mpi.so").exists():
            continue
        ran = subprocess.run(
            ["bash", "-c", command], cwd=tmp_path, env=environment, capture_output=True, text=True
        )
        assert ran.returncode == 0, f"{command}: {ran.stderr}"


@pytest.mark.parametrize("path", documents.pages(), ids=named)
def test_targets_of_make_exist(path):
    makefile = (documents.ROOT / "Makefile").read_text()
    for target in re.findall(r"(?:`|^    )make ([a-z][a-z-]*)", path.read_text(), re.MULTILINE):
        assert re.search(f"^{target}:", makefile, re.MULTILINE), f"make {target}"
