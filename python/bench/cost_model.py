"""What an iteration takes on any number of ranks, as a formula."""

import dataclasses
import math

import numpy as np

# Of an iteration without trials and with n above 4096; tests/team/reductions_test.cpp counts them.
REDUCTIONS = 5
SHARDS = 8


@dataclasses.dataclass
class Problem:
    nonzeros: float
    n: float
    shards: int = SHARDS

    @property
    def data(self):
        """Bytes: an index and a value each, and where each column of a shard begins."""
        return 12 * self.nonzeros + 4 * self.shards * self.n

    @property
    def columns(self):
        """Those of a shard that are not empty, if the entries are spread evenly."""
        all_of_them = self.shards * self.n
        return all_of_them * -math.expm1(-self.nonzeros / all_of_them)


@dataclasses.dataclass
class Model:
    bandwidth: float  # bytes a second of a rank
    column: float  # seconds for one more that is not empty
    work: float  # seconds a parameter, of what every rank does
    network: float  # bytes a second
    latency: float  # seconds of a reduction between two ranks

    @staticmethod
    def terms(problem, ranks, copies=None):
        """What bandwidth, network (their inverses), column and latency are multiplied by."""
        rounds = math.log2(ranks)
        sent = 16 * problem.n * (rounds if copies is None else copies)
        return [problem.data / ranks, sent, problem.columns / ranks, REDUCTIONS * rounds]

    @classmethod
    def fit(cls, runs, latency):
        """To (problem, ranks, Iteration), each as important as its size. What every rank does for
        itself is told by the tool."""
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
        """As the sums of long vectors are made here: twice n (1 - 1 / ranks) numbers are sent, and
        as many are received."""
        return self.seconds(problem, ranks, 2 * (1 - 1 / ranks))

    def most_ranks(self, problem):
        """Where the derivative by the number of ranks is 0: more of them are slower."""
        shared = problem.data / self.bandwidth + problem.columns * self.column
        return math.log(2) * shared / (16 * problem.n / self.network + REDUCTIONS * self.latency)

    def on(self, gigabits, latency):
        """The same ranks on another network."""
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
    work: float  # of it: the oracle and x, which every rank has for itself
