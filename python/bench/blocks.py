"""The cost of a partition into blocks for a run on one process: time of an iteration with one
block, the default, and with the 8 blocks of runs under mpirun, in turns.

python3 python/bench/blocks.py build/acgd [--quick]
"""

import argparse
import pathlib
import statistics
import tempfile

import numpy as np
from large_files import write_samples
from ranked_run import Way, resolved, solve

# name, samples, features, entries a sample, iterations
SPARSE = [
    ("1600 x 126, 14 a row (as a1a)", 1600, 126, 14, 4000),
    ("20000 x 47000, 75 a row", 20000, 47000, 75, 300),
    ("200000 x 1000000, 25 a row", 200000, 1000000, 25, 30),
    ("200000 x 50000, 50 a row", 200000, 50000, 50, 40),
]


def write_dense(path, rows, cols):
    rng = np.random.default_rng(1)
    a = rng.normal(size=(rows, cols + 1))
    a[:, -1] = np.where(a[:, :5].sum(1) + a[:, -1] > 0, 1, -1)
    np.save(path, np.asfortranarray(a))


def cases(folder, shrink):
    """Name, words and iterations of each."""
    for name, samples, features, per_sample, iterations in SPARSE:
        path = folder / f"{samples}_{features}.svm"
        write_samples(path, max(samples // shrink, 1600), features, per_sample)
        yield name, ["--objective", "logistic", "--data", str(path), "--set", "l1:50"], iterations
    for rows, cols in ((500, 5000), (20000, 500)):
        path = folder / f"{rows}_{cols}.npy"
        write_dense(path, rows, cols)
        words = ["--objective", "logistic", "--data", str(path), "--set", "l1:50"]
        yield f"{rows} x {cols} dense", words, 300


def per_iteration(told):
    return told.seconds / told.result["counts"]["iterations"]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tool")
    parser.add_argument("--quick", action="store_true", help="small, to see that it works")
    given = parser.parse_args()
    repeats, shrink = (1, 20) if given.quick else (5, 1)
    tool = resolved(given.tool)
    print(f"{'microseconds an iteration':32} {'1 block':>10} {'8 blocks':>10}  ratio")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for name, words, iterations in cases(folder, shrink):
            words += [
                "--direction",
                "frank-wolfe",
                "--relative-gap-tolerance",
                "0",
                "--gap-tolerance",
                "0",
            ]
            words += ["--max-iterations", str(iterations)]
            times = {"1": [], "8": []}
            for _ in range(repeats):
                for blocks, seen in times.items():
                    run = words + ["--blocks", blocks]
                    seen.append(per_iteration(solve(tool, folder, run, Way())))
            one, several = (1e6 * statistics.median(seen) for seen in times.values())
            print(f"{name:32} {one:10.1f} {several:10.1f}  {several / one:.2f}", flush=True)


if __name__ == "__main__":
    main()
