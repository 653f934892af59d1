"""Cost model of an iteration on any number of ranks: python3 python/bench/scale_model.py TOOL

seconds = (data / bandwidth + columns * column) / ranks + n * work
          + 2 * 8 * n * log2(ranks) / network + reductions * log2(ranks) * latency

Fits the parameters to logistic runs of several sizes on one and two ranks, one thread each; prints
the error at other sizes; and checks the effect of an artificial delay of reductions. --picture FILE
extrapolates to 1000 ranks. Needs mpirun and the tool's MPI part (make mpi); takes two minutes.
"""

import argparse
import pathlib
import statistics
import subprocess
import tempfile

import numpy as np
from cost_model import REDUCTIONS, Iteration, Model, Problem
from large_files import write_samples
from ranked_run import Way, resolved, solve
from scale_picture import draw

PER_SAMPLE = 50
ITERATIONS = 25
REPEATS = 3
# (samples, features), larger than the caches.
FITTED = [(m, n) for m in (200000, 400000) for n in (20000, 200000, 2000000)]
CHECKED = [(300000, 600000), (600000, 50000)]
DELAYED = (200000, 20000)
DELAYS = [0.0001, 0.0003, 0.001, 0.003, 0.01]
# Problems of the picture, with a block per rank.
FAR = [Problem(10**10, 10**6, 1000), Problem(10**12, 10**9, 1000)]


class Measurements:
    def __init__(self, tool, folder):
        self.tool, self.folder = tool, folder

    def data(self, size):
        file = self.folder / "samples_{}_{}.acgd".format(*size)
        if not file.exists():
            text = self.folder / "samples.svm"
            write_samples(text, *size, PER_SAMPLE)
            words = ["--features", str(size[1]), "--quiet"]
            subprocess.run([self.tool, "convert", text, file, *words], check=True)
            text.unlink()
        return file

    def iteration(self, size, way):
        """Return the median iteration, without the first ones."""
        words = ["--objective", "logistic", "--data", str(self.data(size))]
        words += ["--set", "l1:50", "--direction", "frank-wolfe", "--step", "open-loop"]
        words += ["--gap-tolerance", "0", "--max-iterations", str(ITERATIONS)]
        told = solve(self.tool, self.folder, words, way)
        parts = told.result["seconds"]
        work = (parts["oracle"] + parts["update"]) / told.result["counts"]["gradients"]
        return Iteration(statistics.median(np.diff(told.times)[3:]), work)

    def latency(self):
        """Measure the latency on a replicated problem: ranks communicate once per iteration,
        whether to go on."""
        words = ["--objective", "rosenbrock", "--dim", "10", "--set", "l1:3", "--step", "open-loop"]
        words += ["--gap-tolerance", "0", "--max-iterations", "20000", "--trace-every", "1000"]
        ways = [Way(1), Way(2)] * REPEATS
        runs = [solve(self.tool, self.folder, words, way).seconds / 20000 for way in ways]
        return statistics.median(runs[1::2]) - statistics.median(runs[::2])

    def medians(self, cases):
        """Return medians of alternating repeats of each (size, way)."""
        runs = [[self.iteration(*case) for case in cases] for _ in range(REPEATS)]

        def median(of_case, part):
            return statistics.median(getattr(run, part) for run in of_case)

        return [Iteration(median(c, "seconds"), median(c, "work")) for c in zip(*runs)]


def beside(measured, predicted):
    off = predicted / measured - 1
    return f"{1000 * measured:9.3f} ms measured {1000 * predicted:9.3f} ms predicted {off:+6.0%}"


def show(model, runs):
    """Print measured and predicted times, and the mean error."""
    errors = []
    for problem, ranks, iteration in runs:
        predicted = model.seconds(problem, ranks)
        errors.append(abs(predicted / iteration.seconds - 1))
        name = f"{problem.nonzeros:9d} non-zeros, n = {problem.n:8d}, {Way(ranks)}"
        print(f"  {name:<54} {beside(iteration.seconds, predicted)}")
    print(f"  mean error {statistics.mean(errors):.0%}\n", flush=True)


def show_delays(measure):
    ways = [Way(1, 1), *(Way(2, 1, delay) for delay in (0, *DELAYS))]
    runs = measure.medians([(DELAYED, way) for way in ways])
    one, none, *delayed = [run.seconds for run in runs]
    print("A delay put into reductions, 2 ranks, n = {1}, {0} samples:".format(*DELAYED))
    print(f"  none {1000 * none:.3f} ms; one rank alone {1000 * one:.3f} ms")
    for delay, seconds in zip(DELAYS, delayed):
        predicted = none + REDUCTIONS * delay
        print(f"  {1000 * delay:5.1f} ms {beside(seconds, predicted)}, gain {one / seconds:.2f}")
    slope = np.polyfit([0, *DELAYS], [none, *delayed], 1)[0]
    print(f"  {slope:.2f} delays an iteration, {REDUCTIONS} reductions are counted", end="")
    stop = (one - none) / REDUCTIONS
    print(f"; 2 ranks are no gain from a delay of {1000 * stop:.2f} ms on\n", flush=True)


def show_far(networks):
    for problem in FAR:
        print(f"n = {problem.n:.0e}, {problem.nonzeros:.0e} non-zeros, seconds of an iteration:")
        for name, model in networks.items():
            stop = model.most_ranks(problem)
            one, there = model.seconds(problem, 1), model.seconds(problem, stop)
            shared = model.seconds_shared(problem, 1000)
            print(f"  {name:<24} 1 rank {one:8.3g}, least {there:8.3g} with {stop:6.0f}", end="")
            print(f"; 1000 ranks as they share sums here {shared:8.3g}")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("tool")
    parser.add_argument("--picture", type=pathlib.Path, help="SVG")
    parser.add_argument("--folder", help="folder to keep the data in; default: a temporary one")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        measure = Measurements(resolved(given.tool), pathlib.Path(given.folder or temporary))
        sizes = [(size, ranks) for size in (*FITTED, *CHECKED) for ranks in (1, 2)]
        iterations = measure.medians([(size, Way(ranks)) for size, ranks in sizes])
        runs = [
            (Problem(PER_SAMPLE * m, n), ranks, iteration)
            for ((m, n), ranks), iteration in zip(sizes, iterations)
        ]
        fitted, checked = runs[: 2 * len(FITTED)], runs[2 * len(FITTED) :]
        model = Model.fit(fitted, measure.latency())
        print(f"{model}\n\nSizes of the fit:")
        show(model, fitted)
        print("Sizes that were not used:")
        show(model, checked)
        show_delays(measure)
    networks = {
        "memory of this machine": model,
        "100 Gbit/s, 2 µs": model.on(100, 2e-6),
        "10 Gbit/s, 30 µs": model.on(10, 30e-6),
    }
    show_far(networks)
    if given.picture:
        given.picture.write_text(draw(networks, FAR), encoding="utf-8")


if __name__ == "__main__":
    main()
