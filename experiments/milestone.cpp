#include "experiments/milestone.hpp"

#include <algorithm>
#include <cmath>

namespace acgd::experiments {

Spent spent_until(const Trace& trace, double gap) {
  for (const Record& record : trace) {
    if (!(record.gap <= gap)) continue;
    return {.iterations = static_cast<double>(record.iteration),
            .oracle_calls = static_cast<double>(record.oracle_calls),
            .seconds = record.seconds};
  }
  return {};
}

Spread spread_of(std::vector<double> numbers) {
  std::erase_if(numbers, [](double x) { return std::isnan(x); });
  if (numbers.empty()) return {};
  std::ranges::sort(numbers);
  const double low = numbers[(numbers.size() - 1) / 2], high = numbers[numbers.size() / 2];
  // Two infinities have no mean, and neither have neighbours near the end of the range.
  return {.median = low == high ? low : low / 2 + high / 2,
          .lowest = numbers.front(),
          .highest = numbers.back()};
}

}  // namespace acgd::experiments
