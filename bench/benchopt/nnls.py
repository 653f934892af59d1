"""acgd for benchmark_nnls of benchopt: copy this file to its folder solvers/."""

import numpy as np
from benchopt import BaseSolver

import acgd


class Solver(BaseSolver):
    """||X b - y||^2 / 2 over b >= 0"""

    name = "acgd"
    sampling_strategy = "tolerance"
    requirements = ["pip:acgd"]
    references = ["A. Khademi and A. Silveti-Falls, Adaptive conditional gradient descent, 2025."]

    def set_objective(self, X, y, fit_intercept=False):
        self.f = acgd.LeastSquares(X, y, factor=0.5)
        self.penalty = acgd.NonNegative()

    def run(self, tolerance):
        # benchopt begins with a tolerance beyond all numbers, for the start.
        self.x = np.zeros(self.f.dimension)
        if tolerance <= 1:
            self.x = acgd.minimize(self.f, penalty=self.penalty, relative_gap_tolerance=tolerance).x

    def get_result(self):
        return {"beta": self.x}
