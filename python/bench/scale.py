"""Ranks beside threads: python3 python/bench/scale.py TOOL [--small]

Runs one problem on 1 rank with 1 thread, 1 rank with 2 threads and 2 ranks with 1 thread, in
turn, several times, and prints the seconds of the run (reading apart) and the peak memory of a
rank. Needs mpirun and the tool's MPI part (make mpi).
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

import numpy as np

WAYS = {"1 rank x 1 thread": (1, 1), "1 rank x 2 threads": (1, 2), "2 ranks x 1 thread": (2, 1)}
# A rank under this prints its peak memory, in kilobytes.
PEAK = (
    "import os, resource, subprocess, sys\n"
    "code = subprocess.call(sys.argv[2:])\n"
    "rank = os.environ.get('OMPI_COMM_WORLD_RANK', '0')\n"
    "peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss\n"
    "open(sys.argv[1] + rank, 'w').write(str(peak))\n"
    "sys.exit(code)\n"
)


def digits(numbers, width):
    """Numbers as text of one width, with zeros in front: an array of bytes, a row each."""
    powers = 10 ** np.arange(width - 1, -1, -1, dtype=np.int64)
    return (numbers[:, None] // powers % 10 + ord("0")).astype(np.uint8)


def constant(text, rows):
    return np.tile(np.frombuffer(text.encode(), np.uint8), (rows, 1))


def write_samples(path, samples, features, per_sample):
    """LIBSVM: labels that a sparse x explains, features drawn evenly."""
    rng = np.random.default_rng(1)
    truth = np.zeros(features)
    truth[:: max(1, features // 50)] = 2 * rng.normal(size=truth[:: max(1, features // 50)].size)
    stride = features // per_sample
    with open(path, "wb") as file:
        for first in range(0, samples, 10000):
            rows = min(10000, samples - first)
            columns = stride * np.arange(per_sample) + rng.integers(0, stride, (rows, per_sample))
            thousandths = rng.integers(1, 10000, (rows, per_sample))
            margin = (truth[columns] * thousandths).sum(1) / 10000 + rng.normal(size=rows)
            signs = np.where(margin > 0, ord("+"), ord("-")).astype(np.uint8)[:, None]
            fields = [signs, constant("1", rows)]
            for k in range(per_sample):
                fields += [constant(" ", rows), digits(columns[:, k] + 1, 6)]
                fields += [constant(":0.", rows), digits(thousandths[:, k], 4)]
            np.hstack([*fields, constant("\n", rows)]).tofile(file)


def write_ratings(path, ratings, users, items):
    rng = np.random.default_rng(2)
    left, right = rng.normal(size=(users, 3)), rng.normal(size=(items, 3))
    with open(path, "wb") as file:
        for first in range(0, ratings, 1000000):
            rows = min(1000000, ratings - first)
            user, item = rng.integers(0, users, rows), rng.integers(0, items, rows)
            rating = np.clip(np.round(3 + (left[user] * right[item]).sum(1)), 1, 5).astype(np.int64)
            parts = [digits(user + 1, 7), constant(",", rows), digits(item + 1, 6)]
            parts += [constant(",", rows), digits(rating, 1), constant("\n", rows)]
            np.hstack(parts).tofile(file)


def run(tool, folder, words, ranks, threads):
    """Seconds of the run and the largest peak of a rank in MB; and the result, to be compared."""
    result, peaks = folder / "result.json", folder / "peak"
    for old in folder.glob("peak*"):
        old.unlink()
    command = [sys.executable, "-c", PEAK, str(peaks), tool, "solve", *words]
    command += ["--threads", str(threads), "--quiet", "--result", str(result)]
    environment = dict(os.environ, OMP_NUM_THREADS=str(threads))
    if ranks > 1:
        command = ["mpirun", "--quiet", "-n", str(ranks), "--bind-to", "none", *command]
        environment |= {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    # 3: at the limit of iterations, where both were to end.
    if subprocess.run(command, env=environment).returncode not in (0, 3):
        raise SystemExit("failed: " + " ".join(command))
    told = json.loads(result.read_text())
    largest = max(int(file.read_text()) for file in folder.glob("peak*")) / 1000
    return told["seconds"]["total"], largest, (told["value"], told["gap"], told["counts"])


def compare(name, tool, folder, words, repeats):
    print(f"{name}\n  acgd solve {' '.join(words)}")
    seconds, peaks, results = {way: [] for way in WAYS}, {}, set()
    for _ in range(repeats):
        for way, (ranks, threads) in WAYS.items():
            time, peak, told = run(tool, folder, words, ranks, threads)
            seconds[way].append(time)
            peaks[way] = peak
            results.add(json.dumps(told, sort_keys=True))
    if len(results) != 1:
        raise SystemExit("the results differ: " + "; ".join(results))
    medians = {way: statistics.median(times) for way, times in seconds.items()}
    one, threaded, ranked = medians.values()
    for way in WAYS:
        print(f"  {way:<20} {medians[way]:8.2f} s   {peaks[way]:8.0f} MB a rank")
    print(f"  gain by threads {one / threaded:.2f}, by ranks {one / ranked:.2f}:", end=" ")
    print(f"{threaded / ranked:.2f} of it; 2 ranks take ", end="")
    print(f"{ranked / threaded:.2f} times what 2 threads take, ", end="")
    print(f"and {peaks['2 ranks x 1 thread'] / peaks['1 rank x 1 thread']:.2f} of the memory\n")
    return medians


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("tool")
    parser.add_argument("--small", action="store_true", help="a hundredth of the data")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--folder", help="where data is kept; without it, it is made anew")
    given = parser.parse_args()
    shrink = 100 if given.small else 1
    tool = str(pathlib.Path(given.tool).resolve())
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(given.folder or temporary)
        samples, ratings = folder / "samples.svm", folder / "ratings.csv"
        if not samples.exists():
            write_samples(samples, 200000 // shrink, 50000, 50)
        if not ratings.exists():
            write_ratings(ratings, 20000000 // shrink, 200000 // shrink, 20000 // shrink)
        stop = ["--max-iterations", "40", "--gap-tolerance", "0"]
        logistic = ["--objective", "logistic", "--data", str(samples), "--features", "50000"]
        logistic += ["--set", "l1:50"]
        compare(
            f"logistic {200000 // shrink} x 50000, {10000000 // shrink} non-zeros",
            tool, folder, [*logistic, "--direction", "toward", *stop], given.repeats,
        )  # fmt: skip
        completion = ["--objective", "completion", "--data", str(ratings)]
        compare(
            f"completion, {20000000 // shrink} ratings",
            tool, folder, [*completion, "--set", "nuclear:20000", *stop], given.repeats,
        )  # fmt: skip


if __name__ == "__main__":
    main()
