"""Errors for invalid arguments are one sentence that names the argument."""

import inspect
import re

import pytest

import acgd
import bad_arguments
import bad_composed_sets
import bad_fits
import bad_traffic
import bad_vector_sets
from bad_arguments import OPTIONS
from bad_values import BAD
from built_with import HAS_CLP

MODULES = [
    bad_arguments,
    bad_composed_sets,
    bad_fits,
    bad_traffic,
    bad_vector_sets,
]
CASES = {name: case for module in MODULES for name, case in module.CASES.items()}

FOREIGN = re.compile(
    "incompatible function|_core|Invoked with|std::|bad_alloc|vector::|basic_string|NoneType|"
    "subscript"
)
# They are returned or passed by runs, or have no parameters.
NOT_CALLED = [
    *"Atom Atoms DirectionRule Interrupted Line LowRank Norm Objective Path Record Result".split(),
    *"GraphMatch Set StepRule SubmodularMinimum Trace WeightedAtom".split(),
    "row_range",  # needs a communicator: see test_ranks.py
]


USABLE = [name for name in CASES if HAS_CLP or name != "Polyhedron"]


def pairs():
    for name in USABLE:
        case = CASES[name]
        for argument, (_, kind) in case.arguments.items():
            for number, value in enumerate(BAD[kind]):
                yield pytest.param(case, argument, value, id=f"{name}-{argument}-{number}")


@pytest.mark.parametrize("name", USABLE)
def test_good_arguments_are_accepted(name):
    CASES[name].use(CASES[name].make(**CASES[name].good))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("case, argument, value", [*pairs()])
def test_errors_name_bad_arguments(case, argument, value):
    with pytest.raises((ValueError, TypeError, MemoryError)) as refused:
        case.use(case.make(**{**case.good, argument: value}))
    sentence = str(refused.value)
    assert re.search(rf"\b{argument}\b", sentence), sentence
    assert not FOREIGN.search(sentence), sentence


def public_callables():
    for module, prefix in ((acgd, ""), (acgd.estimators, "estimators.")):
        for name in module.__all__:
            item = getattr(module, name)
            if prefix and item is getattr(acgd, name):
                continue
            if callable(item) and name not in NOT_CALLED and item is not acgd.Options:
                yield prefix + name, item


@pytest.mark.parametrize("name, item", [*public_callables()])
def test_every_parameter_of_every_callable_is_tested(name, item):
    parameters = inspect.signature(item).parameters.values()
    expected = {p.name for p in parameters if p.kind is not p.VAR_KEYWORD and p.name != "argument"}
    if expected:
        case = CASES.get(f"estimators.{name}") or CASES[name]  # some are in acgd itself, too
        assert expected <= set(case.arguments)


def test_every_option_of_run_is_tested():
    assert "max_iterations" in OPTIONS and {*OPTIONS} <= {*CASES["minimize"].arguments}
