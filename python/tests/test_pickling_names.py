"""All public names can be pickled and copied, and their results."""

import copy
import inspect
import pickle

import numpy as np
import pytest

import acgd
from bad_arguments import CASES as ARGUMENTS
from built_with import HAS_CLP
from test_bad_arguments import CASES
from test_pickling import COPIES, minus_sign


def is_small(set):
    return len(set) <= 1


def root(set):
    return len(set) ** 0.5


# Named functions instead of lambdas.
NAMED = {
    "MatroidBases": dict(is_independent=is_small),
    "SubmodularBase": dict(function=root),
    "CustomSet": dict(minimizer=minus_sign),
}
RUN = acgd.minimize(acgd.Quadratic(np.eye(3)), set="simplex", direction="pairwise")
COMPLETION = acgd.experiments.collaborative(quick=True, synthetic=True)
COMPLETED = COMPLETION.solve(direction="pairwise", max_iterations=3)


def record():
    seen = []
    acgd.minimize(acgd.Levy(3), set="l1:1", callback=seen.append, max_iterations=1)
    return seen[0]


# Results of runs, and objects that are not constructed by their name.
MADE = {
    "Atom": lambda: RUN.atoms[0].atom,
    "Atoms": lambda: RUN.atoms,
    "WeightedAtom": lambda: COMPLETED.atoms[0],
    "LowRank": lambda: COMPLETED.factors,
    "Result": lambda: RUN,
    "Trace": lambda: RUN.trace,
    "Record": record,
    "Interrupted": lambda: acgd.Interrupted("so far", RUN),
    "Options": lambda: acgd.Options(max_iterations=3),
    "Norm": acgd.l1_norm,
    "GraphMatch": lambda: acgd.GraphMatch(np.array([1, 0]), 2.0),
    "SubmodularMinimum": lambda: acgd.SubmodularMinimum([0, 2], -1.0, -1.5),
    "Path": lambda: acgd.path(np.eye(6), np.arange(6.0), radii=[1.0, 2.0], folds=2),
}
# A line is valid only inside its rule; base classes have no objects, tables are dicts.
WITHOUT_OBJECTS = {"Line", "Objective", "Set", "StepRule", "DirectionRule", "reproduce"}
WITHOUT_OBJECTS |= {"minimize", "descend", "path", "check_gradient", "check_set", "read_tntp"}
WITHOUT_OBJECTS |= {"row_range"}
NAMES = sorted(
    name for name in acgd.__all__ if callable(getattr(acgd, name)) and name not in WITHOUT_OBJECTS
)


def make(name):
    if name in MADE:
        return MADE[name]()
    if name not in CASES:
        return getattr(acgd, name)()
    return CASES[name].make(**{**CASES[name].good, **NAMED.get(name, {})})


def same(a, b):
    """Whether they consist of the same numbers."""
    if isinstance(a, np.ndarray):
        return np.array_equal(a, b, equal_nan=a.dtype.kind == "f")
    if type(a) is not type(b):
        return False
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    if isinstance(a, (list, tuple)):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, float):
        return a == b or (a != a and b != b)
    if isinstance(a, acgd.Record):
        return repr(a) == repr(b) and same(a.__getstate__(), b.__getstate__())
    if hasattr(a, "__dict__") and not inspect.isfunction(a):
        return same(parts(a), parts(b))
    return type(a).__module__ == "acgd._core" or a == b


def parts(item):
    """Its components, without those derived by the compiled module."""
    made = (type(value).__module__ == "acgd._core" for value in vars(item).values())
    return {k: v for (k, v), compiled in zip(vars(item).items(), made) if not compiled}


@pytest.mark.parametrize("again", COPIES.values(), ids=COPIES)
@pytest.mark.parametrize("name", NAMES)
def test_public_names(name, again):
    if name == "Polyhedron" and not HAS_CLP:
        pytest.skip("acgd was built without Clp")
    item = make(name)
    copied = again(item)
    assert type(copied) is type(item) and same(copied, item)


def test_all_names_are_covered():
    assert WITHOUT_OBJECTS <= {*acgd.__all__} and {*MADE} <= {*acgd.__all__}
    assert {*ARGUMENTS} & {*NAMES} and len(NAMES) > 70


@pytest.mark.parametrize("again", COPIES.values(), ids=COPIES)
@pytest.mark.parametrize("result", [RUN, COMPLETED])
def test_pickled_results_start_other_runs(result, again):
    copied = again(result)
    assert isinstance(copied, acgd.Result) and copied.status == result.status
    assert [w for w, _, _ in copied.atoms] == [w for w, _, _ in result.atoms]
    f, set = acgd.Quadratic(np.eye(3), [-0.1, 0.0, 0.0]), "simplex"
    if result is COMPLETED:
        f, set = COMPLETION.objective, COMPLETION.set
    runs = [
        acgd.minimize(f, start, set=set, direction="pairwise", max_iterations=4)
        for start in (result, copied)
    ]
    np.testing.assert_array_equal(runs[0].trace.value, runs[1].trace.value)


def test_deep_copies_share_nothing():
    copied = copy.deepcopy(RUN)
    copied.x[0] = 99
    copied.trace.value[0] = 99
    assert RUN.x[0] != 99 and RUN.trace.value[0] != 99


def test_interruption_keeps_result():
    copied = pickle.loads(pickle.dumps(acgd.Interrupted("so far", RUN)))
    assert str(copied) == "so far" and np.array_equal(copied.result.x, RUN.x)
