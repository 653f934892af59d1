"""Passes garbage to everything that accepts arrays: it must be accepted or rejected.

usage: throw_garbage.py SEED COUNT
"""

from __future__ import annotations

import sys
import warnings
from collections import Counter

import numpy as np

import acgd
from acgd import _sparse
from garbage import dense, dense_of, sparse_matrix

REFUSALS = (ValueError, TypeError)


def some(rng):
    return sparse_matrix(rng) if rng.random() < 0.4 else dense(rng)


def targets(rng):
    return np.ones(rng.integers(1, 6)) if rng.random() < 0.6 else dense(rng)


def objectives(rng):
    model = rng.choice(["Logistic", "Sigmoid", "SquaredHinge", "Poisson", "Huber", "LeastSquares"])
    weights = {} if rng.random() < 0.7 or model == "LeastSquares" else {"weights": targets(rng)}
    return [
        lambda: getattr(acgd, model)(some(rng), targets(rng), **weights),
        lambda: acgd.Quadratic(some(rng), None if rng.random() < 0.5 else targets(rng)),
        lambda: acgd.MatrixBalancing(some(rng)),
        lambda: acgd.Completion(dense(rng), dense(rng), targets(rng)),
        lambda: acgd.Completion(dense(rng), dense(rng), targets(rng), (5, 5)),
        lambda: acgd.Completion([0, 1], [1, 0], targets(rng), weights=dense(rng)),
    ]


def sets(rng):
    return [
        lambda: acgd.Box(dense(rng), dense(rng)),
        lambda: acgd.ConvexHull(some(rng)),
        lambda: acgd.FlowPolytope(dense(rng)),
        lambda: acgd.CustomSet(lambda g: dense(rng), start=dense(rng)),
        lambda: acgd.Product([acgd.L1Ball(1.0), acgd.Box(dense(rng), 3.0)], [2, 2]),
        lambda: acgd.NuclearBall(1.0, (2, 2)),
        lambda: acgd.L1Ball(1.0),
    ]


def use(rng, made):
    """Uses the object, with more garbage."""
    if isinstance(made, acgd.Objective):
        attempt(lambda: made.value(dense(rng)))
        attempt(lambda: made.gradient(dense(rng)))
        sound = np.zeros(made.dimension)
        attempt(lambda: made.value(sound))
        step = lambda line: dense(rng)
        attempt(lambda: acgd.minimize(made, set="l1:1", max_iterations=3))
        attempt(lambda: acgd.minimize(made, dense(rng), set="l2:1", max_iterations=2, step=step))
    else:
        attempt(lambda: made.minimizer(dense(rng)))
        attempt(lambda: made.violation(dense(rng)))
        fun = lambda x: (dense(rng), dense(rng))
        attempt(lambda: acgd.minimize(fun, dense(rng), set=made, max_iterations=2))


def norms(rng):
    of_matrices = [acgd.nuclear_norm(2, 3), acgd.spectral_norm(3, 2)]
    norm = [acgd.l1_norm(), acgd.lp_norm(3), *of_matrices][rng.integers(4)]
    attempt(lambda: norm.of(dense(rng)))
    attempt(lambda: norm.dual(dense(rng)))


def estimators(rng):
    kinds = ["L1Regression", "L1LogisticClassifier", "SimplexRegression"]
    model = getattr(acgd.estimators, rng.choice(kinds))(max_iter=3)
    attempt(lambda: model.fit(some(rng), targets(rng)).predict(some(rng)))
    attempt(lambda: acgd.estimators.MatrixCompletion(max_iter=3).fit(sparse_matrix(rng)))


def compare(rng):
    matrix = sparse_matrix(rng)
    read = attempt(lambda: _sparse.tidy("A", matrix))
    if read is not None:
        np.testing.assert_array_equal(read.toarray(), dense_of(matrix))
        assert read.has_canonical_format


counts: Counter = Counter()


def attempt(action):
    try:
        made = action()
    except REFUSALS as refusal:
        counts["refused"] += 1
        assert str(refusal), "a refusal must be a sentence"
        return None
    counts["taken"] += 1
    return made


def main(seed: int, count: int) -> None:
    warnings.simplefilter("ignore")
    for number in range(seed, seed + count):
        rng = np.random.default_rng(number)
        try:
            for make in [*objectives(rng), *sets(rng)]:
                made = attempt(make)
                if made is not None:
                    use(rng, made)
            norms(rng)
            estimators(rng)
            compare(rng)
        except BaseException:
            print(f"seed {number}", flush=True)
            raise
    print(dict(counts))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
