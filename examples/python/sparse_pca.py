"""Sparse principal component analysis: a smoothed l1 penalty on the entries of a projection. With a
file name as argument it draws a picture."""

import sys

import numpy as np

import acgd

# Two components of five variables each, in samples of thirty with noise.
rng = np.random.default_rng(1)
n, samples, components = 30, 60, 2
planted = np.zeros((n, components))
planted[:5, 0] = 1
planted[5:10, 1] = [1, -1, 1, -1, 1]
planted /= np.linalg.norm(planted, axis=0)
scores = rng.normal(size=(samples, components)) * [2.2, 1.9]
data = scores @ planted.T + rng.normal(size=(samples, n))
covariance = data.T @ data / samples


def solve(rho, mu=0.01):
    """Minimise -<S, X> + rho * (the sum of |X_ij|, smoothed within mu of 0)."""

    def f(x):
        size = abs(x)
        rounded = np.where(size <= mu, size**2 / (2 * mu), size - mu / 2)
        value = rho * rounded.sum() - np.sum(covariance * x)
        return value, rho * np.clip(x / mu, -1, 1) - covariance

    # The convex hull of all projections onto planes.
    fantope = acgd.Fantope(components, side=n)
    return acgd.minimize(f, set=fantope, step="line-search", relative_gap_tolerance=1e-3)


plain, sparse = solve(0.0), solve(0.25)
largest = np.linalg.eigvalsh(covariance)[-components:].sum()
print(f"rho = 0: f = {plain.fun:.6f}, the two largest eigenvalues sum to {largest:.6f}")
truth = planted @ planted.T
matrices = {"planted": truth}
for name, result in (("plain", plain), ("sparse", sparse)):
    matrices[name] = result.x
    chosen = np.flatnonzero(np.diag(matrices[name]) > 0.01)
    away = np.linalg.norm(matrices[name] - truth)
    print(f"{name}: variables {chosen.tolist()}, {away:.2f} away from what was planted")

if len(sys.argv) > 1:
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    pyplot.rcParams["svg.hashsalt"] = "acgd"
    figure, axes = pyplot.subplots(1, 3, figsize=(9, 3.4), layout="constrained")
    titles = {"plain": "rho = 0: principal components", "sparse": "rho = 0.25"}
    for axis, (name, matrix) in zip(axes, matrices.items()):
        image = axis.imshow(matrix, cmap="RdBu_r", vmin=-0.25, vmax=0.25)
        axis.set_title(titles.get(name, name))
        axis.set_xticks([0, 10, 20])
        axis.set_yticks([0, 10, 20])
    figure.colorbar(image, ax=axes, shrink=0.85)
    metadata = {"Date": None} if sys.argv[1].endswith(".svg") else None
    figure.savefig(sys.argv[1], metadata=metadata)
