#pragma once

#include <vector>

#include "acgd/core/vector.hpp"

namespace acgd {

/// Variables by the size of some keys, the largest first. The memory of sets that sort.
struct Ranking {
  Vector keys;               ///< fill them, one a variable
  std::vector<Index> order;  ///< of the variables

  /// Ties go to the smallest index; what is no number comes last, as -infinity.
  void sort();
};

}  // namespace acgd
