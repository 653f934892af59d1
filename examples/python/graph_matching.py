"""Graph matching: find the permutation between a graph and a copy with renumbered nodes by
minimising ||A P - P B||^2 over the doubly stochastic matrices.

    python graph_matching.py picture.svg
"""

import sys

import numpy as np

import acgd

n = 16
rng = np.random.default_rng(1)
A = np.triu(rng.random((n, n)) < 0.5, 1).astype(float)
A += A.T
hidden = rng.permutation(n)  # node i of the copy is node hidden[i] of the graph
B = A[np.ix_(hidden, hidden)]

# difference @ X.ravel() is (A X - X B).ravel().
difference = np.kron(A, np.eye(n)) - np.kron(np.eye(n), B.T)
f = acgd.LeastSquares(difference, np.zeros(n * n))
birkhoff = acgd.Birkhoff()
result = acgd.minimize(f, np.eye(n), set=birkhoff, gap_tolerance=1e-8)
X = result.x

# The permutation nearest to the solution.
P = birkhoff.minimizer(-X)
found = P.argmax(axis=0)
print(f"{result.status} after {result.nlmo} assignments, f = {result.fun:.1e}")
print(f"{(found == hidden).sum()} of {n} nodes found again")
assert (found == hidden).all() and (A == P @ B @ P.T).all()

if len(sys.argv) > 1:
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "acgd"
    from matplotlib import pyplot

    figure, panels = pyplot.subplots(1, 4, figsize=(9, 2.7))
    titles = ["graph $A$", "renumbered copy $B$", "$X$ found", "$P B P^T$"]
    for panel, matrix, title in zip(panels, [A, B, X, P @ B @ P.T], titles):
        panel.imshow(matrix, cmap="Blues", vmin=0, vmax=1)
        panel.set(title=title, xticks=[], yticks=[])
    figure.tight_layout()
    figure.savefig(sys.argv[1], metadata={"Date": None})
