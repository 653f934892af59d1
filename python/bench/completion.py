"""Error and time of MatrixCompletionCV with default settings on five splits of MovieLens 100K.

usage: PYTHONPATH=build/python python3 python/bench/completion.py [movielens100k.csv]

`acgd data fetch movielens100k` downloads the data into the folder data.
"""

import sys
import time

import numpy as np

import acgd

SPLITS, TRAIN = 5, 80000


def main() -> None:
    """Print a line per split."""
    file = sys.argv[1] if len(sys.argv) > 1 else "data/movielens100k.csv"
    table = np.loadtxt(file, delimiter=",", usecols=(0, 1, 2))
    X, y = table[:, :2] - 1, table[:, 2]
    errors = []
    print("split   RMSE    radius  rank  seconds  processor seconds")
    for split in range(SPLITS):
        order = np.random.default_rng(split).permutation(len(y))
        train, test = order[:TRAIN], order[TRAIN:]
        begin, processor = time.perf_counter(), time.process_time()
        model = acgd.MatrixCompletionCV().fit(X[train], y[train])
        seconds, processor = time.perf_counter() - begin, time.process_time() - processor
        errors.append(np.sqrt(np.mean((model.predict(X[test]) - y[test]) ** 2)))
        print(
            f"{split:5}  {errors[-1]:.4f}  {model.radius_:7.1f}  {model.factors_.rank:4}"
            f"  {seconds:7.1f}  {processor:17.1f}",
            flush=True,
        )
    print(f" mean  {np.mean(errors):.4f}")


if __name__ == "__main__":
    main()
