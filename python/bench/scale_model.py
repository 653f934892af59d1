"""What an iteration takes on any number of ranks: python3 python/bench/scale_model.py TOOL

seconds = data / (ranks * bandwidth) + n * work + 2 * 8 * n * log2(ranks) / network
          + reductions * log2(ranks) * (latency + delay)

Fits bandwidth, work, network and latency to logistic runs of several sizes on one rank and on
two, a thread each; says how far off it is at a size that was not used; and puts a delay into
reductions to see whether that does what the model says. --picture FILE draws it on to 1000 ranks.
Needs mpirun and the tool's MPI part (make mpi).
"""

import argparse
import dataclasses
import math
import pathlib
import statistics
import tempfile

import numpy as np
from large_files import write_samples
from ranked_run import Way, resolved, solve
from scale_picture import draw

PER_SAMPLE = 50
ITERATIONS = 40
REPEATS = 3
# Samples, features. None of the others is used for the fit.
FITTED = [(m, n) for m in (20000, 100000) for n in (20000, 200000, 2000000)]
CHECKED = [(60000, 600000), (200000, 50000)]
DELAYED = (20000, 20000)
DELAYS = [0.0001, 0.0003, 0.001, 0.003]
# Of an iteration without trials and with n above 4096; tests/team/reductions_test.cpp counts them.
REDUCTIONS = 5


def data_bytes(nonzeros, n):
    """An index and a value each, and where each column begins in 8 shards."""
    return 12 * nonzeros + 8 * 4 * n


@dataclasses.dataclass
class Model:
    bandwidth: float  # bytes a second of a rank
    work: float  # seconds a parameter, on every rank
    network: float  # bytes a second
    latency: float  # seconds of a reduction between two ranks

    @staticmethod
    def terms(nonzeros, n, ranks, copies=None):
        """What the four unknowns (of two of them the inverse) are multiplied by."""
        rounds = math.log2(ranks)
        sent = 16 * n * (rounds if copies is None else copies)
        return [data_bytes(nonzeros, n) / ranks, n, sent, REDUCTIONS * rounds]

    @classmethod
    def fit(cls, runs):
        """To (nonzeros, n, ranks, seconds), each as important as its size."""
        matrix = np.array([np.array(cls.terms(*run[:3])) / run[3] for run in runs])
        inverse_bandwidth, work, inverse_network, latency = np.linalg.lstsq(
            matrix, np.ones(len(runs)), rcond=None
        )[0]
        return cls(1 / inverse_bandwidth, work, 1 / inverse_network, latency)

    def seconds(self, *case):
        unknowns = [1 / self.bandwidth, self.work, 1 / self.network, self.latency]
        return float(np.dot(self.terms(*case), unknowns))

    def seconds_shared(self, nonzeros, n, ranks):
        """As the sums of long vectors are made here: twice n (1 - 1 / ranks) numbers are sent, and
        as many are received."""
        return self.seconds(nonzeros, n, ranks, 2 * (1 - 1 / ranks))

    def most_ranks(self, nonzeros, n):
        """Where the derivative by the number of ranks is 0: more of them are slower."""
        each = 16 * n / self.network + REDUCTIONS * self.latency
        return math.log(2) * data_bytes(nonzeros, n) / self.bandwidth / each

    def on(self, gigabits, latency):
        """The same ranks on another network."""
        return dataclasses.replace(self, network=gigabits * 1e9 / 8, latency=latency)


class Measurements:
    def __init__(self, tool, folder):
        self.tool, self.folder = tool, folder

    def data(self, size):
        file = self.folder / "samples_{}_{}.svm".format(*size)
        if not file.exists():
            write_samples(file, *size, PER_SAMPLE)
        return file

    def seconds(self, size, way):
        """Of an iteration: the median, without the first ones."""
        words = ["--objective", "logistic", "--data", str(self.data(size))]
        words += ["--features", str(size[1]), "--set", "l1:50", "--direction", "toward"]
        words += ["--step", "open-loop", "--gap-tolerance", "0"]
        words += ["--max-iterations", str(ITERATIONS)]
        times = solve(self.tool, self.folder, words, way).times
        return statistics.median(np.diff(times)[3:])

    def medians(self, cases):
        """Of several repeats of each (size, way), in turn."""
        seconds = [[self.seconds(*case) for case in cases] for _ in range(REPEATS)]
        return [statistics.median(of_case) for of_case in zip(*seconds)]


