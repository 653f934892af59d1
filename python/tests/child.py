"""Python in a child process, which may crash or hang without affecting the tests."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path


def run_child(program: str, *arguments: str, seconds: float = 120, **environment: str) -> str:
    """The output of a program, which must end in time, with exit code 0 and without warnings."""
    child = subprocess.Popen(
        [sys.executable, "-X", "faulthandler", "-c", program, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **environment},
        cwd=Path(__file__).parent,
        start_new_session=True,
    )
    try:
        printed, complaints = child.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)  # its own children, too
        child.communicate()
        raise
    assert (child.returncode, complaints) == (0, ""), printed + complaints
    return printed
