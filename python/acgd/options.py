"""The options of a run: those of the library, some for Python only, and scipy's names."""

from __future__ import annotations

from typing import Any, Mapping, NamedTuple, TypedDict

from . import _arguments, _core, _parameters
from ._parameters import Parameter

__all__ = ["Options"]

# Options of Python only.
_OWN = [
    Parameter(
        "checkpoint",
        "output file",
        None,
        "File for the state of the run, from which it can be resumed in another process. It is "
        "replaced atomically, and also written when the run stops at a tolerance, a limit or "
        "Ctrl-C. It includes the trace, unless trace is False. Not available for step rules "
        "that are functions",
        is_optional=True,
    ),
    Parameter(
        "checkpoint_every",
        "times",
        None,
        'Interval of checkpoints: iterations, as 500, or seconds, as "30s"',
        is_optional=True,
        absent=f'"{_core.default_checkpoint_times}"',
    ),
    Parameter(
        "resume",
        "path",
        None,
        "Checkpoint to resume from. With the same problem, x0, norm and rules the results are "
        "those of an uninterrupted run, to the last bit; limits and tolerances may differ",
        is_optional=True,
    ),
    Parameter(
        "on_interrupt",
        "word",
        "raise",
        "Effect of Ctrl-C after the current iteration: raise `Interrupted`, a KeyboardInterrupt "
        "with the result so far as its attribute `result`, or return that result, with status "
        '"interrupted" unless the run stopped by itself in the same iteration',
        words=("raise", "return"),
    ),
    Parameter(
        "progress",
        "flag",
        False,
        "Show the progress a few times a second: a bar of tqdm if it is installed, else a line "
        "on stderr. The results are unchanged, to the last bit",
    ),
]
# Names in scipy.optimize.minimize.
_SCIPYS = [
    Parameter(
        "tol",
        "number",
        None,
        "Stop when the gap is at most tol * max(1, |f(x)|), for descend at most tol; replaces "
        "gap_tolerance and relative_gap_tolerance",
        is_optional=True,
        rule="must be >= 0 and finite",
    ),
    Parameter("maxiter", "count", None, "The same as max_iterations", is_optional=True),
    Parameter("disp", "flag", None, "The same as progress", is_optional=True),
]
# Differences from the library's defaults.
_DIFFERENT: dict[str, dict[str, Any]] = {"trace": {"default": True}, "threads": {"kind": "many"}}
_OPTIONS = [
    option._replace(**_DIFFERENT.get(option.name, {}))
    for option in _parameters.of_library(_core.options())
    if not option.name.startswith("checkpoint.")
]
OPTIONS = [*_OPTIONS, *_OWN, *_SCIPYS]
_NUMBERS = {p.name for p in _OPTIONS if p.kind == "number"}  # None: the default
_WORDS = {p.name for p in _SCIPYS}


# Names in other packages.
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
    """Validated options of a run."""

    options: dict[str, Any]
    files: dict[str, Any]
    on_interrupt: str
    progress: bool


def _together(given: Mapping[str, Any], name: str, others: tuple[str, ...]) -> None:
    for other in others:
        if given.get(other) is not None:
            raise ValueError(f"{name}: must not be given together with {other}, which it replaces")


def _translate(given: dict[str, Any], constrained: bool) -> None:
    """Replace scipy's names among the options."""
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
    """Return the options of the mapping and the keywords, which take precedence."""
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
