"""Conversion and validation of arguments; errors name the argument."""

from __future__ import annotations

import contextlib
import os
import sys
import warnings
from typing import Any, Callable, Iterator, Sequence, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from . import _arrays, _core
from ._arrays import count as count
from ._arrays import number as number

T = TypeVar("T")

# Maximum length of vectors, as for --dim of the tool.
_LARGEST_SIZE = 2**31 - 2


def optional(check: Callable[[str, Any], T], name: str, value: Any) -> T | None:
    """Return None for None, else the result of the check."""
    return None if value is None else check(name, value)


def tolerance(name: str, value: Any) -> float:
    """Return a finite number >= 0."""
    checked = number(name, value)
    if not 0 <= checked < np.inf:
        raise ValueError(f"{name} = {checked:g}: must be >= 0 and finite")
    return checked


def positive(name: str, value: Any) -> float:
    """Return a finite number > 0."""
    checked = number(name, value)
    if not 0 < checked < np.inf:
        raise ValueError(f"{name} = {checked:g}: must be positive and finite")
    return checked


def count_from(least: int, name: str, value: Any) -> int:
    """Return an integer of at least `least`."""
    checked = count(name, value)
    if checked < least:
        raise ValueError(f"{name} = {checked}: must be at least {least}")
    return checked


def small_count(name: str, value: Any) -> int:
    """Return an integer below 2^31."""
    checked = count(name, value)
    if abs(checked) >= 2**31:
        raise ValueError(f"{name} = {checked}: must be less than 2^31")
    return checked


def many(name: str, value: Any) -> int:
    """Return an integer, clipped to 32 bits: larger numbers make no difference."""
    return max(-(2**31), min(count(name, value), 2**31 - 1))


def size(name: str, value: Any) -> int:
    """Return a number of variables, nodes or rows, from 1 to the maximum size."""
    checked = count_from(1, name, value)
    if checked > _LARGEST_SIZE:
        raise ValueError(f"{name} = {checked}: must be at most {_LARGEST_SIZE}")
    return checked


def flag(name: str, value: Any) -> bool:
    """Return a bool; accepts 1 and 0 but no strings."""
    if isinstance(value, (bool, np.bool_)) or (isinstance(value, int) and value in (0, 1)):
        return bool(value)
    raise TypeError(f"{name} = {value!r}: must be True or False")


def text(name: str, value: Any) -> str:
    """Return a string."""
    if not isinstance(value, str):
        raise TypeError(f"{name} = {value!r}: must be a text")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise ValueError(f"{name} = {value!r}: has invalid characters") from None
    return value


def choice(name: str, value: Any, choices: Sequence[str]) -> str:
    """Return one of the choices."""
    word = text(name, value)
    if word not in choices:
        raise ValueError(f"{name} = {value!r}: must be {' or '.join(map(repr, choices))}")
    return word


def items(name: str, value: Any) -> list[Any]:
    """Return the items of a sequence that is not a string."""
    if isinstance(value, (str, bytes, dict)):
        raise TypeError(f"{name} = {value!r}: must be a sequence")
    try:
        return list(value)
    except TypeError:
        raise TypeError(f"{name} = {value!r}: must be a sequence") from None


def shape(name: str, value: Any) -> tuple[int, int]:
    """Return the shape of a matrix."""
    sides = items(name, value)
    if len(sides) != 2:
        raise ValueError(f"{name} = {value!r}: must be two integers, rows and columns")
    rows, cols = (count_from(1, f"{name}[{k}]", side) for k, side in enumerate(sides))
    if rows * cols >= 2**63:
        raise ValueError(f"{name} = {value!r}: must have fewer than 2^63 entries")
    return rows, cols


def optional_shape(name: str, value: Any) -> tuple[int, int]:
    """Return the shape of a matrix, or (0, 0) for None."""
    absent = value is None or (isinstance(value, tuple) and value == (0, 0))
    return (0, 0) if absent else shape(name, value)


