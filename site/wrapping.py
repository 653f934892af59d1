"""Line breaks of pages: not within names or numbers, nor between a formula and its comma."""

from __future__ import annotations

import re

CODE = re.compile(r'<span class="pre">(.*?)</span>', re.DOTALL)
FORMULA = re.compile(r'(<span class="math">(?:(?!</span>).)*</span>)([,.;:)]+)', re.DOTALL)
# After characters that join words, and before capitals of names as PlainRule.AdaptiveConstant.
JOINT = re.compile(r"(?<=[\w\]][._/:,=|-])(?=\w)|(?<=[a-z])(?=[A-Z][a-z])")
CELL = re.compile(r"(?<=<p>)(?:(?!</p>).)*(?=</p></t[dh]>)", re.DOTALL)
# A number with its power of ten or its unit.
NUMBER = re.compile(r"(?<![\w.-])\d[\d.]*(?:e-?\d+| (?:s|ms|kB|MB|GB|%)(?!\w))")
TAG = re.compile(r"(<[^>]*>)")
LONGEST = 20  # letters that fit into a narrow column


def pieces(name: str) -> list[str]:
    """Return the fewest unbreakable parts of a name."""
    found = [""]
    for part in [name] if len(name) <= LONGEST else JOINT.split(name):
        if len(found[-1]) + len(part) <= LONGEST:
            found[-1] += part
        else:
            found.append(part)
    return [piece for piece in found if piece]


def with_whole_numbers(cell: str) -> str:
    parts = TAG.split(cell)
    parts[::2] = [NUMBER.sub(r'<span class="whole">\g<0></span>', text) for text in parts[::2]]
    return "".join(parts)


def wrapped(body: str) -> str:
    def code(match: re.Match[str]) -> str:
        spans = [f'<span class="pre whole">{piece}</span>' for piece in pieces(match[1])]
        return "<wbr>".join(spans)

    body = FORMULA.sub(r'<span class="whole">\1\2</span>', CODE.sub(code, body))
    return CELL.sub(lambda cell: with_whole_numbers(cell[0]), body)
