#pragma once

#include <algorithm>
#include <random>
#include <vector>

#include "acgd/core/vector.hpp"
#include "acgd/oracle/flows.hpp"

namespace acgd_test {

struct Trips {
  acgd::Network network;
  std::vector<acgd::Demand> demands;
};

/// A ring of the nodes that are not zones, so that all of them are reachable, with random links
/// between them, and a link from and to each zone.
inline Trips random_trips(acgd::Index zones, acgd::Index through, acgd::Index links,
                          std::mt19937_64& random) {
  using acgd::Index;
  Trips trips;
  acgd::Network& network = trips.network;
  network.nodes = zones + through;
  network.first_through_node = zones;
  const auto any = [&] { return zones + static_cast<Index>(random() % through); };
  for (Index v = 0; v < through; ++v) {
    network.links.push_back({zones + v, zones + (v + 1) % through});
  }
  for (Index z = 0; z < zones; ++z) {
    network.links.push_back({z, any()});
    network.links.push_back({any(), z});
  }
  for (Index a = 0; a < links; ++a) {
    const Index from =
        random() % 4 == 0 && zones > 0 ? static_cast<Index>(random() % zones) : any();
    network.links.push_back({from, any()});
  }
  std::shuffle(network.links.begin(), network.links.end(), random);
  std::uniform_real_distribution<double> amount(0.5, 3);
  for (Index from = 0; from < network.nodes; ++from) {
    for (Index to = 0; to < network.nodes; ++to) {
      if (random() % 3 == 0 || (from == 0 && to == 1)) {
        trips.demands.push_back({from, to, amount(random)});
      }
    }
  }
  return trips;
}

/// All simple paths that pass through no zone, as lists of links.
class AllPaths {
 public:
  AllPaths(const acgd::Network& network, acgd::Index from, acgd::Index to)
      : network_(network), to_(to), used_(static_cast<std::size_t>(network.nodes), false) {
    used_[from] = true;
    walk(from);
  }
  const std::vector<std::vector<acgd::Index>>& paths() const { return paths_; }

  double least_cost(const acgd::Vector& g) const {
    double least = std::numeric_limits<double>::infinity();
    for (const auto& path : paths_) {
      double cost = 0;
      for (const acgd::Index link : path) cost += g[link];
      least = std::min(least, cost);
    }
    return least;
  }

 private:
  void walk(acgd::Index node) {
    for (std::size_t a = 0; a < network_.links.size(); ++a) {
      const auto& [from, to] = network_.links[a];
      if (from != node || used_[to]) continue;
      path_.push_back(static_cast<acgd::Index>(a));
      if (to == to_) {
        paths_.push_back(path_);
      } else if (to >= network_.first_through_node) {
        used_[to] = true;
        walk(to);
        used_[to] = false;
      }
      path_.pop_back();
    }
  }

  const acgd::Network& network_;
  acgd::Index to_;
  std::vector<bool> used_;
  std::vector<acgd::Index> path_;
  std::vector<std::vector<acgd::Index>> paths_;
};

/// Minimum of <g, x> over all flows of the trips.
inline double least_cost(const acgd::Network& network, const std::vector<acgd::Demand>& demands,
                         const acgd::Vector& g) {
  double sum = 0;
  for (const acgd::Demand& demand : demands) {
    if (demand.origin == demand.destination) continue;
    sum += demand.amount * AllPaths(network, demand.origin, demand.destination).least_cost(g);
  }
  return sum;
}

}  // namespace acgd_test
