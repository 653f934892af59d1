"""Objectives of the library, with fast line evaluation and accurate differences of values."""

from __future__ import annotations

import copyreg
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _arguments, _arrays, _core
from ._arrays import NO_SHAPE, MatrixLike, Variable, variable_at
from ._core import Objective as CoreObjective
from ._parameters import convert, keywords, of_library

__all__ = [
    "FactorRisk",
    "Linear",
    "Objective",
    "OptimalDesign",
    "Quadratic",
    "QuadraticAssignment",
    "Ridge",
    "Sum",
]

PARAMETERS = {name: of_library(entry) for name, entry in _core.objectives().items()}


def _remake(made_by: str, arguments: tuple[Any, ...]) -> Any:
    """Return the object made by a function of the compiled module."""
    return getattr(_core, made_by)(*arguments)


copyreg.pickle(_core.Map, lambda map: (_remake, _core.parts_of_map(map)))  # type: ignore[arg-type]


class Objective:
    """Base class of the library's objectives.

    Objectives are immutable, can be shared by runs and threads, and can be pickled. A function of
    vectors, minimised over a set of matrices, is applied to X.ravel() (row-major).

    Examples
    --------
    >>> import acgd
    >>> f = acgd.Quadratic([[2.0, 0.0], [0.0, 4.0]], [-2.0, 0.0])
    >>> f.value([1.0, 1.0]), f.gradient([1.0, 1.0]), f.dimension
    (1.0, array([0., 4.]), 2)

    Sums and positive multiples are objectives, too:

    >>> (2 * f + acgd.Linear([1.0, 0.0])).value([1.0, 1.0])
    3.0
    """

    _core: CoreObjective
    _parts: tuple[str, tuple[Any, ...]]

    def __init__(self) -> None:
        raise TypeError("Objective: is made by its classes, as in LeastSquares(A, b)")

    def _make_core(self, made_by: str, *arguments: Any) -> None:
        """Store the object made by a function of the compiled module, and its arguments.

        The arrays among the arguments must not be shared.
        """
        self._core = _remake(made_by, arguments)
        self._parts = made_by, arguments

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "_core"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._core = _remake(*self._parts)

    @property
    def dimension(self) -> int:
        """The number of variables."""
        return self._core.dimension

    @property
    def lipschitz(self) -> float | None:
        """A global Lipschitz constant of the gradient in the l2 norm, if known.

        Computed at the first access by a few dozen products with the matrix.
        """
        return self._core.lipschitz()

    def _variable(self, name: str, x: ArrayLike) -> Variable:
        """Return the variable of x. Functions of vectors take x.ravel() of a matrix."""
        shape = self._core.shape
        return variable_at(name, x) if shape == NO_SHAPE else Variable(self.dimension, shape, True)

    def value(self, x: ArrayLike) -> float:
        """Return the value at x. A matrix is taken as x.ravel() (row-major)."""
        return self._core.value(self._variable("x", x).flat("x", x))

    def gradient(self, x: ArrayLike) -> NDArray[np.float64]:
        """Return the gradient at x, in the shape of x."""
        variable = self._variable("x", x)
        return variable.array(self._core.gradient(variable.flat("x", x)))

    def intercept(self, x: ArrayLike) -> NDArray[np.float64]:
        """Return the optimal intercept at x: one entry, or none without an intercept."""
        return self._core.intercept(self._variable("x", x).flat("x", x))

    def __add__(self, other: Objective) -> Sum:
        return Sum([self, other]) if isinstance(other, Objective) else NotImplemented

    def __rmul__(self, factor: float) -> Sum:
        return Sum([self], [_arguments.positive("factor", factor)])

    def __repr__(self) -> str:
        return f"<acgd.{type(self).__name__} of {self.dimension} variables>"


class StoredMatrix(Objective):
    """A function with its own copy of a matrix, which is read back for pickling."""

    _values: tuple[Any, ...] = ()  # further arguments

    def _make_core(self, made_by: str, *arguments: Any) -> None:
        super()._make_core(made_by, *arguments)
        del self._parts

    def __getstate__(self) -> dict[str, Any]:
        made_by, arguments = _core.parts_of_objective(self._core)
        return {**super().__getstate__(), "_parts": (made_by, (*arguments, *self._values))}

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        del self._parts


