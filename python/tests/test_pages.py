"""Code on the pages works: Python is run, C++ and CMake are excerpts of compiled files, links are
valid. Commands are run by test_commands.py.
"""

from __future__ import annotations

import contextlib
import importlib
import inspect
import io
import re
import sys
from pathlib import Path

import numpy as np
import pytest

import acgd
import documents

sys.path += [str(documents.ROOT / "site"), str(documents.ROOT / "examples" / "python")]
import contents

DOCS = [path for path in documents.pages() if path.parent.name == "docs"]
SHOWN = [documents.ROOT / "README.md", *DOCS]
# Pages with tests of their own: test_tutorial.py, test_documentation.py, test_format.py.
FOLLOWED_ELSEWHERE = {"tutorial.md", "python.md", "format.md"}
# Blocks that look like code but are text: a formula, a table, output.
CODE = re.compile(r"(\$|>>>|#include|import|from|(build/)?acgd|make|mpirun|python3|pip|cmake)\s")
# Programs that tests compile and run: tests/CMakeLists.txt and tests/install/run.
EXAMPLES = re.findall(
    r"^acgd_add_example\((\w+)", (documents.ROOT / "tests" / "CMakeLists.txt").read_text(), re.M
)
PROGRAMS = [documents.ROOT / "examples" / f"{name}.cpp" for name in EXAMPLES]
PROGRAMS += documents.ROOT.glob("tests/install/*consumer/main.cpp")


def given(page: str) -> dict:
    """Names that a page assumes."""
    rng = np.random.default_rng(1)
    if page == "scale.md":
        labels = np.sign(rng.normal(size=300))
        return {"acgd": acgd, "features": rng.normal(size=(300, 5)), "labels": labels}
    if page == "training.md":
        pytest.importorskip("sklearn")
        training = importlib.import_module("training")
        network = training.Network(rng.normal(size=(9, 4)), rng.integers(3, size=9), [4, 5, 3, 3])
        return {"acgd": acgd, "network": network, "x0": network.start(1)}
    return {}


def named(path: Path) -> str:
    return path.stem


def test_index_lists_every_page_once():
    index = (documents.ROOT / "docs" / "index.md").read_text()
    listed = [Path(name).name for section in contents.sections(index) for name in section.pages]
    expected = {path.name for path in DOCS} - {"index.md"} | set(contents.TOP_PAGES)
    assert sorted(listed) == sorted(expected)
    assert index.count(contents.REFERENCES) == 1


@pytest.mark.parametrize("path", documents.pages(), ids=named)
def test_links_are_valid(path):
    for link in documents.links(path):
        if "://" in link:
            continue
        target, _, anchor = link.partition("#")
        place = (path.parent / target).resolve() if target else path
        assert place.exists(), f"{link} is not there"
        if anchor:
            assert anchor in documents.anchors(place), f"{link} has no such heading"


RUN_HERE = [p for p in SHOWN if p.name not in FOLLOWED_ELSEWHERE and documents.shown_python(p)]


@pytest.mark.parametrize("path", RUN_HERE, ids=named)
def test_python_runs(path, tmp_path, monkeypatch):
    shown = documents.shown_python(path)
    if any("mpi4py" in block.code for block in shown):
        pytest.importorskip("mpi4py")
    monkeypatch.chdir(tmp_path)
    names = given(path.name)
    for block in shown:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(block.code, str(path), "exec"), names)
        assert block.prints in (None, printed.getvalue())


def statements(code: str) -> list[str]:
    """Lines without comments and repeated spaces."""
    lines = [
        re.sub(r"\s+", " ", re.sub(r"(//|#(?!include)).*", "", line)).strip()
        for line in code.splitlines()
    ]
    return [line for line in lines if line]


def is_excerpt(shown: list[str], source: list[str]) -> bool:
    """Whether the lines are in the source, in this order."""
    rest = iter(source)
    return all(any(line in other for other in rest) for line in shown)


