"""Pages of the Python reference from the docstrings, by module."""

from __future__ import annotations

import importlib
import inspect
from pathlib import Path

import pages

# Page -> (title, modules).
PAGES = {
    "runs": ("Runs and results", ["optimize", "result", "atoms", "ranks"]),
    "objectives": (
        "Objectives",
        ["objectives", "sample_objectives", "matrix_objectives", "formulas", "traffic"],
    ),
    "sets": ("Sets of vectors", ["sets", "vector_sets", "combinatorial_sets"]),
    "matrix_sets": ("Sets of matrices", ["matrix_sets"]),
    "composed_sets": ("Composed sets", ["composed_sets", "product", "custom"]),
    "penalties": ("Penalties", ["penalties"]),
    "applications": ("Whole problems in one call", ["applications"]),
    "rules": ("Rules and norms", ["steps", "directions", "norms"]),
    "models": ("Models of data", ["paths", "regression", "classification", "completion"]),
    "checks": ("Checks of your own types", ["testing"]),
    "experiments": ("Experiments", ["experiments"]),
}
# Names that are in no module's __all__.
BESIDE = {"runs": ["Line", "Record"], "experiments": ["reproduce"]}
# Base classes whose members are not listed.
KNOWN = ["dict", "tuple", "BaseException"]


def public_base(item: type) -> type | None:
    """Return the public base class, which is documented on a page."""
    acgd = importlib.import_module("acgd")
    return next((b for b in item.__mro__[1:] if getattr(acgd, b.__name__, None) is b), None)


def class_options(item: type) -> str:
    """Return the options of a class; inherited members are shown at their base only."""
    base = public_base(item)
    shared = [base.__name__] if base else []
    text = f"   :members:\n   :inherited-members: {', '.join(KNOWN + shared)}\n"
    if base:
        names = [name for name in vars(base) if not name.startswith("_")]
        text += f"   :exclude-members: {', '.join(names)}\n" if names else ""
        article = "an" if base.__name__[0] in "AEIOU" else "a"
        text += f"\n   It is {article} :class:`~acgd.{base.__name__}`, with all its members.\n"
    return text


def directive(name: str, item: object) -> str:
    kind = "class" if inspect.isclass(item) else "function" if callable(item) else "data"
    members = class_options(item) if inspect.isclass(item) else ""
    return f"```{{eval-rst}}\n.. auto{kind}:: {name}\n{members}```\n\n"


def page_of(title: str, modules: list[str]) -> str:
    text = f"# {title}\n\n"
    for name in modules:
        module = importlib.import_module(f"acgd.{name}")
        prefix = "acgd." if name != "experiments" else "acgd.experiments."
        text += f"{inspect.getdoc(module).splitlines()[0]}\n\n"
        for public in getattr(module, "__all__", []):
            text += directive(prefix + public, getattr(module, public))
    return text


def stage_reference(stage: Path) -> list[str]:
    """Write the pages and return the names that are on no page."""
    acgd = importlib.import_module("acgd")
    index = "# Python reference\n\n"
    shown: set[str] = set()
    for name, (title, modules) in PAGES.items():
        text = page_of(title, modules)
        text += "".join(
            directive(f"acgd.{each}", getattr(acgd, each)) for each in BESIDE.get(name, [])
        )
        pages.write(stage, f"python/{name}.md", text)
        index += f"- [{title}]({name}.md)\n"
        for module in modules:
            shown |= set(getattr(importlib.import_module(f"acgd.{module}"), "__all__", []))
    entries = "\n".join(PAGES)
    pages.write(stage, "python/index.md", index + f"\n```{{toctree}}\n:hidden:\n\n{entries}\n```\n")
    shown |= {each for names in BESIDE.values() for each in names}
    return sorted(set(acgd.__all__) - shown - {"__version__", "estimators", "experiments"})
