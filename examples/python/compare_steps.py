"""Compare step rules on least squares over an l1 ball, as a picture.

python compare_steps.py plot.png
"""

import sys

import matplotlib

matplotlib.use("Agg")
import numpy as np
from matplotlib import pyplot

import acgd

rng = np.random.default_rng(1)
A = np.asfortranarray(rng.normal(size=(200, 500)))
truth = np.zeros(500)
truth[rng.choice(500, 10, replace=False)] = rng.normal(size=10)
f = acgd.LeastSquares(A, A @ truth)
ball = acgd.L1Ball(1.5 * abs(truth).sum())

pyplot.rcParams["path.simplify_threshold"] = 1.0  # in pixels, for a small file
# Evaluations of f do not depend on the machine, unlike seconds.
figure, (by_iteration, by_work) = pyplot.subplots(1, 2, figsize=(11, 4.5), sharey=True)
for step in ("adaptive-adjustable", "adaptive-constant", "backtracking", "short", "open-loop"):
    result = acgd.minimize(f, set=ball, step=step, direction="frank-wolfe", max_iterations=2000)
    trace = result.trace
    trials = trace.backtracks + (result.counts.trials > 0)  # values of f in iteration k
    work = 1 + trace.iteration + np.cumsum(trials) - trials
    best = np.minimum.accumulate(trace.gap)
    by_iteration.loglog(1 + trace.iteration, best, label=step)
    by_work.loglog(work, best, label=step)
    print(
        f"{step:20} gap {result.gap:9.2e} value {result.fun:.6f} {work[-1]:5} gradients and values"
    )
by_iteration.set(xlabel="1 + iteration", ylabel="best gap so far")
by_work.set(xlabel="gradients and values of f")
for axes in (by_iteration, by_work):
    axes.grid(True, alpha=0.3)
by_iteration.legend()
figure.suptitle("Least squares over an l1 ball: gap by step rule")
figure.tight_layout()
figure.savefig(sys.argv[1] if len(sys.argv) > 1 else "compare_steps.png", dpi=120)