@keywords(PARAMETERS["quadratic"])
class Quadratic(StoredMatrix):
    """x'Qx / 2 + b'x + c with a symmetric, possibly indefinite Q.

    Parameters
    ----------
    Q : array or scipy.sparse matrix of shape (n, n)
        Copied once.
    b : array of n entries, optional
    c : float
    {parameters}

    Examples
    --------
    >>> import acgd
    >>> acgd.Quadratic([[2.0]], [1.0], 3.0).value([1.0])
    5.0
    """

    def __init__(
        self, Q: MatrixLike, b: ArrayLike | None = None, c: float = 0.0, **keywords: Any
    ) -> None:
        self._values = (convert(PARAMETERS["quadratic"], keywords),)
        shift = _arrays.number("c", c)
        is_sparse = _arrays.is_sparse(Q)
        matrix = _arrays.sparse("Q", Q) if is_sparse else (_arrays.matrix("Q", Q),)
        size = matrix[0][0] if is_sparse else len(matrix[0])
        linear = np.zeros(size) if b is None else _arrays.vector("b", b)
        made_by = "sparse_quadratic" if is_sparse else "quadratic"
        with _arguments.memory_for("Q"):
            self._make_core(made_by, *matrix, linear, shift, *self._values)


class Linear(Quadratic):
    """The linear function c'x, to be added to others.

    Parameters
    ----------
    c : array

    Examples
    --------
    >>> import acgd
    >>> acgd.Linear([1.0, 2.0]).value([3.0, 4.0])
    11.0
    """

    def __init__(self, c: ArrayLike) -> None:
        linear = _arrays.vector("c", c)
        if len(linear) == 0:
            raise ValueError("c: is empty, must have an entry per variable")
        self._values = (convert(PARAMETERS["quadratic"], {"convex": True}),)
        none = np.zeros(0, np.int32), np.zeros(0)
        with _arguments.naming(b="c"), _arguments.memory_for("c"):
            self._make_core(
                "sparse_quadratic",
                (len(linear), len(linear)),
                np.zeros(len(linear) + 1, np.int32),
                *none,
                linear,
                0.0,
                *self._values,
            )


class FactorRisk(Objective):
    """x'(F S F' + diag(D))x - mu'x: the risk of a portfolio by a factor model, minus its return.

    No matrix of assets x assets is formed.

    Parameters
    ----------
    F : array of shape (assets, factors)
        The loadings.
    S : array of shape (factors, factors)
        The covariance of the factors, positive semidefinite.
    D : array of as many entries as assets, >= 0
        The specific variances.
    mu : array of as many entries as assets, optional
        The expected returns; default: 0.

    Examples
    --------
    >>> import acgd
    >>> f = acgd.FactorRisk([[1.0], [1.0], [0.5]], [[0.04]], [0.01, 0.02, 0.03])
    >>> caps = acgd.Knapsack([1, 1, 1], 1, upper=0.4)
    >>> acgd.minimize(f, set=caps, gap_tolerance=1e-9).x.round(3)
    array([0.4, 0.2, 0.4])
    """

    def __init__(
        self, F: ArrayLike, S: ArrayLike, D: ArrayLike, mu: ArrayLike | None = None
    ) -> None:
        loadings, covariance = np.array(_arrays.matrix("F", F), order="F"), _arrays.matrix("S", S)
        returns = np.zeros(len(loadings)) if mu is None else np.array(_arrays.vector("mu", mu))
        parts = loadings, np.array(covariance, order="F"), np.array(_arrays.vector("D", D)), returns
        with _arguments.naming(d="D", Q="S"), _arguments.memory_for("F"):
            self._make_core("factor_risk", *parts)


@keywords(PARAMETERS["optimal-design"])
class OptimalDesign(Objective):
    """A criterion of M(w), the sum of w_i x_i x_i', for designs w of experiments over the simplex.

    Infinite unless M is positive definite; runs start between the vertices. See also
    `acgd.optimal_design`.

    Parameters
    ----------
    X : array of shape (points, coefficients)
        The candidate points, of full column rank. Copied once.
    c : array of as many entries as coefficients, optional
        For the criterion "c".
    {parameters}

    Examples
    --------
    A parabola on [-1, 1] is best measured at -1, 0 and 1:

    >>> import acgd
    >>> import numpy as np
    >>> t = np.linspace(-1, 1, 201)
    >>> f = acgd.OptimalDesign(np.stack([t**0, t, t**2], axis=1))
    >>> w = acgd.minimize(f, set="simplex", gap_tolerance=1e-8).x
    >>> t[w > 1e-6], w[w > 1e-6].round(3)
    (array([-1.,  0.,  1.]), array([0.333, 0.333, 0.333]))
    """

    def __init__(self, X: ArrayLike, *, c: ArrayLike | None = None, **keywords: Any) -> None:
        points = np.array(_arrays.matrix("X", X), order="C").T
        values = convert(PARAMETERS["optimal-design"], keywords)
        linear = None if c is None else np.array(_arrays.vector("c", c))
        with _arguments.naming(points="X"), _arguments.memory_for("X"):
            self._make_core("optimal_design", points, values, linear)


