"""Keywords, defaults, checks and docstrings from the library's parameter descriptions."""

from __future__ import annotations

import difflib
import inspect
import os
import re
import textwrap
from dataclasses import dataclass
from typing import Any, Callable, Iterable, Mapping, NamedTuple, TypeVar

from . import _arguments

T = TypeVar("T")


def _file(check: Callable[[str, Any], str]) -> Callable[[str, Any], bytes]:
    return lambda name, value: os.fsencode(check(name, value))


# By kind of parameter: its type, and the function that converts and validates values.
_PATH = "str | os.PathLike[str]"
_KINDS: dict[str, tuple[str, Callable[[str, Any], Any]]] = {
    "flag": ("bool", _arguments.flag),
    "count": ("int", _arguments.count),
    "small count": ("int", _arguments.small_count),
    "many": ("int", _arguments.many),
    "number": ("float", _arguments.number),
    "text": ("str", _arguments.text),
    "word": ("str", _arguments.text),
    "path": (_PATH, _file(_arguments.path)),
    "output file": (_PATH, _file(_arguments.output_file)),
    "times": ("int | str", _arguments.times),
    "shape": ("tuple[int, int] | None", _arguments.optional_shape),
}


class Parameter(NamedTuple):
    """Description of a parameter. Most descriptions come from the library."""

    name: str
    kind: str
    default: Any
    sentence: str
    is_optional: bool = False
    words: tuple[str, ...] = ()
    rule: str = ""
    absent: str = ""

    @property
    def annotation(self) -> str:
        """The type, as in "float | None"."""
        words = f"Literal[{', '.join(map(repr, self.words))}]" if self.words else ""
        return (words or _KINDS[self.kind][0]) + (" | None" if self.is_optional else "")

    @property
    def attribute(self) -> str:
        """The type after conversion."""
        return self.annotation.replace(" | None", "") if self.kind == "shape" else self.annotation

    def convert(self, value: Any) -> Any:
        """Return the value for the library; None if absent."""
        if value is None and self.is_optional:
            return None
        if self.words:
            return _arguments.choice(self.name, value, self.words)
        return _KINDS[self.kind][1](self.name, value)

    @property
    def documentation(self) -> str:
        """The lines of the docstring."""
        type = _KINDS[self.kind][0].replace(_PATH, "path").replace(" | None", "")
        if self.words:
            type = "{" + ", ".join(map(_shown, self.words)) + "}"
        given = "optional" if self.default is None else f"default {_shown(self.default)}"
        text = _sentence(self.sentence + (f"; {self.rule}" if self.rule and not self.words else ""))
        text += f" Unless given: {self.absent}." if self.absent else ""
        heading = f"{self.name} : {type.replace(' | ', ' or ')}, {given}"
        return "\n    ".join([heading, *textwrap.wrap(text, 92)])


def _shown(value: Any) -> str:
    return f'"{value}"' if isinstance(value, str) else repr(value)


def _sentence(text: str) -> str:
    """Capitalise a sentence unless it begins with a formula."""
    first = text[0].upper() if re.match(r"(a|[a-z-]{2,})\b(?!\()", text) else text[0]
    return first + text[1:].rstrip(".") + "."


def of_library(description: Iterable[Mapping[str, Any]]) -> list[Parameter]:
    """Return the parameters described by the compiled module; rows and cols become a shape."""
    all = [Parameter(**{**entry, "words": tuple(entry["words"])}) for entry in description]
    for rows, cols in zip(all, all[1:]):
        if (rows.name, cols.name) == ("rows", "cols"):
            sentence = f"{rows.sentence}, {cols.sentence}"
            all[all.index(rows)] = Parameter("shape", "shape", None, sentence, absent=rows.absent)
            all.remove(cols)
    return all


def _instead(name: str, known: list[str], foreign: Mapping[str, str]) -> str:
    """Suggest a name, or list all names."""
    close = difflib.get_close_matches(name.lower(), known, 1, 0.7)
    meant = foreign.get(name, "") or "".join(close)
    return f"did you mean {meant}?" if meant else f"there are {', '.join(known)}"


def convert(
    parameters: Iterable[Parameter], given: Mapping[str, Any], foreign: Mapping[str, str] = {}
) -> dict[str, Any]:
    """Convert the given values for the library.

    `foreign`: names in other packages, and ours for the same option.
    """
    known = {parameter.name: parameter for parameter in parameters}
    for name in given:
        if name not in known:
            raise TypeError(f"{name}: is not an option; {_instead(str(name), [*known], foreign)}")
    return {name: known[name].convert(value) for name, value in given.items()}


