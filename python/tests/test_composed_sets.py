"""Sets composed of other sets and of linear programs, against scipy's linear programs."""

import itertools

import numpy as np
import pytest

import acgd
from built_with import needs_clp

optimize = pytest.importorskip("scipy.optimize")
linprog = optimize.linprog
sparse = pytest.importorskip("scipy.sparse")

SEEDS = range(8)


def best(g, **program):
    """The minimum of <g, x> of a linear program, by scipy."""
    found = linprog(g, method="highs", **program)
    assert found.status == 0, found.message
    return found.fun


def gradients(n, rng, count=25):
    """Some with ties, some without."""
    for k in range(count):
        g = rng.normal(size=n)
        yield np.round(2 * g) if k % 3 == 0 else g


def same(a, b):
    assert abs(a - b) <= 1e-9 * (1 + abs(b))


@needs_clp
@pytest.mark.parametrize("seed", SEEDS)
def test_polyhedra(seed):
    rng = np.random.default_rng(seed)
    rows, n = 3 + seed, 4 + 2 * seed
    A = rng.normal(size=(rows, n)) * (rng.random((rows, n)) < 0.7)
    inside = rng.random(n)
    is_equation = rng.random(rows) < 0.3
    upper = A @ inside + np.where(is_equation, 0, rng.random(rows))
    lower = np.where(is_equation, upper, -np.inf)
    matrix = sparse.csr_matrix(A) if seed % 2 else A
    polyhedron = acgd.Polyhedron(matrix, lower, upper, lower=-1.0, upper=2.0)
    program = dict(A_ub=A[~is_equation], b_ub=upper[~is_equation], bounds=[(-1, 2)] * n)
    if is_equation.any():
        program.update(A_eq=A[is_equation], b_eq=upper[is_equation])
    for g in gradients(n, rng):
        v = polyhedron.minimizer(g)
        same(g @ v, best(g, **program))
        assert polyhedron.violation(v) <= 1e-12


@needs_clp
@pytest.mark.parametrize("seed", SEEDS)
def test_polyhedra_of_free_variables(seed):
    rng = np.random.default_rng(seed)
    n = 2 + seed % 3
    A = np.vstack([rng.normal(size=(4 * n, n)), np.eye(n), -np.eye(n)])
    b = 1 + rng.random(len(A))
    polyhedron = acgd.Polyhedron(A, row_upper=b, lower=-np.inf)
    for g in gradients(n, rng):
        same(g @ polyhedron.minimizer(g), best(g, A_ub=A, b_ub=b, bounds=[(None, None)] * n))


def random_graph(n, more, rng):
    """A tree and some further edges, as pairs."""
    edges = [(v, int(rng.integers(v))) for v in range(1, n)]
    while len(edges) < n - 1 + more:
        a, b = (int(k) for k in rng.integers(n, size=2))
        if a != b:
            edges.append((a, b))
    return edges


@pytest.mark.parametrize("seed", SEEDS)
def test_total_variation_on_graphs(seed):
    rng = np.random.default_rng(seed)
    n, radius = 5 + 3 * seed, 1.5
    edges = random_graph(n, seed * 2, rng)
    m = len(edges)
    D = np.zeros((m, n))
    for k, (a, b) in enumerate(edges):
        D[k, a], D[k, b] = 1, -1
    # Variables x and t with |D x| <= t, sum t <= radius.
    above = np.block([[D, -np.eye(m)], [-D, -np.eye(m)], [np.zeros((1, n)), np.ones((1, m))]])
    program = dict(
        A_ub=above,
        b_ub=np.r_[np.zeros(2 * m), radius],
        A_eq=np.r_[np.ones(n), np.zeros(m)][None],
        b_eq=[0],
        bounds=[(None, None)] * n + [(0, None)] * m,
    )
    variation = acgd.TotalVariation(radius, edges)
    for g in gradients(n, rng, 10):
        v = variation.minimizer(g)
        same(g @ v, best(np.r_[g, np.zeros(m)], **program))
        assert variation.violation(v) <= 1e-12


