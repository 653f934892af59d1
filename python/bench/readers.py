"""Compare readers of text with those of scikit-learn and NumPy in megabytes per second.

One thread: processor time, the best of three. Two threads: wall time, and the speed-up:

    python3 python/bench/readers.py build/acgd-bench-readers [MEGABYTES]
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Callable

import numpy as np

REPETITIONS = 3


def samples(value: str, rows: int = 10000, entries: int = 75) -> str:
    """Return LIBSVM text with values in this format."""
    random = np.random.default_rng(1)
    columns = np.cumsum(random.integers(1, 1300, (rows, entries)), axis=1)
    values = random.standard_normal((rows, entries))
    line = "%+d" + f" %d:{value}" * entries + "\n"
    label = random.choice([-1, 1], rows)
    return "".join(
        line % (label[i], *np.column_stack([columns[i], values[i]]).ravel()) for i in range(rows)
    )


def table(value: str, rows: int = 20000, columns: int = 50) -> str:
    numbers = np.random.default_rng(1).standard_normal((rows, columns))
    line = ",".join([value] * columns) + "\n"
    return "".join(line % tuple(row) for row in numbers)


def ratings(count: int = 200000) -> str:
    random = np.random.default_rng(1)
    user, item = random.integers(1, 100000, count), random.integers(1, 20000, count)
    stars, when = random.integers(1, 11, count) / 2, random.integers(10**9, 2 * 10**9, count)
    return "".join("%d,%d,%g,%d\n" % row for row in zip(user, item, stars, when))


def write(file: Path, text: str, megabytes: float) -> None:
    """Write the text repeatedly up to this size."""
    with open(file, "w") as out:
        for _ in range(max(1, round(megabytes * 1e6 / len(text)))):
            out.write(text)


def ours(program: str, file: Path, threads: int) -> tuple[float, float]:
    """Return wall time and processor time."""
    environment = {**os.environ, "OMP_NUM_THREADS": str(threads)}
    runs = []
    for _ in range(REPETITIONS):
        run = subprocess.run([program, file], env=environment, capture_output=True, check=True)
        runs.append([float(word) for word in run.stdout.split()[:2]])
    clock, processor = np.min(runs, axis=0)
    return clock, processor


def theirs(read: Callable[[Any], Any], file: Path) -> float:
    """Return the processor time."""
    begin = time.process_time()
    read(file)
    return time.process_time() - begin


def main() -> None:
    program = sys.argv[1]
    megabytes = float(sys.argv[2]) if len(sys.argv) > 2 else 200
    from sklearn.datasets import load_svmlight_file

    def load_table(file: Path) -> Any:
        return np.loadtxt(file, delimiter=",")

    files = {
        "ones.svm": (samples("%.0f").replace(":-", ":"), "scikit-learn", load_svmlight_file),
        "six-digits.svm": (samples("%.6g"), "scikit-learn", load_svmlight_file),
        "17-digits.svm": (samples("%.17g"), "scikit-learn", load_svmlight_file),
        "six-digits.csv": (table("%.6g"), "numpy.loadtxt", load_table),
        "17-digits.csv": (table("%.17g"), "numpy.loadtxt", load_table),
        "stars.ratings": (ratings(), "numpy.loadtxt", load_table),
    }
    print(f"{'MB/s of':16}{'1 thread':>10}{'2 threads':>11}{'gain':>6}  others")
    with tempfile.TemporaryDirectory() as folder:
        for name, (text, other, read) in files.items():
            file = Path(folder) / name
            write(file, text, megabytes)
            size = file.stat().st_size / 1e6
            clock, processor = ours(program, file, 1)
            clock2, _ = ours(program, file, 2)
            rate = size / theirs(read, file)
            print(
                f"{name:16}{size / processor:10.0f}{size / clock2:11.0f}{clock / clock2:6.2f}"
                f"  {rate:.0f} ({other})",
                flush=True,
            )
            file.unlink()


if __name__ == "__main__":
    main()
