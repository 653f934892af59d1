"""Projection-free optimisation: adaptive conditional gradients.

`minimize` works over a compact convex set that is touched only through its linear minimisation
oracle, `descend` over all of R^n. No Lipschitz constant, no tuning, convex or not.

>>> import acgd
>>> acgd.minimize(acgd.Quadratic([[2.0, 0.0], [0.0, 2.0]], [-3.0, -1.0]), set="simplex").x
array([1., 0.])
"""

from . import estimators, experiments
from ._core import Line, Record, __version__
from .custom import CustomSet, FlowPolytope, NamedSet
from .estimators import L1LogisticClassifier, L1Regression, SimplexRegression
from .experiments import reproduce
from .matrix_objectives import MatrixBalancing, MatrixCompletion
from .matrix_sets import NuclearBall, SpectralBall
from .norms import (
    Norm,
    frobenius_norm,
    l1_norm,
    l2_norm,
    linf_norm,
    lp_norm,
    nuclear_norm,
    spectral_norm,
)
from .objectives import (
    Huber,
    LeastSquares,
    Logistic,
    Objective,
    Poisson,
    Quadratic,
    Sigmoid,
    SquaredHinge,
    design,
)
from .optimize import descend, minimize
from .product import Product
from .result import LowRank, Result, Trace
from .sets import (
    Box,
    ConvexHull,
    L1Ball,
    L2Ball,
    LinfBall,
    LpBall,
    Set,
    Simplex,
    UnitSimplex,
)
from .steps import (
    AdaptiveAdjustable,
    AdaptiveConstant,
    Backtracking,
    ContinuousGreedy,
    Fixed,
    InverseSquareRoot,
    LineSearch,
    OpenLoop,
    Secant,
    Short,
    StepRule,
)
from .formulas import Levy, LevyTextbook, Rosenbrock, SumOfSquares, Zakharov
from .testing import check_gradient, check_set

__all__ = [
    "AdaptiveAdjustable",
    "AdaptiveConstant",
    "Backtracking",
    "Box",
    "ContinuousGreedy",
    "ConvexHull",
    "CustomSet",
    "Fixed",
    "FlowPolytope",
    "Huber",
    "InverseSquareRoot",
    "L1Ball",
    "L1LogisticClassifier",
    "L1Regression",
    "L2Ball",
    "LeastSquares",
    "Levy",
    "LevyTextbook",
    "Line",
    "LineSearch",
    "LinfBall",
    "Logistic",
    "LowRank",
    "LpBall",
    "MatrixBalancing",
    "MatrixCompletion",
    "NamedSet",
    "Norm",
    "NuclearBall",
    "Objective",
    "OpenLoop",
    "Poisson",
    "Product",
    "Quadratic",
    "Record",
    "Result",
    "Rosenbrock",
    "Secant",
    "Set",
    "Short",
    "Sigmoid",
    "Simplex",
    "SimplexRegression",
    "SpectralBall",
    "SquaredHinge",
    "StepRule",
    "SumOfSquares",
    "Trace",
    "UnitSimplex",
    "Zakharov",
    "__version__",
    "check_gradient",
    "check_set",
    "descend",
    "design",
    "estimators",
    "experiments",
    "frobenius_norm",
    "l1_norm",
    "l2_norm",
    "linf_norm",
    "lp_norm",
    "minimize",
    "nuclear_norm",
    "reproduce",
    "spectral_norm",
]
