"""Pages of the C++ reference, one per header, from Doxygen's XML of include/acgd."""

from __future__ import annotations

import re
import subprocess
import xml.etree.ElementTree as ElementTree
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pages
from descriptions import Descriptions

Element = ElementTree.Element
SETTINGS = """
INPUT = {include}
OUTPUT_DIRECTORY = {output}
STRIP_FROM_PATH = {include}
FILE_PATTERNS = *.hpp
RECURSIVE = YES
GENERATE_HTML = NO
GENERATE_LATEX = NO
GENERATE_XML = YES
XML_PROGRAMLISTING = NO
JAVADOC_AUTOBRIEF = YES
INHERIT_DOCS = NO
EXTRACT_ALL = YES
AUTOLINK_SUPPORT = NO
QUIET = YES
WARN_AS_ERROR = YES
WARN_IF_UNDOCUMENTED = NO
EXCLUDE_SYMBOLS = acgd::detail
"""
# Members of tables for the command line, which the pages of sets and rules show.
WORDS = {"name", "syntax", "sentence", "formula", "cost", "example", "values"}


def run_doxygen(include: Path, output: Path) -> Path:
    output.mkdir(parents=True, exist_ok=True)
    settings = SETTINGS.format(include=include, output=output)
    subprocess.run(["doxygen", "-"], input=settings, text=True, check=True)
    return output / "xml"


def escaped(text: str) -> str:
    """Escape text for Markdown."""
    return re.sub(r"([\\`*_{}\[\]<>|#$~&!])", r"\\\1", text)


def anchor_of(refid: str) -> str:
    return "cpp-" + re.sub(r"[^a-z0-9]+", "-", refid.lower()).strip("-")


