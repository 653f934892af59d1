"""The evaluation of Khademi and Silveti-Falls (2025), as problems that are ready to be solved.

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

# Of adaptive-adjustable, in all experiments.
_COUNTING = next(p for p in steps.AdaptiveAdjustable._parameters if p.name == "counting")


class Problem:
    """An experiment with its data, its start and its limits.

    Attributes
    ----------
    name, title, description, data : str
        What it is, and where its data is from.
    sources, inferred : str
        What the paper and its notebooks state of data, start and constants; what was chosen by
        comparing with its figures.
    strategies : list of str
        The step rules that the paper compares on it.
    constrained : bool
        Whether it is to be minimised over its set, or by descent with the set as a unit ball.
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
        """The function."""
        return _PreparedObjective(self)

    @property
    def set(self) -> Set:
        """The set, or the unit ball."""
        return PreparedSet(self._core.set, self)

    @property
    def x0(self) -> NDArray[np.float64]:
        """The start; of a completion problem, a matrix with every entry."""
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
        """Solve it with one step rule, with the paper's limits unless others are given.

        Parameters
        ----------
        step : str, step rule or callable
            One of `strategies` runs with the paper's parameters; else as for `minimize`.
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
    """An experiment, made from the settings of its function."""
    return Problem(_core.prepare(name, _checked_settings(*settings)), settings)


def names() -> list[str]:
    """The experiments, in the order of the paper.

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
        Of everything that is drawn.
    quick : bool
        A smaller problem, and a tenth of the iterations.
    data : path, optional
        The folder of the real data; else the environment variable ACGD_DATA, else a synthetic
        twin is made.
    synthetic : bool
        A synthetic stand-in even where the real data is there.
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
        Which; all unless given.
    strategies : list of str
        Only these step rules; all of the experiment unless given.
    seed, quick, data, synthetic, counting
        As for the experiments.
    on_interrupt : {"raise", "return"}
        What Ctrl-C leads to: `acgd.Interrupted`, a KeyboardInterrupt that has the tables so far as
        its attribute `result`, or the tables, the last of which has `interrupted` = True.

    Returns
    -------
    dict
        For each experiment its title, description, data, sources, inferred, optimal_value, `rows`
        and `claims`. Rows: for each strategy its strategy, iterations, seconds (the median of its
        `repetitions`), setup_seconds before them, value, gap, status, the published figures (None
        where there are none of this size), the final values of five seeds where rounding decides
        where a run ends, what adaptive-adjustable came to with the other counting, and the whole
        `result`. Claims: what the paper says of the experiment (none if quick), each with its
        claim, status ("holds", "does not hold" or "undecided"), the published and the found
        numbers, and the reason where there is more to say.

    Examples
    --------
    >>> import acgd
    >>> tables = acgd.reproduce("levy", quick=True)
    >>> [row["strategy"] for row in tables["levy"]["rows"]]
    ['adaptive-constant', 'adaptive-adjustable', 'backtracking']
    >>> tables["levy"]["claims"]  # smaller than the paper's: nothing is evaluated
    []
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
