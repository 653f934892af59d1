"""Parameters are those of the library, by name: in classes, texts, help, stubs and docs."""

import ast
import inspect
from pathlib import Path

import numpy as np
import pytest

import acgd
import generate

F = acgd.Sigmoid(np.random.default_rng(3).normal(size=(20, 6)), np.arange(20) % 2)

# Rules with non-default values, one parameter at a time.
CHANGED = {
    "AdaptiveConstant": dict(
        gamma=0.7, beta=3.5, delta=0.5, initial_lipschitz=9.0, epsilon=0.5, t_max=0.01
    ),
    "AdaptiveAdjustable": dict(
        gamma=0.7,
        beta=3.5,
        delta=0.5,
        initial_lipschitz=9.0,
        period=2,
        counting="published",
        epsilon=0.5,
        t_max=0.01,
    ),
    "Backtracking": dict(growth=3.5, shrink=0.5, initial_lipschitz=9.0, epsilon=0.5, t_max=0.01),
    "Short": dict(lipschitz=1.5),
    "OpenLoop": dict(l=3.5),
    "Fixed": dict(length=0.3),
    "LineSearch": dict(tolerance=0.5, max_rounds=1),
    "Secant": dict(tolerance=0.5, max_rounds=1),
}
BOUNDED = dict(max_atoms=3, max_bytes=200)
DIRECTIONS = {
    "Away": dict(lazy=True, **BOUNDED),
    "Pairwise": dict(lazy=True, **BOUNDED),
    "BlendedPairwise": dict(lazy=True, **BOUNDED),
    "Corrective": BOUNDED,
}
HULL = acgd.ConvexHull(np.random.default_rng(3).normal(size=(40, 6)) + 0.5)
CASES = [(rule, name) for rule, values in CHANGED.items() for name in values]
DIRECTION_CASES = [(rule, name) for rule, values in DIRECTIONS.items() for name in values]


def course(step):
    """The numbers of a run that depend on the rule."""
    trace = acgd.minimize(F, set="l2:20", step=step, max_iterations=25, gap_tolerance=0).trace
    return np.stack([trace.value, trace.step, trace.lipschitz])


def course_along(direction):
    """The same for a direction rule."""
    f = acgd.Quadratic(np.diag(np.arange(1.0, 7)))
    how = dict(direction=direction, max_iterations=25, gap_tolerance=0)
    trace = acgd.minimize(f, set=HULL, **how).trace
    return np.stack([trace.value, trace.step])


def as_text(rule, **values):
    """As in the shell."""
    words = (f"{name}={str(value).lower()}" for name, value in values.items())
    return ":".join([rule._name, *words])


@pytest.mark.parametrize("rule, name", CASES)
def test_each_parameter_has_effect_as_object_and_as_text(rule, name):
    kind, value = getattr(acgd, rule), CHANGED[rule][name]
    made = kind(**{name: value})
    assert getattr(made, name) == value and made != kind()
    np.testing.assert_array_equal(course(made), course(as_text(kind, **{name: value})))
    assert not np.array_equal(course(made), course(kind()), equal_nan=True)


@pytest.mark.parametrize("rule, name", DIRECTION_CASES)
def test_each_parameter_of_directions_has_effect_as_object_and_as_text(rule, name):
    kind, value = getattr(acgd, rule), DIRECTIONS[rule][name]
    made = kind(**{name: value})
    assert getattr(made, name) == value and made != kind()
    np.testing.assert_array_equal(course_along(made), course_along(as_text(kind, **{name: value})))
    assert not np.array_equal(course_along(made), course_along(kind()), equal_nan=True)


def test_all_parameters_are_tested():
    for base, changed in ((acgd.StepRule, CHANGED), (acgd.DirectionRule, DIRECTIONS)):
        for name in acgd.__all__:
            item = getattr(acgd, name)
            if inspect.isclass(item) and issubclass(item, base) and item is not base:
                assert {*inspect.signature(item).parameters} == {*changed.get(name, {})}


