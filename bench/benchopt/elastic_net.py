"""acgd for benchmark_elastic_net of benchopt: copy this file to its folder solvers/."""

import numpy as np
from benchopt import BaseSolver

import acgd


class Solver(BaseSolver):
    """||X b - y||^2 / (2 n) + lmbd (l1_ratio ||b||_1 + (1 - l1_ratio) ||b||^2 / 2)"""

    name = "acgd"
    sampling_strategy = "tolerance"
    requirements = ["pip:acgd"]
    references = ["A. Khademi and A. Silveti-Falls, Adaptive conditional gradient descent, 2025."]

    def set_objective(self, X, y, lmbd, l1_ratio, fit_intercept):
        self.fit_intercept = fit_intercept
        self.loss = acgd.LeastSquares(X, y, factor=0.5 / len(y), intercept=fit_intercept)
        ridge = acgd.Ridge(X.shape[1], lmbd * (1 - l1_ratio))
        self.f = acgd.Sum([self.loss, ridge])
        self.penalty = acgd.Penalty(acgd.L1Ball(), lmbd * l1_ratio)

    def run(self, tolerance):
        # benchopt begins with a tolerance beyond all numbers, for the start.
        self.x = np.zeros(self.f.dimension)
        if tolerance <= 1:
            self.x = acgd.minimize(self.f, penalty=self.penalty, relative_gap_tolerance=tolerance).x

    def get_result(self):
        intercept = self.loss.intercept(self.x) if self.fit_intercept else []
        return {"beta": np.concatenate([self.x, intercept])}