def documented(**texts: str) -> Callable[[T], T]:
    """Replace names in braces in a docstring by texts, with the same indentation."""

    def decorate(item: T) -> T:
        lines = (item.__doc__ or "").split("\n")  # there is none under python -OO
        for k, line in enumerate(lines):
            name, indent = line.strip(), " " * (len(line) - len(line.lstrip()))
            if name[:1] == "{" and name[1:-1] in texts:
                lines[k] = textwrap.indent(texts[name[1:-1]], indent)
        item.__doc__ = "\n".join(lines)
        return item

    return decorate


def documentation(parameters: Iterable[Parameter]) -> str:
    """Return the docstring of the parameters."""
    return "\n".join(parameter.documentation for parameter in parameters)


def keywords(parameters: list[Parameter]) -> Callable[[T], T]:
    """Add the keywords to the signature, and to the docstring in place of {parameters}.

    For a function, or a class whose __init__ takes **keywords.
    """

    def decorate(item: T) -> T:
        function: Any = item.__init__ if isinstance(item, type) else item  # type: ignore[misc]
        signature = inspect.signature(function)
        shown = [p for p in signature.parameters.values() if p.kind is not p.VAR_KEYWORD]
        for p in parameters:
            if p.name not in signature.parameters:
                kind = inspect.Parameter.KEYWORD_ONLY
                how = dict(default=p.default, annotation=p.annotation)
                shown.append(inspect.Parameter(p.name, kind, **how))
        function.__signature__ = signature.replace(parameters=shown)
        return documented(parameters=documentation(parameters))(item)

    return decorate


class Described:
    """Immutable object given by its parameters: compared, shown and pickled by them."""

    _name = ""
    _at_most = ""  # the kind that the flag at_most stands for, if there is one
    _parameters: list[Parameter] = []

    def __post_init__(self) -> None:
        for parameter in self._parameters:
            value = parameter.convert(getattr(self, parameter.name))
            object.__setattr__(self, parameter.name, value)

    @property
    def _kind(self) -> str:
        """The kind of the library that these parameters are for."""
        return self._at_most if getattr(self, "at_most", False) else self._name

    def _values(self) -> dict[str, Any]:
        values = {parameter.name: getattr(self, parameter.name) for parameter in self._parameters}
        if self._at_most:
            del values["at_most"]
        return values


def _with_names(sentence: str, syntax: str, parameters: Iterable[Parameter]) -> str:
    """The sentence with names of parameters in place of the letters that a syntax has for them."""
    for letters, parameter in zip(re.findall("[A-Z]+", syntax), parameters):
        sentence = re.sub(rf"\b{letters}\b", f"`{parameter.name}`", sentence)
    return sentence


def described(
    kinds: Mapping[str, Any], name: str = "", at_most: str = ""
) -> Callable[[type], type]:
    """Gives a class of `Described` the parameters of one of the library's kinds, and a docstring.

    The kind has the name of the class unless another is given: OpenLoop is "open-loop". `at_most`
    is the kind that has "at most" where this one has "equal"; the class then has a flag for it.
    """

    def decorate(cls: Any) -> Any:
        cls._name = name or re.sub("(?<=.)(?=[A-Z])", "-", cls.__name__).lower()
        cls._at_most = at_most
        sentence, syntax, description = kinds[cls._name]
        cls._parameters = of_library(description)
        sentence = _with_names(sentence, syntax, cls._parameters)
        if at_most:
            other = _with_names(kinds[at_most][0], syntax, cls._parameters)
            cls._parameters.append(Parameter("at_most", "flag", False, f"if true: {other}"))
        cls.__annotations__ = {p.name: p.annotation for p in cls._parameters}
        for parameter in cls._parameters:
            setattr(cls, parameter.name, parameter.default)
        texts = [_sentence(sentence), inspect.cleandoc(cls.__doc__ or "")]
        if cls._parameters:
            texts.insert(1, "Parameters\n----------\n" + documentation(cls._parameters))
        cls.__doc__ = "\n\n".join(texts)
        made = dataclass(frozen=True)(cls)
        for parameter in made._parameters:
            if parameter.kind == "shape":
                setattr(made, parameter.name, parameter.convert(parameter.default))
        return made

    return decorate
