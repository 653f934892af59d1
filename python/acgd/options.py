"""The options of a run: those of the library, a few of Python alone, and scipy's words for some."""

from __future__ import annotations

from typing import Any, Mapping, NamedTuple, TypedDict

from . import _arguments, _core, _parameters
from ._parameters import Parameter

__all__ = ["Options"]

# What is known here alone, beside the options of the library.
_OWN = [
    Parameter(
        "checkpoint",
        "output file",
        None,
        "A file to keep the state of the run in, so that it can go on later, in another process. "
        "It is replaced in one piece: a crash leaves the one before. One is written when the run "
        "ends at a tolerance, a limit or Ctrl-C, too. It holds the trace, unless trace is False. "
        "Not for step rules that are functions",
        is_optional=True,
    ),
    Parameter(
        "checkpoint_every",
        "times",
        None,
        'How often: iterations, as 500, or seconds, as "30s"',
        is_optional=True,
        absent=f'"{_core.default_checkpoint_times}"',
    ),
    Parameter(
        "resume",
        "path",
        None,
        "A checkpoint to go on from. With the same problem, x0, norm and rules the run continues "
        "as if it had never stopped, to the last bit; limits and tolerances may differ",
        is_optional=True,
    ),
    Parameter(
        "on_interrupt",
        "word",
        "raise",
        "What Ctrl-C leads to, after the iteration at hand: `Interrupted`, a KeyboardInterrupt "
        "that has the result so far as its attribute `result`, or that result, with status "
        '"interrupted" unless it ended by itself in the same iteration',
        words=("raise", "return"),
    ),
    Parameter(
        "progress",
        "flag",
        False,
        "Show how far the run is, a few times a second: the bar of tqdm where that is installed, "
        "else a line on stderr. The numbers of the run stay the same, to the last bit",
    ),
]
# As scipy.optimize.minimize calls it.
_SCIPYS = [
    Parameter(
        "tol",
        "number",
        None,
        "Stop when the gap is at most tol * max(1, |f(x)|), for descend at most tol: short for "
        "gap_tolerance and relative_gap_tolerance, instead of both",
        is_optional=True,
        rule="must be >= 0 and finite",
    ),
    Parameter("maxiter", "count", None, "The same as max_iterations", is_optional=True),
    Parameter("disp", "flag", None, "The same as progress", is_optional=True),
]
# Here checkpoints have words of their own, the trace is kept, and threads may be any number.
_DIFFERENT: dict[str, dict[str, Any]] = {"trace": {"default": True}, "threads": {"kind": "many"}}
_OPTIONS = [
    option._replace(**_DIFFERENT.get(option.name, {}))
    for option in _parameters.of_library(_core.options())
    if not option.name.startswith("checkpoint.")
]
OPTIONS = [*_OPTIONS, *_OWN, *_SCIPYS]
_NUMBERS = {p.name for p in _OPTIONS if p.kind == "number"}  # None leaves them as they are
_WORDS = {p.name for p in _SCIPYS}


# What others call it.
_FOREIGN = dict(
    max_iter="max_iterations",
    maxiters="max_iterations",
    niter="max_iterations",
    n_iter="max_iterations",
    iterations="max_iterations",
    maxfun="max_evaluations",
    maxfev="max_evaluations",
    max_nfev="max_evaluations",
    max_time="time_limit",
    timeout="time_limit",
    gap_tol="gap_tolerance",
    atol="gap_tolerance",
    rtol="relative_gap_tolerance",
    ftol="tol",
    fatol="tol",
    gtol="gradient_tolerance",
    f_min="optimal_value",
    verbose="progress",
    iprint="progress",
    method="step or direction",
    constraints="set",
    bounds="minimize, which has it",
    n_jobs="threads",
    return_all="callback",
    finite_diff_rel_step='jac="3-point"',
    eps='jac="3-point"',
)

Options = TypedDict("Options", {p.name: p.annotation for p in OPTIONS}, total=False)  # type: ignore
Options.__doc__ = """The type of `options=`: the keywords of a run, each of which may be absent.

Examples
--------
>>> import acgd
>>> options: acgd.Options = {"max_iterations": 5, "trace": False}
>>> acgd.minimize(acgd.Levy(3), set="l1:1", options=options).nit <= 5
True
"""


class Limits(NamedTuple):
    """The options of a run, checked."""

    options: dict[str, Any]
    files: dict[str, Any]
    on_interrupt: str
    progress: bool


def _together(given: Mapping[str, Any], name: str, others: tuple[str, ...]) -> None:
    for other in others:
        if given.get(other) is not None:
            raise ValueError(
                f"{name}: must not be given together with {other}, which it stands for"
            )


def _translate(given: dict[str, Any], constrained: bool) -> None:
    """Replaces the words of scipy that are among the options."""
    words = {p.name: given.pop(p.name) for p in _SCIPYS if given.get(p.name) is not None}
    if "maxiter" in words:
        count = _arguments.count_from(0, "maxiter", words["maxiter"])
        _together(given, "maxiter", ("max_iterations",))
        given["max_iterations"] = count
    if "disp" in words:
        _together(given, "disp", ("progress",))
        given["progress"] = words["disp"]
    if "tol" in words:
        names = ("gap_tolerance", "relative_gap_tolerance")
        tolerance = _arguments.tolerance("tol", words["tol"])
        _together(given, "tol", names)
        given.update(dict.fromkeys(names if constrained else names[:1], tolerance))


def limits_of(
    options: Mapping[str, Any] | None, keywords: Mapping[str, Any], constrained: bool
) -> Limits:
    """Those of the mapping, and keywords, which go first."""
    if options is not None and not isinstance(options, Mapping):
        raise TypeError(f"options = {options!r}: must be a mapping of names to values")
    given = {**(options or {}), **keywords}
    given = {name: v for name, v in given.items() if v is not None or name not in _NUMBERS}
    given = _parameters.convert(OPTIONS, given, _FOREIGN)
    _translate(given, constrained)
    own = {p.name: given.pop(p.name, p.default) for p in _OWN}
    given = {
        name: value for name, value in given.items() if value is not None and name not in _WORDS
    }
    return Limits(given, own, own.pop("on_interrupt"), own.pop("progress"))
