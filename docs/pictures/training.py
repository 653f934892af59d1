#!/usr/bin/env python3
"""Draws docs/pictures/training.svg and prints the table of docs/training.md: takes minutes.

PYTHONPATH=build/python python3 docs/pictures/training.py [PASSES] [SEEDS]
"""

import sys
import time
from pathlib import Path

import matplotlib
import numpy as np

import acgd

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parents[1] / "examples" / "python"))
import training  # noqa: E402

RATES = {
    "gradient descent": [0.1, 0.3, 1, 3],
    "with momentum 0.9": [0.03, 0.1, 0.3, 1, 3],
    "Adam": [0.003, 0.01, 0.03, 0.1],
    "spectral, fixed steps": [0.01, 0.03, 0.1, 0.3, 1],
}
COLORS = dict(
    zip([*RATES, "l2, adaptive", "spectral, adaptive"], ["C7", "C4", "C1", "C2", "C9", "C0"])
)


def euclidean(network, x, passes):
    return training.steepest(network, x, passes, ball=acgd.L2Ball(1.0))


def momentum(network, x, passes, rate):
    return training.gradient_descent(network, x, passes, rate, momentum=0.9)


def fixed(network, x, passes, rate):
    return training.steepest(network, x, passes, step=acgd.Fixed(rate))


METHODS = {
    "gradient descent": training.gradient_descent,
    "with momentum 0.9": momentum,
    "Adam": training.adam,
    "spectral, fixed steps": fixed,
    "l2, adaptive": euclidean,
    "spectral, adaptive": training.steepest,
}


class Trial:
    """One method at one rate, from each seed."""

    def __init__(self, name, rate, passes, seeds):
        begin = time.process_time()
        rates = [] if rate is None else [rate]
        runs = [training.run(METHODS[name], seed, passes, *rates) for seed in range(seeds)]
        self.seconds = (time.process_time() - begin) / seeds
        self.name, self.rate = name, rate
        self.loss = np.median([network.loss for network, _ in runs])
        self.accuracy = np.median([100 * accuracy for _, accuracy in runs])
        self.grid = np.arange(1, passes)
        self.curves = np.array([self.curve(network.history) for network, _ in runs])

    def curve(self, history):
        passes, losses = np.array(history).T
        return np.exp(np.interp(self.grid, passes, np.log(losses)))

    def passes_to(self, loss):
        """How many passes the median loss takes to get there."""
        there = np.flatnonzero(np.median(self.curves, axis=0) <= loss)
        return str(self.grid[there[0]]) if len(there) else "-"

    def row(self):
        rate = "none" if self.rate is None else f"{self.rate}"
        return (
            f"| {self.name} | {rate} | {self.passes_to(0.1)} | {self.passes_to(0.01)} "
            f"| {self.passes_to(0.001)} | {self.loss:.1e} | {self.accuracy:.1f} % "
            f"| {self.seconds:.1f} |"
        )


def draw(best, trials, passes, seeds):
    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "acgd"
    from matplotlib import pyplot

    figure, (left, right) = pyplot.subplots(
        1, 2, figsize=(10, 4), layout="constrained", width_ratios=[3, 2]
    )
    for trial in best:
        color = COLORS[trial.name]
        rate = "" if trial.rate is None else f" at {trial.rate}"
        left.semilogy(
            trial.grid, np.median(trial.curves, axis=0), color=color, label=trial.name + rate
        )
        lowest, highest = trial.curves.min(axis=0), trial.curves.max(axis=0)
        left.fill_between(trial.grid, lowest, highest, color=color, alpha=0.15, lw=0)
        if trial.rate is None:
            right.axhline(trial.loss, color=color)
    for name, rates in RATES.items():
        losses = [trial.loss for trial in trials if trial.name == name]
        right.loglog(rates, losses, "o-", color=COLORS[name], markersize=4)
    title = f"Loss: median and range of {seeds} starts"
    left.set(title=title, xlabel="passes over the data", ylabel="cross-entropy, training set")
    right.set(title=f"After {passes} passes, at each rate", xlabel="rate, or length of the steps")
    left.set_ylim(1e-6, 10)  # below that only fixed steps are left
    for axes in (left, right):
        axes.spines[["top", "right"]].set_visible(False)
    left.legend(frameon=False, fontsize="small")
    figure.savefig(HERE / "training.svg", metadata={"Date": None})


def main(passes=200, seeds=5):
    trials, best = [], []
    for name in METHODS:
        tried = [Trial(name, rate, passes, seeds) for rate in RATES.get(name, [None])]
        trials += tried
        best.append(min(tried, key=lambda trial: trial.loss))
    print("| | rate | loss 0.1 | 0.01 | 0.001 | last loss | test set right | seconds |")
    print("|---|---|---|---|---|---|---|---|")
    for trial in best:
        print(trial.row())
    for name in RATES:
        print(f"{name}:", *(f"{t.rate}: {t.loss:.1e}" for t in trials if t.name == name), sep="  ")
    draw(best, trials, passes, seeds)


if __name__ == "__main__":
    main(*[int(argument) for argument in sys.argv[1:]])
