#pragma once

#include <cstddef>
#include <limits>
#include <vector>

#include "acgd/trace/trace.hpp"

namespace acgd::experiments {

/// Cost of a run up to a goal; infinite if it was not reached.
struct Spent {
  double iterations = std::numeric_limits<double>::infinity();
  double oracle_calls = std::numeric_limits<double>::infinity();
  double seconds = std::numeric_limits<double>::infinity();
};

/// Cost up to the first record with a gap of at most `gap`; later records may have larger gaps.
Spent spent_until(const Trace& trace, double gap);

/// Cost up to the first record with f of at most `value`.
Spent spent_until_value(const Trace& trace, double value);

/// Median and range of some numbers, for example over several starts.
struct Spread {
  double median = std::numeric_limits<double>::quiet_NaN();
  double lowest = std::numeric_limits<double>::quiet_NaN();
  double highest = std::numeric_limits<double>::quiet_NaN();
};

/// Ignores NaN; all NaN if there are no other numbers. The median of an even number of values is
/// the mean of the middle two.
Spread spread_of(std::vector<double> numbers);

/// The same for ratios, with the geometric mean in place of the arithmetic one, so that the median
/// of the inverses is the inverse of the median.
Spread spread_of_ratios(std::vector<double> ratios);

/// Ranking of strategies by cost. Strategies are compared for the same start, because each start is
/// a different problem.
struct Ranking {
  struct Place {
    std::size_t strategy = 0;
    double factor = 1;           ///< median of cost / lowest cost for the same start
    std::size_t first_from = 0;  ///< number of starts for which its cost was the lowest
    bool level = false;          ///< tied with the first place: not clearly slower
  };

  std::size_t starts = 0;  ///< number of starts for which any strategy reached the goal
  /// The best strategy first; omits strategies that reached the goal from at most half of these
  /// starts.
  std::vector<Place> places = {};
  Spread lead = {};  ///< cost of the second place / first place, for the same start

  /// Number of places tied with the first, including it; 1 if the first is clearly the best.
  std::size_t level_count() const;
};

/// Costs of the repetitions of a run relative to its reported cost.
struct Repeated {
  double lowest = 1, highest = 1;
};

/// For a run without repetitions.
inline constexpr Repeated kUnrepeated = {.lowest = 0,
                                         .highest = std::numeric_limits<double>::infinity()};

/// costs[strategy][start] is the cost of reaching the goal, infinite if it was not reached. A
/// strategy is clearly slower than the first one if its lowest cost is at least `margin` times the
/// highest cost of the first for most starts, and below it for none. Without `repeated` costs are
/// exact.
Ranking rank(const std::vector<std::vector<double>>& costs, double margin = 1.05,
             const std::vector<std::vector<Repeated>>& repeated = {});

}  // namespace acgd::experiments
