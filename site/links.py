"""Check that every link of built pages leads to an existing file and anchor.

Links to other sites are not checked.
"""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    """The anchors and the links of a page."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.places: set[str] = {"", "top"}
        self.links: list[str] = []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        for name, value in attributes:
            if value and (name == "id" or (name == "name" and tag == "a")):
                self.places.add(value)
            if value and name in ("href", "src"):
                self.links.append(value)


def broken(folder: Path) -> Iterator[str]:
    pages = {path.resolve(): Page(path) for path in sorted(folder.rglob("*.html"))}
    for path, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if target.is_dir():
                target /= "index.html"
            place = unquote(parts.fragment)
            if not target.exists():
                yield f"{path.relative_to(folder.resolve())}: {link} is not there"
            elif target in pages and place not in pages[target].places:
                yield f"{path.relative_to(folder.resolve())}: {link} has no such place"
