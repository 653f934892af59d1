"""Every command on a page is run, or listed as an exception with the reason."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

import documents
from pasted import NOT_RUN, follow, runs_of

DATA = Path(os.environ.get("ACGD_DATA") or documents.ROOT.parent / "shared" / "data")
# Pages whose commands another test runs: test_tutorial.py, test_readme.py.
RUN_ELSEWHERE = {"tutorial.md", "README.md"}
# Pages of commands from `acgd help`; tests/commands/help_test.cpp runs those.
CATALOGUES = {"sets.md", "objectives.md"}
TRAFFIC = ("SiouxFalls_net.tntp", "SiouxFalls_trips.tntp", "SiouxFalls_node.tntp")
# Replacements of curl's downloads in the examples, and of jq if it is not installed.
CURL = "#!/bin/sh\nexec gzip -c train.csv\n"
JQ = "#!/usr/bin/env python3\nimport json, sys\nprint(json.load(sys.stdin)[sys.argv[1][1:]])\n"


def named(path: Path) -> str:
    return path.stem


def write_program(path: Path, text: str) -> None:
    path.write_text(text)
    path.chmod(0o755)


def write_files(folder: Path, tool: Path) -> None:
    """Input files of the commands: tables, and synthetic data in place of downloads."""
    rows = [(i * 7 % 11, i * 5 % 13, i % 4, i % 9 == 0) for i in range(40)]
    # y is yes where a is above b, with some exceptions.
    lines = [f"{a},{b},{c},{'yes' if (a > b) != flip else 'no'}\n" for a, b, c, flip in rows]
    (folder / "train.csv").write_text("a,b,c,y\n" + "".join(lines))
    ratings = [(user, item, 1 + user * item % 5) for user in range(1, 201) for item in range(1, 9)]
    kept = [f"{u},{i},{r}\n" for u, i, r in ratings if (u + i) % 3]
    (folder / "ratings.csv").write_text("user,item,rating\n" + "".join(kept))
    make = [tool, "data", "make", "a1a", "a1a.t", "--to", folder]
    subprocess.run(make, check=True, capture_output=True)
    (folder / "a1a-synthetic").rename(folder / "a1a")
    (folder / "a1a-synthetic.t").rename(folder / "a1a.t")
    (folder / "bin").mkdir()
    write_program(folder / "bin" / "curl", CURL)
    if shutil.which("jq") is None:
        write_program(folder / "bin" / "jq", JQ)


PAGES = [p for p in documents.pages() if p.name not in RUN_ELSEWHERE | CATALOGUES and runs_of(p)]


@pytest.mark.parametrize("path", PAGES, ids=named)
def test_commands_run(path, tool, tmp_path):
    commands = runs_of(path)
    for name in TRAFFIC:
        if any(name in command for command in commands):
            if not (DATA / "traffic" / name).exists():
                pytest.skip(f"{name} is not there; ACGD_DATA says where it is")
            shutil.copy(DATA / "traffic" / name, tmp_path)
    if not (tool.parent / "libacgd_mpi.so").exists():
        commands = [command for command in commands if "mpirun " not in command]
    write_files(tmp_path, tool)
    follow(commands, tmp_path, tool)


@pytest.mark.parametrize("name", sorted(CATALOGUES))
def test_catalogues_match_help(name, tool):
    page = documents.ROOT / "docs" / name
    sections = re.findall(r"^## (\S+)$", page.read_text(), re.MULTILINE)
    told = [subprocess.check_output([tool, "help", name], text=True) for name in sections]
    examples = "".join(told).splitlines()
    commands = documents.commands(page)
    assert len(commands) == len(sections)
    assert [command for command in commands if f"    {command}" not in examples] == []


def test_exceptions_match_commands():
    commands = [command for path in documents.pages() for command in documents.commands(path)]
    for pattern in NOT_RUN:
        assert any(re.fullmatch(pattern, command) for command in commands), pattern


def test_named_packages_are_those_we_need():
    ours = (documents.ROOT / "scripts" / "packages.txt").read_text().split()
    for path in documents.pages():
        for command in documents.commands(path):
            if command.startswith("sudo apt-get install "):
                assert set(command.split()[3:]) <= {*ours, "python3-dev"}, command
