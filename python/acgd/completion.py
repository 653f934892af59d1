"""Estimators for matrix completion."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _arguments, _arrays, _core, directions, steps
from ._matrix_estimator import MatrixEstimator

__all__ = ["MatrixCompletion", "MatrixCompletionCV"]


class MatrixCompletion(MatrixEstimator):
    """Matrix completion with biases and a nuclear-norm constraint.

    A prediction is the sum of the mean, a row bias, a column bias, and an entry of a low-rank
    matrix whose nuclear norm is at most the radius. Damped biases are fitted first.
    `MatrixCompletionCV` chooses the radius by validation.

    Parameters
    ----------
    radius : float, optional
        Maximum nuclear norm. Default: twice the Frobenius norm of the residuals of the biases at
        the observed entries, a rough guess.
    biases : bool
        Whether to fit a bias for each row and column.
    damping : float
        Damping of the biases: the number of additional average entries per row and column.
    center : bool
        Whether to subtract the mean of the observed entries first.
    loss : str
        "squared", "huber" or "huber:RHO", of the residuals of the biases; `result_.fun` is its mean
        over the entries.
    shape : (int, int), optional
        Shape of the matrix; default: the smallest that contains the observed entries.
    step : str, step rule or callable
        As for `acgd.minimize`.
    direction : str or direction rule
        As for `acgd.minimize`.
    max_iter : int
    tol : float
        Relative gap tolerance: stops when the mean loss is within tol times the loss of the biases
        alone of the minimum. Smaller tolerances do not improve predictions.
    truncation : float
        Singular values that change no prediction of an observed entry by more than this times the
        standard deviation of y are omitted.
    clip : bool
        Whether predictions are clipped to the range of y.
    warm_start : bool
        Whether to start at the factors of the last fit, restricted to the ball.
    trace : bool
        Whether `result_` includes the trace, which takes memory, also in a pickle.

    Attributes
    ----------
    mean_, row_biases_, col_biases_
        Biases are empty without `biases`.
    factors_ : LowRank
    range_ : (float, float)
        The lowest and the highest value of y, to which predictions are clipped; infinite with
        clip=False.
    radius_ : float
        The radius of the fit.
    n_iter_, result_
    feature_names_in_ : array
        The names of the two columns, if X was a data frame with names. Then `predict` requires the
        same names in the same order.

    Examples
    --------
    >>> import acgd, numpy as np
    >>> pairs = [(i, j) for i in range(6) for j in range(5) if (i + j) % 4]
    >>> ratings = [(i + 1.0) * (j + 1.0) for i, j in pairs]
    >>> model = acgd.MatrixCompletion(radius=70.0, biases=False, center=False, tol=1e-5)
    >>> model.fit(pairs, ratings).predict([(1, 3), (2, 2)]).round()
    array([8., 9.])
    """

    if not TYPE_CHECKING:

        def __new__(cls, *arguments: Any, **keywords: Any) -> Any:
            """Raise a TypeError with a hint for arguments of the objective that had this name."""
            if len(arguments) > 1 or {"rows", "cols", "values", "weights"} & {*keywords}:
                raise TypeError(
                    "MatrixCompletion: is the estimator, whose fit() takes pairs and values; the "
                    "objective of rows, cols and values is acgd.Completion"
                )
            return super().__new__(cls)

    def __init__(
        self,
        radius: float | None = None,
        *,
        biases: bool = True,
        damping: float = 3.0,
        center: bool = True,
        loss: str = "squared",
        shape: tuple[int, int] | None = None,
        step: steps.StepLike = "line-search",
        direction: directions.DirectionLike = directions.DEFAULT,
        max_iter: int = 1000,
        tol: float = 0.02,
        truncation: float = 0.01,
        clip: bool = True,
        warm_start: bool = False,
        trace: bool = False,
    ) -> None:
        self.radius = radius
        self.biases = biases
        self.damping = damping
        self.center = center
        self.loss = loss
        self.shape = shape
        self.step = step
        self.direction = direction
        self.max_iter = max_iter
        self.tol = tol
        self.truncation = truncation
        self.clip = clip
        self.warm_start = warm_start
        self.trace = trace

    def fit(
        self, X: Any, y: ArrayLike | None = None, sample_weight: ArrayLike | None = None
    ) -> MatrixCompletion:
        """Fit to pairs (row, column) and the entries observed there, or to a sparse matrix.

        Parameters
        ----------
        X : array of shape (n, 2), or scipy.sparse matrix
            The stored entries of a sparse matrix are the observed ones, including zeros.
        y : array of n entries
            None for a sparse matrix.
        sample_weight : array of n entries, optional
            A weight of 2 is equivalent to observing an entry twice.
        """
        options = self._options()
        radius = _arguments.optional(_arguments.positive, "radius", self.radius)
        places, seen = self._observed(X, y, sample_weight)
        start = None
        if self.warm_start and hasattr(self, "factors_") and self.factors_.rank > 0:
            left, right = self.factors_.left, self.factors_.right
            start = np.asfortranarray(left), np.asfortranarray(right)
        self._take(X, places, _core.fit_completion(seen, radius, start, options))
        return self


# The signature of __init__ for help() and completions.
MatrixCompletion.__signature__ = inspect.signature(  # type: ignore[attr-defined]
    MatrixCompletion.__init__.__get__(object())
)


class MatrixCompletionCV(MatrixEstimator):
    """Matrix completion with a radius chosen on held-out entries.

    A fraction of the entries is held out. Fits are made for increasing radii with warm starts. The
    radius with the lowest error on the held-out entries is used for a final fit of all entries.

    Parameters
    ----------
    radii : array, optional
        Radii in increasing order; all are tried. Default: they grow by a factor of sqrt(2) from a
        tenth of the Frobenius norm of the residuals of the biases, until the held-out error
        decreases by less than 1e-4 of itself twice in a row.
    validation : float
        The fraction of the entries that is held out.
    random_state : int
        Seed of the choice of held-out entries.
    biases, damping, center, loss, shape, step, direction, max_iter, tol, truncation, clip, trace
        As for `MatrixCompletion`.

    Attributes
    ----------
    radius_ : float
        The chosen radius.
    path_ : dict of arrays
        By radius: radius, rank, train_rmse, held_out_rmse, gap, n_iter.
    mean_, row_biases_, col_biases_, factors_, range_, n_iter_, result_, feature_names_in_
        As for `MatrixCompletion`, for the fit of all entries.

    Examples
    --------
    >>> import acgd, numpy as np
    >>> rng = np.random.default_rng(1)
    >>> truth = 3 + np.outer(rng.normal(size=30), rng.normal(size=20))
    >>> seen = rng.random(truth.shape) < 0.7
    >>> model = acgd.MatrixCompletionCV().fit(np.argwhere(seen), truth[seen])
    >>> model.score(np.argwhere(~seen), truth[~seen]) > 0.9
    True
    >>> items, predictions = model.recommend(4, top=3)
    >>> len(items), bool(np.all(np.diff(predictions) <= 0))
    (3, True)
    """

    def __init__(
        self,
        radii: ArrayLike | None = None,
        *,
        validation: float = 0.1,
        random_state: int = 1,
        biases: bool = True,
        damping: float = 3.0,
        center: bool = True,
        loss: str = "squared",
        shape: tuple[int, int] | None = None,
        step: steps.StepLike = "line-search",
        direction: directions.DirectionLike = directions.DEFAULT,
        max_iter: int = 1000,
        tol: float = 0.02,
        truncation: float = 0.01,
        clip: bool = True,
        trace: bool = False,
    ) -> None:
        self.radii = radii
        self.validation = validation
        self.random_state = random_state
        self.biases = biases
        self.damping = damping
        self.center = center
        self.loss = loss
        self.shape = shape
        self.step = step
        self.direction = direction
        self.max_iter = max_iter
        self.tol = tol
        self.truncation = truncation
        self.clip = clip
        self.trace = trace

    path_: dict[str, NDArray[Any]]

    def fit(
        self, X: Any, y: ArrayLike | None = None, sample_weight: ArrayLike | None = None
    ) -> MatrixCompletionCV:
        """Choose the radius, and fit to pairs (row, column) and the entries observed there.

        Parameters
        ----------
        X, y, sample_weight
            As for `MatrixCompletion.fit`.
        """
        options = self._options()
        radii = None if self.radii is None else np.array(_arrays.vector("radii", self.radii))
        seed = _arguments.count_from(0, "random_state", self.random_state)
        if radii is not None and len(radii) == 0:
            raise ValueError("radii: must not be empty")
        places, seen = self._observed(X, y, sample_weight)
        model = _core.fit_completion_path(seen, radii, seed, options)
        self._take(X, places, model)
        self.path_ = model["path"]
        return self
