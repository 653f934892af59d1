"""Fast generation of large text files for benchmarks."""

import numpy as np

AT_ONCE = 1000000  # numbers


def digits(numbers, width):
    """Return zero-padded decimal numbers as an array of bytes, one row per number."""
    text = np.empty((*numbers.shape, width), np.uint8)
    rest = numbers.astype(np.uint32)
    for place in range(width - 1, -1, -1):
        rest, digit = np.divmod(rest, 10)
        text[..., place] = digit + ord("0")
    return text


def constant(text, rows):
    return np.tile(np.frombuffer(text.encode(), np.uint8), (rows, 1))


def write_samples(path, samples, features, per_sample, skew=1):
    """Write a LIBSVM file with labels of a sparse model. A sample has one feature of each of
    `per_sample` blocks; with a skew above 1 the first features of a block are more frequent."""
    rng = np.random.default_rng(1)
    stride = features // per_sample
    truth = np.zeros(features)
    truth[::stride] = 2 * rng.normal(size=truth[::stride].size)
    at_once = max(1, AT_ONCE // per_sample)
    with open(path, "wb") as file:
        for first in range(0, samples, at_once):
            rows = min(at_once, samples - first)
            within = (stride * rng.random((rows, per_sample)) ** skew).astype(np.int64)
            columns = stride * np.arange(per_sample) + within
            thousandths = rng.integers(1, 10000, (rows, per_sample))
            margin = (truth[columns] * thousandths).sum(1) / 10000 + rng.normal(size=rows)
            # " 0001234:0.5678" for each entry.
            entries = np.empty((rows, per_sample, 15), np.uint8)
            entries[..., 0] = ord(" ")
            entries[..., 1:8] = digits(columns + 1, 7)
            entries[..., 8:11] = np.frombuffer(b":0.", np.uint8)
            entries[..., 11:] = digits(thousandths, 4)
            signs = np.where(margin > 0, ord("+"), ord("-")).astype(np.uint8)[:, None]
            line = [signs, constant("1", rows), entries.reshape(rows, -1), constant("\n", rows)]
            np.hstack(line).tofile(file)


def write_ratings(path, ratings, users, items):
    rng = np.random.default_rng(2)
    left, right = rng.normal(size=(users, 3)), rng.normal(size=(items, 3))
    with open(path, "wb") as file:
        for first in range(0, ratings, AT_ONCE):
            rows = min(AT_ONCE, ratings - first)
            user, item = rng.integers(0, users, rows), rng.integers(0, items, rows)
            rating = np.clip(np.round(3 + (left[user] * right[item]).sum(1)), 1, 5).astype(np.int64)
            parts = [digits(user + 1, 7), constant(",", rows), digits(item + 1, 6)]
            parts += [constant(",", rows), digits(rating, 1), constant("\n", rows)]
            np.hstack(parts).tofile(file)
