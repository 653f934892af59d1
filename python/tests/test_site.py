"""The generator of the site: contents, links, and detection of dead links."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path

import pytest

SITE = Path(__file__).resolve().parents[2] / "site"


def module(name):
    """A module of the folder site/, whose modules import each other by name."""
    sys.path.insert(0, str(SITE))
    try:
        spec = importlib.util.spec_from_file_location(name, SITE / f"{name}.py")
        loaded = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(loaded)
        return loaded
    finally:
        sys.path.remove(str(SITE))


@pytest.fixture
def project(tmp_path):
    """A small one with a page, an example, a header and a script."""
    for name in (
        "docs/a.md",
        "docs/b.md",
        "examples/x.cpp",
        "include/acgd/core/v.hpp",
        "scripts/s",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("# A heading\n")
    (tmp_path / "CHANGELOG.md").write_text("# Changelog\n")
    return tmp_path


@pytest.mark.parametrize(
    "link, led",
    [
        ("b.md#a-heading", "b.md#a-heading"),
        ("../CHANGELOG.md", "changelog.md"),
        ("../examples/x.cpp", "examples/x.md"),
        ("../include/acgd/core/v.hpp", "cpp/core/v.md"),
        ("../scripts/s", "files/scripts/s"),
        ("#here", "#here"),
        ("https://example.org/b.md", "https://example.org/b.md"),
        ("nowhere.md", "nowhere.md"),  # Sphinx warns
    ],
)
def test_links_point_to_pages_of_site(project, link, led):
    stage = project / "stage"
    page = module("pages").led(f"see [it]({link})", project / "docs/a.md", project, stage)
    assert page == f"see [it]({led})"
    assert (stage / "files/scripts/s").exists() == (led == "files/scripts/s")


def test_folders_have_no_page(project):
    page = module("pages").led("see [it](../scripts)", project / "docs/a.md", project, project)
    assert page == "see it"


def test_all_pages_can_be_staged(tmp_path):
    module("pages").stage_pages(SITE.parent, tmp_path, [])
    assert "```{toctree}" in (tmp_path / "index.md").read_text()
    assert (tmp_path / "changelog.md").exists()


def test_sections_become_contents():
    contents = module("contents")
    index = "# acgd\n\n## When\n\n- no page\n\n## Start\n\n- [A](a.md): what\n- [B](../B.md)\n"
    assert contents.sections(index) == [contents.Section("Start", {"a.md": "A", "../B.md": "B"})]
    assert ":caption: Start\n\nA <a>\nB <../B>\n```" in contents.with_toctrees(index)


def test_dead_links_are_found(tmp_path):
    (tmp_path / "a.html").write_text(
        '<a href="b.html#there">1</a><a href="b.html#gone">2</a><a href="c.html">3</a>'
        '<img src="p.svg"><a href="#own">4</a><a id="own" href="https://example.org">5</a>'
    )
    (tmp_path / "b.html").write_text('<h1 id="there">B</h1>')
    assert list(module("links").broken(tmp_path)) == [
        "a.html: b.html#gone has no such place",
        "a.html: c.html is not there",
        "a.html: p.svg is not there",
    ]


def test_text_of_comments_is_not_markup():
    reference = module("cpp_reference")
    assert reference.escaped("|x_i| <= [R] *") == r"\|x\_i\| \<= \[R\] \*"
    assert reference.place_of("acgd/objective/loss/huber_loss.hpp") == "objective/loss/huber_loss"


def test_every_name_of_package_is_on_page(tmp_path):
    assert module("python_reference").stage_reference(tmp_path) == []
    assert ".. autoclass:: acgd.L1Ball\n" in (tmp_path / "python" / "sets.md").read_text()


def test_members_are_taken_from_descriptions(tmp_path):
    (tmp_path / "acgd").mkdir()
    (tmp_path / "src").mkdir()
    (tmp_path / "acgd" / "base.hpp").write_text(
        'inline constexpr Range positive{0, kInfinity, false, false, "must be positive"};\n'
        "  static Parameter radius_parameter(double& radius) {\n"
        '    return {"radius", radius, range::positive, "the radius"};\n  }\n'
    )
    (tmp_path / "acgd" / "rule.hpp").write_text(
        '#include "acgd/base.hpp"\n'
        "  Description describe() {\n"
        '    return {{"gamma", rule.gamma, range::positive, "optimism: "\n'
        '             "this much", "1 of |f|"},\n'
        '            {"route", Word(route, {"a", "b"}), "which way"},\n'
        '            count_parameter(k, "how many"), radius_parameter(radius)};\n  }\n'
        "struct Base;\nclass Rule final : public Base {\n  Description describe();\n};\n"
    )
    (tmp_path / "src" / "rules.cpp").write_text(
        'Description Base::describe() {\n  return {{"l", l, range::positive, "of another"}};\n}\n'
        "Description Rule::Parameters::describe() { return {count_parameter(m)}; }\n"
        'Description Rule::describe() {\n  return {{"p", p, range::positive, "a power"}};\n}\n'
        'Row row() {\n  return {{"q", q, range::positive, "no parameter"}};\n}\n'
    )
    assert module("descriptions").Descriptions(tmp_path, tmp_path / "src").of("acgd/rule.hpp") == {
        "gamma": "optimism: this much; must be positive; 1 of |f| unless given",
        "route": "which way",
        "k": "how many",
        "radius": "the radius; must be positive",
        "p": "a power; must be positive",
    }


def test_options_match_descriptions_of_python():
    """One table by two ways: the C++ sources as text, and the compiled package."""
    import acgd

    root = SITE.parent
    descriptions = module("descriptions").Descriptions(root / "include", root / "src")
    balls = "acgd/oracle/balls.hpp"
    assert "w_1 >= w_2" in descriptions.of(balls, "OwlBall::Parameters")["file"]
    assert "l_i and u_i" in descriptions.of(balls, "Diamond::Parameters")["file"]
    told = descriptions.of("acgd/solve/options.hpp")
    for name in ("max_iterations", "gap_tolerance", "check_oracle", "trace_every"):
        sentence = told[name].split(";")[0].replace("|f(x)|", "")
        assert sentence[1:] in " ".join(acgd.minimize.__doc__.split())


def test_lines_break_between_words_of_name():
    wrapping = module("wrapping")
    assert wrapping.pieces("--relative-gap") == ["--relative-gap"]
    assert wrapping.pieces("--relative-gap-tolerance") == ["--relative-gap-", "tolerance"]
    assert wrapping.pieces("Invariance.OrderOfCoordinatesDoesNotMatter") == [
        "Invariance.OrderOf",
        "CoordinatesDoesNot",
        "Matter",
    ]
    name = "a_name_that.is_quite_long:and=something"
    assert "".join(wrapping.pieces(name)) == name
    x, y = '<span class="math"><math>x</math></span>', '<span class="math"><math>y</math></span>'
    whole = f'<span class="whole">{y},</span>'
    assert wrapping.wrapped(f"{x} and {y}, too") == f"{x} and {whole} too"
    cell = "<td><p>to 1e-3 in <strong>0.019 s</strong></p></td>"
    assert wrapping.wrapped(cell) == (
        '<td><p>to <span class="whole">1e-3</span> in '
        '<strong><span class="whole">0.019 s</span></strong></p></td>'
    )
    assert wrapping.wrapped("<p>to 1e-3</p>") == "<p>to 1e-3</p>", "text has room"


def test_members_of_kind_are_shown_once():
    import acgd

    reference = module("python_reference")
    assert reference.public_base(acgd.L1Ball) is acgd.Set
    assert reference.public_base(acgd.Set) is None
    options = reference.class_options(acgd.L1Ball)
    assert "contains" in options and "a :class:`~acgd.Set`" in options
    assert "exclude" not in reference.class_options(acgd.Set)


def test_pictures_are_those_of_examples_unless_script_draws_them(tmp_path):
    stage, pictures = tmp_path / "stage", tmp_path / "docs" / "pictures"
    (stage / "examples").mkdir(parents=True)
    pictures.mkdir(parents=True)
    for name in ("portfolio", "training", "comparison"):
        (pictures / f"{name}.svg").write_text("kept")
    (pictures / "training.py").write_text("")
    for name in ("portfolio", "training"):
        (stage / "examples" / f"{name}.svg").write_text("drawn")
    module("pictures").stage_pictures(tmp_path, stage)
    shown = {path.stem: path.read_text() for path in (stage / "pictures").iterdir()}
    assert shown == {"portfolio": "drawn", "training": "kept", "comparison": "kept"}


def test_examples_need_only_packages_of_site_build():
    text = (SITE.parent / "scripts" / "packages.txt").read_text()
    sections = dict(re.findall(r"^\[(\w+)\]\n(.*?)(?=^\[|\Z)", text, re.DOTALL | re.MULTILINE))
    installed = set("".join(sections[name] for name in ("build", "python", "site")).split())
    for path in (SITE.parent / "examples" / "python").glob("*.py"):
        for module in re.findall(r"^\s*(?:from|import) (\w+)", path.read_text(), re.MULTILINE):
            if module != "acgd" and module not in sys.stdlib_module_names:
                assert f"python3-{module}" in installed, f"{path.name} imports {module}"
