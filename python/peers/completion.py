"""Ratings: the nuclear ball beside factors fitted by stochastic gradients, on held-out ratings."""

import data
import numpy as np
from harness import Problem

import acgd


def problem():
    import surprise

    file = data.find("movielens100k.csv", "movielens100k-synthetic.csv", "movielens100k")
    table = np.loadtxt(file, delimiter=",")
    pairs, values = table[:, :2].astype(int), table[:, 2]
    held_out = np.random.default_rng(6).random(len(table)) < 0.1
    seen = ~held_out
    triples = list(zip(*pairs[seen].T, values[seen]))
    ratings = surprise.Dataset(surprise.Reader(rating_scale=(1, 5)))
    asked = pairs[held_out]

    def factors(**settings):
        def solve(t):
            train = ratings.construct_trainset([(*triple, 0) for triple in triples])
            model = surprise.SVD(n_epochs=round(0.5 / t), random_state=1, **settings).fit(train)
            return np.array([model.predict(user, item).est for user, item in asked])

        return solve

    def nuclear(t):
        model = acgd.MatrixCompletion(tol=t)
        return model.fit(pairs[seen] - 1, values[seen]).predict(asked - 1)

    return Problem(
        "completion",
        f"ratings, {file.stem}: error of the 10 % held out",
        {
            "acgd": nuclear,
            "surprise, SVD": factors(),
            "surprise, SVD, tuned": factors(reg_all=0.1, lr_all=0.01),
        },
        value=lambda x: float(np.sqrt(np.mean((np.clip(x, 1, 5) - values[held_out]) ** 2))),
        rungs=[1e-1, 3e-2, 1e-2],
        accuracies=[2e-2, 1e-2],
        value_name="root mean square of held-out errors",
    )