@pytest.mark.parametrize("path", SHOWN, ids=named)
def test_code_compiled_elsewhere_is_shown(path):
    """C++ as whole programs: excerpts may omit boilerplate."""
    programs = [source.read_text() for source in PROGRAMS]
    for code in documents.blocks(path, "cpp"):
        assert code in programs, f"no test compiles and runs\n{code}"
    projects = documents.ROOT.glob("tests/install/*/CMakeLists.txt")
    sources = [statements(source.read_text()) for source in projects]
    for code in documents.blocks(path, "cmake"):
        lines = statements(code)
        assert any(is_excerpt(lines, source) for source in sources), f"no test runs\n{code}"


def test_examples_of_headers_are_compiled():
    """Code in comments, which the C++ reference shows. Code with dots is a fragment."""
    source = (documents.ROOT / "tests" / "oracle" / "header_examples_test.cpp").read_text()
    compiled = "".join("".join(statements(source)).split())
    found = 0
    for header in sorted((documents.ROOT / "include").rglob("*.hpp")):
        for block in re.findall(r"(?:^ *///     .*\n)+", header.read_text(), re.MULTILINE):
            lines = statements(re.sub(r"^ *///", "", block, flags=re.MULTILINE))
            if ";" not in block or "..." in block:
                continue
            found += 1
            for line in lines:
                assert "".join(line.split()) in compiled, f"{header.name}: {line}"
    assert found >= 10


def left_out(path: Path) -> list[str]:
    """Blocks that no test runs or compiles, and that are not text."""
    found = []
    for language, code in documents.fences(path):
        if language == "text":
            is_seen = not any(CODE.match(line) for line in code.splitlines())
        elif ">>>" in code:  # test_documentation.py runs those of this page
            is_seen = path.name == "python.md"
        else:
            is_seen = language in ("python", "cpp", "cmake") and path in SHOWN
        found += [] if is_seen else [code]
    sessions = [block for block in documents.indented(path) if block.startswith(">>>")]
    return found if path.name == "python.md" else found + sessions


@pytest.mark.parametrize("path", documents.pages(), ids=named)
def test_every_block_is_tested(path):
    assert left_out(path) == []


@pytest.mark.parametrize(
    "block, is_left_out",
    [
        ("```python\n1 + 1\n```", False),
        ("```text\nf(x) = x\n```", False),
        ("```text\nacgd list\n```", True),
        ("```bash\nacgd list\n```", True),
        ("```\nacgd list\n```", True),
        ("```python\n>>> 1 + 1\n2\n```", True),
        ("    >>> 1 + 1\n    2", True),
    ],
)
def test_untested_blocks_are_found(tmp_path, monkeypatch, block, is_left_out):
    page = tmp_path / "new.md"
    page.write_text(f"# A page\n\n{block}\n")
    monkeypatch.setitem(globals(), "SHOWN", [page])
    assert len(left_out(page)) == is_left_out


def test_page_of_format_has_one_block():
    assert len(documents.blocks(documents.ROOT / "docs" / "format.md", "python")) == 1


@pytest.mark.parametrize("path", documents.pages(), ids=named)
def test_targets_of_make_exist(path):
    makefile = (documents.ROOT / "Makefile").read_text()
    for target in re.findall(r"(?:`|^    )make ([a-z][a-z-]*)", path.read_text(), re.MULTILINE):
        assert re.search(f"^{target}:", makefile, re.MULTILINE), f"make {target}"


def test_names_of_overview_exist_and_are_complete():
    page = (documents.ROOT / "docs" / "overview.md").read_text()
    headers = [path.read_text() for path in (documents.ROOT / "include").rglob("*.hpp")]
    known = set(re.findall(r"^(?:class|struct) (\w+)|\b(\w+)\(", "\n".join(headers), re.MULTILINE))
    known = {name for pair in known for name in pair} | set(acgd.__all__)
    named_here = set(re.findall(r"`([A-Za-z]\w+)(?:\([^`]*\))?`", page))
    assert named_here - known - {"traffic", "check_oracle"} == set()
    public = [getattr(acgd, name) for name in acgd.__all__]
    kinds = (acgd.Set, acgd.StepRule, acgd.DirectionRule)
    ours = {c.__name__ for c in public if inspect.isclass(c) and issubclass(c, kinds)}
    assert ours - {kind.__name__ for kind in kinds} - {"NamedSet"} - named_here == set()
