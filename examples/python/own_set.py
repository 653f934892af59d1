"""A set of your own, given by its linear minimisation oracle.

Here the set is an ellipsoid, { x : sum (x_i / a_i)^2 <= 1 }, whose minimiser is a closed form.
"""

import numpy as np

import acgd

axes = np.array([3.0, 2.0, 1.0])


def minimizer(g):
    scaled = axes * g
    return -axes * scaled / max(np.linalg.norm(scaled), 1e-300)


ellipsoid = acgd.CustomSet(
    minimizer,
    violation=lambda x: max(0.0, np.linalg.norm(x / axes) - 1),
    is_norm_ball=True,
    name="ellipsoid",
)
print("broken promises:", acgd.check_set(ellipsoid, 3) or "none")

target = np.array([4.0, 1.0, 1.0])
result = acgd.minimize(
    lambda x: (0.5 * np.sum((x - target) ** 2), x - target), np.zeros(3), set=ellipsoid
)
print(f"nearest point of the ellipsoid: {result.x.round(4)}, {result.status}")

# The same set as the unit ball of a norm, for steepest descent.
f = acgd.Rosenbrock(3)
result = acgd.descend(f, ball=ellipsoid, gap_tolerance=1e-4, max_iterations=10**5)
print(f"Rosenbrock's minimum: {result.x.round(3)}, {result.status}")
