# Written by python/tests/generate.py.
from __future__ import annotations
from typing import Union
from . import _arguments, _core
from ._parameters import Described, described
__all__ = ['Along', 'Auto', 'DirectionRule', 'Toward']
DEFAULT: str

class DirectionRule(Described):

    def __post_init__(self) -> None: ...

    def _make(self) -> _core.Direction: ...

class Auto(DirectionRule): ...

class Toward(DirectionRule): ...

class Along(DirectionRule): ...
DirectionLike = Union[str, DirectionRule]

def make(direction: DirectionLike) -> _core.Direction: ...