def beside(measured, predicted):
    off = predicted / measured - 1
    return f"{1000 * measured:9.3f} ms measured {1000 * predicted:9.3f} ms predicted {off:+6.0%}"


def show(model, sizes, measured):
    """Prints each size on one rank and on two, and returns the mean error."""
    errors = []
    cases = [(size, ranks) for size in sizes for ranks in (1, 2)]
    for ((samples, n), ranks), seconds in zip(cases, measured):
        predicted = model.seconds(PER_SAMPLE * samples, n, ranks)
        errors.append(abs(predicted / seconds - 1))
        name = f"{PER_SAMPLE * samples:9d} non-zeros, n = {n:8d}, {ranks} rank" + "s" * (ranks > 1)
        print(f"  {name:<45} {beside(seconds, predicted)}")
    print(f"  mean error {statistics.mean(errors):.0%}\n", flush=True)


def show_delays(model, measure):
    ways = [Way(1, 1), *(Way(2, 1, delay) for delay in (0, *DELAYS))]
    one, none, *delayed = measure.medians([(DELAYED, way) for way in ways])
    print("A delay put into reductions, 2 ranks, n = {1}, {0} samples:".format(*DELAYED))
    print(f"  none {1000 * none:.3f} ms; one rank alone {1000 * one:.3f} ms")
    for delay, seconds in zip(DELAYS, delayed):
        predicted = none + REDUCTIONS * delay
        print(f"  {1000 * delay:5.1f} ms {beside(seconds, predicted)}, gain {one / seconds:.2f}")
    slope = np.polyfit([0, *DELAYS], [none, *delayed], 1)[0]
    print(f"  {slope:.2f} delays an iteration, {REDUCTIONS} reductions are counted", end="")
    stop = (one - none) / REDUCTIONS
    print(f"; 2 ranks are no gain from a delay of {1000 * stop:.2f} ms on\n", flush=True)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("tool")
    parser.add_argument("--picture", type=pathlib.Path, help="SVG")
    parser.add_argument("--folder", help="where data is kept; without it, it is made anew")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        measure = Measurements(resolved(given.tool), pathlib.Path(given.folder or temporary))
        sizes = [*FITTED, *CHECKED]
        measured = measure.medians([(size, Way(ranks)) for size in sizes for ranks in (1, 2)])
        fitted = 2 * len(FITTED)
        cases = [(PER_SAMPLE * m, n, ranks) for m, n in FITTED for ranks in (1, 2)]
        model = Model.fit([(*case, time) for case, time in zip(cases, measured)])
        print(f"bandwidth {model.bandwidth / 1e9:.2f} GB/s, ", end="")
        print(f"work {1e9 * model.work:.2f} ns a parameter, ", end="")
        print(f"network {model.network / 1e9:.2f} GB/s, ", end="")
        print(f"latency {1e6 * model.latency:.1f} us\n\nSizes of the fit:")
        show(model, FITTED, measured[:fitted])
        print("Sizes that were not used:")
        show(model, CHECKED, measured[fitted:])
        show_delays(model, measure)
    networks = {
        "memory of this machine": model,
        "100 Gbit/s, 2 µs": model.on(100, 2e-6),
        "10 Gbit/s, 30 µs": model.on(10, 30e-6),
    }
    for n, nonzeros in ((10**6, 10**10), (10**9, 10**12)):
        for name, network in networks.items():
            print(f"n = {n:.0e}, {nonzeros:.0e} non-zeros, {name}: ", end="")
            print(f"more than {network.most_ranks(nonzeros, n):.0f} ranks are slower")
    if given.picture:
        given.picture.write_text(draw(networks), encoding="utf-8")


if __name__ == "__main__":
    main()
