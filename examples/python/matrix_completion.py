"""Ratings of films: a matrix of rank 3, predicted from a fifth of its entries."""

import numpy as np

import acgd

rng = np.random.default_rng(1)
users, films, rank = 200, 150, 3

truth = 3 + rng.normal(size=(users, rank)) @ rng.normal(size=(rank, films)) / 2
rows, cols = np.nonzero(rng.random((users, films)) < 0.2)
ratings = truth[rows, cols] + 0.1 * rng.normal(size=len(rows))
held_out = rng.random(len(rows)) < 0.1
seen = ~held_out

mean = ratings[seen].mean()
f = acgd.Completion(rows[seen], cols[seen], ratings[seen] - mean, shape=(users, films))
radius = np.linalg.norm(truth - mean, "nuc")
result = acgd.minimize(f, "zero", set=acgd.NuclearBall(radius), gap_tolerance=3e-3)

predicted = mean + result.factors.predict(rows[held_out], cols[held_out])
rmse = np.sqrt(np.mean((predicted - ratings[held_out]) ** 2))
print(f"{result.status} after {result.nit} iterations, loss {result.fun:.4f}")
print(f"error of held-out ratings: {rmse:.3f}; of predicting the mean: {ratings.std():.3f}")
unseen = mean + result.factors.predict([0], [0])[0]
print(f"user 0 would give film 0: {unseen:.2f}; the truth: {truth[0, 0]:.2f}")
