#include "app/experiments/ranking.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace acgd::experiments {

namespace {

/// `mean` is called with two different numbers.
template <class Mean>
Spread spread_by(std::vector<double> numbers, const Mean& mean) {
  std::erase_if(numbers, [](double x) { return std::isnan(x); });
  if (numbers.empty()) return {};
  std::ranges::sort(numbers);
  const double low = numbers[(numbers.size() - 1) / 2], high = numbers[numbers.size() / 2];
  return {.median = low == high ? low : mean(low, high),
          .lowest = numbers.front(),
          .highest = numbers.back()};
}

Spent spent_until(const Trace& trace, double Record::*number, double most) {
  for (const Record& record : trace) {
    if (!(record.*number <= most)) continue;
    return {.iterations = static_cast<double>(record.iteration),
            .oracle_calls = static_cast<double>(record.oracle_calls),
            .seconds = record.seconds};
  }
  return {};
}

}  // namespace

Spent spent_until(const Trace& trace, double gap) { return spent_until(trace, &Record::gap, gap); }

Spent spent_until_value(const Trace& trace, double value) {
  return spent_until(trace, &Record::value, value);
}

Spread spread_of(std::vector<double> numbers) {
  return spread_by(std::move(numbers), [](double a, double b) { return a / 2 + b / 2; });
}

Spread spread_of_ratios(std::vector<double> ratios) {
  return spread_by(std::move(ratios),
                   [](double a, double b) { return std::sqrt(a) * std::sqrt(b); });
}

namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

/// NaN if neither reached the goal.
double ratio(double cost, double other) {
  if (cost == other) return std::isinf(cost) ? std::nan("") : 1;
  return cost / other;
}

/// The lowest cost for each start.
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

/// Leaves costs of 0 and infinite costs unchanged.
double scaled(double cost, double factor) {
  return cost == 0 || std::isinf(cost) ? cost : cost * factor;
}

/// Lowest costs of one strategy over highest costs of another, for each start.
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
