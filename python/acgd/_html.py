"""HTML tables for notebooks, with escaped contents."""

from __future__ import annotations

import html
from typing import Any, Iterable, Tuple

import numpy as np

# Maximum length of texts; longer ones are truncated.
_LONGEST = 160


def shown(value: Any) -> str:
    """Return a short text for a value: arrays by their shape, numbers with six digits."""
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
    """Return a table of names and values with a title."""
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
    """Return a table of the attributes of an object, without those of the compiled module."""
    parts = ((name.lstrip("_"), value) for name, value in vars(item).items())
    rows = ((n, v) for n, v in parts if v is not None and type(v).__module__ != "acgd._core")
    return table(title, rows)


def estimator(model: Any) -> str:
    """Return a table of the parameters and fitted attributes of an estimator."""
    rows = dict(model.get_params(deep=False))
    found = ("n_features_in_", "classes_", "n_iter_", "coef_", "intercept_")
    rows.update({name: getattr(model, name) for name in found if hasattr(model, name)})
    result = getattr(model, "result_", None)
    if result is not None:
        rows.update({name: result[name] for name in ("status", "gap") if name in result})
    return table(type(model).__name__, rows.items())
