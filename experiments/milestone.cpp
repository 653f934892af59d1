#include "experiments/milestone.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace acgd::experiments {
namespace {

/// The mean is asked for two numbers that differ.
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

}  // namespace acgd::experiments
