"""Requests for data that a result does not have."""

import numpy as np
import pytest

import acgd


def test_run_without_trace_cannot_be_plotted():
    pyplot = pytest.importorskip("matplotlib.pyplot")
    before = pyplot.get_fignums()
    result = acgd.minimize(acgd.Levy(3), set="l1:1", max_iterations=3, trace=False)
    with pytest.raises(ValueError, match="trace: .*trace=True"):
        result.plot()
    model = acgd.estimators.L1Regression().fit(np.eye(3), [1.0, 2.0, 3.0])
    with pytest.raises(ValueError, match="trace=True"):
        model.result_.plot()
    assert pyplot.get_fignums() == before


@pytest.mark.parametrize("how", [dict(x="seconds?"), dict(y="gaps"), dict(x=3), dict(y=None)])
def test_empty_plots_are_rejected(how):
    result = acgd.minimize(acgd.Levy(3), set="l1:1", max_iterations=3)
    with pytest.raises((ValueError, TypeError), match=f"^{next(iter(how))} = "):
        result.plot(**how)


def test_memory_errors_name_cause():
    with pytest.raises(MemoryError, match="fun: a run with 2147483646 variables: .* not enough"):
        # The test is about rejection, so that it does not depend on the memory of the machine.
        resource = pytest.importorskip("resource")
        limits = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (8 * 2**30, limits[1]))
        try:
            acgd.minimize(acgd.Levy(2**31 - 2), set="l1:1", max_iterations=1)
        finally:
            resource.setrlimit(resource.RLIMIT_AS, limits)


def test_memory_error_of_user_is_propagated():
    def fun(x):
        raise MemoryError("mine")

    with pytest.raises(MemoryError, match="^mine$"):
        acgd.minimize(fun, [0.0], set="l1:1")