def test_total_variation_on_path_matches_its_graph():
    rng = np.random.default_rng(3)
    path = acgd.TotalVariation(2.0)
    graph = acgd.TotalVariation(2.0, [(k, k + 1) for k in range(19)])
    for g in gradients(20, rng):
        np.testing.assert_array_equal(path.minimizer(g), graph.minimizer(g))


@pytest.mark.parametrize("seed", SEEDS)
def test_images(seed):
    rng = np.random.default_rng(seed)
    m, n = 2 + seed % 4, 6
    A = rng.normal(size=(m, n)) * (rng.random((m, n)) < 0.7)
    matrix = sparse.csc_matrix(A) if seed % 2 else A
    image = acgd.LinearImage(acgd.Simplex(2.0), matrix)
    for g in gradients(m, rng):
        program = dict(A_eq=np.ones((1, n)), b_eq=[2], bounds=[(0, None)] * n)
        same(g @ image.minimizer(g), best(A.T @ g, **program))


@needs_clp
@pytest.mark.parametrize("seed", SEEDS)
def test_sums(seed):
    rng = np.random.default_rng(seed)
    n = 3 + seed % 3
    A = abs(rng.normal(size=(4, n)))
    points = rng.normal(size=(7, n))
    total = acgd.MinkowskiSum(
        [acgd.Polyhedron(A, row_upper=1.0), acgd.ConvexHull(points), "linf:2"]
    )
    for g in gradients(n, rng):
        # x of the polyhedron, w weights of points, y of the cube.
        program = dict(
            A_ub=np.hstack([A, np.zeros((4, 7 + n))]),
            b_ub=np.ones(4),
            A_eq=np.r_[np.zeros(n), np.ones(7), np.zeros(n)][None],
            b_eq=[1],
            bounds=[(0, None)] * (n + 7) + [(-2, 2)] * n,
        )
        same(g @ total.minimizer(g), best(np.r_[g, points @ g, g], **program))


def test_shifted_and_scaled():
    rng = np.random.default_rng(1)
    shift = rng.normal(size=5)
    moved = acgd.Shifted(acgd.Scaled(acgd.L1Ball(1.0), 3.0), shift)
    for g in gradients(5, rng):
        same(g @ moved.minimizer(g), g @ shift - 3 * abs(g).max())
    assert moved.contains(shift) and not moved.contains(shift + 2)


def test_symmetric_hulls():
    rng = np.random.default_rng(1)
    atoms = rng.normal(size=(9, 4))
    hull = acgd.SymmetricHull(atoms)
    for g in gradients(4, rng):
        same(g @ hull.minimizer(g), -abs(atoms @ g).max())
    # Membership is a linear program, too: the smallest sum of weights.
    for x in rng.normal(size=(30, 4)):
        bounds = [(0, None)] * 18
        size = best(np.ones(18), A_eq=np.hstack([atoms.T, -atoms.T]), b_eq=x, bounds=bounds)
        assert hull.contains(x) == (size <= 1 + 1e-9)


@needs_clp
def test_runs_end_at_optimum():
    """The nearest doubly stochastic matrix, against a combination of all permutations."""
    k = 3
    rows = np.kron(np.ones((1, k)), np.eye(k)), np.kron(np.eye(k), np.ones((1, k)))
    birkhoff = acgd.Polyhedron(np.vstack(rows), 1.0, 1.0)
    vertices = [np.eye(k)[list(p)].ravel() for p in itertools.permutations(range(k))]
    target = np.random.default_rng(2).normal(size=k * k)
    f = acgd.Quadratic(np.eye(k * k), -target)
    results = [
        acgd.minimize(f, set=set, gap_tolerance=1e-10)
        for set in (birkhoff, acgd.ConvexHull(vertices))
    ]
    np.testing.assert_allclose(results[0].x, results[1].x, atol=1e-5)
    same(results[0].fun, results[1].fun)