class Reference:
    """Doxygen's results by header."""

    def __init__(self, xml: Path, descriptions: Descriptions) -> None:
        self.descriptions = descriptions
        self.compounds: dict[str, Element] = {}
        self.headers: dict[str, list[Element]] = defaultdict(list)
        self.known: set[str] = set()
        for path in sorted(xml.glob("*.xml")):
            for compound in ElementTree.parse(path).getroot().findall("compounddef"):
                self.add(compound)

    def add(self, compound: Element) -> None:
        kind, name = compound.get("kind"), compound.findtext("compoundname", "")
        if kind in ("class", "struct", "union") and name.startswith("acgd::"):
            self.compounds[compound.get("id", "")] = compound
            if compound.get("prot") == "public" and not name.endswith("::Parameters"):
                self.headers[header_of(compound)].append(compound)
                self.known.add(compound.get("id", ""))
        if kind == "namespace" and name == "acgd":
            for member in compound.iter("memberdef"):
                self.headers[header_of(member)].append(member)
                if member.get("kind") in ("typedef", "enum"):
                    self.known.add(member.get("id", ""))

    def linked(self, element: Element | None) -> str:
        """Return inline text with links to documented types."""
        if element is None:
            return ""
        text = escaped(element.text or "")
        for child in element:
            inner = self.linked(child)
            if child.tag == "ref" and child.get("refid") in self.known:
                inner = f"[{inner}](#{anchor_of(child.get('refid', ''))})"
            elif child.tag == "computeroutput":
                inner = "`" + "".join(child.itertext()) + "`"
            text += inner + escaped(child.tail or "")
        return text

    def told(self, item: Element) -> str:
        """Return the text of the comment by paragraphs."""
        paragraphs = []
        for tag in ("briefdescription", "detaileddescription"):
            description = item.find(tag)
            for block in description if description is not None else ():
                paragraphs += list(self.blocks(block))
        return "\n\n".join(paragraphs)

    def blocks(self, paragraph: Element) -> Iterator[str]:
        """Yield a paragraph, or the parts of one with code."""
        rest = Element("para")
        rest.text = paragraph.text
        for child in paragraph:
            if child.tag in ("verbatim", "preformatted", "programlisting"):
                yield self.linked(rest).strip()
                rest = Element("para")
                rest.text = child.tail
                yield "```text\n" + "".join(child.itertext()).strip("\n") + "\n```"
            else:
                rest.append(child)
        if words := self.linked(rest).strip():
            yield words

    def function(self, member: Element) -> str:
        words = [w for w in ("static", "explicit") if member.get(w) == "yes"]
        words += ["virtual"] if member.get("virt") != "non-virtual" else []
        arguments = ", ".join(self.argument(p) for p in member.findall("param"))
        ending = member.findtext("argsstring", "").rpartition(")")[2]
        if member.get("virt") != "non-virtual" and "override" in ending:
            words.remove("virtual")
        name = f"**{escaped(member.findtext('name', ''))}**"
        result = self.type_of(member)
        signature = " ".join([*words, result]).strip() + " "
        return f"{self.template(member)}{signature.lstrip()}{name}({arguments}){escaped(ending)}"

    def type_of(self, item: Element) -> str:
        """Return the type without Doxygen's spaces: std::vector<Atom>&."""
        text = self.linked(item.find("type")).strip()
        text = text.replace("\\< ", "\\<").replace(" \\>", "\\>")
        return re.sub(r" ((\\[&*])+)$", r"\1", text)

    def argument(self, param: Element) -> str:
        text = self.type_of(param)
        text += " " + escaped(param.findtext("declname", "")) + escaped(param.findtext("array", ""))
        default = param.findtext("defval")
        return text.strip() + (f" = {escaped(default)}" if default else "")

    def template(self, item: Element) -> str:
        parameters = item.find("templateparamlist")
        if parameters is None:
            return ""
        inside = ", ".join(self.argument(p) for p in parameters.findall("param"))
        return f"template \\<{inside}\\> "

    def variable(self, member: Element) -> str:
        initializer = member.find("initializer")
        value = "".join(initializer.itertext()) if initializer is not None else ""
        static = "static " if member.get("static") == "yes" else ""
        name = f"**{escaped(member.findtext('name', ''))}**"
        return f"{static}{self.type_of(member)} {name} {escaped(value)}".strip()

    def signature(self, member: Element) -> str:
        kind = member.get("kind")
        if kind == "function":
            return self.function(member)
        if kind == "typedef":
            name = f"**{escaped(member.findtext('name', ''))}**"
            return f"using {name} = {self.type_of(member)}"
        if kind == "enum":
            return f"enum class **{escaped(member.findtext('name', ''))}**"
        return self.variable(member)

    def member(self, member: Element, said: str = "") -> str:
        """Return the entry of a member; `said` is its sentence in describe()."""
        anchor = f"({anchor_of(member.get('id', ''))})=\n" if member.get("id") in self.known else ""
        text = f"{anchor}```{{parsed-literal}}\n{self.signature(member)}\n```\n"
        for words in (escaped(said), self.told(member)):
            text += f"\n{words}\n" if words else ""
        for value in member.findall("enumvalue"):
            text += f"\n- `{value.findtext('name')}` {self.told(value)}"
        return text + "\n"

    def compound(self, compound: Element) -> str:
        name = compound.findtext("compoundname", "").removeprefix("acgd::")
        bases = [self.linked_base(base) for base in compound.findall("basecompoundref")]
        final = " final" if compound.get("final") == "yes" else ""
        line = f"{self.template(compound)}{compound.get('kind')} **{escaped(name)}**{final}"
        line += f" : {', '.join(bases)}" if bases else ""
        text = f"({anchor_of(compound.get('id', ''))})=\n## {escaped(name)}\n\n"
        text += f"```{{parsed-literal}}\n{line}\n```\n\n{self.told(compound)}\n\n"
        said = self.said_of(compound)
        for section in compound.findall("sectiondef"):
            if section.get("kind", "").startswith(("public", "protected", "user-defined")):
                shown = [m for m in section if self.is_shown(m)]
                text += "\n".join(self.member(m, said.get(m.findtext("name"), "")) for m in shown)
        return text + self.parameters(compound)

    def linked_base(self, base: Element) -> str:
        name = escaped((base.text or "").removeprefix("acgd::"))
        return (
            f"[{name}](#{anchor_of(base.get('refid', ''))})"
            if base.get("refid") in self.known
            else name
        )

    def said_of(self, compound: Element) -> dict[str, str]:
        """Return the sentences of describe() by member."""
        functions = [m.findtext("name") for m in compound.iter("memberdef")]
        if "describe" not in functions:
            return {}
        struct = compound.findtext("compoundname", "").removeprefix("acgd::")
        return self.descriptions.of(header_of(compound), struct)

    def is_shown(self, member: Element) -> bool:
        private = member.get("prot") == "private" or member.get("kind") == "friend"
        words = member.get("static") == "yes" and member.findtext("name") in WORDS
        return member.tag == "memberdef" and not private and not words

    def parameters(self, compound: Element) -> str:
        """Return the parameters of a set, those of its nested Parameters."""
        for inner in compound.findall("innerclass"):
            nested = self.compounds.get(inner.get("refid", ""))
            if nested is None or not (inner.text or "").endswith("::Parameters"):
                continue
            found = [
                m
                for m in nested.iter("memberdef")
                if m.get("kind") == "variable" and self.is_shown(m)
            ]
            if found:
                said = self.said_of(nested)
                return "Its `Parameters`, for the table of sets:\n\n" + "\n".join(
                    self.member(m, said.get(m.findtext("name"), "")) for m in found
                )
        return ""

    def brief(self, item: Element) -> str:
        return self.linked(item.find("briefdescription/para")).strip()


