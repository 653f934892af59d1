"""Descriptions of problems can be sent to another process, and give the same bits there."""

import copy
import multiprocessing
import pickle

import numpy as np
import pytest

import acgd
from bad_arguments import FORMULAS
from built_with import HAS_CLP

sparse = pytest.importorskip("scipy.sparse")

RNG = np.random.default_rng(11)
A = RNG.normal(size=(25, 6))
Y = np.where(RNG.random(25) < 0.5, 1.0, -1.0)
ONES = sparse.csr_matrix((RNG.random((25, 6)) < 0.4).astype(float))
Q = A.T @ A
ROWS, COLS = np.nonzero(RNG.random((6, 5)) < 0.6)
WEIGHTS = RNG.random(25)


def minus_sign(g):
    return -np.sign(g)


OBJECTIVES = {
    "least squares": lambda: acgd.LeastSquares(A, Y, factor=0.1),
    "fortran": lambda: acgd.LeastSquares(np.asfortranarray(A), Y),
    "float32": lambda: acgd.LeastSquares(A.astype(np.float32), Y),
    "sparse": lambda: acgd.LeastSquares(sparse.csc_matrix(A * (abs(A) > 0.5)), Y),
    "one-hot": lambda: acgd.Logistic(ONES, Y, weights=WEIGHTS, scaling="sum"),
    "logistic": lambda: acgd.Logistic(A, Y),
    "sigmoid": lambda: acgd.Sigmoid(A, (Y + 1) / 2),
    "squared hinge": lambda: acgd.SquaredHinge(A, Y),
    "poisson": lambda: acgd.Poisson(A / 9, Y + 1),
    "factor risk": lambda: acgd.FactorRisk(np.abs(A.T), np.eye(len(A)), np.ones(A.shape[1])),
    "linear": lambda: acgd.Linear(A[0]),
    "huber": lambda: acgd.Huber(A, Y, 0.3, weights=WEIGHTS),
    "prepared": lambda: acgd.Huber(acgd.design(A), Y),
    "quadratic": lambda: acgd.Quadratic(Q, -Y[:6], 2.0),
    "sparse quadratic": lambda: acgd.Quadratic(sparse.csr_matrix(Q * (abs(Q) > 3)), -Y[:6]),
    "ridge": lambda: acgd.Ridge(6, 0.5),
    "sum": lambda: acgd.Sum([acgd.LeastSquares(A, Y), acgd.Ridge(6, 0.5)], [1.0, 3.0]),
    "balancing": lambda: acgd.MatrixBalancing(abs(Q)),
    "sparse balancing": lambda: acgd.MatrixBalancing(sparse.coo_matrix(abs(Q) * (abs(Q) > 3))),
    "completion": lambda: acgd.Completion(ROWS, COLS, A[ROWS, COLS], loss="squared"),
    **{name: lambda f=getattr(acgd, name): f(6) for name in FORMULAS},
    "experiment": lambda: acgd.experiments.zakharov(quick=True).objective,
}
SETS = {
    "l1": acgd.L1Ball(2.0),
    "l2": acgd.L2Ball(2.0),
    "linf": acgd.LinfBall(2.0),
    "lp": acgd.LpBall(3.0, 2.0),
    "simplex": acgd.Simplex(2.0),
    "unit simplex": acgd.Simplex(2.0, at_most=True),
    "box": acgd.Box(-np.arange(6.0), 3.0),
    "hull": acgd.ConvexHull(A),
    "nuclear": acgd.NuclearBall(2.0, shape=(2, 3)),
    "spectral": acgd.SpectralBall(2.0, shape=(2, 3)),
    "schatten": acgd.SchattenBall(3.0, 2.0, shape=(2, 3)),
    "product": acgd.Product(["simplex", acgd.LinfBall(2.0)], sizes=[2, 4]),
    "scaled": acgd.Scaled("simplex", 3.0),
    "shifted": acgd.Shifted(acgd.L1Ball(1.0), np.arange(6.0)),
    "image": acgd.LinearImage(acgd.L1Ball(1.0), A[:6]),
    "sparse image": acgd.LinearImage("simplex", sparse.csr_matrix(A[:6] * (abs(A[:6]) > 0.5))),
    "sum": acgd.MinkowskiSum(["simplex", acgd.L1Ball(1.0)]),
    "symmetric hull": acgd.SymmetricHull(A),
    "variation": acgd.TotalVariation(2.0),
    "variation on a graph": acgd.TotalVariation(
        2.0, [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 5), (5, 3)]
    ),
    "flow": acgd.FlowPolytope([(0, 1), (0, 2), (1, 3), (2, 3), (3, 4), (3, 5)]),
    "named": acgd.NamedSet("box:-1:2"),
    "custom": acgd.CustomSet(minus_sign, start=np.zeros(6), name="cube"),
    "experiment": acgd.experiments.simplex_quadratic(quick=True).set,
}
if HAS_CLP:
    SETS["polyhedron"] = acgd.Polyhedron(abs(A[:3]), row_upper=2.0)