RULES = ["auto", "frank-wolfe", "away", "pairwise", "blended-pairwise", "corrective"]


def part(kind, n, rng, scale=1.0):
    """A set of a kind in R^n, and its vertices as rows. Some have the vertex 0."""
    if kind == "simplex":
        return acgd.Simplex(scale), scale * np.eye(n)
    if kind == "l1":
        return acgd.L1Ball(scale), scale * np.vstack([np.eye(n), -np.eye(n)])
    if kind == "box":
        corners = np.array(list(itertools.product([0, scale], repeat=n)))
        return acgd.Box(np.zeros(n), np.full(n, scale)), corners
    V = scale * rng.random(size=(n + 3, n))
    V[rng.integers(len(V))] = 0  # a vertex: the others are positive
    if kind == "hull":
        return acgd.ConvexHull(V), V
    if kind == "custom":
        lmo = lambda g: V[np.argmin(V @ g)]
        return acgd.CustomSet(lmo, dimension=n, is_polytope=True), V
    if kind == "image":
        return acgd.LinearImage(acgd.Simplex(), V.T.copy()), V
    M = rng.normal(size=(n, n - 1))  # invertible: LinearImage.violation is known
    return acgd.LinearImage(acgd.L1Ball(scale), M), scale * np.vstack([M.T, -M.T])


KINDS = ["simplex", "l1", "box", "hull", "custom", "image", "tall image"]


def distance(V, x):
    """The distance of x to the hull of the rows of V, relative to its size."""
    size = abs(V - V[0]).max()
    weight = 1e3  # of the sum of the weights
    rows = np.vstack([(V - V[0]).T / size, np.full(len(V), weight)])
    return optimize.nnls(rows, np.r_[(x - V[0]) / size, weight])[1]


def check(result, f, blocks, gap):
    """Each block of x is in the hull of its vertices, and the exact gap is at most `gap`."""
    g, start, own = f.gradient(result.x), 0, 0.0
    for V in blocks:
        block = slice(start, start + V.shape[1])
        assert distance(V, result.x[block]) <= 1e-7, result.message
        own += g[block] @ result.x[block] - (V @ g[block]).min()
        start = block.stop
    same(result.fun, f.value(result.x))
    if result.success:
        assert own <= gap, (result.status, own)
        assert not result.lower_bound > result.fun
    return own


def random_problem(seed):
    """A product of two to four parts, their vertices, and least squares over it."""
    rng = np.random.default_rng(seed)
    kinds = [*rng.choice(KINDS, size=rng.integers(1, 4)), "hull"]
    sizes = [int(n) for n in rng.integers(2, 5, size=len(kinds))]
    parts = [part(kind, n, rng, rng.uniform(0.5, 2)) for kind, n in zip(kinds, sizes)]
    n = sum(sizes)
    A = rng.normal(size=(n + 3, n))
    f = acgd.LeastSquares(A, A @ (rng.normal(size=n) * 0.5))
    return f, acgd.Product([p for p, _ in parts], sizes=sizes), [V for _, V in parts]


@pytest.mark.parametrize("rule", RULES)
def test_products_keep_each_block_in_its_set(rule):
    ended = 0
    for seed in range(80):
        f, product, blocks = random_problem(seed)
        result = acgd.minimize(
            f, set=product, direction=rule, gap_tolerance=1e-6, max_iterations=300
        )
        assert result.status != "oracle failed", result.message
        check(result, f, blocks, 1.01e-6)
        ended += result.success
    assert ended > (0 if rule == "frank-wolfe" else 40)


