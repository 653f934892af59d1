"""Arguments as the user typed them: converted, or refused with a sentence that names them."""

from __future__ import annotations

import contextlib
import os
import re
import sys
import warnings
from typing import Any, Callable, Iterator, Sequence, TypeVar

import numpy as np
from numpy.typing import NDArray

from . import _arrays, _core
from ._arrays import count as count
from ._arrays import number as number

T = TypeVar("T")

# Vectors longer than this are refused, as those of the tool's --dim.
_LARGEST_SIZE = 2**31 - 2


def optional(check: Callable[[str, Any], T], name: str, value: Any) -> T | None:
    """None, or what the check makes of it."""
    return None if value is None else check(name, value)


def tolerance(name: str, value: Any) -> float:
    """A finite number that is not negative."""
    checked = number(name, value)
    if not 0 <= checked < np.inf:
        raise ValueError(f"{name} = {checked:g}: must be >= 0 and finite")
    return checked


def positive(name: str, value: Any) -> float:
    """A finite number above 0."""
    checked = number(name, value)
    if not 0 < checked < np.inf:
        raise ValueError(f"{name} = {checked:g}: must be positive and finite")
    return checked


def count_from(least: int, name: str, value: Any) -> int:
    """An integer that is not too small."""
    checked = count(name, value)
    if checked < least:
        raise ValueError(f"{name} = {checked}: must be at least {least}")
    return checked


def small_count(name: str, value: Any) -> int:
    """An integer of 32 bits."""
    checked = count(name, value)
    if abs(checked) >= 2**31:
        raise ValueError(f"{name} = {checked}: must be less than 2^31")
    return checked


def many(name: str, value: Any) -> int:
    """An integer, of 32 bits at most: beyond, more make no difference."""
    return max(-(2**31), min(count(name, value), 2**31 - 1))


def size(name: str, value: Any) -> int:
    """A number of variables, nodes, rows: from 1, and so many that they can be counted."""
    checked = count_from(1, name, value)
    if checked > _LARGEST_SIZE:
        raise ValueError(f"{name} = {checked}: must be at most {_LARGEST_SIZE}")
    return checked


def flag(name: str, value: Any) -> bool:
    """True or False; 1 and 0 will do, texts will not."""
    if isinstance(value, (bool, np.bool_)) or (isinstance(value, int) and value in (0, 1)):
        return bool(value)
    raise TypeError(f"{name} = {value!r}: must be True or False")


def text(name: str, value: Any) -> str:
    """A str."""
    if not isinstance(value, str):
        raise TypeError(f"{name} = {value!r}: must be a text")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise ValueError(f"{name} = {value!r}: has invalid characters") from None
    return value


def choice(name: str, value: Any, choices: Sequence[str]) -> str:
    """One of a few words."""
    word = text(name, value)
    if word not in choices:
        raise ValueError(f"{name} = {value!r}: must be {' or '.join(map(repr, choices))}")
    return word


def items(name: str, value: Any) -> list[Any]:
    """The items of a sequence other than a text."""
    if isinstance(value, (str, bytes, dict)):
        raise TypeError(f"{name} = {value!r}: must be a sequence")
    try:
        return list(value)
    except TypeError:
        raise TypeError(f"{name} = {value!r}: must be a sequence") from None


def shape(name: str, value: Any) -> tuple[int, int]:
    """The sides of a matrix."""
    sides = items(name, value)
    if len(sides) != 2:
        raise ValueError(f"{name} = {value!r}: must be two integers, rows and columns")
    rows, cols = (count_from(1, f"{name}[{k}]", side) for k, side in enumerate(sides))
    if rows * cols >= 2**63:
        raise ValueError(f"{name} = {value!r}: must have fewer than 2^63 entries")
    return rows, cols


def optional_shape(name: str, value: Any) -> tuple[int, int]:
    """The same, or (0, 0) where there is none."""
    absent = value is None or (isinstance(value, tuple) and value == (0, 0))
    return (0, 0) if absent else shape(name, value)


def function(name: str, value: Any) -> Callable[..., Any]:
    """Something to call."""
    if not callable(value):
        raise TypeError(f"{name} = {value!r}: must be a function")
    function: Callable[..., Any] = value
    return function


def path(name: str, value: Any) -> str:
    """A file name."""
    try:
        file = os.fsdecode(value)
    except TypeError:
        raise TypeError(f"{name} = {value!r}: must be a path") from None
    if not file or "\0" in file:
        raise ValueError(f"{name} = {value!r}: must be a path, not empty and without zero bytes")
    return file


def output_file(name: str, value: Any) -> str:
    """A file that can be written, as far as can be told without touching it."""
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
    """How often something happens: iterations, or seconds as in "30s"."""
    return text(name, value) if isinstance(value, str) else str(count(name, value))


def warn(sentence: str, category: type[Warning]) -> None:
    """Warns at the user's own line."""
    level, frame = 1, sys._getframe()
    while frame.f_back is not None and frame.f_globals.get("__name__", "").split(".")[0] == "acgd":
        level, frame = level + 1, frame.f_back
    warnings.warn(sentence, category, stacklevel=level)


@contextlib.contextmanager
def naming(**names: str) -> Iterator[None]:
    """What the library refuses, with the user's names of the arguments instead of its own.

    Its sentences begin with the argument, as in "targets[3] = nan: must be finite".
    """
    try:
        yield
    except ValueError as error:
        sentence = str(error)
        first = re.match(r"\w+", sentence)
        if first is None or first[0] not in names:
            raise
        raise ValueError(names[first[0]] + sentence[first.end() :]) from None


@contextlib.contextmanager
def naming_text(name: str, value: str, library_name: str) -> Iterator[None]:
    """The same for a text with parameters inside, of which the library names the parameter."""
    try:
        yield
    except ValueError as error:
        sentence = str(error)
        if re.match(rf"{library_name}\b", sentence):
            sentence = name + sentence[len(library_name) :]
        else:
            sentence = f"{name} = {value}: {sentence}"
        raise ValueError(sentence) from None


@contextlib.contextmanager
def memory_for(what: str) -> Iterator[None]:
    """Says for what the library's memory was not enough. Users' own MemoryErrors stay theirs."""
    try:
        yield
    except MemoryError as error:
        if str(error) != "std::bad_alloc":
            raise
        raise MemoryError(f"{what}: there is not enough memory for it") from None


def design(name: str, a: Any, cut: bool) -> _core.Map:
    """The matrix of a model, one row a sample; cut into shards, or whole."""
    names = {"matrix": name, "entry": f"{name}: entry", "rows": f"{name}: rows"}
    with naming(**names, cols=f"{name}: cols", entries=f"{name}: entries"), memory_for(name):
        return _arrays.design(name, a, cut)


def samples(name: str, a: Any, rows: int) -> NDArray[np.float64]:
    """One number for each row of A."""
    array = _arrays.vector(name, a)
    if len(array) != rows:
        raise ValueError(f"{name}: has {len(array)} entries, must have {rows} like the rows of A")
    return array
