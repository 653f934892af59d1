"""Cost model of an iteration on any number of ranks."""

import dataclasses
import math

import numpy as np

# Number of reductions of an iteration without trials for n > 4096, counted by
# tests/team/reductions_test.cpp.
REDUCTIONS = 5
BLOCKS = 8


@dataclasses.dataclass
class Problem:
    nonzeros: float
    n: float
    blocks: int = BLOCKS

    @property
    def data(self):
        """Bytes of the data: an index and a value per entry, and column starts per block."""
        return 12 * self.nonzeros + 4 * self.blocks * self.n

    @property
    def columns(self):
        """Number of non-empty columns of a block, for uniformly distributed entries."""
        all_of_them = self.blocks * self.n
        return all_of_them * -math.expm1(-self.nonzeros / all_of_them)


@dataclasses.dataclass
class Model:
    bandwidth: float  # bytes per second and rank
    column: float  # seconds per non-empty column
    work: float  # seconds per parameter of the replicated work
    network: float  # bytes per second
    latency: float  # seconds of a reduction between two ranks

    @staticmethod
    def terms(problem, ranks, copies=None):
        """Return the factors of 1 / bandwidth, 1 / network, column and latency."""
        rounds = math.log2(ranks)
        sent = 16 * problem.n * (rounds if copies is None else copies)
        return [problem.data / ranks, sent, problem.columns / ranks, REDUCTIONS * rounds]

    @classmethod
    def fit(cls, runs, latency):
        """Fit to (problem, ranks, Iteration) in relative errors. The tool reports the replicated
        work."""
        alone = [(problem.n, iteration.work) for problem, ranks, iteration in runs if ranks == 1]
        work = sum(seconds for _, seconds in alone) / sum(n for n, _ in alone)
        rows, rest = [], []
        for problem, ranks, iteration in runs:
            *terms, rounds = cls.terms(problem, ranks)
            rows.append(np.array(terms) / iteration.seconds)
            rest.append(1 - (work * problem.n + latency * rounds) / iteration.seconds)
        bandwidth, network, column = np.linalg.lstsq(np.array(rows), rest, rcond=None)[0]
        return cls(1 / bandwidth, column, work, 1 / network, latency)

    def seconds(self, problem, ranks, copies=None):
        unknowns = [1 / self.bandwidth, 1 / self.network, self.column, self.latency]
        return float(np.dot(self.terms(problem, ranks, copies), unknowns)) + problem.n * self.work

    def seconds_shared(self, problem, ranks):
        """Return the seconds with this library's sums of long vectors, where each rank sends and
        receives 2 n (1 - 1 / ranks) numbers."""
        return self.seconds(problem, ranks, 2 * (1 - 1 / ranks))

    def most_ranks(self, problem):
        """Return the optimal number of ranks, where the derivative is 0."""
        shared = problem.data / self.bandwidth + problem.columns * self.column
        return math.log(2) * shared / (16 * problem.n / self.network + REDUCTIONS * self.latency)

    def on(self, gigabits, latency):
        """Return the model for another network."""
        return dataclasses.replace(self, network=gigabits * 1e9 / 8, latency=latency)

    def __str__(self):
        return (
            f"bandwidth {self.bandwidth / 1e9:.2f} GB/s, column {1e9 * self.column:.1f} ns, "
            f"work {1e9 * self.work:.1f} ns, network {self.network / 1e9:.2f} GB/s, "
            f"latency {1e6 * self.latency:.2f} us"
        )


@dataclasses.dataclass
class Iteration:
    seconds: float
    work: float  # replicated part: the oracle and x
