"""A small objective for each solver of this folder: the name of its own folder says which."""

from pathlib import Path

import numpy as np
from benchopt import BaseObjective

KIND = Path(__file__).resolve().parent.name


class Objective(BaseObjective):
    """What the public benchmarks pass to a solver, judged by the conditions of optimality."""

    name = f"acgd-{KIND}"
    parameters = {"reg": [0.1]}
    min_benchopt_version = "1.7"

    def set_data(self, X, y):
        self.X, self.y = X, y
        n, p = X.shape
        self.more = {"fit_intercept": False}
        if KIND == "logistic_l1":
            self.y = np.where(y > 0, 1.0, -1.0)
            self.more = {"lmbd": self.reg * np.max(abs(X.T @ self.y)) / 2}
        elif KIND == "lasso":
            self.more["lmbd"] = self.reg * np.max(abs(X.T @ y))
        elif KIND == "elastic_net":
            self.more.update(lmbd=self.reg * np.max(abs(X.T @ y)) / n, l1_ratio=0.5)
        elif KIND == "slope":
            self.more["alphas"] = self.reg * np.max(abs(X.T @ y)) / n * np.linspace(1, 0.5, p)

    def get_objective(self):
        return {"X": self.X, "y": self.y, **self.more}

    def get_one_result(self):
        return {"beta": np.zeros(self.X.shape[1] + (KIND == "slope"))}

    def evaluate_result(self, beta):
        x = beta[1:] if KIND == "slope" else beta
        residual, n = self.X @ x - self.y, len(self.y)
        if KIND == "logistic_l1":
            margin = self.y * (self.X @ x)
            f = np.sum(np.logaddexp(0, -margin))
            g = -self.X.T @ (self.y / (1 + np.exp(margin)))
        else:
            scale = n if KIND in ("elastic_net", "slope") else 1
            f, g = residual @ residual / (2 * scale), self.X.T @ residual / scale
        if KIND == "elastic_net":
            ridge = self.more["lmbd"] * (1 - self.more["l1_ratio"])
            f, g = f + ridge / 2 * (x @ x), g + ridge * x
        penalty, excess = self.penalty(x, g)
        # <g, x> + penalty is 0 at a minimiser, and no atom has a steeper slope than its penalty.
        worst = max(g @ x + penalty, excess)
        return {"value": f + penalty, "stationarity": worst / np.sum(self.y**2)}

    def penalty(self, x, g):
        """The penalty at x, and by how much the gradient is outside of the dual ball."""
        if KIND == "nnls":
            return (0.0 if np.min(x) >= 0 else np.inf), max(0.0, -np.min(g))
        if KIND == "slope":
            alphas, steepest = self.more["alphas"], np.cumsum(np.sort(abs(g))[::-1])
            return alphas @ np.sort(abs(x))[::-1], np.max(steepest - np.cumsum(alphas))
        lmbd = self.more["lmbd"] * self.more.get("l1_ratio", 1)
        return lmbd * np.sum(abs(x)), np.max(abs(g)) - lmbd
