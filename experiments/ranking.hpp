#pragma once

#include <cstddef>
#include <limits>
#include <vector>

#include "experiments/milestone.hpp"

namespace acgd::experiments {

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
