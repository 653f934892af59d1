"""The result of a path of fits."""

from __future__ import annotations

import html
from typing import Any, Union

import numpy as np
from numpy.typing import NDArray

from . import _arguments
from ._linear import PathClassifier, PathRegressor
from .result import Counts

Position = Union[int, str, None]


class Path:
    """Fits over sets of increasing radius; arrays have one entry per radius.

    Attributes
    ----------
    radii : array
        Radius 0 is the null model without features.
    lambdas : array
        The penalty with the same solution: the coefficients x of the fit also minimise loss +
        lambda ||x||. It is the dual norm of the gradient of the loss; for "l1" its largest absolute
        entry. For least squares lambda is twice the alpha of scikit-learn's Lasso, for logistic
        regression 1 / (C samples).
    coefs : array of shape (radii, features), or (radii, features, classes) of "softmax"
        In the units of X. They are stored sparse; this array is created on access.
    intercepts : array of shape (radii,) or (radii, classes)
    nonzeros : array
        Number of features with non-zero coefficients.
    loss, explained : array
        The mean loss of the samples, and the fraction of the null model's loss that is explained.
    scores : dict of arrays
        On the training samples: "r2", "rmse" and "mae", or "accuracy" and "auc".
    gap, status, oracle_calls : array, list of str, array
        Of each fit. The gap bounds the suboptimality of the loss.
    held_out_loss, held_out_error : array
        The mean over the folds, and its standard error; NaN without folds.
    held_out_scores, held_out_errors : dict of arrays
        The same for the scores.
    best, one_standard_error : int or None
        The index of the lowest held-out loss, and of the smallest radius whose held-out loss is
        within one standard error of it.
    bic, lowest_bic : array, int or None
        The Bayesian information criterion, see `L1Regression`, and the index of its minimum; NaN if
        the loss is not a likelihood.
    end : str
        Why the path ended: "last radius" for given radii; for automatic ones "smallest penalty",
        "saturated" (99.9 % explained, or a relative gain below 1e-5 at the last radius), "rising"
        (five consecutive held-out losses more than a standard error above the lowest).
    loss_without_features, held_out_loss_without_features : float
        Losses of the null model.
    objective, set : str
        The loss and the kind of set.
    classes, feature_names : array or None
    counts : Counts
        The work of all fits, including those of the folds.
    seconds : float

    Examples
    --------
    >>> import acgd, numpy as np
    >>> X = np.random.default_rng(1).normal(size=(80, 10))
    >>> y = np.where(X[:, 3] + 0.3 * X[:, 5] > 0, "up", "down")
    >>> path = acgd.path(X, y, objective="logistic", radii=[1.0, 3.0, 10.0])
    >>> path.model("best").classes_, bool(path.scores["accuracy"][-1] > 0.95)
    (array(['down', 'up'], dtype='<U4'), True)
    """

    radii: NDArray[np.float64]
    lambdas: NDArray[np.float64]
    intercepts: NDArray[np.float64]
    nonzeros: NDArray[np.int64]
    loss: NDArray[np.float64]
    explained: NDArray[np.float64]
    gap: NDArray[np.float64]
    status: list[str]
    is_converged: NDArray[np.bool_]
    oracle_calls: NDArray[np.int64]
    scores: dict[str, NDArray[np.float64]]
    held_out_loss: NDArray[np.float64]
    held_out_error: NDArray[np.float64]
    held_out_scores: dict[str, NDArray[np.float64]]
    held_out_errors: dict[str, NDArray[np.float64]]
    best: int | None
    one_standard_error: int | None
    bic: NDArray[np.float64]
    lowest_bic: int | None
    end: str
    ends_too_soon: bool
    is_no_better_than_null: bool
    loss_without_features: float
    held_out_loss_without_features: float
    counts: Counts
    seconds: float
    objective: str
    set: str
    classes: NDArray[Any] | None
    feature_names: NDArray[Any] | None
    _shape: tuple[int, int]
    _columns: tuple[NDArray[Any], NDArray[Any], NDArray[np.float64]]
    _has_probabilities: bool

    def __init__(self) -> None:
        raise TypeError("Path: is made by acgd.path")

    def __len__(self) -> int:
        return len(self.radii)

    def coef(self, position: int) -> NDArray[np.float64]:
        """Return the coefficients of one radius: per feature, or a row per feature and a column per
        class."""
        return np.asarray(self._dense([position])[0])

    @property
    def coefs(self) -> NDArray[np.float64]:
        """Coefficients of all radii, as a new array."""
        return self._dense(range(len(self)))

    def _dense(self, positions: Any) -> NDArray[np.float64]:
        starts, rows, values = self._columns
        outputs, features = self._shape
        dense = np.zeros((len(positions), features, outputs))
        for i, position in enumerate(positions):
            for k in range(outputs):
                column = int(position) * outputs + k
                part = slice(starts[column], starts[column + 1])
                dense[i, rows[part], k] = values[part]
        return dense[:, :, 0] if outputs == 1 else dense

    @property
    def _outputs(self) -> int:
        return self._shape[0]

    def position(self, which: Position = None) -> int:
        """Return an index of the path: a number, "best" or "one-standard-error"; None is "best"."""
        if isinstance(which, str) or which is None:
            words = {"best": self.best, "one-standard-error": self.one_standard_error}
            named = "best" if which is None else which
            place = words[_arguments.choice("position", named, list(words))]
            if place is None:
                raise ValueError(
                    "position: must be a number, because without folds there is no best one"
                )
            return place
        number = _arguments.count("position", which)
        if not -len(self) <= number < len(self):
            raise ValueError(f"position = {number}: must be from 0 to {len(self) - 1}")
        return number % len(self)

    def model(self, position: Position = None) -> Any:
        """Return the model with the coefficients of one radius.

        Parameters
        ----------
        position : int, "best" or "one-standard-error"
            Default: the best one.

        Returns ------- Model with coef_, intercept_, predict and score; for classes also
        decision_function and, if the loss defines probabilities, predict_proba.
        """
        place = self.position(position)
        kind: Any = PathRegressor if self.classes is None else PathClassifier
        model = kind(self.objective, self.set, float(self.radii[place]))
        model._take(self.coef(place), self.intercepts[place], self.classes, self.feature_names)
        model.has_probabilities = self._has_probabilities
        return model

    def to_frame(self) -> Any:
        """Return a pandas data frame with a row per radius."""
        import pandas

        return pandas.DataFrame(self._columns_by_name())

    def _columns_by_name(self) -> dict[str, Any]:
        columns: dict[str, Any] = {"radius": self.radii, "lambda": self.lambdas}
        columns["nonzeros"] = self.nonzeros
        columns.update(loss=self.loss, explained=self.explained, gap=self.gap, **self.scores)
        if self.best is not None:
            columns.update(held_out_loss=self.held_out_loss, held_out_error=self.held_out_error)
            for name, score in self.held_out_scores.items():
                columns["held_out_" + name] = score
                columns[f"held_out_{name}_error"] = self.held_out_errors[name]
        columns["status"] = self.status
        return columns

    def plot(self, axes: Any = None) -> Any:
        """Plot coefficients and losses, training and held out, over the radii.

        Parameters
        ----------
        axes : two matplotlib axes, optional
            Default: a new figure.

        Returns
        -------
        The two axes
        """
        if axes is None:
            from matplotlib import pyplot

            axes = pyplot.figure(figsize=(11, 4), layout="constrained").subplots(1, 2)
        upper, lower = axes
        shown = self.radii > 0  # the axis is logarithmic
        radii, coefs = self.radii[shown], self.coefs[shown].reshape(np.count_nonzero(shown), -1)
        upper.plot(radii, coefs[:, np.any(coefs != 0, axis=0)], linewidth=1)
        upper.set_ylabel("coefficients")
        lower.plot(radii, self.loss[shown], label="samples", color="0.5")
        if self.best is not None:
            losses, errors = self.held_out_loss[shown], self.held_out_error[shown]
            lower.errorbar(radii, losses, errors, label="held out")
        lower.set_ylabel("mean loss")
        for ax in axes:
            ax.set_xscale("log")
            ax.set_xlabel("radius")
            ax.grid(True, alpha=0.3)
            marks = {
                "best": (self.best, "-"),
                "one standard error": (self.one_standard_error, "--"),
            }
            for label, (place, style) in marks.items():
                if place is not None and self.radii[place] > 0:
                    ax.axvline(self.radii[place], color="C3", lw=1, ls=style, label=label)
        lower.legend()
        return axes

    def __repr__(self) -> str:
        text = f"<acgd.Path of {len(self)} radii, {self.objective} over {self.set}"
        if self.best is not None:
            text += (
                f", best at {self.radii[self.best]:.4g} with {self.nonzeros[self.best]} features"
            )
        return text + ">"

    def _repr_html_(self) -> str:
        columns = self._columns_by_name()
        heading = "".join(f"<th>{html.escape(name)}</th>" for name in columns)
        rows = ""
        for i in range(len(self)):
            cells = (column[i] for column in columns.values())
            mark = {self.one_standard_error: "one standard error", self.best: "best"}.get(i, "")
            rows += f"<tr{' style=font-weight:bold' if mark else ''}><td>{mark}</td>"
            rows += "".join(f"<td>{_cell(cell)}</td>" for cell in cells) + "</tr>"
        title = html.escape(repr(self).strip("<>"))
        return f"<table><caption>{title}</caption><tr><th></th>{heading}</tr>{rows}</table>"


def _cell(value: Any) -> str:
    return html.escape(value) if isinstance(value, str) else f"{value:.4g}"


def from_core(
    made: dict[str, Any],
    objective: str,
    set: str,
    features: int,
    classes: Any,
    has_probabilities: bool,
) -> Path:
    """Return the path computed by the compiled module."""
    path = Path.__new__(Path)
    starts, rows, values = made.pop("coefficients")
    outputs = made["intercepts"].shape[1]
    intercepts = made.pop("intercepts")
    path.__dict__.update(
        made,
        intercepts=intercepts[:, 0] if outputs == 1 else intercepts,
        counts=Counts(**made["counts"]),
        objective=objective,
        set=set,
        classes=classes,
        feature_names=None,
        _columns=(starts, rows, values),
        _shape=(outputs, features),
        _has_probabilities=has_probabilities,
    )
    return path
