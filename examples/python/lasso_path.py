"""Feature selection by a path of radii with cross-validation; three features are relevant."""

import numpy as np

import acgd

rng = np.random.default_rng(1)
X = rng.normal(size=(200, 50))
y = 3 * X[:, 7] - 2 * X[:, 21] + X[:, 40] + 10 + rng.normal(size=200)

path = acgd.path(X, y)
simple = path.coefs[path.one_standard_error]
print(f"radii {path.radii[0]:.3g} to {path.radii[-1]:.3g}")
print(f"best: radius {path.radii[path.best]:.3g}, {path.nonzeros[path.best]} features")
print(f"simplest within one standard error: {np.count_nonzero(simple)} features")
assert {7, 21, 40} <= set(np.flatnonzero(simple))
assert abs(path.intercepts[path.one_standard_error] - 10) < 0.3

# The same with an estimator in scikit-learn's convention.
model = acgd.L1RegressionCV(choose="one-standard-error").fit(X, y)
print(f"R2 {model.score(X, y):.2f} with {np.count_nonzero(model.coef_)} features")
