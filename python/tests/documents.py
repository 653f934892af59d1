"""The pages of docs/ and of the top folder as text: headings, links, blocks of code, commands."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FENCE = re.compile(r"^( *)```(\S*)[^\n]*\n(.*?)^\1```", re.DOTALL | re.MULTILINE)


def pages() -> list[Path]:
    """All that readers are led to."""
    top = [ROOT / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md")]
    return [*top, *sorted((ROOT / "docs").glob("*.md"))]


def without_code(text: str) -> str:
    """Without blocks of code, in fences or indented, and without code in a line."""
    text = re.sub(r"^(    .*\n)+", "\n", FENCE.sub("", text), flags=re.MULTILINE)
    return re.sub(r"`[^`\n]*`", "", text)


def slug(heading: str) -> str:
    """The anchor that a heading gets: as on GitHub."""
    plain = re.sub(r"[`*]|\]\([^)]*\)|\[", "", heading).strip().lower()
    kept = [c for c in plain if c in " -_" or unicodedata.category(c)[0] in "LN"]
    return "".join(kept).replace(" ", "-")


def anchors(path: Path) -> set[str]:
    found: list[str] = []
    for heading in re.findall(r"^#{1,6} (.+)$", FENCE.sub("", path.read_text()), re.MULTILINE):
        name = slug(heading)
        found.append(name if name not in found else f"{name}-{found.count(name)}")
    return set(found)


def links(path: Path) -> list[str]:
    return re.findall(r"\]\(([^)\s]+)\)", without_code(path.read_text(encoding="utf-8")))


def blocks(path: Path, language: str) -> list[str]:
    """The blocks of code in this language."""
    return [code for _, name, code in FENCE.findall(path.read_text()) if name == language]


def commands(path: Path) -> list[str]:
    """Indented lines outside of fences, without comments, those that a backslash joins in one."""
    text = FENCE.sub("", path.read_text(encoding="utf-8")).replace("\\\n", " ")
    lines = re.findall(r"(?:^|(?<=\n))    (?! )(.+)", text)
    return [re.sub(r"\s+#.*", "", line) for line in lines]


@dataclass
class Shown:
    """A block of Python, and what the page says that it prints, if it says so."""

    code: str
    prints: str | None


def shown_python(path: Path) -> list[Shown]:
    pattern = r"```python\n(.*?)```(?:\n\nprints\n\n```text\n(.*?)```)?"
    found = re.findall(pattern, path.read_text(encoding="utf-8"), re.DOTALL)
    return [Shown(code, prints or None) for code, prints in found if ">>>" not in code]
