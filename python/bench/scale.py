"""Compare ranks with threads: python3 python/bench/scale.py TOOL [--small]

Runs one problem on 1 rank with 1 thread, 1 rank with 2 threads and 2 ranks with 1 thread,
alternating, several times, and prints the medians of the run time (without reading) and of the peak
memory of a rank. Needs mpirun and the tool's MPI part (make mpi).
"""

import argparse
import pathlib
import statistics
import tempfile

from large_files import write_ratings, write_samples
from ranked_run import Way, resolved, solve

WAYS = [Way(1, 1), Way(1, 2), Way(2, 1)]


def compare(name, tool, folder, words, repeats):
    print(f"{name}\n  acgd solve {' '.join(words)}", flush=True)
    runs = [[] for _ in WAYS]
    for _ in range(repeats):
        for way, of_way in zip(WAYS, runs):
            of_way.append(solve(tool, folder, words, way))
    if len({told.numbers for of_way in runs for told in of_way}) != 1:
        raise SystemExit("the results differ")
    seconds = [statistics.median(told.seconds for told in of_way) for of_way in runs]
    peaks = [statistics.median(told.peak for told in of_way) for of_way in runs]
    for way, time, peak, of_way in zip(WAYS, seconds, peaks, runs):
        times = " ".join(f"{told.seconds:.2f}" for told in of_way)
        print(f"  {way!s:<20} {time:8.2f} s ({times})   {peak:6.0f} MB a rank")
    one, threads, ranks = seconds
    print(f"  gain by 2 threads {one / threads:.2f}, by 2 ranks {one / ranks:.2f}", end="")
    print(f", which is {threads / ranks:.2f} of it (0.9 asked for)")
    print(f"  2 ranks take {ranks / threads:.2f} of the time of 2 threads (at most 1.1)", end="")
    print(f", and {peaks[2] / peaks[0]:.2f} of the memory of one (at most 0.6)\n", flush=True)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("tool")
    parser.add_argument("--small", action="store_true", help="a hundredth of the data")
    parser.add_argument("--only", choices=["logistic", "completion"])
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--folder", help="folder to keep the data in; default: a temporary one")
    given = parser.parse_args()
    shrink = 100 if given.small else 1
    stop = ["--max-iterations", "40", "--gap-tolerance", "0"]
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(given.folder or temporary)
        if given.only != "completion":
            samples = folder / "samples.svm"
            if not samples.exists():
                write_samples(samples, 200000 // shrink, 50000, 50)
            words = ["--objective", "logistic", "--data", str(samples), "--features", "50000"]
            words += ["--set", "l1:50", "--direction", "frank-wolfe", *stop]
            name = f"logistic {200000 // shrink} x 50000, {10000000 // shrink} non-zeros"
            compare(name, resolved(given.tool), folder, words, given.repeats)
        if given.only != "logistic":
            ratings = folder / "ratings.csv"
            if not ratings.exists():
                write_ratings(ratings, 20000000 // shrink, 200000 // shrink, 20000 // shrink)
            words = ["--objective", "completion", "--data", str(ratings), "--set", "nuclear:20000"]
            name = f"completion, {20000000 // shrink} ratings"
            compare(name, resolved(given.tool), folder, [*words, *stop], given.repeats)


if __name__ == "__main__":
    main()
