"""Measure the time to open files of 1 GB made by acgd convert, with cold and warm page cache.

python3 python/bench/opening.py build/acgd-bench-readers
"""

from __future__ import annotations

import os
import struct
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

import numpy as np

BLOCKS, SAMPLES = 8, 1_000_000


def padded(array: np.ndarray) -> bytes:
    data = array.tobytes()
    return data + bytes(-len(data) % 64)


def write(path: Path, columns: int, entries: int) -> None:
    """Write float samples with this number of entries in the format of docs/format.md."""
    random = np.random.default_rng(1)
    rows, each = SAMPLES // BLOCKS, entries // BLOCKS
    targets = padded(random.choice([-1.0, 1.0], rows))
    starts = np.linspace(0, each, columns + 1).astype("<i4")
    counts = np.diff(starts)
    # Increasing in each column: the entries of a column are spread over the rows.
    place = np.arange(each, dtype="<i4") - np.repeat(starts[:-1], counts)
    place *= np.repeat(rows // np.maximum(counts, 1), counts)
    values = (np.arange(each) % 100).astype("<f4")
    matrix = padded(starts) + padded(place) + padded(values)
    sums = zlib.crc32(targets), zlib.crc32(matrix)
    told, at = b"", 128 + 64 * BLOCKS
    with path.open("wb") as file:
        file.write(bytes(at))
        for _ in range(BLOCKS):  # all identical
            told += struct.pack("<QQQIII28x", rows, each, at, 1, *sums)
            at += file.write(targets) + file.write(matrix)
        sizes = 128 + 64 * BLOCKS, at, SAMPLES, columns, BLOCKS
        header = struct.pack("<8sIIQQQQQ8x", b"\x93ACGD\r\n\x1a", 1, 0, *sizes)
        header += told + bytes(60)
        file.seek(0)
        file.write(header + struct.pack("<I", zlib.crc32(header)))


def forget(path: Path) -> None:
    """Drop the pages of the file from the page cache."""
    descriptor = os.open(path, os.O_RDONLY)
    os.fsync(descriptor)
    os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
    os.close(descriptor)


def milliseconds(program: Path, path: Path) -> float:
    done = subprocess.run([program, path], capture_output=True, text=True, check=True)
    return 1000 * float(done.stdout.split()[0])


def main() -> None:
    program = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as folder:
        for columns in (1_000, 1_000_000):
            path = Path(folder) / f"{columns}.acgd"
            write(path, columns, (10**9 - 32 * columns) // 8)
            forget(path)
            cold = milliseconds(program, path)
            subprocess.run(["cat", path], stdout=subprocess.DEVNULL, check=True)
            warm = min(milliseconds(program, path) for _ in range(5))
            size = path.stat().st_size / 1e9
            times = f"{cold:.1f} ms from the disk, {warm:.1f} ms from memory"
            print(f"{size:.2f} GB, {columns} columns: {times}")
            path.unlink()


if __name__ == "__main__":
    main()
