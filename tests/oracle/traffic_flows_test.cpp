#include "acgd/traffic/traffic.hpp"
#include "linalg/threads.hpp"
#include "oracle/random_networks.hpp"
#include "oracle/set_exam.hpp"

namespace acgd {
namespace {

using namespace acgd_test;

/// Zones 0 and 1; the other nodes are 2 and 3: 0 -> 2 -> 3 -> 1, 0 -> 3, 2 -> 1.
Network small_network() {
  return {.nodes = 4, .links = {{0, 2}, {2, 3}, {3, 1}, {0, 3}, {2, 1}}, .first_through_node = 2};
}

std::string refused_flows(Network network, const std::vector<Demand>& demands) {
  return refusal([&] { TrafficFlows(std::move(network), demands); });
}

TEST(TrafficFlows, LmoMatchesBestPathOfRandomNetworks) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 100; ++round) {
    const Trips trips = random_trips(2 + round % 3, 2 + round % 4, round % 7, random);
    const TrafficFlows flows(trips.network, trips.demands);
    for (int i = 0; i < 6; ++i) {
      const Vector g = test_gradient(flows.dimension(), i % 2 == 0, random).cwiseAbs();
      LmoResult lmo;
      flows.minimize(Gradient(g), lmo);
      const double best = least_cost(trips.network, trips.demands, g);
      EXPECT_NEAR(lmo.atom.dot(g), best, 1e-12 * (1 + best));
      EXPECT_EQ(lmo.error, 0);
      EXPECT_TRUE(std::isnan(flows.violation(lmo.atom.to_dense()).distance));
    }
  }
}

TEST(TrafficFlows, ErrorBoundsEffectOfNegativeCosts) {
  std::mt19937_64 random(2);
  int exact = 0, missed = 0;
  for (int round = 0; round < 100; ++round) {
    const Trips trips = random_trips(2, 2 + round % 4, round % 7, random);
    const TrafficFlows flows(trips.network, trips.demands);
    const Vector g = test_gradient(flows.dimension(), round % 2 == 0, random).array() + round % 3;
    LmoResult lmo;
    flows.minimize(Gradient(g), lmo);
    const double best = least_cost(trips.network, trips.demands, g);
    const double excess = lmo.atom.dot(g) - best;
    EXPECT_GE(excess, -1e-12 * (1 + std::abs(best)));
    EXPECT_LE(excess, lmo.error + 1e-12 * (1 + std::abs(best)));
    ++(excess > 1e-9 ? missed : exact);
  }
  EXPECT_GT(missed, 10);
  EXPECT_GT(exact, 10);
}

TEST(TrafficFlows, PassesChecker) {
  std::mt19937_64 random(3);
  expect_passes(TrafficFlows(small_network(), {{0, 1, 3.0}}));
  for (int round = 0; round < 6; ++round) {
    const Trips trips = random_trips(round, 3, 4, random);
    expect_passes(TrafficFlows(trips.network, trips.demands));
  }
}

TEST(TrafficFlows, UsesCheaperPath) {
  const TrafficFlows flows(small_network(), {{0, 1, 3.0}});
  EXPECT_EQ(linear_minimizer(flows, vec({1, 1, 1, 3, 3})), vec({3, 3, 3, 0, 0}));
  EXPECT_EQ(linear_minimizer(flows, vec({1, 1, 1, 1, 3})), vec({0, 0, 3, 3, 0}));
  EXPECT_EQ(linear_minimizer(flows, vec({1, 1, 1, 3, 0})), vec({3, 0, 0, 0, 3}));
}

// 0 -> 2 -> 1 and 0 -> 3 -> 1 cost the same: node 2 is visited first, and reaches 1 first.
TEST(TrafficFlows, TiesGoToFirstPathFound) {
  const TrafficFlows flows(small_network(), {{0, 1, 3.0}});
  EXPECT_EQ(linear_minimizer(flows, vec({1, 1, 1, 1, 1})), vec({3, 0, 0, 0, 3}));
  EXPECT_EQ(flows.start().to_dense(), vec({3, 0, 0, 0, 3}));
  Network twice = small_network();
  twice.links.push_back({2, 1});
  EXPECT_EQ(linear_minimizer(TrafficFlows(twice, {{0, 1, 3.0}}), vec({1, 1, 1, 1, 1, 1})),
            vec({3, 0, 0, 0, 3, 0}));
}

