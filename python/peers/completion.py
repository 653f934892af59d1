"""Ratings: the nuclear ball beside factors fitted by stochastic gradients, on held-out ratings."""

import os
from pathlib import Path

import numpy as np
from harness import Problem

import acgd


def ratings():
    """Users, items, ratings, which are held out, and what they are."""
    folder = Path(os.environ.get("ACGD_DATA") or Path(__file__).parents[3] / "shared" / "data")
    for name in ("movielens100k.csv", "movielens100k-twin.csv"):
        if (folder / name).exists():
            table = np.loadtxt(folder / name, delimiter=",")
            held_out = np.random.default_rng(6).random(len(table)) < 0.1
            return table[:, 0].astype(int), table[:, 1].astype(int), table[:, 2], held_out, name
    raise SystemExit(
        f"there are no ratings in {folder}: acgd data make movielens100k --to {folder}"
    )


def problem():
    import surprise

    users, items, values, held_out, name = ratings()
    seen = ~held_out
    triples = list(zip(users[seen], items[seen], values[seen]))
    pairs = np.column_stack([users, items])

    data = surprise.Dataset(surprise.Reader(rating_scale=(1, 5)))
    asked = pairs[held_out]

    def factors(t):
        train = data.construct_trainset([(*triple, 0) for triple in triples])
        model = surprise.SVD(n_epochs=round(0.4 / t), random_state=1).fit(train)
        return np.array([model.predict(user, item).est for user, item in asked])

    def nuclear(t):
        model = acgd.MatrixCompletion(tol=t)
        return model.fit(pairs[seen] - 1, values[seen]).predict(asked - 1)

    return Problem(
        "completion",
        f"ratings, {name.removesuffix('.csv')}: error of the 10 % held out",
        {"acgd": nuclear, "surprise, SVD": factors},
        value=lambda x: float(np.sqrt(np.mean((np.clip(x, 1, 5) - values[held_out]) ** 2))),
        rungs=[1e-1, 3e-2, 1e-2],
    )
