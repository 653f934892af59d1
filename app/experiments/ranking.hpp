#pragma once

#include <cstddef>
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

/// Who came first, and by how much. Strategies are compared within a start: from one to the next it
/// is another problem.
struct Ranking {
  struct Place {
    std::size_t strategy = 0;
    double factor = 1;           ///< median of its cost over the least from the same start
    std::size_t first_from = 0;  ///< starts from which none was before it
    bool level = false;          ///< it is the first one, or not clearly behind it
  };

  std::size_t starts = 0;  ///< from which any strategy got there
  /// The first one first; without those that got there from no more than half of these starts.
  std::vector<Place> places = {};
  Spread lead = {};  ///< cost of the second over that of the first, from the same start

  /// The number of places that are level with the first one; 1: it is clearly the first.
  std::size_t level_count() const;
};

/// What repetitions of a run cost, over the cost that is given for it.
struct Repeated {
  double lowest = 1, highest = 1;
};

/// Of a run that was made once: nothing is known.
inline constexpr Repeated kUnrepeated = {.lowest = 0,
                                         .highest = std::numeric_limits<double>::infinity()};

/// costs[strategy][start] is what it took to get there, infinite if it did not. A strategy is
/// clearly behind the first one if even its lowest cost is, from most starts, at least `margin`
/// times the highest cost of the first one, and from no start below it. Without `repeated` costs
/// are exact.
Ranking rank(const std::vector<std::vector<double>>& costs, double margin = 1.05,
             const std::vector<std::vector<Repeated>>& repeated = {});

}  // namespace acgd::experiments
