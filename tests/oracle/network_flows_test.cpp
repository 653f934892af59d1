#include "acgd/oracle/flows.hpp"
#include "oracle/set_exam.hpp"

namespace acgd {
namespace {

using namespace acgd_test;

/// 0 -> 1 -> 3, 0 -> 2 -> 3 and an arc back; three units go from 0 to 3.
FlowNetwork two_ways() {
  return {.nodes = 4,
          .arcs = {{0, 1}, {1, 3}, {0, 2}, {2, 3}, {3, 0}},
          .capacities = vec({2, infinity, infinity, 2, 1}),
          .supplies = vec({3, 0, 0, -3})};
}

/// All integral flows by enumeration: they include the vertices if all data is integral.
Matrix whole_flows(const FlowNetwork& network, int most) {
  const auto arcs = static_cast<Index>(network.arcs.size());
  std::vector<Vector> found;
  Vector x = Vector::Zero(arcs);
  while (true) {
    Vector surplus = Vector::Zero(network.nodes);
    for (Index a = 0; a < arcs; ++a) {
      surplus[network.arcs[a].from] += x[a];
      surplus[network.arcs[a].to] -= x[a];
    }
    if (surplus == network.supplies) found.push_back(x);
    Index a = 0;
    while (a < arcs && x[a] >= std::min<double>(network.capacities[a], most)) x[a++] = 0;
    if (a == arcs) break;
    x[a] += 1;
  }
  Matrix all(arcs, static_cast<Index>(found.size()));
  for (Index k = 0; k < all.cols(); ++k) all.col(k) = found[k];
  return all;
}

std::string refused_network(FlowNetwork network) {
  return refusal([&] { NetworkFlows{network}; });
}

TEST(NetworkFlows, LmoMatchesBestIntegralFlow) {
  expect_as_good_as_vertices(NetworkFlows(two_ways()), whole_flows(two_ways(), 4));
  std::mt19937_64 random(1);
  int accepted = 0;
  for (int round = 0; round < 60; ++round) {
    FlowNetwork network{.nodes = 4, .capacities = Vector(7), .supplies = Vector::Zero(4)};
    for (Index a = 0; a < 7; ++a) {
      network.arcs.push_back({static_cast<Index>(random() % 4), static_cast<Index>(random() % 4)});
      network.capacities[a] = static_cast<double>(random() % 4);
    }
    for (int k = 0; k < 2; ++k) {
      network.supplies[static_cast<Index>(random() % 4)] += 1;
      network.supplies[static_cast<Index>(random() % 4)] -= 1;
    }
    const Matrix all = whole_flows(network, 3);
    const std::string sentence = refused_network(network);
    EXPECT_EQ(sentence.empty(), all.cols() > 0) << sentence;
    if (!sentence.empty()) continue;
    ++accepted;
    expect_as_good_as_vertices(NetworkFlows(network), all);
  }
  EXPECT_GT(accepted, 10);
}

TEST(NetworkFlows, PassChecker) {
  expect_passes(NetworkFlows(two_ways()));
  // A loop is a cycle.
  expect_passes(
      NetworkFlows({.nodes = 1, .arcs = {{0, 0}}, .capacities = vec({2}), .supplies = vec({0})}));
}

TEST(NetworkFlows, FillCheaperPathFirst) {
  const NetworkFlows set(two_ways());
  LmoResult lmo;
  set.minimize(Gradient(vec({1, 1, 2, 2, 1})), lmo);
  ASSERT_NE(lmo.atom.as<Atom::Sparse>(), nullptr);
  EXPECT_EQ(lmo.atom.to_dense(), vec({2, 2, 1, 1, 0}));
  EXPECT_EQ(lmo.error, 0);
  // The arc back has negative cost: it is filled.
  EXPECT_EQ(linear_minimizer(set, vec({1, 1, 2, 2, -9})), vec({2, 2, 2, 2, 1}));
  EXPECT_TRUE(set.contains(linear_minimizer(set, Vector::Zero(5)), 0));
  EXPECT_TRUE(set.contains(linear_minimizer(set, Vector::Constant(5, not_a_number)), 0));
  EXPECT_TRUE(set.contains(linear_minimizer(set, vec({1e300, -1e300, 1, 0, 1e-300})), 0));
}

TEST(NetworkFlows, ErrorBoundsRoundingOfCosts) {
  const NetworkFlows set(two_ways());
  LmoResult lmo;
  set.minimize(Gradient(vec({1.0 / 3, 1e-20, 2, 2, 1})), lmo);
  EXPECT_GT(lmo.error, 0);
  EXPECT_LT(lmo.error, 1e-12);
}

TEST(NetworkFlows, MeetFractionalSupplies) {
  // The capacities are just sufficient, and rounding must not make them infeasible.
  const NetworkFlows set({.nodes = 5,
                          .arcs = {{0, 3}, {1, 3}, {2, 3}, {3, 4}},
                          .capacities = vec({0.1, 0.2, 0.7 / 3, 0.1 + 0.2 + 0.7 / 3}),
                          .supplies = vec({0.1, 0.2, 0.7 / 3, 0, -(0.1 + 0.2 + 0.7 / 3)})});
  EXPECT_LT(set.violation(linear_minimizer(set, vec({1, 2, 3, 4}))).distance, 1e-15);
}

TEST(NetworkFlows, ComponentsMayBeUnbalancedByRounding) {
  // 0.1 + 0.2 - 0.3 is 5.6e-17 in one component, its negative in the other.
  FlowNetwork network{.nodes = 6,
                      .arcs = {{0, 2}, {1, 2}, {5, 3}, {5, 4}},
                      .supplies = vec({0.1, 0.2, -0.3, -0.1, -0.2, 0.3})};
  const NetworkFlows set(network);
  EXPECT_LT((linear_minimizer(set, vec({1, 2, 3, 4})) - vec({0.1, 0.2, 0.1, 0.2})).norm(), 1e-15);
  // Arcs lead only from one component to the other.
  network.arcs.push_back({2, 5});
  network.supplies = vec({0.1, 0.2, -std::nextafter(0.3, 1), -0.1, -0.2, std::nextafter(0.3, 1)});
  EXPECT_EQ(refused_network(network), "");
  // Random ones, each component balanced up to the rounding of a sum.
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> amount(0, 1);
  for (int round = 0; round < 200; ++round) {
    FlowNetwork many{.nodes = 9, .supplies = Vector(9)};
    for (Index first = 0; first < 9; first += 3) {
      many.arcs.push_back({first, first + 1});
      many.arcs.push_back({first, first + 2});
      many.supplies[first + 1] = -amount(random);
      many.supplies[first + 2] = -amount(random) * 1e-3;
      many.supplies[first] = -(many.supplies[first + 1] + many.supplies[first + 2]);
    }
    const Vector x = linear_minimizer(NetworkFlows(many), Vector::Ones(6));
    EXPECT_LT(NetworkFlows(many).violation(x).distance, 1e-14);
  }
}

TEST(NetworkFlows, ReportViolation) {
  const NetworkFlows set(two_ways());
  EXPECT_EQ(set.violation(vec({1.5, 1.5, 1.5, 1.5, 0})).distance, 0);
  EXPECT_EQ(set.violation(vec({2.5, 2.5, 0.5, 0.5, 0})).detail,
            "the flow of arc 0 is 2.5, more than its capacity 2");
  EXPECT_EQ(set.violation(vec({1, 1, 2, 2, -0.5})).detail, "the flow of arc 4 is -0.5 < 0");
  EXPECT_EQ(set.violation(vec({1, 1, 1, 2, 0})).detail,
            "at node 0 the flow out minus the flow in is 2, not 3");
  EXPECT_FALSE(set.contains(vec({1, 1, 2, not_a_number, 0})));
}

TEST(NetworkFlows, ErrorsNameInvalidNetworks) {
  FlowNetwork network = two_ways();
  network.arcs[2].to = 4;
  EXPECT_EQ(refused_network(network), "arcs[2]: 4 is not a node, must be 0 .. 3");
  network = two_ways();
  network.capacities[1] = -1;
  EXPECT_EQ(refused_network(network), "capacities[1] = -1: must be at least 0");
  network.capacities[1] = not_a_number;
  EXPECT_EQ(refused_network(network), "capacities[1] = nan: must be at least 0");
  network.capacities = vec({1});
  EXPECT_EQ(refused_network(network),
            "capacities: has 1 entries, must have 5, one for each arc, or none");
  network = two_ways();
  network.supplies[0] = 2;
  EXPECT_EQ(refused_network(network), "supplies: sum to -1, must sum to 0: what comes in goes out");
  network = {.nodes = 4, .arcs = {{0, 1}, {2, 3}}, .supplies = vec({1, -1 - 1e-10, 2e-10, -1e-10})};
  EXPECT_EQ(refused_network(network),
            "supplies: sum to 1e-10 in the part of the network that node 2 is in, which no arc "
            "connects to the rest; must sum to 0 there");
  network = two_ways();
  network.supplies = vec({5, 0, 0, -5});
  EXPECT_EQ(refused_network(network),
            "supplies: at most 4 of 5 can flow; node 3 misses 1 of the 5 that it asks for");
  network = two_ways();
  network.capacities = {};
  const std::string cycle = refused_network(network);
  EXPECT_TRUE(cycle.starts_with("capacities: the cycle 0 -> ")) << cycle;
  EXPECT_TRUE(
      cycle.ends_with(" has none, so that the set is unbounded; give one of its arcs a capacity"))
      << cycle;
  EXPECT_EQ(refused_network({.nodes = 2}), "arcs: none, but each of them is a variable");
}

}  // namespace
}  // namespace acgd
