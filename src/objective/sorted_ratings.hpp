#pragma once

#include <memory>
#include <vector>

#include "acgd/objective/matrix_completion.hpp"
#include "acgd/team/shards.hpp"

namespace acgd {

/// The observed entries of a matrix column by column, each from top to bottom, repeated ones in the
/// order of the list; cut between columns into shards of nearly as many, of which a rank has its own.
struct SortedRatings {
  std::shared_ptr<const Shards> shards;
  std::shared_ptr<const SparsityPattern> pattern;  ///< those that are here, repeated ones too
  Vector values;                                   ///< and what was observed there
  bool weighted = false;                           ///< whether a weight is not 1, on any rank
  Vector weights;                                  ///< empty unless weighted
};

/// Deals out the list, of which each rank has a part: that of rank 0, that of rank 1, and so on. All
/// ranks call it at the same time. Throws InvalidInput on all of them, as check_observations() does.
SortedRatings sort_ratings(Index rows, Index cols, std::vector<Observation> own,
                           const std::shared_ptr<const Team>& team);

}  // namespace acgd
