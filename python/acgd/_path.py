"""What a path of fits gives back."""

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
    """Fits over sets of ascending radius; arrays have an entry for each of them.

    Attributes
    ----------
    radii : array
        0 is the null model, which has no feature.
    lambdas : array
        The penalty with the same coefficients: they also minimise loss + lambda ||x||, x as the fit
        has it. The dual norm of the gradient of the loss; over "l1" its largest absolute entry.
        Of least squares lambda is twice the alpha of scikit-learn's Lasso, of logistic regression
        1 / (C samples).
    coefs : array of shape (radii, features), or (radii, features, classes) of "softmax"
        In the units of X. They are kept sparse, and this array is made when it is asked for.
    intercepts : array of shape (radii,) or (radii, classes)
    nonzeros : array
        How many features have a coefficient that is not 0.
    loss, explained : array
        The mean loss of the samples, and the share of the loss without features that is gone.
    scores : dict of arrays
        Of the samples: "r2", "rmse" and "mae", or "accuracy" and "auc".
    gap, status, oracle_calls : array, list of str, array
        Of each fit. The loss is above the lowest possible by at most the gap.
    held_out_loss, held_out_error : array
        The mean over the folds, and its standard error; NaN without folds.
    held_out_scores, held_out_errors : dict of arrays
        The same of the scores.
    best, one_standard_error : int or None
        The position of the lowest held-out loss, and of the smallest radius whose held-out loss is
        within one standard error of it: as good as can be told, and simpler.
    bic, lowest_bic : array, int or None
        The Bayesian information criterion, see `L1Regression`, and the position of the lowest; NaN
        where the loss is that of no likelihood.
    end : str
        Why the path ended: "last radius" of those given; of those found "smallest penalty",
        "saturated" (99.9 % explained, or the last radius gained less than 1e-5 of what is),
        "rising" (five held-out losses in a row more than a standard error above the lowest).
    loss_without_features, held_out_loss_without_features : float
        Those of the null model.
    objective, set : str
        What was fitted, over which sets.
    classes, feature_names : array or None
    counts : Counts
        The work of all fits, those of the folds included.
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
        """Those of one radius: of each feature, or a row a feature and a column a class."""
        return np.asarray(self._dense([position])[0])

    @property
    def coefs(self) -> NDArray[np.float64]:
        """Of all radii, as a new array."""
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
        """A position in the path: a number, "best" or "one-standard-error"; None is "best"."""
        if isinstance(which, str) or which is None:
            words = {"best": self.best, "one-standard-error": self.one_standard_error}
            named = "best" if which is None else which
            place = words[_arguments.choice("position", named, list(words))]
            if place is None:
                raise ValueError("position: must be a number, without folds there is no best one")
            return place
        number = _arguments.count("position", which)
        if not -len(self) <= number < len(self):
            raise ValueError(f"position = {number}: must be from 0 to {len(self) - 1}")
        return number % len(self)

    def model(self, position: Position = None) -> Any:
        """What predicts with the coefficients of one radius.

        Parameters
        ----------
        position : int, "best" or "one-standard-error"
            The best one unless given.

        Returns
        -------
        Model with coef_, intercept_, predict and score; of classes also decision_function and,
        where the loss has such, predict_proba.
        """
        place = self.position(position)
        kind: Any = PathRegressor if self.classes is None else PathClassifier
        model = kind(self.objective, self.set, float(self.radii[place]))
        model._take(self.coef(place), self.intercepts[place], self.classes, self.feature_names)
        model.has_probabilities = self._has_probabilities
        return model

    def to_frame(self) -> Any:
        """A row for each radius, as a data frame of pandas."""
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
        """Draws coefficients, and the loss with what is held out, over the radii.

        Parameters
        ----------
        axes : two matplotlib axes, optional
            A new figure unless given.

        Returns
        -------
        The two axes
        """
        if axes is None:
            from matplotlib import pyplot

            axes = pyplot.figure(figsize=(11, 4), layout="constrained").subplots(1, 2)
        upper, lower = axes
        shown = self.radii > 0  # there is no 0 on a logarithmic axis
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
    made: dict[str, Any], course: Any, features: int, classes: Any, has_probabilities: bool
) -> Path:
    """The path that the compiled module has made."""
    path = Path.__new__(Path)
    starts, rows, values = made.pop("coefficients")
    outputs = made["intercepts"].shape[1]
    intercepts = made.pop("intercepts")
    path.__dict__.update(
        {name: value for name, value in made.items() if name != "interrupted"},
        intercepts=intercepts[:, 0] if outputs == 1 else intercepts,
        counts=Counts(**made["counts"]),
        objective=course.objective,
        set=course.set,
        classes=classes,
        feature_names=None,
        _columns=(starts, rows, values),
        _shape=(outputs, features),
        _has_probabilities=has_probabilities,
    )
    return path
