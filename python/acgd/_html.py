"""Tables for notebooks. Whatever is in them is escaped."""

from __future__ import annotations

import html
from typing import Any, Iterable, Tuple

import numpy as np

# Longer texts are cut: a table is to be looked at.
_LONGEST = 160


def shown(value: Any) -> str:
    """A short text for a value: arrays by their shape, numbers in six digits."""
    if isinstance(value, np.ndarray) and value.size > 6:
        text = f"array of shape {value.shape}"
    elif isinstance(value, (float, np.floating)):
        text = f"{value:.6g}"
    elif isinstance(value, str):
        text = value
    else:
        text = repr(value)
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."


def table(title: str, rows: Iterable[Tuple[str, Any]]) -> str:
    """A table of names and values under a title."""
    lines = [
        f'<tr><th style="text-align:left">{html.escape(str(name))}</th>'
        f'<td style="text-align:left">{html.escape(shown(value))}</td></tr>'
        for name, value in rows
    ]
    return (
        f'<table><caption style="text-align:left"><b>{html.escape(title)}</b></caption>'
        f"<tbody>{''.join(lines)}</tbody></table>"
    )


def attributes(title: str, item: Any) -> str:
    """A table of what an object is made of, but for what the compiled module made of that."""
    parts = ((name.lstrip("_"), value) for name, value in vars(item).items())
    rows = ((n, v) for n, v in parts if v is not None and type(v).__module__ != "acgd._core")
    return table(title, rows)


def estimator(model: Any) -> str:
    """A table of the parameters of an estimator, and of what its fit has found."""
    rows = dict(model.get_params(deep=False))
    found = ("n_features_in_", "classes_", "n_iter_", "coef_", "intercept_")
    rows.update({name: getattr(model, name) for name in found if hasattr(model, name)})
    result = getattr(model, "result_", None)
    if result is not None:
        rows.update({name: result[name] for name in ("status", "gap") if name in result})
    return table(type(model).__name__, rows.items())
