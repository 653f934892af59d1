// Trips between the zones of a generated town: a grid of streets, every eighth of them an avenue.
#include "acgd/traffic/traffic.hpp"

#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <random>

#include "acgd/direction/direction_rules.hpp"
#include "acgd/solve/solve.hpp"
#include "acgd/step/line_search.hpp"
#include "directions/comparison.hpp"

namespace bench {
namespace {

struct Town {
  acgd::Network network;
  std::vector<acgd::LinkCost> costs;
  std::vector<acgd::Demand> demands;
};

/// side^2 crossings with zones at some of them. Demands between zones decrease with distance;
/// between neighbours they are `trips` times a number in [0, 1].
Town make_town(Index side, Index zones, double trips) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> uniform(0, 1);
  Town town;
  town.network.nodes = zones + side * side;
  town.network.first_through_node = zones;
  const auto crossing = [&](Index row, Index col) { return zones + row * side + col; };
  const auto add_both_ways = [&](Index a, Index b, const acgd::LinkCost& cost) {
    town.network.links.push_back({a, b});
    town.network.links.push_back({b, a});
    town.costs.insert(town.costs.end(), 2, cost);
  };
  const auto add_street = [&](Index row, Index col, Index to_row, Index to_col) {
    const bool is_avenue = row % 8 == 0 || col % 8 == 0;
    const double time = (is_avenue ? 0.6 : 1) * (1 + uniform(random));
    const double capacity = (is_avenue ? 3 : 1) * (500 + 1000 * uniform(random));
    add_both_ways(crossing(row, col), crossing(to_row, to_col),
                  {.free_flow_time = time, .b = 0.15, .power = 4, .capacity = capacity});
  };
  for (Index row = 0; row < side; ++row) {
    for (Index col = 0; col < side; ++col) {
      if (row + 1 < side) add_street(row, col, row + 1, col);
      if (col + 1 < side) add_street(row, col, row, col + 1);
    }
  }
  std::vector<std::pair<Index, Index>> places;
  for (Index zone = 0; zone < zones; ++zone) {
    const auto any = [&] {
      return static_cast<Index>(uniform(random) * static_cast<double>(side));
    };
    const Index row = any(), col = any();
    places.emplace_back(row, col);
    add_both_ways(zone, crossing(row, col), {.free_flow_time = 0.1});
  }
  for (std::size_t a = 0; a < places.size(); ++a) {
    for (std::size_t b = 0; b < places.size(); ++b) {
      const Index blocks = std::abs(places[a].first - places[b].first) +
                           std::abs(places[a].second - places[b].second);
      const double share =
          std::exp(-static_cast<double>(blocks) / (0.4 * static_cast<double>(side)));
      town.demands.push_back(
          {static_cast<Index>(a), static_cast<Index>(b), trips * uniform(random) * share});
    }
  }
  return town;
}

}  // namespace

ComparisonSetup town_traffic(const Settings& settings) {
  const auto town = std::make_shared<const Town>(make_town(
      settings.pick<Index>(49, 16), settings.pick<Index>(317, 30), settings.pick<double>(12, 400)));
  const auto run = [=](double tolerance, const acgd::DirectionChoice& direction,
                       const acgd::StepChoice& step) {
    return [=](double limit) {
      const acgd::TrafficFlows set(town->network, town->demands);
      return acgd::minimize(acgd::traffic(town->costs), set, set.start(),
                            {.direction = direction,
                             .step = step,
                             .max_iterations = 1000000,
                             .time_limit = limit,
                             .relative_gap_tolerance = tolerance});
    };
  };
  return {.data = fmt::format("generated: {} links, {} pairs", town->network.links.size(),
                              town->demands.size()),
          .aim = "relative gap 1e-8, 1e-4",
          .compared_rules = {{.name = "auto",
                              .run = run(1e-8, acgd::Auto{}, acgd::AdaptiveAdjustable{}),
                              .goal = {.calls = 30, .seconds = 20}},
                             {.name = "frank-wolfe, line search",
                              .run = run(1e-4, acgd::FrankWolfe{}, acgd::LineSearch{}),
                              .patience = 5}}};
}

}  // namespace bench
