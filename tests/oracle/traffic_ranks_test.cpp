// Trips whose origins are distributed over ranks: the same bits on any number of them.
#include <gtest/gtest.h>

#include "acgd/direction/direction_rules.hpp"
#include "acgd/solve/solve.hpp"
#include "acgd/traffic/traffic.hpp"
#include "oracle/random_networks.hpp"
#include "support/ranks.hpp"
#include "support/refusal.hpp"

namespace acgd {
namespace {

using namespace acgd_test;

std::vector<LinkCost> some_costs(const Network& network) {
  std::vector<LinkCost> costs;
  for (std::size_t a = 0; a < network.links.size(); ++a) {
    costs.push_back({.free_flow_time = 1 + 0.3 * static_cast<double>(a % 7),
                     .b = 0.15,
                     .power = a % 3 == 0 ? 1.0 : 4.0,
                     .capacity = 2 + 0.5 * static_cast<double>(a % 5)});
  }
  return costs;
}

// As many origins as nodes: fewer than there are blocks, and more.
TEST(TrafficRanks, RunsHaveSameBits) {
  std::mt19937_64 random(5);
  for (const Index zones : {2, 9, 25}) {
    const Trips trips = random_trips(zones, 4 + zones, 2 * zones, random);
    const Composite f = traffic(some_costs(trips.network));
    for (const DirectionChoice& direction :
         {DirectionChoice(FrankWolfe{}), DirectionChoice(Corrective{}),
          DirectionChoice(Pairwise{})}) {
      SCOPED_TRACE(direction.name());
      expect_same_on_all_ranks([&](const std::shared_ptr<const Team>& team) {
        const TrafficFlows set(trips.network, trips.demands, team);
        return minimize(f, set,
                        {.direction = direction,
                         .max_iterations = 15,
                         .gap_tolerance = 0,
                         .threads = 1,
                         .team = team,
                         .trace = true});
      });
    }
  }
}

// The flows that carry every trip along the reported path of its pair, at the reported cost.
TEST(TrafficRanks, EveryRankHasPathsOfAllPairs) {
  std::mt19937_64 random(6);
  const Trips trips = random_trips(7, 12, 20, random);
  ThreadTeam::run(3, [&](const std::shared_ptr<const Team>& team) {
    const TrafficFlows set(trips.network, trips.demands, team);
    const Vector g = Vector::LinSpaced(set.dimension(), 1, 2).array().sin().abs();
    LmoResult lmo;
    set.minimize(Gradient(g), lmo);
    const auto pairs = static_cast<Index>(set.demands().size());
    Vector flows = Vector::Zero(set.dimension());
    for (Index pair = 0; pair < pairs; ++pair) {
      std::vector<TrafficFlows::Link> links;
      set.append_path(lmo, pair, links);
      double cost = 0;
      for (const TrafficFlows::Link link : links) {
        flows[link] += set.demands()[pair].amount;
        cost += g[link];
      }
      EXPECT_NEAR(set.path_cost(lmo, pair), cost, 1e-13 * (1 + cost));
    }
    EXPECT_LT((flows - lmo.atom.to_dense()).norm(), 1e-12 * flows.norm());
  });
}

TEST(TrafficRanks, AllRanksRejectTripWithoutPathWithSameMessage) {
  // Node 9 is reachable from 8 only, and origin 4 is the first with a demand for it.
  Network network{.nodes = 10, .links = {}};
  for (Index v = 0; v < 9; ++v) network.links.push_back({v, (v + 1) % 8});
  std::vector<Demand> demands;
  for (Index v = 0; v < 8; ++v) demands.push_back({v, (v + 3) % 8, 1.0});
  demands.push_back({6, 9, 2.0});
  demands.push_back({4, 9, 1.0});
  for (const int ranks : {1, 2, 3, 8}) {
    ThreadTeam::run(ranks, [&](const std::shared_ptr<const Team>& team) {
      EXPECT_EQ(refusal([&] { TrafficFlows(network, demands, team); }),
                "demands: 1 from node 4 to node 9, but no path leads there");
    });
  }
}

}  // namespace
}  // namespace acgd
