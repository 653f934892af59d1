#pragma once

#include <random>

#include "acgd/traffic/traffic.hpp"
#include "oracle/random_networks.hpp"

namespace acgd_test {

struct TrafficProblem {
  acgd::Composite f;
  acgd::TrafficFlows set;
};

/// t(s) = constant + factor s, with a constant > 0
inline acgd::LinkCost linear_cost(double constant, double factor) {
  return {.free_flow_time = constant, .b = factor / constant, .power = 1, .capacity = 1};
}

/// The Braess network, with 1 added to the cost of every path: 0 -> 1 -> 3 and 0 -> 2 -> 3, and
/// optionally the link 1 -> 2. For six trips every path costs 84 without it and 93 with it; then
/// the flows are 4, 2, 2, 4 and 2.
inline TrafficProblem braess(bool with_new_road) {
  acgd::Network network{.nodes = 4, .links = {{0, 1}, {0, 2}, {1, 3}, {2, 3}}};
  std::vector<acgd::LinkCost> costs = {linear_cost(1, 10), linear_cost(50, 1), linear_cost(50, 1),
                                       linear_cost(1, 10)};
  if (with_new_road) {
    network.links.push_back({1, 2});
    costs.push_back(linear_cost(9, 1));
  }
  return {acgd::traffic(costs), acgd::TrafficFlows(network, {{0, 3, 6.0}})};
}

/// Links of random length and capacity, with all kinds of congestion.
inline TrafficProblem random_traffic(acgd::Index zones, acgd::Index through, acgd::Index links,
                                     unsigned seed) {
  std::mt19937_64 random(seed);
  const Trips trips = random_trips(zones, through, links, random);
  std::uniform_real_distribution<double> uniform(0.5, 2);
  std::vector<acgd::LinkCost> costs;
  for (std::size_t a = 0; a < trips.network.links.size(); ++a) {
    const double powers[] = {4, 4, 2, 1, 0, 1.5};
    costs.push_back({.free_flow_time = uniform(random),
                     .b = 0.15,
                     .power = powers[random() % 6],
                     .capacity = 2 * uniform(random)});
  }
  return {acgd::traffic(costs), acgd::TrafficFlows(trips.network, trips.demands)};
}

}  // namespace acgd_test
