"""Generates stubs and the tables of docs/python.md from the library's descriptions.

usage: PYTHONPATH=build/python python3 python/tests/generate.py
"""

from __future__ import annotations

import ast
import importlib
import inspect
import re
from pathlib import Path
from typing import Any

import acgd

MODULES = ["steps", "directions", "sets", "matrix_sets", "objectives", "matrix_objectives"]
MODULES += ["vector_sets", "optimize", "experiments", "options"]
MODULES += ["optimize", "experiments", "traffic"]
MODULES += ["combinatorial_sets", "optimize", "experiments"]
MODULES += ["optimize", "experiments", "composed_sets"]
MODULES += ["paths", "sample_objectives"]
SOURCES = Path(__file__).parents[1] / "acgd"
DOCS = Path(__file__).parents[2] / "docs" / "python.md"
WIDTH = 100
COMPILED_IMPORTS = [
    "from typing import Any, overload",
    "import numpy as np",
    "from numpy.typing import NDArray",
]
PYBIND_TYPES = {
    r"\bacgd\._core\.": "",
    r"typing\.Annotated\[numpy\.typing\.ArrayLike, numpy\.(\w+)[^\]]*\]": r"NDArray[np.\1]",
    r"numpy\.typing\.NDArray\[numpy\.(\w+)\]": r"NDArray[np.\1]",
    r"numpy\.ndarray": "NDArray[Any]",
    r"typing\.SupportsInt \| typing\.SupportsIndex": "int",
    r"typing\.SupportsFloat \| typing\.SupportsIndex": "float",
    r"collections\.abc\.Sequence": "list",
    r"\bobject\b": "Any",
    r"\bdict\b(?!\[)": "dict[str, Any]",
    r"\blist\b(?!\[)": "list[Any]",
    r"\btuple\b(?!\[)": "tuple[Any, ...]",
}
KEPT_DECORATORS = {"property", "staticmethod", "classmethod"}


def arguments_of(function: Any) -> ast.arguments:
    """As inspect shows them, with ... for the defaults."""
    parameters = []
    for p in inspect.signature(function).parameters.values():
        if p.kind is p.KEYWORD_ONLY and "*" not in parameters:
            parameters.append("*")
        annotation = "" if p.annotation is p.empty else f": {p.annotation}"
        parameters.append(p.name + annotation + ("" if p.default is p.empty else " = ..."))
    return ast.parse(f"def f({', '.join(parameters)}): ...").body[0].args  # type: ignore