TEST(TrafficFlows, PathsPassThroughNoZone) {
  // 0 -> 1 -> 2 would be cheaper, but 1 is a zone.
  const Network network{
      .nodes = 4, .links = {{0, 1}, {1, 2}, {0, 3}, {3, 2}}, .first_through_node = 3};
  const TrafficFlows flows(network, {{0, 2, 1.0}, {0, 1, 2.0}, {1, 2, 4.0}});
  EXPECT_EQ(linear_minimizer(flows, vec({0, 0, 9, 9})), vec({2, 4, 1, 1}));
}

TEST(TrafficFlows, SumsDemandsOfPairAndOmitsZeros) {
  const TrafficFlows flows(small_network(),
                           {{0, 1, 1.0}, {3, 1, 2.0}, {0, 0, 9.0}, {0, 2, 0.0}, {0, 1, 0.5}});
  ASSERT_EQ(flows.demands().size(), 2U);
  EXPECT_EQ(flows.demands()[0].amount, 1.5);
  EXPECT_EQ(flows.demands()[1].origin, 3);
  EXPECT_EQ(linear_minimizer(flows, vec({1, 9, 1, 9, 1})), vec({1.5, 0, 2, 0, 1.5}));
  EXPECT_EQ(flows.name(), "traffic flows of 2 pairs of nodes on 5 links");
}

TEST(TrafficFlows, HandlesNonFiniteGradients) {
  const TrafficFlows flows(small_network(), {{0, 1, 3.0}});
  for (const double bad : {not_a_number, infinity, -infinity}) {
    for (Index a = 0; a < 5; ++a) {
      Vector g = Vector::Ones(5);
      g[a] = bad;
      EXPECT_TRUE(linear_minimizer(flows, g).allFinite());
      EXPECT_EQ(linear_minimizer(flows, Vector::Constant(5, bad)).sum(), 6);
    }
  }
  LmoResult lmo;
  flows.minimize(Gradient(vec({1, not_a_number, 1, 1, 1})), lmo);
  EXPECT_EQ(lmo.error, infinity);
}

TEST(TrafficFlows, ReportsViolation) {
  const TrafficFlows flows(small_network(), {{0, 1, 3.0}, {2, 3, 1.0}});
  const auto expect = [&](const Vector& x, double distance, const std::string& detail) {
    const Violation violation = flows.violation(x);
    EXPECT_NEAR(violation.distance, distance, 1e-12) << violation.detail;
    EXPECT_EQ(violation.detail, detail);
  };
  expect(vec({3, 1, 0, -2, 3}), 2, "x[3] = -2: must be >= 0");
  expect(vec({3, 6, 0, 0, 3}), 5, "node 2: receives less what it sends -6, must be -1");
  expect(vec({4, 1, 1, 0, 3}), 1, "x[0] = 4: must be at most 3, all that can go from node 0 to 2");
  expect(vec({1, 1, 2, 1.5, 0}), 1, "node 1: a zone that receives 2, must be 3");
  EXPECT_EQ(flows.violation(vec({3, not_a_number, 0, 0, 3})).distance, infinity);
  // The demands per pair cannot be checked.
  EXPECT_TRUE(std::isnan(flows.violation(vec({3, 1, 0, 0, 3})).distance));
  EXPECT_TRUE(flows.contains(vec({2, 1, 1, 1, 2})));
}

TEST(TrafficFlows, RecenterRemovesNegativeFlows) {
  const TrafficFlows flows(small_network(), {{0, 1, 3.0}});
  Vector x = vec({3, 0, -1e-14, 0, 3});
  EXPECT_TRUE(flows.recenter(x));
  EXPECT_EQ(x, vec({3, 0, 0, 0, 3}));
  EXPECT_FALSE(flows.recenter(x));
  Vector outside = vec({3, 0, -1e-3, 0, 3});
  EXPECT_FALSE(flows.recenter(outside));
}

TEST(TrafficFlows, RejectsInvalidNetworks) {
  const std::vector<Demand> demands = {{0, 1, 1.0}};
  EXPECT_EQ(refused_flows({.nodes = 1, .links = {{0, 0}}}, demands),
            "network.nodes = 1: must be from 2 to 1073741823");
  EXPECT_EQ(refused_flows({.nodes = 2}, demands),
            "network.links: has 0, must have from 1 to 1073741823");
  EXPECT_EQ(refused_flows({.nodes = 2, .links = {{0, 2}}}, demands),
            "network.links[0].to = 2: must be a node, 0 to 1");
  EXPECT_EQ(refused_flows({.nodes = 2, .links = {{-1, 1}}}, demands),
            "network.links[0].from = -1: must be a node, 0 to 1");
  EXPECT_EQ(refused_flows({.nodes = 2, .links = {{0, 1}}, .first_through_node = 3}, demands),
            "network.first_through_node = 3: must be from 0 to 2");
}

