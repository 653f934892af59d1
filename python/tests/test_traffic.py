"""Traffic against scipy, closed forms and published optima."""

import itertools
import os
import pickle
from pathlib import Path

import numpy as np
import pytest
from scipy.optimize import LinearConstraint, linprog, minimize

import acgd
import bad_traffic

DATA = Path(os.environ.get("ACGD_DATA") or Path(__file__).parents[3] / "shared" / "data")


def simple_paths(links, origin, destination, first_through_node=0):
    """Every path that passes no node twice and no zone, as lists of links."""
    found = []

    def go(node, seen, path):
        if node == destination:
            found.append(path)
            return
        if node != origin and node < first_through_node:
            return
        for a, (tail, head) in enumerate(links):
            if tail == node and head not in seen:
                go(head, seen | {head}, [*path, a])

    go(origin, {origin}, [])
    return found


def random_network(seed, nodes=6, count=14):
    """A cycle through all nodes, and further links."""
    random = np.random.default_rng(seed)
    links = [(k, (k + 1) % nodes) for k in range(nodes)]
    while len(links) < count:
        tail, head = random.integers(nodes, size=2)
        if tail != head:
            links.append((int(tail), int(head)))
    pairs = random.permutation(list(itertools.permutations(range(nodes), 2)))[:5]
    demands = [(int(o), int(d), random.uniform(1, 5)) for o, d in pairs]
    costs = dict(
        free_flow_time=random.uniform(1, 5, count),
        b=random.uniform(0.1, 1, count),
        power=random.choice([1.0, 2.0, 2.5, 4.0], count),
        capacity=random.uniform(2, 6, count),
    )
    return links, demands, costs


@pytest.mark.parametrize("seed", range(5))
def test_lmo_agrees_with_linprog(seed):
    """The flow of each pair separately, which is conserved at every node."""
    links, demands, _ = random_network(seed)
    gradient = np.random.default_rng(seed).uniform(0, 3, len(links))
    incidence = np.zeros((6, len(links)))
    for a, (tail, head) in enumerate(links):
        incidence[tail, a] += 1
        incidence[head, a] -= 1
    cost = 0.0
    for origin, destination, amount in demands:
        balance = np.zeros(6)
        balance[origin], balance[destination] = amount, -amount
        cost += linprog(gradient, A_eq=incidence, b_eq=balance).fun
    flows = acgd.TrafficFlows(links, demands)
    assert gradient @ flows.minimizer(gradient) == pytest.approx(cost, rel=1e-9)
    assert flows.contains(flows.minimizer(gradient))


@pytest.mark.filterwarnings("ignore:delta_grad")
@pytest.mark.parametrize("seed", [0, *(pytest.param(k, marks=pytest.mark.long) for k in (1, 2, 3))])
@pytest.mark.parametrize("zones", [0, 1])
def test_equilibrium_agrees_with_scipy_over_all_paths(seed, zones):
    links, demands, costs = random_network(seed)
    paths, owner = [], []
    for k, (origin, destination, _) in enumerate(demands):
        for path in simple_paths(links, origin, destination, zones):
            paths.append(path)
            owner.append(k)
    if len(set(owner)) < len(demands):
        with pytest.raises(ValueError, match="^demands: .* no path leads there"):
            acgd.TrafficFlows(links, demands, first_through_node=zones).minimizer(np.ones(14))
        return
    use = np.zeros((len(links), len(paths)))
    for column, path in enumerate(paths):
        use[path, column] = 1
    shares = np.array([[float(o == k) for o in owner] for k in range(len(demands))])
    amounts = np.array([amount for _, _, amount in demands])
    f = acgd.Traffic(**costs)
    reference = minimize(
        lambda p: f.value(use @ p),
        shares.T @ (amounts / shares.sum(axis=1)),
        jac=lambda p: use.T @ f.gradient(use @ p),
        method="trust-constr",
        bounds=[(0, None)] * len(paths),
        constraints=LinearConstraint(shares, amounts, amounts),
        options=dict(gtol=1e-10, xtol=1e-12, maxiter=3000),
    )
    flows = acgd.TrafficFlows(links, demands, first_through_node=zones)
    result = acgd.minimize(f, set=flows, gap_tolerance=1e-8)
    assert result.success
    assert result.fun == pytest.approx(reference.fun, rel=1e-6)
    # all used paths of a pair have minimal cost
    times = use.T @ f.gradient(result.x)
    cheapest = np.array([times[np.array(owner) == k].min() for k in range(len(demands))])
    gap = f.gradient(result.x) @ result.x - amounts @ cheapest
    assert gap == pytest.approx(result.gap, abs=1e-7)


