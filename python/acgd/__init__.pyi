# Written by python/tests/generate.py.
from . import applications as applications
from . import atoms as atoms
from . import classification as classification
from . import combinatorial_sets as combinatorial_sets
from . import completion as completion
from . import composed_sets as composed_sets
from . import custom as custom
from . import directions as directions
from . import estimators as estimators
from . import experiments as experiments
from . import formulas as formulas
from . import matrix_objectives as matrix_objectives
from . import matrix_sets as matrix_sets
from . import norms as norms
from . import objectives as objectives
from . import optimize as optimize
from . import options as options
from . import paths as paths
from . import penalties as penalties
from . import product as product
from . import ranks as ranks
from . import regression as regression
from . import result as result
from . import sample_objectives as sample_objectives
from . import sets as sets
from . import steps as steps
from . import testing as testing
from . import traffic as traffic
from . import vector_sets as vector_sets
from ._core import Line as Line
from ._core import Record as Record
from ._core import __version__ as __version__
from ._path import Path as Path
from .applications import GraphMatch as GraphMatch
from .applications import SubmodularMinimum as SubmodularMinimum
from .applications import graph_match as graph_match
from .applications import minimize_many as minimize_many
from .applications import minimize_submodular as minimize_submodular
from .applications import optimal_design as optimal_design
from .applications import synthetic_control as synthetic_control
from .atoms import Atom as Atom
from .atoms import Atoms as Atoms
from .atoms import LowRank as LowRank
from .atoms import WeightedAtom as WeightedAtom
from .classification import L1LogisticClassifier as L1LogisticClassifier
from .classification import L1LogisticClassifierCV as L1LogisticClassifierCV
from .combinatorial_sets import Birkhoff as Birkhoff
from .combinatorial_sets import Matching as Matching
from .combinatorial_sets import MatroidBases as MatroidBases
from .combinatorial_sets import NetworkFlows as NetworkFlows
from .combinatorial_sets import SpanningTrees as SpanningTrees
from .combinatorial_sets import SubmodularBase as SubmodularBase
from .combinatorial_sets import TransportPlans as TransportPlans
from .completion import MatrixCompletion as MatrixCompletion
from .completion import MatrixCompletionCV as MatrixCompletionCV
from .composed_sets import LinearImage as LinearImage
from .composed_sets import MinkowskiSum as MinkowskiSum
from .composed_sets import Polyhedron as Polyhedron
from .composed_sets import Scaled as Scaled
from .composed_sets import Shifted as Shifted
from .composed_sets import SymmetricHull as SymmetricHull
from .composed_sets import TotalVariation as TotalVariation
from .custom import CustomSet as CustomSet
from .custom import FlowPolytope as FlowPolytope
from .custom import NamedSet as NamedSet
from .directions import Auto as Auto
from .directions import Away as Away
from .directions import BlendedPairwise as BlendedPairwise
from .directions import Corrective as Corrective
from .directions import DirectionRule as DirectionRule
from .directions import FrankWolfe as FrankWolfe
from .directions import Pairwise as Pairwise
from .directions import SteepestDescent as SteepestDescent
from .experiments import reproduce as reproduce
from .formulas import Levy as Levy
from .formulas import LevyTextbook as LevyTextbook
from .formulas import Rosenbrock as Rosenbrock
from .formulas import SumOfSquares as SumOfSquares
from .formulas import Zakharov as Zakharov
from .matrix_objectives import Completion as Completion
from .matrix_objectives import MatrixBalancing as MatrixBalancing
from .matrix_sets import Fantope as Fantope
from .matrix_sets import NuclearBall as NuclearBall
from .matrix_sets import SchattenBall as SchattenBall
from .matrix_sets import SpectralBall as SpectralBall
from .matrix_sets import Spectraplex as Spectraplex
from .norms import Norm as Norm
from .norms import frobenius_norm as frobenius_norm
from .norms import l1_norm as l1_norm
from .norms import l2_norm as l2_norm
from .norms import linf_norm as linf_norm
from .norms import lp_norm as lp_norm
from .norms import nuclear_norm as nuclear_norm
from .norms import schatten_norm as schatten_norm
from .norms import spectral_norm as spectral_norm
from .objectives import FactorRisk as FactorRisk
from .objectives import Linear as Linear
from .objectives import Objective as Objective
from .objectives import OptimalDesign as OptimalDesign
from .objectives import Quadratic as Quadratic
from .objectives import QuadraticAssignment as QuadraticAssignment
from .objectives import Ridge as Ridge
from .objectives import Sum as Sum
from .optimize import continuous_greedy as continuous_greedy
from .optimize import descend as descend
from .optimize import minimize as minimize
from .options import Options as Options
from .paths import path as path
from .penalties import BlockPenalty as BlockPenalty
from .penalties import BoundsPenalty as BoundsPenalty
from .penalties import L1Penalty as L1Penalty
from .penalties import NonNegative as NonNegative
from .penalties import Penalty as Penalty
from .product import Product as Product
from .ranks import row_range as row_range
from .regression import ElasticNet as ElasticNet
from .regression import L1Regression as L1Regression
from .regression import L1RegressionCV as L1RegressionCV
from .regression import Lasso as Lasso
from .regression import SimplexRegression as SimplexRegression
from .result import Interrupted as Interrupted
from .result import Result as Result
from .result import Trace as Trace
from .sample_objectives import Huber as Huber
from .sample_objectives import LeastSquares as LeastSquares
from .sample_objectives import Logistic as Logistic
from .sample_objectives import NegativeLog as NegativeLog
from .sample_objectives import Poisson as Poisson
from .sample_objectives import Sigmoid as Sigmoid
from .sample_objectives import SquaredHinge as SquaredHinge
from .sample_objectives import design as design
from .sets import Box as Box
from .sets import ConvexHull as ConvexHull
from .sets import L1Ball as L1Ball
from .sets import L2Ball as L2Ball
from .sets import LinfBall as LinfBall
from .sets import LpBall as LpBall
from .sets import Set as Set
from .sets import Simplex as Simplex
from .steps import AdaptiveAdjustable as AdaptiveAdjustable
from .steps import AdaptiveConstant as AdaptiveConstant
from .steps import Backtracking as Backtracking
from .steps import Fixed as Fixed
from .steps import InverseSquareRoot as InverseSquareRoot
from .steps import LineSearch as LineSearch
from .steps import OpenLoop as OpenLoop
from .steps import Secant as Secant
from .steps import Short as Short
from .steps import StepRule as StepRule
from .testing import check_gradient as check_gradient
from .testing import check_set as check_set
from .traffic import Traffic as Traffic
from .traffic import TrafficFlows as TrafficFlows
from .traffic import read_tntp as read_tntp
from .vector_sets import Diamond as Diamond
from .vector_sets import Ellipsoid as Ellipsoid
from .vector_sets import GroupBall as GroupBall
from .vector_sets import Hypersimplex as Hypersimplex
from .vector_sets import KNormBall as KNormBall
from .vector_sets import KSparsePolytope as KSparsePolytope
from .vector_sets import Knapsack as Knapsack
from .vector_sets import OwlBall as OwlBall
from .vector_sets import Permutahedron as Permutahedron

