"""Pickling of objects that contain functions of users."""

from __future__ import annotations

import sys
from types import FrameType
from typing import Any

# Packages that pickle functions by value, including lambdas.
_BY_VALUE = {"cloudpickle", "dill"}


def _pickles_by_value() -> bool:
    """Whether the current pickler is one of these; joblib includes a copy of one."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        if _BY_VALUE & set(frame.f_globals.get("__name__", "").split(".")):
            return True
        frame = frame.f_back
    return False


def _is_found_by_name(function: Any) -> bool:
    """Whether pickle can find the function: it stores only its module and name."""
    name = getattr(function, "__qualname__", None)
    if name is None:
        return True  # an object: its class decides
    return "<lambda>" not in name and "<locals>" not in name


def require_named(owner: str, **functions: Any) -> None:
    """Raise a TypeError for functions that cannot be found when the pickle is loaded."""
    for argument, function in functions.items():
        if not _is_found_by_name(function) and not _pickles_by_value():
            raise TypeError(
                f"{owner}: its {argument}, {function.__qualname__}, cannot be pickled; must be a "
                "named function of a module"
            )