def test_braess_paradox():
    """Six trips, four roads, and a fifth that makes all of them slower: 83 minutes become 92."""
    links = [(0, 1), (1, 3), (0, 2), (2, 3), (1, 2)]
    times = np.array([[0, 50, 50, 0, 10.0], [10, 1, 1, 10, 1.0]])  # t(s) = a + c s

    def equilibrium(count):
        start, slope = times[:, :count]
        # capacity = 1 and t = free (1 + b s): where free is 0, a tiny value replaces it
        free = np.where(start == 0, 1e-9, start)
        f = acgd.Traffic(free, slope / free, np.ones(count), np.ones(count))
        flows = acgd.TrafficFlows(links[:count], [(0, 3, 6.0)])
        return f, acgd.minimize(f, set=flows, gap_tolerance=1e-9).x

    f, x = equilibrium(4)
    np.testing.assert_allclose(x, [3, 3, 3, 3], atol=1e-6)
    np.testing.assert_allclose(f.gradient(x)[:2].sum(), 83, atol=1e-6)
    f, x = equilibrium(5)
    np.testing.assert_allclose(x, [4, 2, 2, 4, 2], atol=1e-6)
    np.testing.assert_allclose(f.gradient(x)[:2].sum(), 92, atol=1e-6)


def test_time_excludes_fixed_costs():
    f = acgd.Traffic([2.0, 3.0], [1.0, 0.0], [2.0, 0.0], [4.0, 0.0], fixed=[0.5, 0.0])
    assert f.gradient([8.0, 1.0]) == pytest.approx([2 * (1 + 4) + 0.5, 3])
    assert f.total_time([8.0, 1.0]) == pytest.approx(8 * 10 + 3)


def test_files_are_read():
    f, flows = acgd.read_tntp(
        bad_traffic.NETWORK, bad_traffic.TRIPS, toll_factor=2.0, distance_factor=0.5
    )
    np.testing.assert_array_equal(f.fixed, [2.0 * 5 + 0.5 * 3, 0.5])
    np.testing.assert_array_equal(flows.links, [(0, 1), (0, 1)])
    np.testing.assert_array_equal(flows.demands, [(0, 1, 6.0)])
    with pytest.raises(ValueError, match=r"two_trips.tntp:2:1: .*a network must have"):
        acgd.read_tntp(bad_traffic.TRIPS, bad_traffic.TRIPS)
    with pytest.raises(OSError, match="nowhere"):
        acgd.read_tntp("nowhere", bad_traffic.TRIPS)


@pytest.mark.parametrize(
    "name, optimum", [("SiouxFalls", 4231335.287107440), ("Anaheim", 1286032.171)]
)
def test_published_optima(name, optimum):
    files = [DATA / "traffic" / f"{name}_{part}.tntp" for part in ("net", "trips")]
    if not files[0].exists():
        pytest.skip("the networks are not there; ACGD_DATA says where they are")
    f, flows = acgd.read_tntp(*files)
    result = acgd.minimize(f, set=flows, relative_gap_tolerance=1e-6)
    assert result.success
    assert result.fun == pytest.approx(optimum, rel=1e-6)


def test_sets_and_objectives_are_pickled():
    flows = pickle.loads(pickle.dumps(acgd.TrafficFlows([(0, 1), (1, 2)], [(0, 2, 1.5)])))
    np.testing.assert_array_equal(flows.minimizer([1.0, 1.0]), [1.5, 1.5])
    f = pickle.loads(pickle.dumps(acgd.Traffic([1.0], [1.0], [2.0], [3.0])))
    assert f.value([3.0]) == 3 * (1 + 1 / 3)


def test_matrix_of_trips_is_not_taken_for_three_demands():
    links = [(i, j) for i in range(3) for j in range(3) if i != j]
    trips = [[0, 1, 2.0], [1, 0, 2], [2, 1, 0]]
    for given in trips, np.array(trips):
        with pytest.raises(ValueError, match="^demands: 3 x 3 numbers may be a matrix of trips"):
            acgd.TrafficFlows(links, given)
    with pytest.raises(ValueError, match="^demands: must be .origin, destination, amount"):
        acgd.TrafficFlows(links, np.ones((4, 4)))
    flows = acgd.TrafficFlows(links, [tuple(row) for row in trips])
    direct = {(0, 1): 2.0, (1, 0): 2.0}
    np.testing.assert_array_equal(flows.minimizer(np.ones(6)), [direct.get(a, 0) for a in links])
    assert pickle.loads(pickle.dumps(flows)).demands.shape == (3, 3)


def test_files_may_have_three_demands(tmp_path):
    rows = "\n".join(
        f"{a} {b} 10 1 1 0.15 4 0 0 1 ;" for a in (1, 2, 3) for b in (1, 2, 3) if a != b
    )
    (tmp_path / "net").write_text(
        "<NUMBER OF ZONES> 3\n<NUMBER OF NODES> 3\n<NUMBER OF LINKS> 6\n"
        f"<END OF METADATA>\n{rows}\n"
    )
    trips = "".join(f"Origin {a}\n{a % 3 + 1} : {a}.5;\n" for a in (1, 2, 3))
    (tmp_path / "trips").write_text(f"<END OF METADATA>\n{trips}")
    _, flows = acgd.read_tntp(tmp_path / "net", tmp_path / "trips")
    np.testing.assert_array_equal(flows.demands, [[0, 1, 1.5], [1, 2, 2.5], [2, 0, 3.5]])
