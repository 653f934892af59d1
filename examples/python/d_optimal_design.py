"""D-optimal design: weights of measurement points with the best information on a linear model.

python d_optimal_design.py design.svg
"""

import sys

import numpy as np

import acgd

# A parabola on [-1, 1]: the optimal design has weights 1/3 at -1, 0 and 1.
t = np.linspace(-1, 1, 201)
parabola = acgd.optimal_design(np.stack([np.ones_like(t), t, t**2], axis=1))
print("weights at -1, 0 and 1:", parabola.x[[0, 100, 200]].round(4))
print(f"det M = {np.exp(-parabola.fun):.6f}, the best is 4/27 = {4 / 27:.6f}")

# Points in the plane. Kiefer and Wolfowitz (1960): at the optimum the largest variance is the
# number of coefficients: all points are in the ellipse a' M^-1 a = 2, the chosen ones on its
# boundary.
points = np.random.default_rng(3).normal(size=(150, 2)) @ [[1.3, 0.7], [0.0, 1.1]]
plane = acgd.optimal_design(points)
variances = -acgd.OptimalDesign(points).gradient(plane.x)
chosen = np.flatnonzero(plane.x > 1e-3)
print(f"{plane.status} after {plane.nit} iterations: {len(chosen)} of {len(points)} points")
print(f"largest variance {variances.max():.6f}, for 2 coefficients")

if len(sys.argv) > 1:
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "acgd"
    from matplotlib import pyplot

    angle = np.linspace(0, 2 * np.pi, 200)
    factor = np.linalg.cholesky((points.T * plane.x) @ points)
    ellipse = np.sqrt(2) * factor @ [np.cos(angle), np.sin(angle)]
    figure, axes = pyplot.subplots(figsize=(7, 5.6))
    axes.plot(*ellipse, color="tab:blue", label="where the variance is 2")
    axes.scatter(*points.T, s=10, color="0.6", label="all points")
    weights = plane.x[chosen]
    axes.scatter(
        *points[chosen].T, s=600 * weights, color="tab:orange", alpha=0.7, label="chosen points"
    )
    for point, weight in zip(points[chosen], weights):
        away = 22 * point / np.linalg.norm(point)  # away from the centre
        how = dict(textcoords="offset points", ha="center", va="center")
        axes.annotate(f"{weight:.2f}", point, xytext=away, **how)
    axes.margins(0.12)
    axes.set_aspect("equal")
    axes.spines[["top", "right"]].set_visible(False)
    axes.set_title("A D-optimal design: areas are weights")
    below = dict(loc="upper center", bbox_to_anchor=(0.5, -0.06), ncols=3)
    axes.legend(frameon=False, markerscale=0.5, **below)
    figure.tight_layout()
    figure.savefig(sys.argv[1], metadata={"Date": None} if sys.argv[1].endswith(".svg") else None)
