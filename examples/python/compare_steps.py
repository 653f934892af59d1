"""Step rules side by side on least squares over an l1 ball, as a picture.

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

figure, (by_iteration, by_seconds) = pyplot.subplots(1, 2, figsize=(11, 4.5), sharey=True)
for step in ("adaptive-adjustable", "adaptive-constant", "backtracking", "short", "open-loop"):
    result = acgd.minimize(f, set=ball, step=step, direction="toward", max_iterations=2000)
    result.plot(by_iteration, x="iteration", label=step)
    result.plot(by_seconds, x="seconds", label=step)
    milliseconds = 1e3 * result.seconds["total"]
    print(f"{step:20} gap {result.gap:9.2e} value {result.fun:.6f} {milliseconds:6.1f} ms")
by_iteration.set_xscale("log")
by_seconds.set_xscale("log")
by_seconds.set_ylabel("")
by_iteration.legend()
figure.suptitle("Least squares over an l1 ball: gap by step rule")
figure.tight_layout()
figure.savefig(sys.argv[1] if len(sys.argv) > 1 else "compare_steps.png", dpi=120)
