"""The result of a run."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import _arguments, _core, _html, _parameters
from ._arrays import Variable
from .atoms import Atoms, from_library
from .atoms import LowRank as LowRank

__all__ = ["Interrupted", "Result", "Trace"]

STATUSES = tuple(name for name, _, _ in _core.statuses())
"""Stopping reasons of the library; `Result.status` is one of them."""

_QUOTED = ", ".join(f'"{status}"' for status in STATUSES)
_WHY = f"Stopping reason, one of `acgd.result.STATUSES`: {_QUOTED}. The message has details."


class Interrupted(KeyboardInterrupt):
    """KeyboardInterrupt with the result so far.

    Attributes
    ----------
    result : Result
        The result so far; for `reproduce`, its tables.

    Examples
    --------
    >>> import acgd
    >>> def press_ctrl_c(record):
    ...     if record.iteration == 3:
    ...         raise KeyboardInterrupt
    >>> try:
    ...     acgd.minimize(acgd.Rosenbrock(2), set="l2:1", callback=press_ctrl_c)
    ... except acgd.Interrupted as interrupted:
    ...     best = interrupted.result
    >>> best.status, best.x.shape
    ('interrupted', (2,))
    """

    def __init__(self, message: str = "", result: Any = None) -> None:
        super().__init__(message)
        self.result = result


@dataclass(frozen=True, eq=False, repr=False)
class Trace:
    """The history of a run: an array for each quantity.

    Row k has value and gap at x_k, and the step, the final Lipschitz estimate and the backtracks of
    the step from x_k. The step of the last row is NaN, as are estimates of rules without one. The
    gap is NaN where it was not computed. The lower bound is the largest value - gap of the rows so
    far, and NaN if f is not known to be convex.

    Examples
    --------
    >>> import acgd
    >>> trace = acgd.minimize(acgd.Quadratic([[2.0]], [2.0]), set=acgd.Box(0, 1)).trace
    >>> len(trace), trace.iteration, trace.value
    (2, array([0, 1]), array([3., 0.]))
    """

    iteration: NDArray[np.int64]
    seconds: NDArray[np.float64]
    value: NDArray[np.float64]
    gap: NDArray[np.float64]
    step: NDArray[np.float64]
    lipschitz: NDArray[np.float64]
    backtracks: NDArray[np.int32]
    lower_bound: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.iteration)

    def to_frame(self) -> Any:
        """Return a pandas data frame with a row per record, indexed by iteration.

        Raises
        ------
        ImportError
            If pandas is not installed.
        """
        try:
            import pandas
        except ImportError:
            raise ImportError(
                "to_frame: needs pandas, which is not installed; pip install pandas"
            ) from None
        return pandas.DataFrame(vars(self)).set_index("iteration")

    def __repr__(self) -> str:
        return f"<acgd.Trace of {len(self)} records>"

    def _repr_html_(self) -> str:
        ends = [
            (name, column[[0, -1]].tolist() if len(self) else [])
            for name, column in vars(self).items()
        ]
        return _html.table(f"Trace of {len(self)} records: first, last", ends)


class Counts(NamedTuple):
    """Work of a run: steps, gradients, linear minimisations, values of the step rule."""

    iterations: int
    gradients: int
    oracle_calls: int
    trials: int


@_parameters.documented(statuses="\n".join(textwrap.wrap(_WHY, 92)))
class Result(dict[str, Any]):
    """A dict whose entries are also attributes, as in `scipy.optimize.OptimizeResult`.

    Attributes
    ----------
    x : array
        The final point; after a numerical failure, the best point seen. None if there are `factors`
        instead. A matrix for sets of matrices.
    factors : LowRank or None
        The solution of a completion problem.
    fun, gap : float
        Value and gap at x. On convex problems the gap bounds fun - minimum; for `descend`, gap is
        the dual norm of the gradient. The gap is NaN if the oracle was not called at x.
    penalty : float
        The part of fun that is the penalty; 0 without one.
    lower_bound : float
        The largest fun - gap seen, a lower bound of the minimum; NaN if fun is not known to be
        convex.
    atoms : Atoms
        The active set at the end, a sequence of `WeightedAtom`; empty if the direction rule has
        none.
    direction : str
        The direction rule; for "auto", the chosen rule.
    step : str
        The name of the step rule, as given.
    status : str
        {statuses}
    message : str
        The same with numbers.
    success : bool
        Whether a tolerance was met.
    usable : bool
        Whether x is usable: success, or stopped by a limit, a request, rounding or a checkpoint
        that could not be written.
    nit, nfev, njev, nlmo : int
        Steps, values and gradients of f, linear minimisations. For Python functions the numbers of
        calls; for the library's objectives, values requested by the step rule.
    counts : Counts
        The same with the names of C++ and the tool: iterations, gradients, oracle_calls, trials.
    best_value, best_gap : float
        The lowest value and the smallest gap seen.
    seconds : dict
        By stage: gradient, oracle, step, update; and total.
    trace : Trace
        Empty with trace=False.

    Examples
    --------
    >>> import acgd
    >>> result = acgd.minimize(acgd.Quadratic([[2.0]], [-1.0]), set=acgd.Box(0, 1))
    >>> result.x, result["fun"], result.success, result.status
    (array([0.5]), -0.25, True, 'gap reached')
    """

    x: NDArray[np.float64]  # None if there are factors
    factors: LowRank | None
    fun: float
    gap: float
    penalty: float
    lower_bound: float
    atoms: Atoms
    direction: str
    step: str
    status: str
    message: str
    success: bool
    usable: bool
    nit: int
    nfev: int
    njev: int
    nlmo: int
    counts: Counts
    best_value: float
    best_gap: float
    seconds: dict[str, float]
    trace: Trace

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None

    __setattr__ = dict.__setitem__
    __delattr__ = dict.__delitem__

    def __dir__(self) -> list[str]:
        return [*self.keys(), *super().__dir__()]

    def __repr__(self) -> str:
        width = max(map(len, self.keys()), default=0)
        shown = {name: entry for name, entry in self.items() if entry is not None}
        return "\n".join(f"{name:>{width}}: {entry!r}" for name, entry in shown.items())

    def _repr_html_(self) -> str:
        shown = [(name, entry) for name, entry in self.items() if entry is not None]
        return _html.table("Result", shown)

    def plot(self, ax: Any = None, *, x: str = "iteration", y: str = "gap", **style: Any) -> Any:
        """Plot a curve of the trace with matplotlib, with a logarithmic vertical axis.

        Parameters
        ----------
        ax : matplotlib axes, optional
            Default: a new figure.
        x : {"iteration", "seconds"}
        y : {"gap", "value", "step", "lipschitz"}
        **style
            Passed to matplotlib, as label="short".

        Returns
        -------
        matplotlib axes

        Raises
        ------
        ValueError
            If there is no trace, or no such quantity.

        Examples
        --------
        >>> import acgd, matplotlib
        >>> matplotlib.use("Agg")
        >>> result = acgd.minimize(acgd.Quadratic([[2.0]], [-1.0]), set=acgd.Box(0, 1))
        >>> result.plot().get_ylabel()
        'gap'
        """
        _arguments.choice("x", x, ("iteration", "seconds"))
        _arguments.choice("y", y, ("gap", "value", "step", "lipschitz"))
        if len(self.trace) == 0:
            raise ValueError("trace: this run has none to plot; run it with trace=True")
        if ax is None:
            from matplotlib import pyplot

            ax = pyplot.figure().add_subplot()
        across, up = getattr(self.trace, x), getattr(self.trace, y)
        ax.plot(across, up, **style)
        if np.any(up > 0) and not np.any(up < 0):
            ax.set_yscale("log")
        ax.set_xlabel(x)
        ax.set_ylabel(y)
        ax.grid(True, alpha=0.3)
        return ax


def from_core(
    run: dict[str, Any],
    calls: tuple[int, int] | None = None,
    variable: Variable | None = None,
    *,
    step: str,
) -> Result:
    """Return the result of a run of the compiled module with this step rule."""
    nfev, njev = (run["trials"], run["gradients"]) if calls is None else calls
    factors = LowRank(run["left"], run["right"]) if "left" in run else None
    if factors is not None:
        variable = Variable(run["atoms"][0], factors.shape, True)
    return Result(
        x=run["x"] if variable is None or factors is not None else variable.array(run["x"]),
        factors=factors,
        fun=run["value"],
        gap=run["gap"],
        penalty=run["penalty"],
        lower_bound=run["lower_bound"],
        atoms=from_library(run["atoms"], variable),
        direction=run["direction"],
        step=step,
        status=run["status"],
        message=run["message"],
        success=run["is_converged"],
        usable=run["is_usable"],
        nit=run["iterations"],
        nfev=nfev,
        njev=njev,
        nlmo=run["oracle_calls"],
        counts=Counts(*(run[name] for name in Counts._fields)),
        best_value=run["best_value"],
        best_gap=run["best_gap"],
        seconds=run["seconds"],
        trace=Trace(**run["trace"]),
    )
