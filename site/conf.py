"""Configuration of Sphinx; site/build.py prepares the pages and runs it."""

import os
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import wrapping

project = "acgd"
author = "the acgd developers"
release = os.environ["ACGD_VERSION"]
extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx_copybutton",
    "mathml",
]
exclude_patterns = ["files"]

myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 4
default_role = "code"
smartquotes = False  # keep primes

autodoc_member_order = "bysource"
autodoc_typehints = "none"
napoleon_google_docstring = False
napoleon_use_ivar = True
napoleon_use_param = False
napoleon_use_rtype = False
add_module_names = False
toc_object_entries_show_parents = "hide"
# Words in parameter types, as shape, are also names of members: do not link them.
suppress_warnings = ["ref.python"]

html_math_renderer = "mathml"
html_theme = "furo"
html_title = "acgd"
html_static_path = [str(Path(__file__).parent / "style")]
html_css_files = ["acgd.css"]
html_show_search_summary = False  # it fetches pages, which file:// does not allow
html_show_sphinx = False
html_show_copyright = False
html_copy_source = False
html_theme_options = {
    "light_css_variables": {
        "color-brand-primary": "#1d5fa7",
        "color-brand-content": "#1d5fa7",
        "color-code-background": "#f3f5f8",
    },
    "dark_css_variables": {"color-brand-primary": "#7db4f0", "color-brand-content": "#7db4f0"},
}
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-high-contrast-dark"
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True


def keep_formulas(app, what, name, item, options, lines):
    """Escape formulas and names that end in _; `code` and examples remain markup."""
    for i, line in enumerate(lines):
        if not re.match(r"\s*(>>>|\.\.\.|[\w*, ]+ : )", line):
            parts = line.split("`")
            parts[::2] = [re.sub(r"([|*]|(?<=\w)_(?!\w))", r"\\\1", part) for part in parts[::2]]
            lines[i] = "`".join(parts)


def set_dashes(app, what, name, item, options, lines):
    """Replace napoleon's two hyphens between a parameter and its sentence by a dash."""
    for i, line in enumerate(lines):
        if re.match(r"(:\w+: +)?(\* )?\*", line):
            lines[i] = line.replace(" -- ", " – ", 1)


def wrap_code(app, name, template, context, doctree):
    if "body" in context:
        context["body"] = wrapping.wrapped(context["body"])


def setup(app):
    # Before napoleon, which converts the sections.
    app.connect("autodoc-process-docstring", keep_formulas, priority=100)
    app.connect("autodoc-process-docstring", set_dashes, priority=900)
    app.connect("html-page-context", wrap_code)
