#!/usr/bin/env python3
"""Build the site into BUILD/site from docs/, the examples, the headers and BUILD/python.

usage: build/site-tools/bin/python site/build.py BUILD
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import cpp_reference
import links
import pages
import pictures
import python_reference
from sphinx.cmd.build import build_main

ROOT = Path(__file__).resolve().parents[1]
REFERENCES = [
    "- [Python reference](python/index.md): every name of the package",
    "- [C++ reference](cpp/index.md): every header",
]


def stage(build: Path) -> Path:
    """Prepare the input of Sphinx."""
    folder = build / "site-source"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    pages.stage_pages(ROOT, folder, REFERENCES)
    pictures.stage_examples(ROOT, folder, build / "python", build / "site-examples")
    pictures.stage_pictures(ROOT, folder)
    cpp_reference.stage_reference(ROOT, folder, build / "site-doxygen")
    if missing := python_reference.stage_reference(folder):
        raise SystemExit(f"site/python_reference.py: no page shows {', '.join(missing)}")
    return folder


def main(build: Path) -> None:
    sys.path.insert(0, str(build / "python"))
    import acgd

    os.environ["ACGD_VERSION"] = acgd.__version__
    out = build / "site"
    shutil.rmtree(out, ignore_errors=True)
    source = stage(build)
    # Warnings are errors; all are reported.
    arguments = ["-q", "-W", "--keep-going", "-d", str(build / "site-doctrees")]
    arguments += ["-c", str(Path(__file__).parent), "-b", "html", str(source), str(out)]
    if code := build_main(arguments):
        raise SystemExit(code)
    if wrong := list(links.broken(out)):
        raise SystemExit("\n".join(wrong))
    print(
        f"{out / 'index.html'}: {len(list(out.rglob('*.html')))} pages, every link leads somewhere"
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
