"""Projection-free optimisation: adaptive conditional gradients.

`minimize` minimises over a compact convex set given by its linear minimisation oracle, `descend`
over R^n, without a Lipschitz constant or a step size to tune. The package has objectives, sets,
step rules and norms, `path` for regularisation paths, and estimators in scikit-learn's convention.

>>> import acgd
>>> acgd.minimize(acgd.Quadratic([[2.0, 0.0], [0.0, 2.0]], [-3.0, -1.0]), set="simplex").x
array([1., 0.])
"""


def _require_this_python() -> None:
    """Raise an ImportError with the reason if the compiled module cannot be used."""
    import importlib.machinery
    import pathlib
    import re
    import sys

    folder = pathlib.Path(__file__).parent
    built = [file.name[len("_core.") :] for file in folder.glob("_core.*") if file.suffix != ".pyi"]
    if not {"." + name for name in built} & {*importlib.machinery.EXTENSION_SUFFIXES}:
        here = f"{sys.implementation.name}-{sys.version_info[0]}{sys.version_info[1]}"
        there = f"built for {built[0].rpartition('.')[0]}" if built else "not built"
        raise ImportError(
            f"acgd in {folder} is {there}, this is {here}, {sys.executable}: build it for this "
            f"one, by `make python PYTHON={sys.executable}` or `{sys.executable} -m pip install .`"
        )

    import numpy

    known = tuple(int(number) for number in re.findall(r"\d+", numpy.__version__)[:2])
    if known < (1, 21):
        raise ImportError(f"acgd needs numpy 1.21 or newer, this is {numpy.__version__}")


_require_this_python()

from . import estimators, experiments
from ._core import Line, Record, __version__
from .applications import *
from .atoms import *
from .classification import *
from .combinatorial_sets import *
from .completion import *
from .composed_sets import *
from .custom import *
from .directions import *
from .experiments import reproduce
from .formulas import *
from .matrix_objectives import *
from .matrix_sets import *
from .norms import *
from .objectives import *
from .optimize import *
from .paths import *
from .penalties import *
from .product import *
from .ranks import *
from .regression import *
from .result import *
from .sample_objectives import *
from .sets import *
from .steps import *
from .testing import *
from .traffic import *
from .vector_sets import *

__all__ = ["Line", "Record", "__version__", "estimators", "experiments", "reproduce"]
__all__ += applications.__all__
__all__ += atoms.__all__
__all__ += classification.__all__
__all__ += combinatorial_sets.__all__
__all__ += completion.__all__
__all__ += composed_sets.__all__
__all__ += custom.__all__
__all__ += directions.__all__
__all__ += formulas.__all__
__all__ += matrix_objectives.__all__
__all__ += matrix_sets.__all__
__all__ += norms.__all__
__all__ += objectives.__all__
__all__ += optimize.__all__
__all__ += paths.__all__
__all__ += penalties.__all__
__all__ += product.__all__
__all__ += ranks.__all__
__all__ += regression.__all__
__all__ += result.__all__
__all__ += sample_objectives.__all__
__all__ += sets.__all__
__all__ += steps.__all__
__all__ += testing.__all__
__all__ += traffic.__all__
__all__ += vector_sets.__all__


def __dir__() -> list[str]:
    return sorted(__all__)
