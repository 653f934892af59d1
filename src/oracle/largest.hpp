#pragma once

#include <vector>

#include "acgd/core/vector.hpp"

namespace acgd {

/// The k largest of some keys. The memory of sets whose vertices have k entries.
struct Largest {
  Vector keys;                 ///< fill them, one a variable
  std::vector<Index> indices;  ///< what choose() has chosen, ascending

  /// In O(n). Ties go to the smallest index; what is no number comes last, as -infinity.
  void choose(Index k);

 private:
  Vector parted_;
};

}  // namespace acgd
