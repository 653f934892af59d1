"""Python in a process of its own, which may crash or hang without taking the tests along."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path


def run_child(program: str, *arguments: str, seconds: float = 120, **environment: str) -> str:
    """What a program prints; it must end in time, with 0, and complain of nothing."""
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
