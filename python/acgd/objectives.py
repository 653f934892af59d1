"""Functions that the library knows: fast along a line, and exact near the solution."""

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
    "Objective",
    "Quadratic",
    "Ridge",
    "Sum",
]

PARAMETERS = {name: of_library(entry) for name, entry in _core.objectives().items()}


def _remake(made_by: str, arguments: tuple[Any, ...]) -> Any:
    """What a function of the compiled module makes."""
    return getattr(_core, made_by)(*arguments)


copyreg.pickle(_core.Map, lambda map: (_remake, _core.parts_of_map(map)))  # type: ignore[arg-type]


class Objective:
    """A function that the library can minimise. Made by the classes of this module.

    It does not change, may be used by several runs and threads at once, and can be pickled. A
    function of vectors, minimised over a set of matrices, is one of X.ravel(): row after row.

    Examples
    --------
    >>> import acgd
    >>> f = acgd.Quadratic([[2.0, 0.0], [0.0, 4.0]], [-2.0, 0.0])
    >>> f.value([1.0, 1.0]), f.gradient([1.0, 1.0]), f.dimension
    (1.0, array([0., 4.]), 2)
    """

    _core: CoreObjective
    _parts: tuple[str, tuple[Any, ...]]

    def __init__(self) -> None:
        raise TypeError("Objective: is made by its classes, as in LeastSquares(A, b)")

    def _make_core(self, made_by: str, *arguments: Any) -> None:
        """Keeps what a function of the compiled module makes, and how it was made.

        The arrays among the arguments must be nobody else's.
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
        """A global Lipschitz constant of the gradient in the l2 norm, where one is known.

        Found when first asked for, by a few dozen products with the matrix.
        """
        return self._core.lipschitz()

    def _variable(self, name: str, x: ArrayLike) -> Variable:
        """What x is a point of. Functions of vectors take the rows of a matrix, x.ravel()."""
        shape = self._core.shape
        return variable_at(name, x) if shape == NO_SHAPE else Variable(self.dimension, shape, True)

    def value(self, x: ArrayLike) -> float:
        """The value at x. A matrix is taken as x.ravel(), row after row."""
        return self._core.value(self._variable("x", x).flat("x", x))

    def gradient(self, x: ArrayLike) -> NDArray[np.float64]:
        """The gradient at x, in the shape of x."""
        variable = self._variable("x", x)
        return variable.array(self._core.gradient(variable.flat("x", x)))

    def intercept(self, x: ArrayLike) -> NDArray[np.float64]:
        """The constant that is best at x: one entry, or none if the model has no intercept."""
        return self._core.intercept(self._variable("x", x).flat("x", x))

    def __repr__(self) -> str:
        return f"<acgd.{type(self).__name__} of {self.dimension} variables>"


class StoredMatrix(Objective):
    """A function with its own copy of a matrix, which is asked for when it is to be pickled."""

    _values: tuple[Any, ...] = ()  # what else it was made of

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
    """x'Qx / 2 + b'x + c with a symmetric Q, definite or not.

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


class Ridge(Objective):
    """l/2 ||x||^2, the squares of all n variables.

    Added to a loss over an l1 ball it makes an elastic net: see `Sum`.

    Parameters
    ----------
    n : int
        The number of variables.
    l : float
        Positive. Next to the mean of e^2 / 2 over the samples it is alpha (1 - l1_ratio) of
        scikit-learn's ElasticNet, next to `LeastSquares`, a sum without 1/2, 2 m times as much.

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

    Each of them keeps what makes it fast along a line. A gradient of the sum counts as one.

    Parameters
    ----------
    objectives : sequence of Objective
        A `Completion`, whose variable is a low-rank matrix, cannot be one of them.
    weights : array, optional
        Positive, 1 unless given.

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
                    f"objectives[{i}]: has a low-rank matrix for its variable, which cannot be "
                    "added to other functions; must be minimised by itself"
                )
        given = np.ones(len(self._objectives)) if weights is None else weights
        self._weights = np.array(_arrays.vector("weights", given))
        if len(self._weights) != len(self._objectives):
            raise ValueError(
                f"weights: has {len(self._weights)} entries, must have {len(self._objectives)}, "
                "one an objective"
            )
        with _arguments.naming(parts="objectives"):
            self._add_up()

    def _add_up(self) -> None:
        self._core = _core.sum([part._core for part in self._objectives], self._weights)

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._add_up()
