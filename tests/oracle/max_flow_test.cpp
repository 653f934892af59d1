#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <tuple>

#include "oracle/matroids.hpp"

namespace acgd {
namespace {

using Arc = std::tuple<Index, Index, double>;

/// Minimum cut between node 0 and the last one, by enumeration.
double smallest_cut(Index nodes, const std::vector<Arc>& arcs) {
  double smallest = std::numeric_limits<double>::infinity();
  for (Index inside = 0; inside < Index{1} << nodes; ++inside) {
    if (!(inside & 1) || (inside >> (nodes - 1) & 1)) continue;
    double cut = 0;
    for (const auto& [from, to, capacity] : arcs)
      if ((inside >> from & 1) && !(inside >> to & 1)) cut += capacity;
    smallest = std::min(smallest, cut);
  }
  return smallest;
}

TEST(MaxFlow, EqualsMinimumCutAndConservesFlow) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> uniform(0, 1);
  for (int round = 0; round < 300; ++round) {
    const Index nodes = 2 + round % 7;
    std::vector<Arc> arcs;
    for (Index i = 0; i < nodes; ++i)
      for (Index j = 0; j < nodes; ++j)
        if (i != j && uniform(random) < 0.5) arcs.push_back({i, j, uniform(random)});
    MaxFlow network(nodes);
    for (const auto& [from, to, capacity] : arcs) network.add_arc(from, to, capacity);
    const double value = network.solve(0, nodes - 1);
    EXPECT_NEAR(value, smallest_cut(nodes, arcs), 1e-13);

    Vector surplus = Vector::Zero(nodes);
    for (std::size_t a = 0; a < arcs.size(); ++a) {
      const double flow = network.flow(static_cast<Index>(a));
      EXPECT_GE(flow, 0);
      EXPECT_NEAR(flow + network.room(static_cast<Index>(a)), std::get<2>(arcs[a]), 1e-15);
      surplus[std::get<0>(arcs[a])] += flow;
      surplus[std::get<1>(arcs[a])] -= flow;
    }
    surplus[0] -= value;
    surplus[nodes - 1] += value;
    EXPECT_LT(surplus.cwiseAbs().maxCoeff(), 1e-13);
  }
}

TEST(MaxFlow, IsZeroWithoutPath) {
  MaxFlow network(3);
  network.add_arc(1, 0, 5);
  network.add_arc(2, 1, 5);
  EXPECT_EQ(network.solve(0, 2), 0);
}

TEST(MaxFlow, ReroutesEarlierFlow) {
  // The first shortest path uses the diagonal 1 -> 2, which must be undone.
  MaxFlow network(6);
  network.add_arc(0, 1, 1);
  network.add_arc(1, 4, 1);
  network.add_arc(4, 5, 1);
  network.add_arc(0, 2, 1);
  network.add_arc(1, 3, 1);
  network.add_arc(2, 4, 1);
  network.add_arc(3, 5, 1);
  EXPECT_EQ(network.solve(0, 5), 2);
}

TEST(MaxFlow, HandlesLongPaths) {
  const Index n = 200000;
  MaxFlow network(n);
  for (Index i = 0; i + 1 < n; ++i) network.add_arc(i, i + 1, i == n / 2 ? 0.25 : 1);
  EXPECT_EQ(network.solve(0, n - 1), 0.25);
}

TEST(MaxFlow, HandlesCapacitiesOfAnyMagnitude) {
  for (const double scale : {1e-200, 1e-3, 1e200}) {
    MaxFlow network(4);
    network.add_arc(0, 1, 3 * scale);
    network.add_arc(0, 2, 1 * scale);
    network.add_arc(1, 3, 2 * scale);
    network.add_arc(2, 3, 5 * scale);
    EXPECT_DOUBLE_EQ(network.solve(0, 3), 3 * scale);
  }
}

TEST(MaxFlow, AcceptsNewCapacitiesAndReportsSidesOfCut) {
  MaxFlow flow(3);
  const Index first = flow.add_arc(0, 1, 1), second = flow.add_arc(1, 2, 4);
  EXPECT_EQ(flow.solve(0, 2), 1);
  EXPECT_FALSE(flow.is_reached(1));
  flow.forget_capacities();
  flow.set_capacity(first, 5);
  flow.set_capacity(second, 2);
  EXPECT_EQ(flow.solve(0, 2), 2);
  EXPECT_TRUE(flow.is_reached(1));
  EXPECT_FALSE(flow.is_reached(2));
  EXPECT_EQ(flow.room(first), 3);
}

}  // namespace
}  // namespace acgd