def test_parameters_reach_members_of_their_names():
    """Numbers that follow from the formulas, so that no two parameters can be swapped."""
    f = acgd.Quadratic(2 * np.eye(2), np.zeros(2))

    def first(step):
        how = dict(set="simplex", direction="frank-wolfe", step=step, max_iterations=2)
        return acgd.minimize(f, [1.0, 0], **how).trace

    # L = gamma (2 + delta), where the curvature is 2: too small by a factor below beta, once.
    trace = first(acgd.AdaptiveConstant(gamma=0.5, beta=4.0, delta=1.0, initial_lipschitz=2.0))
    assert trace.backtracks[0] == 1 and trace.lipschitz[0] == 0.5 * (2.0 + 1.0) * 4.0
    trace = first(acgd.Backtracking(growth=4.0, shrink=0.5, initial_lipschitz=2.0))
    assert trace.backtracks[0] == 1 and trace.lipschitz[0] == 0.5 * 2.0 * 4.0


def test_parameters_may_be_positional():
    assert acgd.AdaptiveConstant(0.5, 3) == acgd.AdaptiveConstant(beta=3.0, gamma=0.5)
    assert acgd.LpBall(3, 2) == acgd.LpBall(radius=2, p=3) != acgd.LpBall(2, 3)
    assert hash(acgd.L1Ball(2)) == hash(acgd.L1Ball(2.0)) and acgd.L1Ball(2) != acgd.L2Ball(2)
    with pytest.raises(AttributeError):
        acgd.L1Ball(2).radius = 3.0


def test_help_matches_library():
    text = inspect.getdoc(acgd.AdaptiveConstant)
    assert "gamma : float, default 0.25\n" in text and "(0, 1]" in text
    assert "delta : float, optional\n" in text and "Unless given:" in text
    assert 'counting : {"paper", "published"}, default "paper"' in inspect.getdoc(
        acgd.AdaptiveAdjustable
    )
    assert str(inspect.signature(acgd.Backtracking)).startswith("(growth: 'float' = 2.0, shrink:")
    signature = inspect.signature(acgd.minimize)
    assert signature.parameters["max_iterations"].default == 10000
    assert signature.parameters["value_tolerance"].default == 1e-6
    assert signature.parameters["gap_tolerance"].default is None
    assert signature.parameters["trace"].default is True


def test_unknown_names_are_rejected_with_choices():
    with pytest.raises(TypeError, match="nothing: is not an option; there are .*max_iterations"):
        acgd.minimize(F, set="l1:1", nothing=3)
    with pytest.raises(ValueError, match="step"):
        acgd.minimize(F, set="l1:1", step="adaptive-constant:gama=0.5")
    with pytest.raises(ValueError, match="gamma"):
        acgd.minimize(F, set="l1:1", step="adaptive-constant:gamma=2")


def test_old_words_are_accepted_with_warning():
    with pytest.warns(DeprecationWarning, match="inverse-square-root"):
        old = course("nonconvex")
    np.testing.assert_array_equal(old, course(acgd.InverseSquareRoot()))


def test_stubs_and_docs_are_as_generated():
    """Where they are not, run python/tests/generate.py."""
    for name in generate.MODULES:
        written = (Path(acgd.__file__).parent / f"{name}.pyi").read_text()
        stub = generate.stub_of(name)  # spaces depend on the version of Python
        assert ast.dump(ast.parse(written)) == ast.dump(ast.parse(stub)), f"{name}.pyi"
    package = (Path(acgd.__file__).parent / "__init__.pyi").read_text()
    assert package == generate.package_stub(), "__init__.pyi"
    page = generate.DOCS.read_text()
    assert page == generate.documented(page)


@pytest.mark.parametrize(
    "name, word",
    [
        *((name, "mean") for name in ("Logistic", "Sigmoid", "SquaredHinge", "Poisson", "Huber")),
        *((name, "sum") for name in ("LeastSquares", "Traffic", "MatrixBalancing")),
        ("Completion", "mean"),
    ],
)
def test_losses_are_declared_as_sums_or_means(name, word):
    assert word in inspect.getdoc(getattr(acgd, name)).splitlines()[0]
