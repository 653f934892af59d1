#pragma once

#include <cstddef>
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
  };

  std::size_t starts = 0;  ///< from which any strategy got there
  /// The first one first; without those that got there from no more than half of these starts.
  std::vector<Place> places = {};
  Spread lead = {};  ///< cost of the second over that of the first, from the same start
};

/// costs[strategy][start] is what it took to get there, infinite if it did not.
Ranking rank(const std::vector<std::vector<double>>& costs);

}  // namespace acgd::experiments
