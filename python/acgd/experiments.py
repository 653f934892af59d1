"""The evaluation of Khademi and Silveti-Falls (2025) as problems with their options.

>>> import acgd
>>> acgd.experiments.names()[:3]
['lasso', 'matrix-balancing', 'logistic']
"""

from __future__ import annotations

import os
from functools import partial
from typing import Any, Callable, Iterable

import numpy as np
from numpy.typing import NDArray

from . import _arguments, _core, _parameters, directions, steps
from ._arrays import Variable
from ._core import Prepared
from ._watching import Callback
from .custom import PreparedSet
from .objectives import Objective
from .optimize import complete
from .options import OPTIONS, Options, limits_of
from .result import Interrupted, Result, from_core
from .sets import Set

# Parameter of adaptive-adjustable, in all experiments.
_COUNTING = next(p for p in steps.AdaptiveAdjustable._parameters if p.name == "counting")


class Problem:
    """An experiment with its data, start and limits.

    Attributes
    ----------
    name, title, description, data : str
        Description of the experiment and source of its data.
    sources, inferred : str
        What the paper and its notebooks state about data, start and constants; what was inferred
        from its figures.
    strategies : list of str
        The step rules that the paper compares.
    constrained : bool
        Whether it is minimised over its set; otherwise by descent with the set as unit ball.
    optimal_value : float or None

    Examples
    --------
    >>> import acgd
    >>> problem = acgd.experiments.levy(quick=True)
    >>> problem.constrained, problem.strategies
    (False, ['adaptive-constant', 'adaptive-adjustable', 'backtracking'])
    >>> problem.solve("backtracking").usable
    True
    """

    name: str
    title: str
    description: str
    sources: str
    inferred: str
    data: str
    strategies: list[str]
    constrained: bool
    optimal_value: float | None
    _core: Prepared

    def __init__(self, core: Prepared, settings: tuple[Any, ...]) -> None:
        self._core = core
        self._settings = settings
        self.name = core.name
        self.title = core.title
        self.description = core.description
        self.sources = core.sources
        self.inferred = core.inferred
        self.data = core.data
        self.strategies = core.strategies
        self.constrained = core.constrained
        self.optimal_value = core.optimal_value

    @property
    def objective(self) -> Objective:
        """The objective function."""
        return _PreparedObjective(self)

    @property
    def set(self) -> Set:
        """The set, or the unit ball of an unconstrained problem."""
        return PreparedSet(self._core.set, self)

    @property
    def x0(self) -> NDArray[np.float64]:
        """The start; a dense matrix for completion problems."""
        return self._variable.array(self._core.x0())

    @property
    def _variable(self) -> Variable:
        f = self._core.objective
        return Variable(f.dimension, f.shape, True)

    @_parameters.keywords(OPTIONS)
    def solve(
        self,
        step: steps.StepLike = steps.DEFAULT,
        callback: Callback | None = None,
        options: Options | None = None,
        *,
        direction: directions.DirectionLike = directions.DEFAULT,
        **keywords: Any,
    ) -> Result:
        """Solve the problem with one step rule; the paper's limits are the default.

        Parameters
        ----------
        step : str, step rule or callable
            One of `strategies`, with the paper's parameters, or as for `minimize`.
        callback, options, direction, **keywords
            As for `minimize`.
        """
        known = isinstance(step, str) and step in self.strategies
        rule = step if known else steps.make(step, self.constrained)
        limits = limits_of(options, keywords, self.constrained)
        solve = partial(self._core.solve, rule, directions.make(direction))
        name = steps.name_of(step)
        return complete(solve, limits, callback, variable=self._variable, step=name)

    def __reduce__(self) -> Any:
        return _prepare, (self.name, *self._settings)

    def __repr__(self) -> str:
        return f"<acgd.experiments.Problem {self.name}: {self.data}>"


class _PreparedObjective(Objective):
    """The function of an experiment."""

    def __init__(self, problem: Problem) -> None:
        self._core = problem._core.objective
        self._problem = problem

    def __reduce__(self) -> Any:
        return getattr, (self._problem, "objective")


def _prepare(name: str, *settings: Any) -> Problem:
    """Return an experiment from the settings of its function."""
    return Problem(_core.prepare(name, _checked_settings(*settings)), settings)


def names() -> list[str]:
    """Return the names of the experiments in the order of the paper.

    Examples
    --------
    >>> import acgd
    >>> len(acgd.experiments.names())
    15
    """
    return _core.experiment_names()


