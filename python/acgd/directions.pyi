# Written by python/tests/generate.py.
from __future__ import annotations
from typing import Union
from . import _arguments, _core
from ._parameters import Described, described
__all__ = ['Along', 'Auto', 'Away', 'BlendedPairwise', 'Corrective', 'DirectionRule', 'Pairwise', 'Toward']
DEFAULT: str

class DirectionRule(Described):

    def __post_init__(self) -> None: ...

    def _make(self) -> _core.Direction: ...

class Auto(DirectionRule): ...

class Toward(DirectionRule): ...

class Along(DirectionRule): ...

class Away(DirectionRule):
    lazy: bool
    max_atoms: int
    max_bytes: int

    def __init__(self, lazy: bool = ..., max_atoms: int = ..., max_bytes: int = ...) -> None: ...

class Pairwise(DirectionRule):
    lazy: bool
    max_atoms: int
    max_bytes: int

    def __init__(self, lazy: bool = ..., max_atoms: int = ..., max_bytes: int = ...) -> None: ...

class BlendedPairwise(DirectionRule):
    lazy: bool
    max_atoms: int
    max_bytes: int

    def __init__(self, lazy: bool = ..., max_atoms: int = ..., max_bytes: int = ...) -> None: ...

class Corrective(DirectionRule):
    max_atoms: int
    max_bytes: int

    def __init__(self, max_atoms: int = ..., max_bytes: int = ...) -> None: ...
DirectionLike = Union[str, DirectionRule]

def make(direction: DirectionLike) -> _core.Direction: ...
