"""The pages of docs/ and of the top folder as text: headings, links, blocks of code, commands."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FENCE = re.compile(r"^( *)```(\S*)[^\n]*\n(.*?)^\1```", re.DOTALL | re.MULTILINE)


def pages() -> list[Path]:
    """All pages for readers."""
    top = [ROOT / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md")]
    return [*top, *sorted((ROOT / "docs").glob("*.md"))]


def without_code(text: str) -> str:
    """Without blocks of code, in fences or indented, and without inline code."""
    text = re.sub(r"^(    .*\n)+", "\n", FENCE.sub("", text), flags=re.MULTILINE)
    return re.sub(r"`[^`\n]*`", "", text)


def slug(heading: str) -> str:
    """The anchor of a heading, as on GitHub."""
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


def fences(path: Path) -> list[tuple[str, str]]:
    """The content of fences with their languages."""
    return [(language, code) for _, language, code in FENCE.findall(path.read_text("utf-8"))]


def blocks(path: Path, language: str) -> list[str]:
    return [code for name, code in fences(path) if name == language]


def indented(path: Path) -> list[str]:
    """Blocks of code without fences: lines indented by four or more, below an empty one."""
    text = "\n" + FENCE.sub("", path.read_text(encoding="utf-8")) + "\n"
    found = re.findall(r"(?<=\n)\s*\n((?: {4}.*\S.*\n)+)", text)
    return [re.sub(r"^ +", "", block, flags=re.MULTILINE) for block in found]


def commands(path: Path) -> list[str]:
    """Shell commands: indented, no Python session. Without comments, one command per line."""
    blocks = [block for block in indented(path) if not block.startswith(">>>")]
    lines = "".join(blocks).replace("\\\n", "").splitlines()
    return [told for line in lines if (told := re.sub(r"(^|\s+)#.*", "", line))]


@dataclass
class Shown:
    """A block of Python, and its output if the page shows it."""

    code: str
    prints: str | None


def shown_python(path: Path) -> list[Shown]:
    pattern = r"```python\n(.*?)```(?:\n\nprints\n\n```text\n(.*?)```)?"
    found = re.findall(pattern, path.read_text(encoding="utf-8"), re.DOTALL)
    return [Shown(code, prints or None) for code, prints in found if ">>>" not in code]