class QuadraticAssignment(Objective):
    """<A X B', X> + <C, X>, the relaxed quadratic assignment problem; rarely convex.

    Over `Birkhoff` it matches graphs (with -A, see `acgd.graph_match`), over `TransportPlans` it
    is a Gromov-Wasserstein distance. f is a parabola along every line, so that the step rule
    "line-search" finds the global minimum on it.

    Parameters
    ----------
    A : array of shape (r, r)
    B : array of shape (c, c)
    C : array of shape (r, c), optional

    Examples
    --------
    >>> import acgd
    >>> import numpy as np
    >>> path = np.array([[0, 1, 0], [1, 0, 1], [0, 1, 0]])
    >>> star = np.array([[0, 1, 1], [1, 0, 0], [1, 0, 0]])
    >>> f = acgd.QuadraticAssignment(-path, star)
    >>> even = np.full((3, 3), 1 / 3)
    >>> acgd.minimize(f, even, set=acgd.Birkhoff(3), direction="frank-wolfe").fun
    -4.0
    """

    def __init__(self, A: ArrayLike, B: ArrayLike, C: ArrayLike | None = None) -> None:
        left, right = _arrays.matrix("A", A), _arrays.matrix("B", B)
        both = np.zeros((len(left), len(right))) if C is None else _arrays.matrix("C", C)
        if both.shape != (len(left), len(right)):
            raise ValueError(
                f"C: has the shape {both.shape}, must have {(len(left), len(right))}, a row per "
                "row of A and a column per row of B"
            )
        # X.ravel() is row-major: the library gets the transpose of X.
        parts = (np.array(part, order="F") for part in (right, left, both.T))
        with _arguments.naming(A="B", B="A"), _arguments.memory_for("A"):
            self._make_core("quadratic_assignment", *parts)


class Ridge(Objective):
    """The ridge l/2 ||x||^2 of n variables.

    Added to a loss over an l1 ball it gives an elastic net: see `Sum`.

    Parameters
    ----------
    n : int
        The number of variables.
    l : float
        Positive. For a loss that is the mean of e^2 / 2 over m samples, alpha (1 - l1_ratio) of
        scikit-learn's ElasticNet; 2 m times as much for `LeastSquares`, a sum without 1/2.

    Examples
    --------
    >>> import acgd
    >>> acgd.Ridge(2, 3.0).value([1.0, 1.0])
    3.0
    """

    def __init__(self, n: int, l: float) -> None:  # noqa: E741
        size, factor = _arguments.size("n", n), _arguments.positive("l", l)
        with _arguments.memory_for("n"):
            self._make_core("ridge", size, factor)


class Sum(Objective):
    """The sum of weights_i * objectives_i, functions of the same variables.

    Each objective keeps its fast line evaluation. A gradient of the sum counts as one.

    Parameters
    ----------
    objectives : sequence of Objective
        A `Completion`, whose variable is a low-rank matrix, cannot be one of them.
    weights : array, optional
        Positive; default: 1.

    Examples
    --------
    >>> import acgd
    >>> f = acgd.Sum([acgd.LeastSquares([[1.0, 0.0]], [1.0]), acgd.Ridge(2, 1.0)])
    >>> acgd.minimize(f, set="l1:9", gap_tolerance=1e-9).x.round(3)
    array([0.667, 0.   ])
    """

    def __init__(self, objectives: Any, weights: ArrayLike | None = None) -> None:
        self._objectives = tuple(_arguments.items("objectives", objectives))
        if not self._objectives:
            raise ValueError("objectives: is empty, must have at least one")
        for i, part in enumerate(self._objectives):
            if not isinstance(part, Objective):
                raise TypeError(
                    f"objectives[{i}]: is a {type(part).__name__}, must be an Objective"
                )
            if part._core.shape != (0, 0):
                raise ValueError(
                    f"objectives[{i}]: has a low-rank matrix as variable, which cannot be "
                    "added to other functions; must be minimised alone"
                )
        given = np.ones(len(self._objectives)) if weights is None else weights
        self._weights = np.array(_arrays.vector("weights", given))
        if len(self._weights) != len(self._objectives):
            raise ValueError(
                f"weights: has {len(self._weights)} entries, must have {len(self._objectives)}, "
                "one per objective"
            )
        with _arguments.naming(parts="objectives"):
            self._add_up()

    def _add_up(self) -> None:
        self._core = _core.sum([part._core for part in self._objectives], self._weights)

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._add_up()
