"""Portfolio optimisation: risk against return with a maximum weight per asset.

python portfolio.py frontier.svg
"""

import sys

import numpy as np

import acgd

rng = np.random.default_rng(4)
assets, factors = 60, 5
exposure = rng.normal(size=(assets, factors)) * [0.12, 0.05, 0.04, 0.03, 0.02]
exposure[:, 0] = abs(exposure[:, 0])
covariance = exposure @ exposure.T + np.diag(rng.uniform(0.02, 0.2, assets) ** 2)
returns = 0.02 + 0.25 * np.sqrt(np.diag(covariance)) + 0.015 * rng.normal(size=assets)

SETS = {
    "no cap": acgd.Simplex(),
    "at most 1/10 each": acgd.Hypersimplex(10, 0.1),
    "at most 1/30 each": acgd.Hypersimplex(30, 1 / 30),
}


def best(set, tolerance):
    """Minimise half the variance minus risk tolerance times return."""
    f = acgd.Quadratic(covariance, -tolerance * returns)
    return acgd.minimize(f, set=set, gap_tolerance=1e-10)


def place(x):
    """Return risk and return of a portfolio."""
    return np.sqrt(x @ covariance @ x), returns @ x


frontiers = {}
for name, set in SETS.items():
    runs = [best(set, tolerance) for tolerance in np.geomspace(1e-3, 10, 40)]
    frontiers[name] = np.array([place(run.x) for run in runs])
    held = int(np.sum(runs[0].x > 1e-6))
    risk, gain = frontiers[name][0]
    largest = max(run.gap for run in runs)
    print(f"{name}: least risk {risk:.4f} with return {gain:.4f}, {held} assets")
    print(f"  40 portfolios, each within {largest:.0e} of its optimum")

# Without risk aversion the optimum is a tenth in each of the ten assets of highest return.
greedy = best(SETS["at most 1/10 each"], 1e4).x
print("the ten of highest return:", np.allclose(greedy[np.argsort(-returns)[:10]], 0.1))
# A cap lowers the return at the same risk.
risks, gains = frontiers["at most 1/10 each"].T
without_cap = np.interp(risks, *frontiers["no cap"].T)
print("no cap is never worse:", bool(np.all(without_cap >= gains - 1e-4)))

if len(sys.argv) > 1:
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "acgd"
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7.5, 4.8))
    axes.scatter(np.sqrt(np.diag(covariance)), returns, s=14, color="0.6", label="assets")
    for name, frontier in frontiers.items():
        axes.plot(*frontier.T, label=name, linewidth=2)
    axes.set(xlabel="risk (standard deviation)", ylabel="return")
    axes.set_title("The best return for each risk")
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False, loc="lower right")
    figure.tight_layout()
    figure.savefig(sys.argv[1], metadata={"Date": None} if sys.argv[1].endswith(".svg") else None)
