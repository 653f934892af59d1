"""Copy the pages of docs/ for Sphinx and adapt their links."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import contents

# Front matter of pages that are not in the contents.
ORPHAN = "---\norphan: true\n---\n\n"
LINK = re.compile(r"\[([^\]]*)\]\(([^)\s]+)\)")


def place_on_site(target: Path, root: Path) -> Path:
    """Return the path of a project file on the site."""
    inside = target.relative_to(root)
    if inside.parts[0] == "docs":
        return Path(*inside.parts[1:])
    if inside.name in contents.TOP_PAGES and len(inside.parts) == 1:
        return Path(contents.TOP_PAGES[inside.name])
    if inside == Path("README.md"):
        return Path("index.md")
    if inside == Path("examples"):
        return Path("examples.md")
    if inside.parts[0] == "examples" and inside.suffix in (".cpp", ".py"):
        return Path("examples", inside.stem + ".md")
    if inside.parts[0] == "include":
        return Path("cpp", *inside.parts[2:]).with_suffix(".md")
    return Path("files") / inside


def led(text: str, source: Path, root: Path, stage: Path) -> str:
    """Return the page with links of the site, and copy linked files."""

    def lead(link: re.Match[str]) -> str:
        target, _, anchor = link[2].partition("#")
        path = (source.parent / target).resolve()
        if "://" in link[2] or not target or not path.is_relative_to(root) or not path.exists():
            return link[0]
        place = place_on_site(path, root)
        if path.is_dir() and place.parts[0] == "files":
            return link[1]  # folders have no page
        if place.parts[0] == "files":
            (stage / place).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, stage / place)
        return f"[{link[1]}]({place}{'#' + anchor if anchor else ''})"

    return LINK.sub(lead, text)


def write(stage: Path, name: str, text: str) -> None:
    (stage / name).parent.mkdir(parents=True, exist_ok=True)
    (stage / name).write_text(text, encoding="utf-8")


def stage_pages(root: Path, stage: Path, references: list[str]) -> None:
    for name, source in contents.pages_of(root).items():
        text = led(source.read_text(encoding="utf-8"), source, root, stage)
        if name == "index.md":
            text = contents.with_toctrees(text.replace(contents.REFERENCES, "\n".join(references)))
        write(stage, name, text)


def example_page(name: str, cpp: Path, python: Path, printed: str, picture: str) -> str:
    """Return the page of an example: sources, output and picture."""
    text = f"# {name.replace('_', ' ').capitalize()}\n"
    if picture:
        text += f"\n![What it draws]({picture})\n"
    if python.exists():
        text += f"\n## Python\n\n```python\n{python.read_text()}```\n"
        text += f"\nprints\n\n```text\n{printed}```\n"
    if cpp.exists():
        text += f"\n## C++\n\n```cpp\n{cpp.read_text()}```\n"
    return text
