"""From text to a model: python3 python/bench/end_to_end.py TOOL [NON_ZEROS]

Writes a LIBSVM file with NON_ZEROS entries (default 1e8), converts it, and fits a logistic model
over an l1 ball to a relative gap of 1e-3, on 1 rank with 2 threads and on 2 ranks with 1 thread.
Prints wall time and peak memory of each stage. 1e8 entries take 3 GB of disk. Needs mpirun and the
tool's MPI part (make mpi).
"""

import argparse
import pathlib
import tempfile
import time

from large_files import write_samples
from ranked_run import Way, resolved, solve, watch

PER_SAMPLE = 50
FEATURES = 100000
RADIUS = 50


def tell(stage, seconds, peaks="", more=""):
    print(f"  {stage:<28} {seconds:8.1f} s   {peaks:<40} {more}", flush=True)


def memory(peak, own):
    return f"{peak:6.0f} MB, {own:6.0f} without mapped pages"


def fit(tool, folder, data, way):
    words = ["--objective", "logistic", "--data", str(data), "--set", f"l1:{RADIUS}"]
    words += ["--relative-gap-tolerance", "1e-3"]
    told = solve(tool, folder, words, way)
    counts, gap = told.result["counts"], told.result["gap"] / told.result["value"]
    more = f"{told.result['seconds']['reading']:.2f} s to open, {counts['iterations']} iterations, "
    more += f"f = {told.result['value']:.6f}, gap {gap:.1e} f, {told.result['status']}"
    tell(f"fit, {way}", told.wall, memory(told.peak, told.own), more)
    return told


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("tool")
    parser.add_argument("nonzeros", type=float, nargs="?", default=1e8)
    parser.add_argument("--text", action="store_true", help="also fit from the text")
    parser.add_argument("--folder", help="folder to keep the text in; default: a temporary one")
    given = parser.parse_args()
    tool = resolved(given.tool)
    samples = int(given.nonzeros) // PER_SAMPLE
    print(f"{samples} samples of {FEATURES} features, {samples * PER_SAMPLE:.0e} non-zeros")
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        text, mapped = pathlib.Path(given.folder or temporary) / "samples.svm", folder / "s.acgd"
        if not text.exists():
            begin = time.perf_counter()
            write_samples(text, samples, FEATURES, PER_SAMPLE, skew=3)
            tell(
                "written by NumPy",
                time.perf_counter() - begin,
                f"{text.stat().st_size / 1e6:.0f} MB",
            )
        command = [tool, "convert", str(text), str(mapped), "--features", str(FEATURES), "--quiet"]
        wall, peak, own = watch(folder, command, Way(1, 2))
        size = f"{mapped.stat().st_size / 1e6:.0f} MB from {text.stat().st_size / 1e6:.0f}"
        tell("convert, 2 threads", wall, memory(peak, own), size)
        ways = [Way(1, 2), Way(2, 1)]
        runs = [fit(tool, folder, mapped, way) for way in ways]
        if given.text:
            runs += [fit(tool, folder, text, way) for way in ways]
        if len({told.numbers for told in runs}) != 1:
            raise SystemExit("the results differ")


if __name__ == "__main__":
    main()
