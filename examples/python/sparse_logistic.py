"""Sparse logistic regression on one-hot data, like the a1a census data."""

import numpy as np
from scipy import sparse

import acgd

rng = np.random.default_rng(1)
samples, features, per_sample = 1605, 123, 14

# Each sample has 14 of 123 properties; ten properties determine the label, up to noise.
columns = np.array([rng.choice(features, per_sample, replace=False) for _ in range(samples)])
starts = np.arange(0, samples * per_sample + 1, per_sample)
A = sparse.csr_matrix((np.ones(columns.size), columns.ravel(), starts), shape=(samples, features))
truth = np.zeros(features)
truth[rng.choice(features, 10, replace=False)] = rng.choice([-3.0, 3.0], 10)
y = np.where(A @ truth + rng.logistic(size=samples) > 0, 1, -1)

train, test = slice(0, 1200), slice(1200, None)
result = acgd.minimize(acgd.Logistic(A[train], y[train]), set=acgd.L1Ball(30), gap_tolerance=5e-3)

predictions = np.sign(A[test] @ result.x)
print(f"{result.status} after {result.nit} iterations: loss {result.fun:.4f}, gap {result.gap:.1e}")
print(f"{np.count_nonzero(abs(result.x) > 0.1)} of {features} coefficients are larger than 0.1")
print(f"accuracy on held-out samples: {np.mean(predictions == y[test]):.3f}")
