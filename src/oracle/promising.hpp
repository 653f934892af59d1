#pragma once

#include <vector>

#include "acgd/core/vector.hpp"

namespace acgd {

/// Which vertices promise most, by scores <g, v> of which the smallest is the best. The memory of
/// sets that answer with several vertices.
struct Promising {
  Vector scores;               ///< of those sets whose gradient is not the scores already
  std::vector<Index> indices;  ///< what choose() has chosen, the best first

  /// The `most` smallest of the scores below `bound`, `best` apart: that one is the answer itself.
  /// Ties go to the smallest index. Scores that are no numbers promise nothing.
  void choose(const Vector& of, double bound, Index best, Index most);
};

/// Halfway from the smallest score to their mean. A point x is a mean of vertices, so that <g, x>
/// is often above it and seldom below; adding the same to every score changes nothing.
double halfway_to_mean(const Vector& scores);

}  // namespace acgd
