"""Sentences of parameters in the describe() of structs, for the C++ reference."""

from __future__ import annotations

import re
from pathlib import Path

WORDS = r'(?:"(?:[^"\\]|\\.)*"\s*)+'
RANGE = re.compile(r'inline constexpr Range (\w+)\{[^;]*?"([^"]*)"')
# {"gamma", rule.gamma, range::up_to_1, "optimism ...", "unless given"}
ENTRY = re.compile(
    rf'\{{\s*"[\w.]+",\s*(?:Word\((?P<word>\w+),.*?\}}\)|(?:\w+\.)?(?P<member>\w+)),\s*'
    rf"(?:(?:range::)?(?P<range>\w+),\s*|Range\{{.*?(?P<rule>{WORDS})\}},\s*)?"
    rf"(?P<sentence>{WORDS})(?:,\s*(?P<default>{WORDS}))?\}}",
    re.DOTALL,
)
# count_parameter(k, "how many entries are summed")
CALL = re.compile(rf"\b(\w+_parameter)\((\w+)(?:, ({WORDS}))?\)")
# Description Simplex::Parameters::describe() { ... }
DEFINITION = re.compile(
    r"^Description (\w+(?:::\w+)*)::describe\(\) \{([^\n]+|\n.*?\n)\}$", re.DOTALL | re.MULTILINE
)
HELPER = re.compile(r" Parameter (\w+_parameter)\([^)]*\) \{(.*?)\n *\}", re.DOTALL)


def joined(words: str | None) -> str:
    """Join the parts of a C++ string literal."""
    return "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', words or "")).replace('\\"', '"')


class Descriptions:
    """Sentences of the members of described structs, by the header that declares them."""

    def __init__(self, include: Path, source: Path) -> None:
        self.texts = {
            path.relative_to(include).as_posix(): path.read_text(encoding="utf-8")
            for path in sorted(include.rglob("*.hpp"))
        }
        # What sources define is read as if it stood in the header of its class.
        self.defined: dict[str, str] = {}
        for path in sorted(source.rglob("*.cpp")):
            self.defined |= dict(DEFINITION.findall(path.read_text(encoding="utf-8")))
        for name, body in self.defined.items():
            outer = name.split("::")[0]
            declared = re.compile(rf"^(?:class|struct) {outer}\b[^;]*?\{{", re.MULTILINE)
            for header, text in self.texts.items():
                if declared.search(text):
                    self.texts[header] += body
        everything = "\n".join(self.texts.values())
        self.ranges = dict(RANGE.findall(everything))
        self.helpers = dict(HELPER.findall(everything))

    def sentence(self, entry: re.Match[str]) -> str:
        rule = joined(entry["rule"]) or self.ranges.get(entry["range"] or "", "")
        default = f"{joined(entry['default'])} unless given" if entry["default"] else ""
        return "; ".join(part for part in (joined(entry["sentence"]), rule, default) if part)

    def told_in(self, text: str) -> dict[str, str]:
        found = {e["word"] or e["member"]: self.sentence(e) for e in ENTRY.finditer(text)}
        for helper, member, words in CALL.findall(text):
            entry = ENTRY.search(self.helpers.get(helper, ""))
            if words or entry:
                found[member] = joined(words) or self.sentence(entry)
        return found

    def of(self, header: str, struct: str = "") -> dict[str, str]:
        """Return sentences by member, including those of directly included headers.

        Where structs of the header have members of the same name, those of `struct` are taken.
        """
        found: dict[str, str] = {}
        for included in re.findall(r'#include "(acgd/[^"]+)"', self.texts[header]):
            found |= self.told_in(self.texts[included])
        found |= self.told_in(self.texts[header])
        return found | self.told_in(self.defined.get(struct, ""))