@pytest.mark.parametrize("rule", ["away", "pairwise", "corrective"])
@pytest.mark.parametrize("kind", ["hull", "custom", "image", "tall image", "product"])
def test_results_over_larger_set_start_runs_over_smaller_one(kind, rule):
    for seed in range(12):
        rng = np.random.default_rng(seed)
        kinds = ["hull", "custom", "box"] if kind == "product" else [kind]
        sizes = [3] * len(kinds)
        n = sum(sizes)
        growth = 1 + 10 ** rng.uniform(-1.5, 1)

        def over(scale):
            both = [part(k, 3, np.random.default_rng(seed), scale) for k in kinds]
            return acgd.Product([p for p, _ in both], sizes=sizes), [V for _, V in both]

        (large, _), (small, blocks) = over(growth), over(1.0)
        inside = np.concatenate([rng.dirichlet(np.ones(len(V))) @ V for V in blocks])
        near = acgd.Quadratic(np.eye(n), -inside)
        old = acgd.minimize(near, set=large, direction=rule, gap_tolerance=1e-10)
        f = acgd.Quadratic(np.eye(n), rng.normal(size=n) * 3)
        result = acgd.minimize(f, old, set=small, direction=rule, gap_tolerance=1e-8)
        assert result.success, result.message
        check(result, f, blocks, 1.01e-8)


@pytest.mark.parametrize("kind", ["hull", "custom", "image", "tall image"])
def test_results_over_same_set_keep_atoms(kind):
    for seed in range(8):
        rng = np.random.default_rng(seed)
        polytope, V = part(kind, 3, rng)
        f = acgd.Quadratic(np.eye(3), rng.normal(size=3))
        old = acgd.minimize(f, set=polytope, direction="pairwise", gap_tolerance=1e-10)
        again = acgd.minimize(f, old, set=polytope, direction="pairwise", max_iterations=0)
        assert len(again.atoms) == len(old.atoms)


@pytest.mark.parametrize(
    "kind",
    ["simplex", "l1", "box", "hull", "l2:1", "far", "product", pytest.param("lp", marks=needs_clp)],
)
def test_feasibility_of_starts_is_relative_to_size_of_set(kind):
    rng = np.random.default_rng(0)
    points = rng.normal(size=(6, 2))
    for scale in 10.0 ** np.arange(-12, 13, 3):
        shift = np.zeros(2)
        if kind == "lp" and abs(np.log10(scale)) > 6:
            continue  # Clp's own tolerances are absolute
        if kind == "far":
            shift = 1e8 * scale * np.ones(2)
            ball, vertex = acgd.Shifted(acgd.L1Ball(scale), shift), np.array([scale, 0])
        elif kind == "l2:1":
            ball, vertex = acgd.L2Ball(scale), np.array([0.6, 0.8]) * scale
        elif kind == "product":
            ball, vertex = acgd.Product(["l1:1", acgd.L1Ball(scale)], sizes=[1, 1]), [0, scale]
        elif kind == "lp":  # in other units than its variables
            polyhedron = acgd.Polyhedron([[1 / scale, 1 / scale]], row_upper=1.0)
            ball, vertex = polyhedron, np.array([0.5, 0.5]) * scale
        elif kind == "hull":
            V = scale * points
            ball, vertex = acgd.ConvexHull(V), V[np.argmax(V @ np.ones(2))]
        else:
            ball, V = part(kind, 2, rng, scale)
            vertex = V[-1]
        vertex = np.asarray(vertex)
        f = acgd.Quadratic(np.eye(2) / scale, [-1.0, -1])
        for off in 1e-6, 1.0, 100.0:
            with pytest.raises(ValueError, match="^x0: must be in the"):
                bad = shift + vertex * (1 + (max(off, 0.01) if kind == "far" else off))
                acgd.minimize(f, bad, set=ball)
        result = acgd.minimize(f, shift + vertex * (1 + 1e-14), set=ball)
        assert result.success and not result.lower_bound > result.fun


