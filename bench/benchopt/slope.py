"""acgd for benchmark_slope of benchopt: copy this file to its folder solvers/."""

import numpy as np
from benchopt import BaseSolver

import acgd


class Solver(BaseSolver):
    """||X b - y||^2 / (2 n) + sum of alphas_i |b|_(i), |b| in decreasing order"""

    name = "acgd"
    sampling_strategy = "tolerance"
    requirements = ["pip:acgd"]
    references = ["A. Khademi and A. Silveti-Falls, Adaptive conditional gradient descent, 2025."]

    def set_objective(self, X, y, alphas, fit_intercept):
        self.fit_intercept = fit_intercept
        self.f = acgd.LeastSquares(X, y, factor=0.5 / len(y), intercept=fit_intercept)
        self.penalty = acgd.Penalty(acgd.OwlBall(alphas), 1.0)

    def run(self, tolerance):
        # benchopt begins with a tolerance beyond all numbers, for the start.
        self.x = np.zeros(self.f.dimension)
        if tolerance <= 1:
            self.x = acgd.minimize(self.f, penalty=self.penalty, relative_gap_tolerance=tolerance).x

    def get_result(self):
        intercept = self.f.intercept(self.x) if self.fit_intercept else [0.0]
        return {"beta": np.concatenate([intercept, self.x])}
