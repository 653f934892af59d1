"""acgd for benchmark_logreg_l1 of benchopt: copy this file to its folder solvers/."""

import numpy as np
from benchopt import BaseSolver

import acgd


class Solver(BaseSolver):
    """sum of log(1 + exp(-y_i (X b)_i)) + lmbd ||b||_1"""

    name = "acgd"
    sampling_strategy = "tolerance"
    requirements = ["pip:acgd"]
    references = ["A. Khademi and A. Silveti-Falls, Adaptive conditional gradient descent, 2025."]

    def set_objective(self, X, y, lmbd):
        self.f = acgd.Logistic(X, y, scaling="sum")
        self.penalty = acgd.Penalty(acgd.L1Ball(), lmbd)

    def run(self, tolerance):
        # benchopt begins with a tolerance beyond all numbers, for the start.
        self.x = np.zeros(self.f.dimension)
        if tolerance <= 1:
            self.x = acgd.minimize(self.f, penalty=self.penalty, relative_gap_tolerance=tolerance).x

    def get_result(self):
        return {"beta": self.x}