TEST(TrafficFlows, RejectsUnreachableDemands) {
  EXPECT_EQ(refused_flows(small_network(), {{0, 1, 1.0}, {4, 1, 1.0}}),
            "demands[1].origin = 4: must be a node, 0 to 3");
  EXPECT_EQ(refused_flows(small_network(), {{0, -1, 1.0}}),
            "demands[0].destination = -1: must be a node, 0 to 3");
  EXPECT_EQ(refused_flows(small_network(), {{0, 1, -2.0}}),
            "demands[0].amount = -2: must be >= 0 and finite");
  EXPECT_EQ(refused_flows(small_network(), {{0, 1, infinity}}),
            "demands[0].amount = inf: must be >= 0 and finite");
  EXPECT_EQ(refused_flows(small_network(), {{0, 1, 0.0}, {1, 1, 2.0}}),
            "demands: none of them is above 0, must be at least one of a pair of nodes");
  EXPECT_EQ(refused_flows(small_network(), {{0, 1, 1.0}, {3, 2, 2.5}}),
            "demands: 2.5 from node 3 to node 2, but no path leads there without passing through a "
            "zone");
  EXPECT_EQ(refused_flows({.nodes = 3, .links = {{0, 1}}}, {{0, 2, 1.0}}),
            "demands: 1 from node 0 to node 2, but no path leads there");
  EXPECT_EQ(refused_flows(small_network(), {{0, 1, 1e308}, {2, 1, 1e308}}),
            "demands: their sum is not finite");
}

TEST(TrafficFlows, PartsOfVertexAreCheapestPaths) {
  std::mt19937_64 random(4);
  const Trips trips = random_trips(3, 5, 9, random);
  const TrafficFlows flows(trips.network, trips.demands);
  const auto pairs = static_cast<Index>(flows.demands().size());
  const Vector g = test_gradient(flows.dimension(), false, random).cwiseAbs();
  LmoResult lmo;
  flows.minimize(Gradient(g), lmo);
  Vector sum = Vector::Zero(flows.dimension());
  for (Index k = 0; k < pairs; ++k) {
    std::vector<TrafficFlows::Link> ones;
    flows.append_path(lmo, k, ones);
    double cost = 0;
    for (const auto link : ones) {
      sum[link] += flows.demands()[k].amount;
      cost += g[link];
    }
    const Demand& demand = flows.demands()[k];
    EXPECT_NEAR(flows.path_cost(lmo, k), cost, 1e-12);
    const AllPaths all(trips.network, demand.origin, demand.destination);
    EXPECT_NEAR(cost, all.least_cost(g), 1e-12);
  }
  EXPECT_LE((sum - lmo.atom.to_dense()).cwiseAbs().maxCoeff(), 1e-12);
}

TEST(TrafficFlows, RecognisesPaths) {
  std::mt19937_64 random(5);
  const Trips trips = random_trips(2, 4, 4, random);
  const TrafficFlows flows(trips.network, {{0, 1, 1.0}});
  std::vector<std::vector<Index>> paths = AllPaths(trips.network, 0, 1).paths();
  for (auto& path : paths) std::sort(path.begin(), path.end());
  int found = 0;
  // All sets of links.
  for (unsigned bits = 0; bits < 1U << flows.dimension(); ++bits) {
    std::vector<TrafficFlows::Link> ones;
    for (Index a = 0; a < flows.dimension(); ++a) {
      if ((bits >> a) % 2 == 1) ones.push_back(static_cast<TrafficFlows::Link>(a));
    }
    const bool is_path = std::find(paths.begin(), paths.end(),
                                   std::vector<Index>(ones.begin(), ones.end())) != paths.end();
    EXPECT_EQ(flows.is_path(0, ones), is_path);
    found += is_path;
  }
  EXPECT_EQ(found, static_cast<int>(paths.size()));
}

TEST(TrafficFlows, BitsDoNotDependOnNumberOfThreads) {
  std::mt19937_64 random(6);
  const Trips trips = random_trips(150, 300, 1500, random);
  const TrafficFlows flows(trips.network, trips.demands);
  const Vector g = test_gradient(flows.dimension(), false, random).cwiseAbs();
  const ThreadLimit one(1);
  const Vector expected = linear_minimizer(flows, g);
  for (const int threads : {2, 3, 8}) {
    const ThreadLimit minimize_several(threads);
    EXPECT_EQ(linear_minimizer(flows, g), expected);
  }
}

}  // namespace
}  // namespace acgd