def is_docstring(node: ast.stmt) -> bool:
    """Whether the statement is a string only."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def function_stub(node: ast.FunctionDef, item: Any) -> ast.FunctionDef:
    """Its signature."""
    if hasattr(item, "__signature__"):
        node.args = arguments_of(item)
    node.args.defaults = [ast.Constant(...) for _ in node.args.defaults]
    node.args.kw_defaults = [d and ast.Constant(...) for d in node.args.kw_defaults]
    node.decorator_list = [d for d in node.decorator_list if ast.unparse(d) in KEPT_DECORATORS]
    node.body = [ast.Expr(ast.Constant(...))]
    return node


def class_stub(node: ast.ClassDef, item: Any) -> ast.ClassDef:
    """Its members; the members of a described class are its parameters."""
    body: list[ast.stmt] = []
    node.decorator_list = []
    if item.__dict__.get("_name"):
        node.decorator_list = [ast.parse("dataclass(frozen=True)", mode="eval").body]
        for p in item._parameters:
            body += ast.parse(f"{p.name}: {p.attribute} = ...").body
        init = ast.parse("def __init__(self) -> None: ...").body[0]
        init.args = arguments_of(item.__init__)  # type: ignore[attr-defined]
        body.append(init)
    listed = {member.target.id for member in body if isinstance(member, ast.AnnAssign)}
    for member in node.body:
        if not (isinstance(member, ast.AnnAssign) and member.target.id in listed):
            body += stub(member, item)
    node.body = body or [ast.Expr(ast.Constant(...))]
    return node


def stub(node: ast.stmt, owner: Any) -> list[ast.stmt]:
    """The stub of a statement in a module or a class."""
    target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", node)
    name = getattr(target, "id", getattr(target, "name", ""))
    if name == "__all__":
        return [node]
    if inspect.ismodule(owner) and name.startswith("_") and not isinstance(node, ast.ClassDef):
        return []
    if isinstance(node, ast.FunctionDef):
        return [function_stub(node, inspect.getattr_static(owner, node.name))]
    if isinstance(node, ast.ClassDef):
        return [class_stub(node, getattr(owner, node.name))]
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return [node]
    if isinstance(node, ast.AnnAssign):
        node.value = None
        return [node]
    if isinstance(node, ast.Assign) and isinstance(node.value, ast.Subscript):
        return [node]  # the name of a type
    if isinstance(node, ast.Assign) and inspect.isfunction(getattr(owner, name, None)):
        made = ast.parse(f"def {name}() -> {getattr(owner, name).__annotations__['return']}: ...")
        made.body[0].args = arguments_of(getattr(owner, name))  # type: ignore[attr-defined]
        return made.body
    if isinstance(node, ast.Assign) and isinstance(getattr(owner, name, None), type):
        return ast.parse(typed_dict(name, getattr(owner, name))).body
    if isinstance(node, ast.Assign) and name:
        return ast.parse(f"{name}: {type_of(getattr(owner, name))}").body
    return []


def typed_dict(name: str, kind: Any) -> str:
    """A class in place of a call of TypedDict."""
    members = "".join(f"    {n}: {t.__forward_arg__}\n" for n, t in kind.__annotations__.items())
    return f"class {name}(TypedDict, total=False):\n{members}"


def type_of(value: Any) -> str:
    """The type of a constant."""
    if isinstance(value, dict):
        return "dict[str, Any]"
    inside = {type(item).__name__ for item in value} if isinstance(value, (list, tuple)) else set()
    if len(inside) == 1:
        return f"{type(value).__name__}[{inside.pop()}{', ...' * isinstance(value, tuple)}]"
    return type(value).__name__


def wrapped(line: str) -> str:
    """A signature that is too long, one argument per line."""
    if len(line) <= WIDTH or not line.lstrip().startswith("def "):
        return line
    begin, end = line.index("(") + 1, line.rindex(") ->")
    depth, arguments = 0, [""]
    for letter in line[begin:end]:
        depth += (letter in "([") - (letter in ")]")
        if letter == "," and depth == 0:
            arguments.append("")
        else:
            arguments[-1] += letter
    indent = line[: len(line) - len(line.lstrip())]
    inside = "".join(f"{indent}    {argument.strip()},\n" for argument in arguments)
    return f"{line[:begin]}\n{inside}{indent}{line[end:]}"


def stub_of(name: str) -> str:
    """The text of the stub of a module of the package."""
    module = importlib.import_module(f"acgd.{name}")
    tree = ast.parse((SOURCES / f"{name}.py").read_text())
    body = [part for node in tree.body for part in stub(node, module)]
    text = re.sub(r":\n +\.\.\.", ": ...", ast.unparse(ast.Module(body, [])))
    lines = [wrapped(line) for line in text.replace("=...", " = ...").split("\n")]
    if "os.PathLike" in text and "import os" not in lines:
        lines.insert(1, "import os")
    if "@dataclass" in text:
        lines.insert(1, "from dataclasses import dataclass")
    for needed in ("Any", "Literal"):
        if re.search(rf"\b{needed}\b", text) and not re.search(rf"import .*\b{needed}\b", text):
            lines.insert(1, f"from typing import {needed}")
    return "# Written by python/tests/generate.py.\n" + "\n".join(lines) + "\n"


def package_stub() -> str:
    """The stub of the package itself: every public name, from the module that has it."""
    homes: dict[str, list[str]] = {".": []}
    for name in acgd.__all__:
        item = getattr(acgd, name)
        home = "." if inspect.ismodule(item) else getattr(item, "__module__", "acgd._core")[4:]
        homes.setdefault(home, []).append(name)
    homes["."] += [f.stem for f in SOURCES.glob("[a-z]*.py") if hasattr(acgd, f.stem)]
    lines = ["# Written by python/tests/generate.py."]
    for home, names in sorted(homes.items()):
        lines += [f"from {home} import {name} as {name}" for name in sorted({*names})]
    listed = "".join(f'    "{name}",\n' for name in sorted(acgd.__all__))
    return "\n".join([*lines, "", f"__all__ = [\n{listed}]", ""])


def signature(text: str) -> str:
    """The signature that pybind11 shows, in the form of a stub."""
    text = re.sub(r"\(arg0: [\w.]+\)|\(self: [\w.]+\)", "(self)", text)
    text = re.sub(r"self: [\w.]+, ", "self, ", text)
    for theirs, ours in PYBIND_TYPES.items():
        text = re.sub(theirs, ours, text)
    return text


def members_of(kind: type) -> list[str]:
    """The lines of a class of the compiled module."""
    lines = []
    for name, member in vars(kind).items():
        if isinstance(member, property):
            lines += ["@property", f"def {name}{signature(member.fget.__doc__).strip()}: ..."]
        elif not name.startswith("_"):
            lines.append(f"def {signature(member.__doc__.splitlines()[0])}: ...")
    made = "def __init__(self, *args: Any, **kwargs: Any) -> None: ..."
    return [made, *lines]


def compiled_stub() -> str:
    """The stub of the compiled module, from pybind11's docstrings."""
    lines = ["# Written by python/tests/generate.py.", *COMPILED_IMPORTS]
    lines += ["", "class _Type(type): ...  # pybind11's", ""]
    for name, item in vars(acgd._core).items():
        if isinstance(item, type):
            lines += [
                "",
                f"class {name}(metaclass=_Type):",
                *(f"    {line}" for line in members_of(item)),
                "",
            ]
        elif isinstance(item, str) and name in ("__version__", "default_checkpoint_times"):
            lines.append(f"{name}: str")
        elif callable(item) and not name.startswith("_"):
            overloads = re.findall(r"^(?:\d\. )?(\w+\(.*\) -> .*)$", item.__doc__, re.MULTILINE)
            for overload in overloads:
                lines += ["@overload"] if len(overloads) > 1 else []
                lines.append(f"def {signature(overload)}: ...")
    return "\n".join(map(wrapped, lines)) + "\n"


