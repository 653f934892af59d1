#pragma once

#include <limits>
#include <vector>

#include "acgd/trace/trace.hpp"

namespace acgd::experiments {

/// What a run had spent when it came somewhere; infinite: it never did.
struct Spent {
  double iterations = std::numeric_limits<double>::infinity();
  double oracle_calls = std::numeric_limits<double>::infinity();
  double seconds = std::numeric_limits<double>::infinity();
};

/// Up to the first row whose gap is at most so much. Gaps may rise again: what a run has once
/// proved stays proved.
Spent spent_until(const Trace& trace, double gap);

/// Up to the first row whose value is at most so much.
Spent spent_until_value(const Trace& trace, double value);

/// Some numbers of one kind, as those of several starts.
struct Spread {
  double median = std::numeric_limits<double>::quiet_NaN();
  double lowest = std::numeric_limits<double>::quiet_NaN();
  double highest = std::numeric_limits<double>::quiet_NaN();
};

/// Without those that are NaN; all NaN where there are no others. The median of an even number of
/// them is the mean of the two in the middle.
Spread spread_of(std::vector<double> numbers);

/// The same of ratios, whose mean is the geometric one: as far above 1 as their inverses' is below.
Spread spread_of_ratios(std::vector<double> ratios);

}  // namespace acgd::experiments