NORMS = {
    "l1": acgd.l1_norm(),
    "l2": acgd.l2_norm(),
    "linf": acgd.linf_norm(),
    "lp": acgd.lp_norm(3.5),
    "frobenius": acgd.frobenius_norm(),
    "nuclear": acgd.nuclear_norm(2, 3),
    "spectral": acgd.spectral_norm(2, 3),
    "schatten": acgd.schatten_norm(3, 2, 3),
}
STEPS = [
    acgd.AdaptiveAdjustable(gamma=0.5, counting="published"),
    acgd.AdaptiveConstant(beta=3.0),
    acgd.Backtracking(shrink=0.8),
    acgd.Short(500.0),
    acgd.OpenLoop(3.0),
    acgd.InverseSquareRoot(),
    acgd.Fixed(0.2),
    acgd.LineSearch(),
    acgd.Secant(),
]
DIRECTIONS = [
    acgd.Auto(),
    acgd.FrankWolfe(),
    acgd.Away(max_atoms=4),
    acgd.Pairwise(lazy=True),
    acgd.BlendedPairwise(max_bytes=500),
    acgd.Corrective(),
]
COPIES = {
    "pickle": lambda thing: pickle.loads(pickle.dumps(thing)),
    "oldest pickle": lambda thing: pickle.loads(pickle.dumps(thing, protocol=2)),
    "deepcopy": copy.deepcopy,
    "copy": copy.copy,
    "twice": lambda thing: pickle.loads(pickle.dumps(pickle.loads(pickle.dumps(thing)))),
}


def rows(f, **how):
    """All numbers of a short run."""
    if isinstance(f, acgd.Completion):
        how["set"] = acgd.NuclearBall(3.0)
    how = {"set": "l1:2", "max_iterations": 40, "gap_tolerance": 0, **how}
    trace = acgd.minimize(f, **how).trace
    return np.stack([trace.value, trace.gap, trace.step, trace.lipschitz])


@pytest.mark.parametrize("again", COPIES.values(), ids=COPIES)
@pytest.mark.parametrize("name", OBJECTIVES)
def test_objectives(name, again):
    f = OBJECTIVES[name]()
    copied = again(f)
    assert type(copied) is type(f) and copied is not f and repr(copied) == repr(f)
    np.testing.assert_array_equal(rows(copied), rows(f))
    assert copied.lipschitz == f.lipschitz


@pytest.mark.parametrize("again", COPIES.values(), ids=COPIES)
@pytest.mark.parametrize("name", SETS)
def test_sets(name, again):
    copied, size = again(SETS[name]), SETS[name].dimension or 6
    assert repr(copied) == repr(SETS[name])
    f = acgd.Levy(size)
    np.testing.assert_array_equal(rows(f, set=copied), rows(f, set=SETS[name]))


