"""Runs of several processes, with mpi4py. The program of each is on_ranks.py."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import acgd
from mpi_environment import ENVIRONMENT

pytest.importorskip("mpi4py")
if shutil.which("mpirun") is None:
    pytest.skip("there is no mpirun", allow_module_level=True)


WORK = [
    "same_bits",
    "same_bits_of_blocks",
    "same_bits_in_short_messages",
    "same_bits_without_samples",
    "stops_together",
    "refuses",
    "pickles_nothing_that_is_spread",
]


@pytest.mark.parametrize("ranks", [2, pytest.param(3, marks=pytest.mark.long)])
@pytest.mark.parametrize("what", WORK)
def test_on_ranks(what, ranks):
    script = Path(__file__).parent / "on_ranks.py"
    command = ["mpirun", "-n", str(ranks), sys.executable, script, what]
    path = os.pathsep.join(
        filter(None, [str(Path(acgd.__file__).parent.parent), os.getenv("PYTHONPATH")])
    )
    environment = {**os.environ, **ENVIRONMENT, "PYTHONPATH": path}
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout == ""


def test_invalid_communicator_is_rejected():
    with pytest.raises(TypeError, match="comm: is a int, must be a communicator of mpi4py"):
        acgd.minimize(acgd.Levy(3), set="l1:1", comm=3)
    with pytest.raises(TypeError, match="comm"):
        acgd.row_range(100, None)
