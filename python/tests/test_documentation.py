"""Every public name is documented with an example that runs, and the stubs are complete."""

import ast
import doctest
import importlib
import inspect
import pkgutil
from pathlib import Path

import numpy as np
import pytest

import acgd
import generate
from bad_arguments import OPTIONS
from built_with import HAS_CLP

MODULES = ["acgd"] + [
    f"acgd.{module.name}"
    for module in pkgutil.iter_modules(acgd.__path__)
    if module.name != "_core"
]


@pytest.fixture
def plain_numbers():
    """numpy 2 shows np.int64(2); the examples show 2, as numpy did before."""
    with np.printoptions(**({"legacy": "1.25"} if np.__version__ >= "2" else {})):
        yield


@pytest.mark.parametrize("name", MODULES)
def test_examples_run(name, plain_numbers):
    if name == "acgd.result":
        pytest.importorskip("matplotlib")
    if name == "acgd.composed_sets" and not HAS_CLP:
        pytest.skip("acgd was built without Clp")
    module = importlib.import_module(name)
    assert module.__doc__
    assert doctest.testmod(module).failed == 0


PUBLIC = {name: getattr(acgd, name) for name in acgd.__all__ if not name.startswith("_")}
PUBLIC.update({f"estimators.{n}": getattr(acgd.estimators, n) for n in acgd.estimators.__all__})


@pytest.mark.parametrize("name", PUBLIC)
def test_public_names_have_example(name):
    item = PUBLIC[name]
    if inspect.ismodule(item) or item.__module__ == "acgd._core":
        assert item.__doc__
    else:
        assert ">>> import acgd" in inspect.getdoc(item)


def test_examples_of_page_run(plain_numbers):
    assert doctest.testfile(str(generate.DOCS), module_relative=False).failed == 0


def test_help_lists_every_option():
    text = inspect.getdoc(acgd.minimize)
    assert {"max_iterations", "checkpoint_every", "on_interrupt"} <= {*OPTIONS}
    for option in OPTIONS:
        assert f"\n{option} : " in text


def test_help_lists_every_status():
    text = " ".join(inspect.getdoc(acgd.Result).split())
    assert "checkpoint failed" in acgd.result.STATUSES
    for status in acgd.result.STATUSES:
        assert f'"{status}"' in text


def test_stubs_describe_the_compiled_module():
    stub = ast.parse((Path(acgd.__file__).parent / "_core.pyi").read_text())
    described = {node.name: node for node in stub.body if hasattr(node, "name")}
    described.update({n.target.id: n for n in stub.body if isinstance(n, ast.AnnAssign)})
    for name, item in vars(acgd._core).items():
        if name.startswith("_"):
            continue
        assert name in described, f"{name} is not in _core.pyi"
        if inspect.isclass(item):
            members = {node.name for node in described[name].body if hasattr(node, "name")}
            ours = {member for member in vars(item) if not member.startswith("_")}
            assert ours == members - {"__init__"}, name
    assert set(described) - {"_Type"} <= set(vars(acgd._core))
    assert (Path(acgd.__file__).parent / "py.typed").exists()
