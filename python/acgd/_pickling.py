"""Functions of users inside objects that are pickled."""

from __future__ import annotations

import sys
from types import FrameType
from typing import Any

# They take functions by value, lambdas included.
_BY_VALUE = {"cloudpickle", "dill"}


def _pickles_by_value() -> bool:
    """Whether whoever pickles at the moment is one of those; joblib has its own copy of one."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        if _BY_VALUE & set(frame.f_globals.get("__name__", "").split(".")):
            return True
        frame = frame.f_back
    return False


def _is_found_by_name(function: Any) -> bool:
    """Whether pickle finds it again: it writes module and name of a plain function, no more."""
    name = getattr(function, "__qualname__", None)
    if name is None:
        return True  # an object: that is for its own class to say
    return "<lambda>" not in name and "<locals>" not in name


def require_named(owner: str, **functions: Any) -> None:
    """TypeError for functions that cannot be found again by whoever loads the pickle."""
    for argument, function in functions.items():
        if not _is_found_by_name(function) and not _pickles_by_value():
            raise TypeError(
                f"{owner}: its {argument}, {function.__qualname__}, cannot be pickled; must be a "
                "function that has a name of its own in a module"
            )
