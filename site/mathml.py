"""Formulas as MathML, converted at build time: browsers need neither script nor network."""

from __future__ import annotations

from typing import Any

import latex2mathml.converter
from docutils import nodes


def html_of(formula: str, display: str) -> str:
    return latex2mathml.converter.convert(formula, display=display)


def visit_inline(translator: Any, node: nodes.math) -> None:
    translator.body.append(f'<span class="math">{html_of(node.astext(), "inline")}</span>')
    raise nodes.SkipNode


def visit_block(translator: Any, node: nodes.math_block) -> None:
    translator.body.append(f'<div class="math">{html_of(node.astext(), "block")}</div>')
    raise nodes.SkipNode


def setup(app: Any) -> dict[str, bool]:
    app.add_html_math_renderer("mathml", (visit_inline, None), (visit_block, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
