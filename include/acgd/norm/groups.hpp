#pragma once

#include <memory>
#include <span>
#include <vector>

#include "acgd/norm/norm.hpp"

namespace acgd {

/// Which variables belong together. Every variable is in a group; it may be in several.
class Groups {
 public:
  /// The variables of each group, numbered from 0.
  explicit Groups(const std::vector<std::vector<Index>>& members);
  /// The group of each variable, numbered from 0 without gaps.
  static Groups of_variables(ConstVectorRef numbers);
  /// A row (variable, group) for each membership.
  static Groups of_pairs(const Matrix& pairs);

  Index dimension() const { return dimension_; }
  Index count() const { return static_cast<Index>(starts_.size()) - 1; }
  /// Ascending.
  std::span<const Index> members(Index group) const;
  Index largest() const { return largest_; }  ///< how many there are in the largest group
  bool overlap() const { return static_cast<Index>(members_.size()) > dimension_; }

 private:
  std::vector<Index> starts_;  ///< count() + 1 offsets into members_
  std::vector<Index> members_;
  Index dimension_ = 0;
  Index largest_ = 0;
};

/// The norm within a group.
enum class WithinGroup { l2, linf };

/// The sum over groups of the norms of their variables. Where groups overlap it is the latent group
/// norm, the least such sum over all ways to write v as a sum of vectors in a group each: that is
/// an optimisation problem of its own, and of() gives NaN. Dual: the largest dual norm (l2, or l1)
/// of a group.
std::shared_ptr<const Norm> group_norm(std::shared_ptr<const Groups> groups, WithinGroup within);

}  // namespace acgd
