#pragma once

#include <memory>
#include <vector>

#include "acgd/core/vector.hpp"

namespace acgd {

class Reduction;

/// The entries of a matrix variable that a sparse gradient may contain, by columns.
struct SparsityPattern {
  Index rows = 0;
  Index cols = 0;
  std::vector<int> column_starts;  ///< cols + 1 offsets into row_indices
  std::vector<int> row_indices;    ///< ascending inside each column
  /// For a partitioned gradient: the first column of each block, of all ranks, and the end. Columns
  /// of other ranks have no entries here.
  std::vector<int> block_columns = {};
};

/// The gradient at a point: dense, or the entries of a matrix on a fixed pattern (all others are
/// 0).
class Gradient {
 public:
  Gradient() = default;
  /// A dense gradient of zeros, for the caller to fill.
  explicit Gradient(Index size) : size_(size), entries_(Vector::Zero(size)) {}
  explicit Gradient(Vector entries) : size_(entries.size()), entries_(std::move(entries)) {}
  /// A matrix gradient that is zero off the pattern.
  explicit Gradient(std::shared_ptr<const SparsityPattern> pattern);
  /// As above, for entries distributed over ranks: the pattern holds the local ones, and blocks are
  /// ranges of columns.
  Gradient(std::shared_ptr<const SparsityPattern> pattern,
           std::shared_ptr<const Reduction> reduction);

  /// The number of variables, stored or not.
  Index size() const { return size_; }
  bool is_dense() const { return pattern_ == nullptr; }

  /// The stored entries: all of them, or those on the pattern in its order.
  const Vector& entries() const { return entries_; }
  Vector& entries() { return entries_; }

  /// Only when !is_dense().
  const SparsityPattern& pattern() const { return *pattern_; }

  /// Partition of the entries over ranks; null if all are stored here.
  const Reduction* reduction() const { return reduction_.get(); }

  /// All entries. Throws InvalidInput for a sparse gradient, which is never converted implicitly.
  const Vector& dense() const;

 private:
  Index size_ = 0;
  Vector entries_;
  std::shared_ptr<const SparsityPattern> pattern_;
  std::shared_ptr<const Reduction> reduction_;
};

}  // namespace acgd
