#include "experiments/ranking.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace acgd::experiments {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

/// NaN where neither got there.
double ratio(double cost, double other) {
  if (cost == other) return std::isinf(cost) ? std::nan("") : 1;
  return cost / other;
}

/// The least cost from each start.
std::vector<double> least_costs(const std::vector<std::vector<double>>& costs) {
  std::vector<double> least;
  for (const std::vector<double>& of_one : costs) {
    least.resize(std::max(least.size(), of_one.size()), kNever);
    for (std::size_t s = 0; s < of_one.size(); ++s) least[s] = std::min(least[s], of_one[s]);
  }
  return least;
}

std::vector<double> ratios(const std::vector<double>& costs, const std::vector<double>& others) {
  std::vector<double> list;
  for (std::size_t s = 0; s < costs.size(); ++s) list.push_back(ratio(costs[s], others[s]));
  return list;
}

/// Costs of 0 and of those that never got there stay what they are.
double scaled(double cost, double factor) {
  return cost == 0 || std::isinf(cost) ? cost : cost * factor;
}

/// The lowest costs of one strategy over the highest of another, from each start.
std::vector<double> least_ratios(const std::vector<std::vector<double>>& costs,
                                 const std::vector<std::vector<Repeated>>& repeated,
                                 std::size_t one, std::size_t other) {
  std::vector<double> low = costs[one], high = costs[other];
  for (std::size_t s = 0; s < low.size() && !repeated.empty(); ++s) {
    low[s] = scaled(low[s], repeated[one][s].lowest);
    high[s] = scaled(high[s], repeated[other][s].highest);
  }
  return ratios(low, high);
}

}  // namespace

std::size_t Ranking::level_count() const {
  return static_cast<std::size_t>(std::ranges::count(places, true, &Place::level));
}

Ranking rank(const std::vector<std::vector<double>>& costs, double margin,
             const std::vector<std::vector<Repeated>>& repeated) {
  const std::vector<double> least = least_costs(costs);
  Ranking ranking{.starts =
                      least.size() - static_cast<std::size_t>(std::ranges::count(least, kNever))};
  for (std::size_t i = 0; i < costs.size(); ++i) {
    const std::vector<double> factors = ratios(costs[i], least);
    const double factor = spread_of_ratios(factors).median;
    if (!std::isfinite(factor)) continue;
    const auto first_from = static_cast<std::size_t>(std::ranges::count(factors, 1.0));
    ranking.places.push_back({.strategy = i, .factor = factor, .first_from = first_from});
  }
  std::ranges::stable_sort(ranking.places, [](const auto& a, const auto& b) {
    return std::tuple(a.factor, b.first_from) < std::tuple(b.factor, a.first_from);
  });
  for (Ranking::Place& place : ranking.places) {
    const std::size_t first = ranking.places[0].strategy;
    const Spread behind = spread_of_ratios(least_ratios(costs, repeated, place.strategy, first));
    place.level = place.strategy == first || !(behind.median >= margin && behind.lowest >= 1);
  }
  if (ranking.places.size() > 1) {
    ranking.lead = spread_of_ratios(
        ratios(costs[ranking.places[1].strategy], costs[ranking.places[0].strategy]));
  }
  return ranking;
}

}  // namespace acgd::experiments