__all__ = [
    "AdaptiveAdjustable",
    "AdaptiveConstant",
    "Atom",
    "Atoms",
    "Auto",
    "Away",
    "Backtracking",
    "Birkhoff",
    "BlendedPairwise",
    "BlockPenalty",
    "BoundsPenalty",
    "Box",
    "Completion",
    "ConvexHull",
    "Corrective",
    "CustomSet",
    "Diamond",
    "DirectionRule",
    "ElasticNet",
    "Ellipsoid",
    "FactorRisk",
    "Fantope",
    "Fixed",
    "FlowPolytope",
    "FrankWolfe",
    "GraphMatch",
    "GroupBall",
    "Huber",
    "Hypersimplex",
    "Interrupted",
    "InverseSquareRoot",
    "KNormBall",
    "KSparsePolytope",
    "Knapsack",
    "L1Ball",
    "L1LogisticClassifier",
    "L1LogisticClassifierCV",
    "L1Penalty",
    "L1Regression",
    "L1RegressionCV",
    "L2Ball",
    "Lasso",
    "LeastSquares",
    "Levy",
    "LevyTextbook",
    "Line",
    "LineSearch",
    "Linear",
    "LinearImage",
    "LinfBall",
    "Logistic",
    "LowRank",
    "LpBall",
    "Matching",
    "MatrixBalancing",
    "MatrixCompletion",
    "MatrixCompletionCV",
    "MatroidBases",
    "MinkowskiSum",
    "NamedSet",
    "NegativeLog",
    "NetworkFlows",
    "NonNegative",
    "Norm",
    "NuclearBall",
    "Objective",
    "OpenLoop",
    "OptimalDesign",
    "Options",
    "OwlBall",
    "Pairwise",
    "Path",
    "Penalty",
    "Permutahedron",
    "Poisson",
    "Polyhedron",
    "Product",
    "Quadratic",
    "QuadraticAssignment",
    "Record",
    "Result",
    "Ridge",
    "Rosenbrock",
    "Scaled",
    "SchattenBall",
    "Secant",
    "Set",
    "Shifted",
    "Short",
    "Sigmoid",
    "Simplex",
    "SimplexRegression",
    "SpanningTrees",
    "SpectralBall",
    "Spectraplex",
    "SquaredHinge",
    "SteepestDescent",
    "StepRule",
    "SubmodularBase",
    "SubmodularMinimum",
    "Sum",
    "SumOfSquares",
    "SymmetricHull",
    "TotalVariation",
    "Trace",
    "Traffic",
    "TrafficFlows",
    "TransportPlans",
    "WeightedAtom",
    "Zakharov",
    "__version__",
    "check_gradient",
    "check_set",
    "continuous_greedy",
    "descend",
    "design",
    "estimators",
    "experiments",
    "frobenius_norm",
    "graph_match",
    "l1_norm",
    "l2_norm",
    "linf_norm",
    "lp_norm",
    "minimize",
    "minimize_many",
    "minimize_submodular",
    "nuclear_norm",
    "optimal_design",
    "path",
    "read_tntp",
    "reproduce",
    "row_range",
    "schatten_norm",
    "spectral_norm",
    "synthetic_control",
]
