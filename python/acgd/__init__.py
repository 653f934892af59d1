"""Projection-free optimisation: adaptive conditional gradients.

`minimize` works over a compact convex set that is touched only through its linear minimisation
oracle, `descend` over all of R^n. No Lipschitz constant, no tuning, convex or not. Objectives,
sets, step rules and norms are here; models in scikit-learn's convention in `acgd.estimators`.

>>> import acgd
>>> acgd.minimize(acgd.Quadratic([[2.0, 0.0], [0.0, 2.0]], [-3.0, -1.0]), set="simplex").x
array([1., 0.])
"""

from typing import Any as _Any

from . import estimators, experiments
from ._core import Line, Record, __version__
from .custom import CustomSet, FlowPolytope, NamedSet
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
from .result import Interrupted, LowRank, Result, Trace
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
    "Interrupted",
    "InverseSquareRoot",
    "L1Ball",
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


def __dir__() -> list[str]:
    return sorted(__all__)


def __getattr__(name: str) -> _Any:
    if name in estimators.__all__:
        raise AttributeError(f"acgd.{name}: is an estimator, acgd.estimators.{name}")
    raise AttributeError(f"module 'acgd' has no attribute {name!r}")
