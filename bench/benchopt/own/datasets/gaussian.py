"""Gaussian samples with a sparse truth."""

import numpy as np
from benchopt import BaseDataset


class Dataset(BaseDataset):
    name = "gaussian"
    parameters = {"rows, cols": [(100, 60), (60, 200)]}

    def get_data(self):
        rng = np.random.default_rng(1)
        X = np.asfortranarray(rng.normal(size=(self.rows, self.cols)))
        truth = np.zeros(self.cols)
        truth[:5] = 1, -1, 0.5, 2, -0.5
        return {"X": X, "y": X @ truth + 0.1 * rng.normal(size=self.rows)}
