"""Commands of a page, run in order as a reader would paste them."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import documents
from mpi_environment import ENVIRONMENT

# Commands that are not run from the page, and what covers them.
NOT_RUN = {
    r"make [a-z-]+( .*)?": "test_pages.py: there is such a target",
    r"g\+\+ .*pkg-config.*": "tests/install/run compiles by pkg-config",
    r"pip install .*": "make check-wheel compiles and installs the wheel",
    r"sudo apt-get install .*": "below: these packages are those of scripts/packages.txt",
    r"(cmake .*build-mpich|mpiexec\.mpich ).*": "another MPI than the one that is installed",
    r"acgd reproduce --data DIR .*": "takes minutes; make demo runs all of it, small",
    r"acgd data fetch .*": "test_mirror.py fetches from a mirror",
    r"(curl .*|python3 app/experiments/convert_mat\.py .*)": "test_experiments.py converts a file",
    r"(ninja -C build|ACGD_STRESS_|build/tests/|build-fuzz/|scripts/fuzz ).*": "of developers",
}
WRITTEN = re.compile(r"--(?:trace|result|solution|report|model|output|checkpoint) ([\w/]+\.\w+)")


def is_run(command: str) -> bool:
    return not any(re.fullmatch(pattern, command) for pattern in NOT_RUN)


def runs_of(path: Path) -> list[str]:
    return [command for command in documents.commands(path) if is_run(command)]


def follow(commands: list[str], folder: Path, tool: Path) -> None:
    """Run them in this folder, with its bin/ first in the path. All must succeed."""
    path = f"{folder / 'bin'}:{tool.parent}:{os.environ['PATH']}"
    for command in commands:
        ran = subprocess.run(
            ["bash", "-o", "pipefail", "-c", command],
            cwd=folder,
            env={**os.environ, **ENVIRONMENT, "PATH": path},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )
        assert ran.returncode == 0, f"{command}: {ran.stderr}"
        for name in WRITTEN.findall(command):
            assert (folder / name).stat().st_size > 0, f"{command}: {name} is empty"