def rows_of(parameters: list[Any]) -> list[str]:
    """One row per parameter."""
    rows = []
    for p in parameters:
        heading, *text = p.documentation.split("\n")
        type = heading.split(" : ", 1)[1].replace("{", "").replace("}", "")
        sentence = " ".join(line.strip() for line in text).replace("|", "\\|")
        rows.append(f"| `{p.name}` | {type} | {sentence} |")
    return rows


def table_of(module: Any) -> list[str]:
    """Its described classes with their parameters."""
    rows = []
    for name, item in vars(module).items():
        if isinstance(item, type) and item.__dict__.get("_name"):
            rows.append(f"| **`{name}`** | | {inspect.getdoc(item).splitlines()[0]} |")
            rows += rows_of(item._parameters)
    return rows


def tables() -> dict[str, list[str]]:
    """The rows of the tables of the docs, by their names."""
    return {
        "options": rows_of(acgd.options.OPTIONS),
        "step rules": table_of(acgd.steps),
        "direction rules": table_of(acgd.directions),
        "sets": [
            *table_of(acgd.sets),
            *table_of(acgd.vector_sets),
            *table_of(acgd.matrix_sets),
        ],
    }


def documented(text: str) -> str:
    """The page with its tables updated."""
    for name, rows in tables().items():
        mark = f"<!-- {name}: written by python/tests/generate.py -->"
        before, _, after = text.split(mark)
        text = "\n".join([before + mark, "| | | |", "| --- | --- | --- |", *rows, mark + after])
    return text


if __name__ == "__main__":
    for name in MODULES:
        (SOURCES / f"{name}.pyi").write_text(stub_of(name))
    (SOURCES / "_core.pyi").write_text(compiled_stub())
    (SOURCES / "__init__.pyi").write_text(package_stub())
    DOCS.write_text(documented(DOCS.read_text()))
