"""What is on the site: the pages that docs/index.md lists, and those that a build adds to them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

# Pages of the top folder, and what they are called on the site.
TOP_PAGES = {"CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing.md"}
# Line of docs/index.md that is replaced by the generated references.
REFERENCES = "<!-- references: make site -->"


@dataclass
class Section:
    title: str
    pages: dict[str, str] = field(default_factory=dict)  # file name -> title


def sections(index: str) -> list[Section]:
    """Return the sections of a page that list other pages, as `- [Sets](sets.md): ...`."""
    found: list[Section] = []
    for line in index.splitlines():
        if heading := re.fullmatch(r"## (.+)", line):
            found.append(Section(heading[1]))
        elif (entry := re.match(r"- \[([^\]]+)\]\(([^)#]+\.md)\)", line)) and found:
            found[-1].pages[entry[2]] = entry[1]
    return [section for section in found if section.pages]


def with_toctrees(index: str) -> str:
    """Return the page with its lists repeated as hidden toctrees for Sphinx."""
    for section in sections(index):
        entries = [f"{title} <{page.removesuffix('.md')}>" for page, title in section.pages.items()]
        pages = "\n".join(entries)
        index += f"\n```{{toctree}}\n:hidden:\n:caption: {section.title}\n\n{pages}\n```\n"
    return index


def pages_of(root: Path) -> dict[str, Path]:
    """Return every page by its name on the site."""
    pages = {path.name: path for path in sorted((root / "docs").glob("*.md"))}
    return pages | {name: root / source for source, name in TOP_PAGES.items()}
