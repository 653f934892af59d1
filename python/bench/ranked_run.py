"""Timed runs of the tool, alone or under mpirun."""

import csv
import dataclasses
import json
import os
import pathlib
import subprocess
import sys
import time

# Starts a program and writes its peak memory in kilobytes: total, and without mapped pages of
# files.
WATCHER = """
import os, resource, subprocess, sys, time
child = subprocess.Popen(sys.argv[2:])
own = 0
while child.poll() is None:
    try:
        for line in open(f"/proc/{child.pid}/status"):
            if line.startswith("RssAnon"):
                own = max(own, int(line.split()[1]))
    except OSError:
        pass
    time.sleep(0.05)
peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
rank = os.environ.get("OMPI_COMM_WORLD_RANK", "0")
open(sys.argv[1] + rank, "w").write(f"{peak} {own}")
sys.exit(child.returncode)
"""


@dataclasses.dataclass
class Way:
    ranks: int = 1
    threads: int = 1
    delay: float = 0  # seconds per reduction

    def __str__(self):
        def several(count, noun):
            return f"{count} {noun}" + ("s" if count > 1 else "")

        return f"{several(self.ranks, 'rank')} x {several(self.threads, 'thread')}"


@dataclasses.dataclass
class Told:
    wall: float  # wall time in seconds, including mpirun
    peak: float  # MB of the largest rank
    own: float  # the same without mapped pages
    result: dict
    times: list  # seconds at each iteration

    @property
    def seconds(self):
        """Seconds of the run without reading."""
        return self.result["seconds"]["total"]

    @property
    def numbers(self):
        """Results that must not depend on ranks and threads."""
        return json.dumps([self.result[name] for name in ("value", "gap", "counts")])


def watch(folder, command, way):
    """Return the wall time, and the maximum peak memory of a rank in MB."""
    for old in folder.glob("peak*"):
        old.unlink()
    command = [sys.executable, "-c", WATCHER, str(folder / "peak"), *command]
    environment = dict(os.environ, OMP_NUM_THREADS=str(way.threads))
    if way.ranks > 1:
        command = ["mpirun", "--quiet", "-n", str(way.ranks), "--bind-to", "none", *command]
        environment |= {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    if way.delay > 0:
        environment["ACGD_MPI_DELAY"] = f"{1000 * way.delay:.6f}ms"
    begin = time.perf_counter()
    # 3: iteration limit, which is expected for some runs.
    if subprocess.run(command, env=environment).returncode not in (0, 3):
        raise SystemExit("failed: " + " ".join(command))
    wall = time.perf_counter() - begin
    peaks = [file.read_text().split() for file in folder.glob("peak*")]
    return wall, *(max(int(peak[k]) for peak in peaks) / 1000 for k in (0, 1))


def solve(tool, folder, words, way):
    result, trace = folder / "result.json", folder / "trace.csv"
    command = [tool, "solve", *words, "--threads", str(way.threads), "--quiet"]
    command += ["--result", str(result), "--trace", str(trace)]
    wall, peak, own = watch(folder, command, way)
    with open(trace) as file:
        times = [float(row["time_s"]) for row in csv.DictReader(file)]
    return Told(wall, peak, own, json.loads(result.read_text()), times)


def resolved(tool):
    """Return the absolute path of the tool."""
    return str(pathlib.Path(tool).resolve())
