"""Whatever is wrong with an argument, the answer is one sentence that names it."""

import re

import pytest

import acgd
from bad_arguments import BAD, CASES

FOREIGN = re.compile(r"incompatible function arguments|std::|bad_alloc|_core|Invoked with|vector::|basic_string")


def pairs():
    for name, case in CASES.items():
        for argument, kind in case.kinds.items():
            for number, value in enumerate(BAD[kind]):
                yield pytest.param(case, argument, value, id=f"{name}-{argument}-{number}")


@pytest.mark.parametrize("name", CASES)
def test_good_arguments_are_accepted(name):
    case = CASES[name]
    case.use(case.make(**case.good))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("case, argument, value", pairs())
def test_bad_arguments_are_named(case, argument, value):
    with pytest.raises((ValueError, TypeError, MemoryError)) as refused:
        case.use(case.make(**{**case.good, argument: value}))
    sentence = str(refused.value)
    assert re.search(rf"\b{argument}\b", sentence), sentence
    assert not FOREIGN.search(sentence), sentence