def header_of(item: Element) -> str:
    location = item.find("location")
    return location.get("file", "") if location is not None else ""


def line_of(item: Element) -> int:
    location = item.find("location")
    return int(location.get("line", "0")) if location is not None else 0


def place_of(header: str) -> str:
    """Return its page relative to the index: oracle/l1_ball."""
    return "/".join(Path(header).with_suffix("").parts[1:])


def page_of(reference: Reference, header: str) -> str:
    path = Path(header)
    up, folder = "../" * (len(path.parts) - 2), path.parts[1]
    text = pages.ORPHAN + f"# {escaped(path.name)}\n\n"
    text += f"[C++ reference]({up}index.md) / [{folder}]({up}{folder}.md)\n\n"
    text += f"```cpp\n#include <{header}>\n```\n\n"
    for item in sorted(reference.headers[header], key=line_of):
        is_class = item.tag == "compounddef"
        text += (reference.compound(item) if is_class else reference.member(item)) + "\n"
    return text


def folder_page(folder: str, what: str, headers: list[str], reference: Reference) -> str:
    text = f"# {folder}\n\n{what}\n\n| header | |\n|---|---|\n"
    for header in headers:
        documented = [i for i in reference.headers[header] if reference.brief(i)]
        first = reference.brief(documented[0]) if documented else ""
        text += f"| [{Path(header).name}]({place_of(header)}.md) | {first} |\n"
    return text


def stage_reference(root: Path, stage: Path, scratch: Path) -> None:
    include = root / "include"
    reference = Reference(run_doxygen(include, scratch), Descriptions(include, root / "src"))
    contributing = (root / "CONTRIBUTING.md").read_text(encoding="utf-8")
    folders = dict(re.findall(r"\| `include/acgd/(\w+)/`\s*\| (.*?)\s*\|\n", contributing))
    by_folder: dict[str, list[str]] = defaultdict(list)
    for header in sorted(reference.headers):
        by_folder[Path(header).parts[1]].append(header)
        pages.write(stage, f"cpp/{place_of(header)}.md", page_of(reference, header))
    index = "# C++ reference\n\n`#include <acgd/acgd.hpp>` has all of it. "
    index += "The folders follow the data through one iteration.\n\n"
    for folder, what in folders.items():
        pages.write(
            stage,
            f"cpp/{folder}.md",
            folder_page(folder, what.capitalize(), by_folder[folder], reference),
        )
        index += f"- [{folder}]({folder}.md): {what}\n"
    names = "\n".join(folders)
    pages.write(stage, "cpp/index.md", index + f"\n```{{toctree}}\n:hidden:\n\n{names}\n```\n")
