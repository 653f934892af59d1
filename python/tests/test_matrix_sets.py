"""Sets of matrices against numpy's and scipy's decompositions."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.linalg
import scipy.optimize

import acgd


def symmetric(rng, n):
    a = rng.normal(size=(n, n))
    return (a + a.T) / 2


def rotated(values, rng):
    """A symmetric matrix with these eigenvalues."""
    q, _ = np.linalg.qr(rng.normal(size=(len(values),) * 2))
    return q @ np.diag(values) @ q.T


def projection(target, set, tolerance):
    """The nearest point of the set, by a run."""
    b = target.ravel()
    how = dict(gap_tolerance=tolerance, max_iterations=10**5, direction="corrective")
    result = acgd.minimize(acgd.Quadratic(np.eye(len(b)), -b), set=set, **how)
    assert result.success, result.message
    return result.x


def clipped(values, upper, total):
    """The nearest numbers in [0, upper] with this sum."""
    low, high = values.min() - min(upper, total), values.max()
    for _ in range(200):
        shift = (low + high) / 2
        if np.clip(values - shift, 0, upper).sum() > total:
            low = shift
        else:
            high = shift
    return np.clip(values - high, 0, upper)


@pytest.mark.parametrize("n", [1, 2, 5, 16, 17, 60, 150])
def test_spectraplex_and_spectrahedron_find_smallest_eigenvalue(rng, n):
    g = rng.normal(size=(n, n))
    values, vectors = scipy.linalg.eigh((g + g.T) / 2)
    x = acgd.Spectraplex(3.0).minimizer(g)
    np.testing.assert_allclose(x, 3 * np.outer(vectors[:, 0], vectors[:, 0]), atol=1e-6)
    assert np.sum(g * x) == pytest.approx(3 * values[0], abs=1e-10)
    for shift in (-2 * n, 0, 2 * n):
        shifted = g + shift * np.eye(n)
        x = acgd.Spectraplex(3.0, at_most=True).minimizer(shifted)
        expected = 3 * min(values[0] + shift, 0)
        assert np.sum(shifted * x) == pytest.approx(expected, abs=1e-10)


@pytest.mark.parametrize("n, count", [(1, 1), (4, 4), (6, 2), (40, 3), (150, 5)])
def test_fantope_finds_smallest_eigenvalues(rng, n, count):
    g = rng.normal(size=(n, n))
    values, vectors = scipy.linalg.eigh((g + g.T) / 2)
    x = acgd.Fantope(count).minimizer(g)
    np.testing.assert_allclose(x, vectors[:, :count] @ vectors[:, :count].T, atol=1e-6)
    assert np.sum(g * x) == pytest.approx(values[:count].sum(), abs=1e-10)


@pytest.mark.parametrize("p", [1.1, 1.5, 2.0, 3.0, 10.0])
@pytest.mark.parametrize("shape", [(5, 5), (3, 8), (8, 3), (1, 4)])
def test_schatten_balls_attain_dual_norm(rng, p, shape):
    g = rng.normal(size=shape)
    values = np.linalg.svd(g, compute_uv=False)
    x = acgd.SchattenBall(p, 2.0).minimizer(g)
    dual = np.linalg.norm(values, p / (p - 1))
    assert np.sum(g * x) == pytest.approx(-2 * dual, rel=1e-10)
    assert np.linalg.norm(np.linalg.svd(x, compute_uv=False), p) == pytest.approx(2, rel=1e-10)
    norm = acgd.schatten_norm(p, *shape)
    assert norm.of(g) == pytest.approx(np.linalg.norm(values, p), rel=1e-12)
    assert norm.dual(g) == pytest.approx(dual, rel=1e-10)


def test_violations_match_eigenvalues(rng):
    x = symmetric(rng, 5)
    values = scipy.linalg.eigvalsh(x)
    off = abs(np.trace(x) - 2)
    assert acgd.Spectraplex(2.0).violation(x) == pytest.approx(max(-values[0], off))
    inside = [-values[0], values[-1] - 1, off]
    assert acgd.Fantope(2).violation(x) == pytest.approx(max(inside))
    above = max(-values[0], np.trace(x) - 0.1)
    assert acgd.Spectraplex(0.1, at_most=True).violation(x) == pytest.approx(above)
    singular = np.linalg.svd(x, compute_uv=False)
    outside = np.linalg.norm(singular, 3) - 1
    assert acgd.SchattenBall(3, 1.0, shape=(5, 5)).violation(x) == pytest.approx(outside)


def test_projections_match_eigenvalues(rng):
    values = np.array([-2.0, -1.0, 0.3, 0.6, 0.8, 4.0])
    a = rotated(values, rng)
    basis = scipy.linalg.eigh(a)[1]
    for set, projected in (
        (acgd.Spectraplex(3.0), clipped(values, np.inf, 3.0)),
        (acgd.Spectraplex(3.0, at_most=True), clipped(values, np.inf, 3.0)),
        (acgd.Spectraplex(9.0, at_most=True), np.maximum(values, 0)),
        (acgd.Fantope(2), clipped(values, 1.0, 2.0)),
    ):
        nearest = basis @ np.diag(projected) @ basis.T
        # f(x) - f* <= gap, and f is 1-strongly convex.
        x = projection(a, set, 1e-5)
        assert np.linalg.norm(x - nearest) <= np.sqrt(2e-5), set


def test_largest_eigenvalues_are_linear_problem(rng):
    s = symmetric(rng, 12)
    largest = scipy.linalg.eigvalsh(s)[::-1]
    for count in (1, 3):
        result = acgd.minimize(lambda x: (-np.sum(s * x), -s), set=acgd.Fantope(count, side=12))
        assert result.success
        assert result.fun == pytest.approx(-largest[:count].sum(), abs=1e-9)
    result = acgd.minimize(lambda x: (-np.sum(s * x), -s), set=acgd.Spectraplex(2.0, side=12))
    assert result.fun == pytest.approx(-2 * largest[0], abs=1e-9)


@pytest.mark.parametrize(
    "set", [acgd.Spectraplex(3.0), acgd.Spectraplex(3.0, at_most=True), acgd.Fantope(3)]
)
def test_completion_keeps_factors(rng, set):
    truth = rotated([1.0, 1.0, 1.0, *np.zeros(17)], rng)
    rows, cols = np.nonzero(rng.random(truth.shape) < 0.6)
    f = acgd.Completion(rows, cols, truth[rows, cols], truth.shape, loss="squared")
    result = acgd.minimize(f, set=set, gap_tolerance=1e-4, max_iterations=10**5)
    assert result.success and result.x is None
    assert set.violation(result.factors.to_dense()) < 1e-9
    assert result.fun <= 1e-4


def test_low_rank_atoms_are_factors(rng):
    truth = rotated([1.0, 1.0, 0.0, 0.0, 0.0, 0.0], rng)
    rows, cols = np.nonzero(np.ones((6, 6)))
    f = acgd.Completion(rows, cols, 0.7 * truth[rows, cols], (6, 6), loss="squared")
    how = dict(set=acgd.Fantope(2), direction="pairwise", relative_gap_tolerance=1e-3)
    result = acgd.minimize(f, **how)
    matrix = sum(weight * atom.to_dense() for weight, atom, _ in result.atoms)
    np.testing.assert_allclose(matrix, result.factors.to_dense(), atol=1e-10)
    assert any(isinstance(atom, acgd.LowRank) and atom.rank == 2 for _, atom, _ in result.atoms)
    for start in (result, result.atoms, list(result.atoms)):
        again = acgd.minimize(f, start, **how)
        assert again.trace.value[0] == pytest.approx(result.fun, rel=1e-9)


def test_nonsquare_matrices_are_rejected():
    f = acgd.Quadratic(np.eye(6), np.ones(6))
    for set in (acgd.Spectraplex(), "spectrahedron", acgd.Fantope(1)):
        with pytest.raises(ValueError, match="square matrix of this side has 4 entries, not 6"):
            acgd.minimize(f, set=set)
    rows, cols = [0, 1], [1, 2]
    g = acgd.Completion(rows, cols, [1.0, 2.0], (2, 3))
    with pytest.raises(ValueError, match="a matrix of 2 x 3, which is not square"):
        acgd.minimize(g, set=acgd.Spectraplex())
    with pytest.raises(ValueError, match="count = 4: must be at most 3"):
        acgd.Fantope(4, side=3)
    with pytest.raises(ValueError, match="count = 4: must be at most 3"):
        acgd.Fantope(4).minimizer(np.ones((3, 3)))


SUMS = np.array([0.2, 0.5, 0.3]), np.array([0.4, 0.1, 0.2, 0.3])
SETS = {
    "nuclear": (acgd.NuclearBall(2.0), (3, 4)),
    "spectral": (acgd.SpectralBall(2.0, shape=(3, 4)), (3, 4)),
    "schatten": (acgd.SchattenBall(3.0, 2.0), (3, 4)),
    "spectraplex": (acgd.Spectraplex(2.0), (3, 3)),
    "spectrahedron": (acgd.Spectraplex(2.0, at_most=True), (3, 3)),
    "fantope": (acgd.Fantope(2), (3, 3)),
    "birkhoff": (acgd.Birkhoff(), (3, 3)),
    "transport": (acgd.TransportPlans(*SUMS), (3, 4)),
    "scaled": (acgd.Scaled(acgd.TransportPlans(*SUMS), 2.0), (3, 4)),
    "shifted": (acgd.Shifted(acgd.NuclearBall(2.0), np.arange(12.0).reshape(3, 4)), (3, 4)),
    "sum": (acgd.MinkowskiSum([acgd.TransportPlans(*SUMS), acgd.L1Ball(1.0)]), (3, 4)),
    "text": ("nuclear:2:3x4", (3, 4)),
    "open text": ("spectraplex:2", (3, 3)),
}


def plan_of(C, rows, columns):
    """The cheapest plan, by a linear program over X.ravel()."""
    m, n = C.shape
    A = np.vstack([np.kron(np.eye(m), np.ones(n)), np.kron(np.ones(m), np.eye(n))])
    right = np.concatenate([rows, columns])
    return scipy.optimize.linprog(C.ravel(), A_eq=A, b_eq=right).x.reshape(m, n)


def test_transport_costs_are_not_transposed(rng):
    for rows, columns in (SUMS, (SUMS[0], SUMS[0][::-1])):
        C = rng.normal(size=(len(rows), len(columns)))
        plans = acgd.TransportPlans(rows, columns)
        best = plan_of(C, rows, columns)
        np.testing.assert_allclose(plans.minimizer(C), best, atol=1e-12)
        np.testing.assert_allclose(plans.minimizer(np.asfortranarray(C)), best, atol=1e-12)
        by_function = acgd.minimize(lambda X: (np.sum(C * X), C), set=plans)
        by_array = acgd.minimize(acgd.Quadratic(np.zeros((C.size,) * 2), C.ravel()), set=plans)
        for result in (by_function, by_array):
            np.testing.assert_allclose(result.x, best, atol=1e-9)
        assert by_array.fun == pytest.approx(np.sum(C * best), abs=1e-9)


@pytest.mark.parametrize("name", SETS)
def test_matrices_are_accepted_and_returned(name, rng):
    """Projections, checked by the variational inequality."""
    set, shape = SETS[name]
    described = acgd.sets.describe(set)
    target, seen = rng.normal(size=shape), []
    if shape[0] == shape[1] and name != "birkhoff":
        target += target.T

    def f(X):
        assert X.shape == shape and X.flags.c_contiguous
        return 0.5 * np.sum((X - target) ** 2), np.asfortranarray(X - target)

    x0 = described.minimizer(rng.normal(size=shape))
    assert x0.shape == shape
    how = dict(set=set, gap_tolerance=1e-2, max_iterations=10**4, convex=True)
    result = acgd.minimize(f, x0, callback=lambda xk: seen.append(xk.shape), **how)
    assert result.success and {*seen} == {shape} and result.x.shape == shape
    assert not described.violation(result.x) > 1e-9
    g = result.x - target
    v = described.minimizer(g)
    assert np.sum(g * (result.x - v)) <= 1.1e-2
    assert result.lower_bound <= result.fun
    for weight, atom, _ in result.atoms:
        assert weight > 0 and atom.to_dense().shape == shape
    if result.atoms and name != "sum":
        made = sum(weight * atom.to_dense() for weight, atom, _ in result.atoms)
        np.testing.assert_allclose(made, result.x, atol=1e-9)
    again = acgd.minimize(f, result, **how)
    assert again.nit <= 3 and again.trace.value[0] == pytest.approx(result.fun, rel=1e-9)
    if result.atoms and name != "sum":
        again = acgd.minimize(f, [*result.atoms], **how)
        assert again.trace.value[0] == pytest.approx(result.fun, rel=1e-9)


@pytest.mark.parametrize("name", SETS)
def test_flat_matrices_are_rejected(name):
    set, shape = SETS[name]
    described = acgd.sets.describe(set)
    flat = np.ones(shape[0] * shape[1])
    wanted = "must be a matrix of (shape|two dimensions)"
    for argument, call in (("g", described.minimizer), ("x", described.violation)):
        with pytest.raises(ValueError, match=rf"^{argument}: has shape \(\d+,\), {wanted}"):
            call(flat)
    with pytest.raises(ValueError, match=rf"^x0: has shape \(\d+,\), {wanted}"):
        acgd.minimize(lambda x: (x @ x, 2 * x), flat, set=set)
    point = described.minimizer(np.ones(shape))
    with pytest.raises(ValueError, match=rf"^fun: returned an array .* must be \({shape[0]}, "):
        acgd.minimize(lambda X: (0.0, flat), point, set=set)
    if described.shape != (0, 0) and shape[0] != shape[1]:
        with pytest.raises(ValueError, match=r"x0: has shape \(4, 3\), .* of shape \(3, 4\)"):
            acgd.minimize(lambda X: (0.0, X), point.T, set=set)


def test_columns_of_data_follow_rows_of_matrix(rng):
    """L X R = B has the matrix kron(L, R') in numpy's order, and kron(R', L) in the other."""
    L, R = rng.normal(size=(5, 3)), rng.normal(size=(4, 6))
    truth = rng.normal(size=(3, 4))
    A, b = np.kron(L, R.T), (L @ truth @ R).ravel()
    np.testing.assert_allclose(A @ truth.ravel(), b)
    f = acgd.LeastSquares(A, b)
    assert f.value(truth) < 1e-20 and f.gradient(truth).shape == (3, 4)
    how = dict(gap_tolerance=1e-10, max_iterations=10**5)
    size = 1.5 * np.linalg.norm(truth, 2)
    for set in (acgd.SpectralBall(size, shape=(3, 4)), f"spectral:{size}:3x4"):
        np.testing.assert_allclose(acgd.minimize(f, set=set, **how).x, truth, atol=1e-3)
    image = acgd.LinearImage(acgd.SpectralBall(size, shape=(3, 4)), A)
    g = rng.normal(size=30)
    inner = acgd.SpectralBall(size).minimizer((A.T @ g).reshape(3, 4))
    np.testing.assert_allclose(image.minimizer(g), A @ inner.ravel(), atol=1e-9)


def test_blocks_of_product_have_rows_of_matrix(rng, tmp_path):
    C, g = rng.normal(size=(3, 4)), rng.normal(size=2)
    expected = np.concatenate([plan_of(C, *SUMS).ravel(), np.eye(2)[g.argmin()]])
    (tmp_path / "sums.csv").write_text("\n".join(",".join(map(str, side)) for side in SUMS))
    plans = f"transport:{tmp_path / 'sums.csv'}"
    np.testing.assert_allclose(acgd.NamedSet(plans).minimizer(C), plan_of(C, *SUMS), atol=1e-12)
    for set in (
        acgd.Product([acgd.TransportPlans(*SUMS), "simplex"], [None, 2]),
        acgd.Product([plans, "simplex"], [12, 2]),
        f"product:12*{plans},2*simplex",
    ):
        point = acgd.sets.describe(set).minimizer(np.concatenate([C.ravel(), g]))
        np.testing.assert_allclose(point, expected, atol=1e-12)


def test_user_sets_and_functions_may_use_matrices(rng):
    C = rng.normal(size=(3, 4))

    def vertex(G):
        assert G.shape == (3, 4)
        u, _, vt = np.linalg.svd(G, full_matrices=False)
        return -np.outer(u[:, 0], vt[0])

    def distance(X):
        return np.sum((X - C) ** 2)

    how = dict(gap_tolerance=1e-3, max_iterations=10**4)
    best = acgd.minimize(distance, np.zeros((3, 4)), set=acgd.NuclearBall(), **how).fun
    own = acgd.CustomSet(vertex, shape=(3, 4), violation=acgd.NuclearBall().violation)
    for x0, set in ((np.zeros((3, 4)), vertex), (None, own)):
        result = acgd.minimize(distance, x0, set=set, **how)
        assert result.x.shape == (3, 4) and result.fun == pytest.approx(best, abs=2e-3)
    assert acgd.check_gradient(lambda X: (distance(X), 2 * (X - C)), np.ones((3, 4))) == []
    assert acgd.check_gradient(lambda X: (distance(X), 2 * (X - C).T), np.ones((3, 3))) != []


def test_completion_returns_matrices(rng):
    rows, cols = np.nonzero(np.ones((3, 4)))
    C = rng.normal(size=(3, 4))
    f = acgd.Completion(rows, cols, C[rows, cols], loss="squared")
    X = rng.normal(size=(3, 4))
    assert f.value(X) == pytest.approx(np.mean((X - C) ** 2))
    np.testing.assert_allclose(f.gradient(X), 2 * (X - C) / 12)
    assert acgd.check_gradient(f, X) == []
    start = acgd.minimize(f, C, set=acgd.NuclearBall(99.0), max_iterations=0)
    assert start.fun == pytest.approx(0, abs=1e-20)
    # From one kind of run to the other: factors, and entries.
    function = lambda X: (f.value(X), f.gradient(X))
    how = dict(set=acgd.NuclearBall(3.0), direction="pairwise", gap_tolerance=1e-4)
    first, second = acgd.minimize(f, **how), acgd.minimize(function, np.zeros((3, 4)), **how)
    np.testing.assert_allclose(first.factors.to_dense(), second.x, atol=0.2)
    for fun, result in ((function, first), (f, second)):
        for start in (result, result.atoms):
            again = acgd.minimize(fun, start, **how)
            assert again.trace.value[0] == pytest.approx(result.fun, rel=1e-9)
    for call in (f.value, f.gradient, lambda x: acgd.minimize(f, x, set=acgd.NuclearBall())):
        with pytest.raises(ValueError, match=r"has shape \(12,\), must be a matrix of shape"):
            call(np.zeros(12))


def test_norms_of_matrices(rng):
    X = rng.normal(size=(2, 5))
    values = np.linalg.svd(X, compute_uv=False)
    assert acgd.nuclear_norm(2, 5).of(X) == pytest.approx(values.sum())
    assert acgd.nuclear_norm(2, 5).dual(X) == pytest.approx(values[0])
    for norm in (acgd.nuclear_norm(2, 5), "nuclear", "nuclear:2x5"):
        f = lambda x: (np.sum((x - X) ** 2), 2 * (x - X))
        how = dict(step="adaptive-constant", norm=norm, max_iterations=20)
        result = acgd.minimize(f, np.zeros((2, 5)), set=acgd.SpectralBall(), **how)
        turned = lambda x: (np.sum((x - X.T) ** 2), 2 * (x - X.T))
        how["norm"] = "nuclear"
        same = acgd.minimize(turned, np.zeros((5, 2)), set=acgd.SpectralBall(), **how)
        np.testing.assert_allclose(same.trace.value, result.trace.value, rtol=1e-9)
    with pytest.raises(ValueError, match=r"v: has shape \(10,\), must be a matrix of shape"):
        acgd.nuclear_norm(2, 5).of(X.ravel())
    with pytest.raises(ValueError, match=r"norm: is one of matrices of shape \(5, 2\)"):
        acgd.minimize(f, X, set=acgd.SpectralBall(9), norm=acgd.nuclear_norm(5, 2))


SPECTRAL_SETS = {
    "nuclear": lambda shape: acgd.NuclearBall(3.0, shape),
    "spectraplex": lambda shape: acgd.Spectraplex(1.0, shape[0]),
    "spectrahedron": lambda shape: acgd.Spectraplex(1.0, shape[0], at_most=True),
    "fantope": lambda shape: acgd.Fantope(3, shape[0]),
    "spectral": lambda shape: acgd.SpectralBall(0.5, shape),
    "schatten": lambda shape: acgd.SchattenBall(1.5, 2.0, shape),
}


def least_product(name, g):
    """The minimum of <g, v> over the set, by LAPACK."""
    if name in ("nuclear", "spectral", "schatten"):
        values = np.linalg.svd(g, compute_uv=False)
        norms = {"nuclear": 3 * values[0], "spectral": values.sum() / 2}
        return -norms.get(name, 2 * np.linalg.norm(values, 3))
    values = np.linalg.eigvalsh((g + g.T) / 2)
    return {"spectraplex": values[0], "spectrahedron": min(values[0], 0)}.get(
        name, values[:3].sum()
    )


def random_problem(rng, name, shape):
    """A completion, or for sets without factors least squares: f, its gradient, and the sums of the
    absolute terms of the gradient's entries."""
    m, n = shape
    scale = rng.choice([0.01, 1, 10])
    if name in ("spectral", "schatten") or m * n < 900:
        a = rng.normal(size=(int(rng.integers(m, 2 * m)), m * n))
        b = scale * rng.normal(size=len(a))
        f = acgd.LeastSquares(a, b)
        factor = f.value(np.zeros(m * n)) / (b @ b)

        def gradient(x):
            sizes = abs(a).T @ (abs(a) @ abs(x.ravel()) + abs(b))
            return [2 * factor * v.reshape(shape) for v in (a.T @ (a @ x.ravel() - b), sizes)]

        return f, gradient
    rows, cols = np.nonzero(rng.random(shape) < rng.choice([0.1, 0.3, 0.6]))
    planted = rng.normal(size=m)[rows] * rng.normal(size=n)[cols]
    values = scale * [planted, rng.normal(size=len(rows)), np.ones(len(rows))][rng.integers(3)]

    def gradient(x):
        g, sizes = np.zeros((2, *shape))
        g[rows, cols] = (x[rows, cols] - values) * 2 / len(rows)
        sizes[rows, cols] = (abs(x[rows, cols]) + abs(values)) * 2 / len(rows)
        return g, sizes

    return acgd.Completion(rows, cols, values, shape, loss="squared"), gradient


@pytest.mark.parametrize("direction", ["auto", "away", "pairwise", "blended-pairwise:lazy=true"])
@pytest.mark.parametrize("name", SPECTRAL_SETS)
def test_runs_end_at_tolerance_limit_or_rounding_error(rng, name, direction):
    for _ in range(20 if direction == "auto" else 5):
        # Up to 16, and for three vectors up to 48 rows, all sets use full decompositions.
        sides = (4, 10) if name in ("spectral", "schatten") else (17, 80)
        shape = tuple(int(n) for n in rng.integers(*sides, size=2))
        if name not in ("nuclear", "spectral", "schatten"):
            shape = shape[:1] * 2
        f, gradient = random_problem(rng, name, shape)
        how = dict(max_iterations=100, direction=direction)
        result = acgd.minimize(f, set=SPECTRAL_SETS[name](shape), **how)
        x = result.factors.to_dense() if result.x is None else result.x
        g, sizes = gradient(x)
        gap = np.sum(g * x) - least_product(name, g)
        # No point of these sets is longer than 3.
        rounding = 1e-13 * (np.sum(sizes * abs(x)) + 3 * np.linalg.norm(sizes))
        assert result.status in ("gap reached", "iteration limit") or gap <= rounding, (
            result.status,
            result.message,
            gap,
        )
        assert np.isnan(result.gap) or gap <= result.gap * (1 + 1e-6) + rounding, result.message


def exact_gap(loss, a, b, factor, x, least):
    """<g, x> minus the minimum of <g, v>, in long double."""
    a, b, x = (np.asarray(v, np.longdouble) for v in (a, b, x))
    z = a @ x
    r = -2 * b * np.maximum(1 - b * z, 0) if loss is acgd.SquaredHinge else 2 * (z - b)
    g = np.longdouble(factor) * (a.T @ r)
    return float(g @ x - least(g))


@pytest.mark.skipif(np.finfo(np.longdouble).eps > 1e-18, reason="no longer than double")
@pytest.mark.parametrize("direction", ["frank-wolfe", "corrective", "pairwise"])
@pytest.mark.parametrize("loss", [acgd.SquaredHinge, acgd.LeastSquares])
def test_reported_gap_is_not_below_rounding_error(loss, direction):
    """Where residuals vanish, the error of z = Ax exceeds them. The error is an estimate."""
    for seed in range(30):
        rng = np.random.default_rng(seed)
        shape = m, n = tuple(int(k) for k in rng.integers(3, 9, size=2))
        a = rng.choice([1, 30, 1000]) * rng.normal(size=(int(rng.integers(2, m * n)), m * n))
        planted = rng.normal(size=m * n)
        b = a @ planted if loss is acgd.LeastSquares else np.sign(a @ planted)
        f = loss(a, b)
        factor = f.value(np.zeros(m * n)) / (b @ b)
        norm = np.linalg.svd(planted.reshape(shape), compute_uv=False).sum()
        radius = rng.choice([10, 1000]) * norm

        def least_nuclear(g):
            u, _, v = np.linalg.svd(g.astype(float).reshape(shape))
            return -radius * abs(u[:, 0] @ g.reshape(shape) @ v[0])

        for set, least in (
            (acgd.NuclearBall(radius, shape), least_nuclear),
            (acgd.L1Ball(radius), lambda g: -radius * abs(g).max()),
        ):
            how = dict(max_iterations=300, gap_tolerance=0.0, direction=direction)
            result = acgd.minimize(f, set=set, **how)
            gap = exact_gap(loss, a, b, factor, np.ravel(result.x), least)
            assert gap <= 1.5 * result.gap, (seed, set, gap, result.gap, result.status)