def _experiment(name: str) -> Callable[..., Problem]:
    function = name.replace("-", "_")

    def prepare(
        seed: int = 1,
        quick: bool = False,
        data: str | os.PathLike[str] | None = None,
        synthetic: bool = False,
        counting: str = "published",
    ) -> Problem:
        return _prepare(name, seed, quick, data, synthetic, counting)

    title, description = _core.describe_experiment(name)
    prepare.__name__ = prepare.__qualname__ = function
    prepare.__doc__ = f"""{title}: {description}.

    Parameters
    ----------
    seed : int
        Random seed.
    quick : bool
        A smaller problem with a tenth of the iterations.
    data : path, optional
        Folder of the real data; default: the environment variable ACGD_DATA. Synthetic data is used
        if the real data is absent.
    synthetic : bool
        Use synthetic data even if the real data exists.
    {{counting}}

    Returns
    -------
    Problem

    Examples
    --------
    >>> import acgd
    >>> acgd.experiments.{function}(quick=True, synthetic=True).name
    '{name}'
    """
    return _parameters.documented(counting=_COUNTING.documentation)(prepare)


def _checked_settings(
    seed: int, quick: bool, data: str | os.PathLike[str] | None, synthetic: bool, counting: str
) -> _core.Settings:
    return _core.Settings(
        _arguments.count_from(0, "seed", seed),
        _arguments.flag("quick", quick),
        None if data is None else os.fsencode(_arguments.path("data", data)),
        _arguments.flag("synthetic", synthetic),
        _COUNTING.convert(counting),
    )


lasso = _experiment("lasso")
matrix_balancing = _experiment("matrix-balancing")
logistic = _experiment("logistic")
sigmoid_l1 = _experiment("sigmoid-l1")
video = _experiment("video")
collaborative = _experiment("collaborative")
simplex_quadratic = _experiment("simplex-quadratic")
least_squares_l2 = _experiment("least-squares-l2")
least_squares_l1 = _experiment("least-squares-l1")
least_squares_linf = _experiment("least-squares-linf")
sigmoid = _experiment("sigmoid")
sum_of_squares = _experiment("sum-of-squares")
rosenbrock = _experiment("rosenbrock")
levy = _experiment("levy")
zakharov = _experiment("zakharov")


def reproduce(
    experiments: str | Iterable[str] | None = None,
    *,
    strategies: Iterable[str] = (),
    seed: int = 1,
    quick: bool = False,
    data: str | os.PathLike[str] | None = None,
    synthetic: bool = False,
    counting: str = "published",
    on_interrupt: str = "raise",
) -> dict[str, dict[str, Any]]:
    """Run the paper's evaluation, or part of it, and return its tables.

    Parameters
    ----------
    experiments : str or list of str, optional
        Names of experiments; default: all.
    strategies : list of str
        Names of step rules; default: all of the experiment.
    seed, quick, data, synthetic, counting
        As for the experiments.
    on_interrupt : {"raise", "return"}
        Effect of Ctrl-C: raise `acgd.Interrupted`, a KeyboardInterrupt with the tables so far as
        its attribute `result`, or return the tables, the last of which has `interrupted` = True.

    Returns
    -------
    dict
        For each experiment its title, description, data, sources, inferred, optimal_value, `rows`
        and `claims`. Rows: strategy, iterations, seconds (the median of its `repetitions`),
        setup_seconds, value, gap, status, the published numbers (None if there are none for this
        size), the final values of five seeds for experiments sensitive to rounding, the results of
        adaptive-adjustable with the other counting, and the `result`. Claims of the paper (none if
        quick): claim, status ("holds", "does not hold" or "undecided"), the published and the found
        numbers, and a reason.

    Examples -------- >>> import acgd >>> tables = acgd.reproduce("levy", quick=True) >>>
    [row["strategy"] for row in tables["levy"]["rows"]] ['adaptive-constant', 'adaptive-adjustable',
    'backtracking'] >>> tables["levy"]["claims"]  # claims are not evaluated for quick problems []
    """
    _arguments.choice("on_interrupt", on_interrupt, ("raise", "return"))
    chosen = names() if experiments is None else experiments
    chosen = [chosen] if isinstance(chosen, str) else _arguments.items("experiments", chosen)
    only = [
        _arguments.text("strategies", strategy)
        for strategy in _arguments.items("strategies", strategies)
    ]
    settings = _checked_settings(seed, quick, data, synthetic, counting)
    tables = {}
    for name in chosen:
        with _arguments.naming(experiment="experiments"):
            evaluation = _core.evaluate(_arguments.text("experiments", name), settings, only)
        evaluation["rows"] = [_row(run) for run in evaluation.pop("runs")]
        tables[name] = evaluation
        if evaluation["interrupted"] and on_interrupt == "raise":
            raise Interrupted(f"interrupted in {name}", tables)
        if evaluation["interrupted"]:
            break
    return tables


def _row(run: dict[str, Any]) -> dict[str, Any]:
    result = from_core(run["result"], step=run["strategy"])
    return {
        "strategy": run["strategy"],
        "iterations": result.nit,
        "seconds": result.seconds["total"],
        "setup_seconds": run["setup_seconds"],
        "repetitions": run["repetitions"],
        "value": result.fun,
        "gap": result.gap,
        "status": result.status,
        "published": run["published"],
        "values_of_seeds": run["values_of_seeds"],
        "other_counting": run["other_counting"],
        "result": result,
    }
