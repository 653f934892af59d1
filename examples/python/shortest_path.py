"""Traffic on a grid of streets, one way east and south: one unit from corner to corner.

Delays grow with the flow, so the optimal flow uses many paths; the oracle computes a shortest path
for the current delays.
"""

import numpy as np

import acgd

side = 8
node = np.arange(side * side).reshape(side, side)
east = np.column_stack([node[:, :-1].ravel(), node[:, 1:].ravel()])
south = np.column_stack([node[:-1].ravel(), node[1:].ravel()])
edges = np.vstack([east, south])
delay = 1 + np.random.default_rng(1).random(len(edges))

streets = acgd.FlowPolytope(edges, costs="edges")
empty = streets.minimizer(delay)
print(f"an empty town: {delay @ empty:.3f} by {int(empty.sum())} streets")

congestion = 20.0
f = acgd.Quadratic(np.diag(congestion * delay), delay)
result = acgd.minimize(f, set=streets, relative_gap_tolerance=1e-3, max_iterations=100000)
used = np.count_nonzero(result.x > 0.01)
print(f"{result.status} after {result.nit} iterations: cost {result.fun:.3f} on {used} streets")
print(f"all on the shortest path would cost {f.value(empty):.3f}")
print(f"conserved: {streets.contains(result.x)}")
