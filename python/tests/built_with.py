"""Optional solvers of the build: tests that need them are skipped without them."""

import pytest

import acgd


def _has_clp():
    try:
        acgd.Polyhedron([[1.0]], row_upper=1.0)
    except ValueError as refusal:
        # The only possible reason.
        assert "acgd was built without Clp" in str(refusal)
        return False
    return True


HAS_CLP = _has_clp()
needs_clp = pytest.mark.skipif(not HAS_CLP, reason="acgd was built without Clp")
