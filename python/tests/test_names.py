"""Python accepts all names of sets, rules and norms of the command line."""

import inspect

import numpy as np
import pytest

import acgd
from acgd import _core

# Of 16 variables.
VALUES = {"R": "2", "P": "3", "LO": "-1", "HI": "2", "T": "0.5", "MxN": "2x8", "K": "3"}
VALUES |= {"N": "4", "NxN": "4x4", "N*SET,N*SET": "6*simplex,10*l1:2"}


def fill_in(syntax):
    """As in lp:P:R -> lp:3:2; optional files are omitted."""
    if syntax.endswith(".csv]"):
        syntax = syntax.split("[")[0]
    parts = syntax.replace("[", "").replace("]", "").split(":")
    return ":".join([parts[0], *(VALUES[part] for part in parts[1:])])


def as_class(name):
    """As in open-loop -> OpenLoop."""
    return name.title().replace("-", "")


# Sets from files in the shell are constructed from arrays in Python, and products from sets.
OF_FILES = {
    name
    for name, (_, _, parameters) in _core.sets().items()
    if any(parameter["name"] in ("file", "parts") for parameter in parameters)
}
NEED_FILES = OF_FILES - {"product", "tv"}
SETS = [syntax for name, (_, syntax, _) in _core.sets().items() if name not in NEED_FILES]


@pytest.mark.parametrize("name", SETS)
def test_sets(name):
    result = acgd.minimize(acgd.Levy(16), set=fill_in(name), max_iterations=10)
    assert result.usable


@pytest.mark.parametrize("name", [*_core.step_rules(), "fixed:0.5", "open-loop:l=3"])
def test_steps(name):
    f = acgd.LeastSquares(np.eye(6), np.ones(6))
    assert acgd.minimize(f, set="l1:2", step=name, max_iterations=10).usable


@pytest.mark.parametrize("solve", [acgd.minimize, acgd.descend])
@pytest.mark.parametrize("name", _core.direction_rules())
def test_directions(name, solve):
    """As a text and as an object; only `steepest-descent` leaves the set."""
    f, rule = acgd.LeastSquares(np.eye(6), np.ones(6)), getattr(acgd, as_class(name))()
    if name != "auto" and (name == "steepest-descent") == (solve is acgd.minimize):
        for direction in (name, rule):
            with pytest.raises(ValueError, match=f"^direction = {name}: "):
                solve(f, None, "l1:2", direction=direction)
        return
    runs = [solve(f, None, "l1:2", direction=d, max_iterations=10) for d in (name, rule)]
    np.testing.assert_array_equal(runs[0].trace.value, runs[1].trace.value)
    assert runs[0].direction == runs[1].direction
    assert runs[0].direction == name or name == "auto"


@pytest.mark.parametrize("name", _core.norm_names())
def test_norms(name):
    f, set = acgd.Levy(16), acgd.NuclearBall(2, shape=(2, 8))
    assert acgd.minimize(f, set=set, norm=fill_in(name), max_iterations=10).usable


def test_files(tmp_path):
    (tmp_path / "edges.csv").write_text("0,1\n0,2\n1,3\n2,3\n")
    flows = acgd.minimize(
        lambda x: (x[2], np.eye(4)[2]), [1, 0, 1, 1], set=f"dag:{tmp_path / 'edges.csv'}"
    )
    np.testing.assert_array_equal(flows.x, [1, 1, 0, 1])
    np.save(tmp_path / "points.npy", np.eye(3))
    hull = acgd.minimize(acgd.Levy(3), set=f"hull:{tmp_path / 'points.npy'}", max_iterations=5)
    assert hull.x.sum() == pytest.approx(1)


def test_all_kinds_of_library_have_class():
    public = (getattr(acgd, name) for name in acgd.__all__)
    classes = [item for item in public if hasattr(item, "_name")]
    arrays = OF_FILES | {"box"}
    for kinds, base in (
        (_core.step_rules(), acgd.StepRule),
        (_core.direction_rules(), acgd.DirectionRule),
        ({*_core.sets()} - arrays, acgd.Set),
    ):
        own = [item for item in classes if issubclass(item, base)]
        names = {item._name for item in own} | {item._at_most for item in own if item._name}
        assert names - {""} == {*kinds}
    norms = "l1_norm l2_norm linf_norm lp_norm frobenius_norm nuclear_norm spectral_norm"
    norms += " schatten_norm"
    assert {*norms.split(), "Box", "FlowPolytope", "ConvexHull"} <= {*acgd.__all__}
    of_arrays = "Diamond Ellipsoid GroupBall OwlBall Permutahedron Matching "
    of_arrays += "SpanningTrees TransportPlans NetworkFlows MatroidBases SubmodularBase Polyhedron "
    of_arrays += "TotalVariation SymmetricHull Product Shifted Scaled LinearImage MinkowskiSum "
    assert {*of_arrays.split(), "TrafficFlows"} <= {*acgd.__all__}


def test_only_public_names_are_shown():
    assert set(dir(acgd)) == {*acgd.__all__}
    objectives_and_sets = [name for name in dir(acgd) if inspect.isclass(getattr(acgd, name))]
    for name in objectives_and_sets:
        is_estimator = hasattr(getattr(acgd, name), "fit")
        assert is_estimator == (name in acgd.estimators.__all__), name
    assert all(hasattr(getattr(acgd.estimators, name), "fit") for name in acgd.estimators.__all__)
    assert set(dir(acgd.estimators)) == {*acgd.estimators.__all__}
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        acgd.nothing


def test_estimators_are_in_package():
    for name in acgd.estimators.__all__:
        assert getattr(acgd, name) is getattr(acgd.estimators, name)
    assert issubclass(acgd.Completion, acgd.Objective)