@pytest.mark.parametrize("seed", range(40))
def test_images_of_any_size_and_shape(seed):
    rng = np.random.default_rng(seed)
    cols = int(rng.integers(1, 6))
    rows = cols + int(rng.integers(0, 6))
    radius, units = 10 ** rng.uniform(-9, 9, size=2)
    M = rng.normal(size=(rows, cols)) * units
    f = acgd.Quadratic(np.eye(rows), -rng.normal(size=rows) * 10 ** rng.uniform(-3, 3))
    result = acgd.minimize(f, set=acgd.LinearImage(acgd.L1Ball(radius), M))
    assert result.status == "gap reached", result.message
    V = radius * np.vstack([M.T, -M.T])
    assert distance(V, result.x) <= 1e-7
    g = f.gradient(result.x)
    # x, a sum of vertices, is rounded as they are, and g as x.
    size = abs(V).max()
    rounding = 1e-15 * rows * size * (size + abs(f.gradient(np.zeros(rows))).sum())
    assert g @ result.x - (V @ g).min() <= 1.01 * result.gap + rounding
    with pytest.raises(ValueError, match="^x0: must be in the image"):
        acgd.minimize(f, 1.01 * V[0], set=acgd.LinearImage(acgd.L1Ball(radius), M))


@needs_clp
def test_invalid_polyhedra_are_rejected():
    with pytest.raises(ValueError, match="unbounded, x\\[1\\] can grow without end"):
        acgd.Polyhedron([[1.0, 0.0]], row_upper=1.0)
    with pytest.raises(ValueError, match="no point meets all rows and bounds; row 0 contradicts"):
        acgd.Polyhedron([[1.0, 1.0]], row_lower=3.0, row_upper=4.0, upper=1.0)


@needs_clp
def test_unbounded_polyhedra_are_distinguished_from_empty_ones():
    """By linprog over the recession cone: finite bounds become 0, and |d| <= 1."""
    found = {"bounded": 0, "unbounded": 0, "no point": 0}
    for seed in range(400):
        rng = np.random.default_rng(seed)
        n, m = int(rng.integers(1, 6)), int(rng.integers(1, 7))
        A = np.round(2 * rng.normal(size=(m, n))) / rng.choice([1, 3])
        x = rng.normal(size=n)
        above, below = A @ x + rng.random(m), A @ x - rng.random(m)
        row_lower = np.where(rng.random(m) < 0.5, -np.inf, below)
        row_upper = np.where(rng.random(m) < 0.2, row_lower, above)
        row_upper = np.where(np.isfinite(row_upper), row_upper, above)
        if rng.random() < 0.2:
            row_lower[0] = row_upper[0] = A[0] @ x + 5 * rng.normal()
        lower = np.where(rng.random(n) < 0.5, -np.inf, x - rng.random(n))
        upper = np.where(rng.random(n) < 0.5, np.inf, x + rng.random(n))
        has_lower = np.isfinite(row_lower)
        rows = np.vstack([A, -A[has_lower]])
        limits = np.r_[row_upper, -row_lower[has_lower]]
        solve = dict(A_ub=rows, method="highs")
        point = linprog(np.zeros(n), b_ub=limits, bounds=list(zip(lower, upper)), **solve)
        ends = [
            (0 if np.isfinite(a) else -1, 0 if np.isfinite(b) else 1) for a, b in zip(lower, upper)
        ]
        rays = [
            linprog(sign * unit, b_ub=0 * limits, bounds=ends, **solve).fun
            for unit in np.eye(n)
            for sign in (1, -1)
        ]
        truth = "no point" if point.status == 2 else "unbounded" if min(rays) < -1e-9 else "bounded"
        try:
            acgd.Polyhedron(A, row_lower, row_upper, lower=lower, upper=upper)
            told = "bounded"
        except ValueError as refusal:
            told = str(refusal)
        assert truth in told, (seed, told)
        found[truth] += 1
    assert min(found.values()) > 20


def test_invalid_arguments_are_rejected():
    with pytest.raises(ValueError, match="connected"):
        acgd.TotalVariation(1.0, [(0, 1), (2, 3)])
    with pytest.raises(ValueError, match="must have the same number"):
        acgd.MinkowskiSum([acgd.Box([0.0], 1.0), acgd.Box([0.0, 0.0], 1.0)])
