"""The active set of a solution: the point of a convex hull nearest to a target, as a convex
combination of few of the points that span the hull."""

import numpy as np

import acgd

rng = np.random.default_rng(1)
points = rng.normal(size=(1000, 20)) + 1.0  # one per row
hull = acgd.ConvexHull(points)


def distance_to(target):
    return acgd.Quadratic(np.eye(20), -target, 0.5 * target @ target)


first = acgd.minimize(distance_to(np.zeros(20)), set=hull, direction="blended-pairwise")
print(f"{first.status} after {first.nlmo} linear minimisations")
print(f"f = {first.fun:.6f}, and no point of the hull is below {first.lower_bound:.6f}")
print(f"a mixture of {len(first.atoms)} of 1000 points; the heaviest three:")
for weight, atom, _ in sorted(first.atoms, key=lambda each: -each.weight)[:3]:
    row = np.argmin(abs(points - atom.to_dense()).sum(axis=1))
    print(f"  {weight:.3f} of point {row}")

# Warm start for a slightly different target: most atoms of the first solution are reused.
second = distance_to(np.full(20, 0.02))
cold = acgd.minimize(second, set=hull, direction="blended-pairwise")
warm = acgd.minimize(second, first, set=hull, direction="blended-pairwise")
print(f"from a vertex: {cold.nit} iterations; from the first solution: {warm.nit}")