@pytest.mark.parametrize("again", COPIES.values(), ids=COPIES)
@pytest.mark.parametrize("name", NORMS)
def test_norms(name, again):
    copied, f, v = again(NORMS[name]), acgd.Levy(6), Y[:6].reshape(2, 3)
    assert repr(copied) == repr(NORMS[name]) and copied.of(v) == NORMS[name].of(v)
    np.testing.assert_array_equal(rows(f, norm=copied), rows(f, norm=NORMS[name]))


@pytest.mark.parametrize("again", COPIES.values(), ids=COPIES)
@pytest.mark.parametrize("step", STEPS, ids=lambda step: type(step).__name__)
def test_steps(step, again):
    assert again(step) == step
    f = acgd.Quadratic(Q, -Y[:6])
    np.testing.assert_array_equal(rows(f, step=again(step)), rows(f, step=step))


@pytest.mark.parametrize("again", COPIES.values(), ids=COPIES)
@pytest.mark.parametrize("direction", DIRECTIONS, ids=lambda rule: type(rule).__name__)
def test_directions(direction, again):
    assert again(direction) == direction
    f = acgd.Quadratic(Q, -Y[:6])
    how = dict(set=SETS["hull"], gap_tolerance=1e-9)
    np.testing.assert_array_equal(
        rows(f, direction=again(direction), **how), rows(f, direction=direction, **how)
    )


def test_prepared_matrices_and_experiments():
    for matrix in (A, A.astype(np.float32), ONES):
        for blocks in (None, 3):
            made = acgd.design(matrix, blocks=blocks)
            map = pickle.loads(pickle.dumps(made))
            np.testing.assert_array_equal(rows(acgd.Logistic(map, Y)), rows(acgd.Logistic(made, Y)))
    problem = acgd.experiments.levy(seed=5, quick=True)
    copied = pickle.loads(pickle.dumps(problem))
    assert copied.name == problem.name and copied.solve().fun == problem.solve().fun


def test_shared_matrix_stays_shared():
    """One pickle has the matrix of two models once."""
    map = acgd.design(np.asfortranarray(RNG.normal(size=(200, 50))))
    models = [acgd.LeastSquares(map, np.ones(200)), acgd.Huber(map, np.ones(200))]
    assert len(pickle.dumps(models)) < 200 * 50 * 8 + 6000


def test_attributes_of_users_are_pickled():
    class Labelled(acgd.LeastSquares):
        label = "none"

    f = Labelled(A, Y)
    f.label = "mine"
    assert copy.deepcopy(f).label == "mine" and copy.deepcopy(f).value(A[0]) == f.value(A[0])


def test_set_of_nameless_functions_states_why_not():
    for functions in (
        dict(minimizer=lambda g: -np.sign(g)),
        dict(minimizer=minus_sign, violation=lambda x: 0.0),
    ):
        set = acgd.CustomSet(**functions)
        with pytest.raises(TypeError, match="CustomSet: its .*<lambda>, cannot be pickled"):
            pickle.dumps(set)
        assert copy.deepcopy(set).minimizer([1.0, -1.0]).tolist() == [-1, 1]


def test_picklers_that_serialise_functions_work():
    cloudpickle = pytest.importorskip("joblib.externals.cloudpickle")
    scale = 3.0
    set = acgd.CustomSet(lambda g: -scale * np.sign(g))
    copied = pickle.loads(cloudpickle.dumps(set))
    assert copied.minimizer([1.0, -1.0]).tolist() == [-3, 3]


def solve_elsewhere(problem):
    f, set, norm, step = problem
    return acgd.minimize(f, set=set, norm=norm, step=step, max_iterations=30).x


def test_other_process_gives_same_bits():
    problems = [
        (OBJECTIVES["sparse"](), SETS["hull"], NORMS["linf"], STEPS[0]),
        (OBJECTIVES["quadratic"](), SETS["product"], NORMS["l2"], STEPS[2]),
    ]
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        for problem, x in zip(problems, pool.map(solve_elsewhere, problems)):
            np.testing.assert_array_equal(x, solve_elsewhere(problem))
