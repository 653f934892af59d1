"""Facility location: one of three sites in each of four districts, such that as many people as
possible are covered. Continuous greedy maximises the multilinear extension of the coverage over the
bases of a matroid, with a guarantee of 1 - 1/e of the optimum.

    python coverage.py picture.svg
"""

import itertools
import sys

import numpy as np

import acgd

districts, sites_each, people = 4, 3, 60
sites = districts * sites_each
near = np.random.default_rng(2).random((people, sites)) < 0.2


def covered(x):
    """Return the expected coverage if site i is built with probability x_i."""
    return (1 - (1 - near * x).prod(axis=1)).sum()


def negated(x):
    """Return -covered(x) and its gradient."""
    missed = 1 - near * x
    others = np.array([np.delete(missed, i, axis=1).prod(axis=1) for i in range(sites)])
    return -covered(x), -(near.T * others).sum(axis=1)


def at_most_one_each(chosen):
    """Independence in a partition matroid."""
    return len({i // sites_each for i in chosen}) == len(chosen)


bases = acgd.MatroidBases(sites, at_most_one_each)
path = [0.0]
result = acgd.continuous_greedy(
    negated,
    bases,
    steps=100,
    callback=lambda record: path.append(-record.value) if record.iteration else None,
)
expected = covered(result.x)

# Rounding: in each district the best site given the others, which keeps the coverage.
plan = result.x.copy()
for block in np.split(np.arange(sites), districts):
    trials = []
    for i in block:
        trials.append(plan.copy())
        trials[-1][block] = block == i
    plan = max(trials, key=covered)

choices = itertools.product(*np.split(np.arange(sites), districts))
optimum = max(covered(np.isin(np.arange(sites), choice)) for choice in choices)
print(f"expected {expected:.2f}, built {covered(plan):.0f}, optimum {optimum:.0f} of {people}")
assert expected >= (1 - np.exp(-1)) * optimum and covered(plan) >= expected - 1e-9

if len(sys.argv) > 1:
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "acgd"
    from matplotlib import pyplot

    figure, panel = pyplot.subplots(figsize=(6.5, 3.4))
    time = np.linspace(0, 1, len(path))
    panel.plot(time, path, lw=2, label="continuous greedy")
    panel.plot(time, (1 - np.exp(-time)) * optimum, ls=":", color="gray", label="its guarantee")
    panel.axhline(optimum, color="black", lw=1, label="optimum, of all choices")
    panel.plot([1], [covered(plan)], "o", color="C1", label="built")
    panel.set(xlabel="time", ylabel="people covered", xlim=(0, 1.02), ylim=(0, None))
    panel.legend(loc="lower right")
    figure.tight_layout()
    figure.savefig(sys.argv[1], metadata={"Date": None})