def function(name: str, value: Any) -> Callable[..., Any]:
    """Return a callable."""
    if not callable(value):
        raise TypeError(f"{name} = {value!r}: must be a function")
    function: Callable[..., Any] = value
    return function


def path(name: str, value: Any) -> str:
    """Return a file name."""
    try:
        file = os.fsdecode(value)
    except TypeError:
        raise TypeError(f"{name} = {value!r}: must be a path") from None
    if not file or "\0" in file:
        raise ValueError(f"{name} = {value!r}: must be a path, not empty and without zero bytes")
    return file


def output_file(name: str, value: Any) -> str:
    """Return the name of a file that appears to be writable; does not open it."""
    file = path(name, value)
    folder = os.path.dirname(file) or "."
    if os.path.isdir(file):
        raise IsADirectoryError(f"{name} = {file}: is a folder, must be a file")
    if os.path.exists(file) and not os.path.isfile(file):
        raise OSError(f"{name} = {file}: is not a regular file")
    if not os.path.isdir(folder):
        raise FileNotFoundError(f"{name} = {file}: there is no folder {folder}")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise PermissionError(f"{name} = {file}: the folder {folder} must be writable")
    return file


def times(name: str, value: Any) -> str:
    """Return an interval: iterations, or seconds as in "30s"."""
    return text(name, value) if isinstance(value, str) else str(count(name, value))


def warn(sentence: str, category: type[Warning]) -> None:
    """Warn with the line of the user's code."""
    level, frame = 1, sys._getframe()
    while frame.f_back is not None and frame.f_globals.get("__name__", "").split(".")[0] == "acgd":
        level, frame = level + 1, frame.f_back
    warnings.warn(sentence, category, stacklevel=level)


def _invalid(error: Any, argument: str) -> ValueError:
    """The library's ValueError with another name for its argument."""
    value = "" if error.value is None else f" = {error.value}"
    hint = f"; {error.hint}" if error.hint else ""
    made: Any = ValueError(f"{argument}{error.place}{value}: {error.rule}{hint}")
    made.__dict__.update(error.__dict__, argument=argument)
    return cast("ValueError", made)


@contextlib.contextmanager
def naming(**names: str) -> Iterator[None]:
    """Replace the library's argument names in its errors by those of the user.

    Messages begin with the argument, as in "targets[3] = nan: must be finite".
    """
    try:
        yield
    except ValueError as error:
        argument = getattr(error, "argument", None)
        if argument not in names:
            raise
        raise _invalid(error, names[argument]) from None


@contextlib.contextmanager
def naming_text(name: str, value: str, library_name: str) -> Iterator[None]:
    """Do the same for a string with parameters, where the library names the parameter."""
    try:
        yield
    except ValueError as error:
        if getattr(error, "argument", None) == library_name:
            raise _invalid(error, name) from None
        made: Any = ValueError(f"{name} = {value}: {error}")
        made.__dict__.update(argument=name, place="", value=value, rule=str(error), hint="")
        raise made from None


@contextlib.contextmanager
def memory_for(what: str) -> Iterator[None]:
    """Name the purpose in the library's MemoryErrors; those of users' functions are unchanged."""
    try:
        yield
    except MemoryError as error:
        if str(error) != "std::bad_alloc":
            raise
        raise MemoryError(f"{what}: there is not enough memory for it") from None


def design(name: str, a: Any) -> _core.Map:
    """Return the design matrix, one row per sample."""
    names = {"matrix": name, "entry": f"{name}: entry", "rows": f"{name}: rows"}
    with naming(**names, cols=f"{name}: cols", entries=f"{name}: entries"), memory_for(name):
        return _arrays.design(name, a)


def samples(name: str, a: Any, rows: int) -> NDArray[np.float64]:
    """Return a vector with one entry per row of A."""
    array = _arrays.vector(name, a)
    if len(array) != rows:
        raise ValueError(f"{name}: has {len(array)} entries, must have {rows} like the rows of A")
    return array
