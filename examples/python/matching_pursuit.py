"""Matching pursuit: recovery of a sparse combination of dictionary atoms.

It is steepest descent in the ball whose vertices are the atoms: each step takes the atom with the
largest correlation with the residual. With a file name as argument it draws a picture.
"""

import sys

import numpy as np

import acgd

N = 64

# Spikes and cosines of norm 1; the coherence is at most sqrt(2 / 64).
cosines = np.cos(np.pi * np.outer(np.arange(N), np.arange(N) + 0.5) / N)
atoms = np.vstack([np.eye(N), cosines / np.linalg.norm(cosines, axis=1, keepdims=True)])
signal = 3 * atoms[40] + 2 * atoms[N + 5] - atoms[N + 17]

# f(x) = |x - signal|^2 / 2 with exact line search along the best atom.
f = acgd.Quadratic(np.eye(N), -signal, signal @ signal / 2)
result = acgd.descend(
    f, np.zeros(N), ball=acgd.SymmetricHull(atoms), step="line-search", gap_tolerance=1e-6
)

# Reference implementation (Mallat and Zhang 1993).
picked, rest, values, points = [], signal.copy(), [], []
for _ in result.trace.value:
    values.append(rest @ rest / 2)
    best = int(np.argmax(abs(atoms @ rest)))
    rest -= (atoms[best] @ rest) * atoms[best]
    picked.append(best)
    points.append(signal - rest)
off = np.max(abs(result.trace.value - values))
print(f"{result.nit} iterations, the textbook's values but for rounding: {off < 1e-9}")

# With fewer than (1 + sqrt(64 / 2)) / 2 = 3.3 atoms no other atom is ever chosen (Tropp 2004).
names = [f"spike {k}" if k < N else f"cosine {k - N}" for k in sorted(set(picked))]
print(f"atoms: {', '.join(names)}; signal found: {np.linalg.norm(result.x - signal) < 1e-5}")

if len(sys.argv) > 1:
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "acgd"
    from matplotlib import pyplot

    figure, (left, right) = pyplot.subplots(1, 2, figsize=(9, 3.4), layout="constrained")
    left.plot(signal, "o", color="0.6", markersize=4, label="signal")
    for k, color in ((1, "tab:orange"), (2, "tab:green"), (3, "tab:blue")):
        left.plot(points[k - 1], color=color, lw=1.2, label=f"{k} atom{'s' * (k > 1)}")
    left.set(title="What is found after each step", xlabel="place", ylabel="x")
    left.legend(frameon=False)
    right.semilogy(np.sqrt(2 * np.maximum(values, 1e-300)), "o-", color="tab:blue", markersize=4)
    right.set(title="What is left of the signal", xlabel="iteration", ylabel="|x - signal|")
    for axes in (left, right):
        axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(sys.argv[1], metadata={"Date": None} if sys.argv[1].endswith(".svg") else None)
