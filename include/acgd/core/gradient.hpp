#pragma once

#include <memory>
#include <vector>

#include "acgd/core/vector.hpp"

namespace acgd {

class Shards;

/// Which entries of a matrix variable a sparse gradient may touch, column by column.
struct SparsityPattern {
  Index rows = 0;
  Index cols = 0;
  std::vector<int> column_starts;  ///< cols + 1 offsets into row_indices
  std::vector<int> row_indices;    ///< ascending inside each column
  /// Of a gradient that is cut into shards: where the columns of each of all shards begin, and the
  /// end. Columns of other ranks have no entries here.
  std::vector<int> shard_columns = {};
};

/// The gradient at a point: dense, or the entries of a matrix on a fixed pattern (all others are
/// 0).
class Gradient {
 public:
  Gradient() = default;
  /// A dense gradient; the entries are yours to fill.
  explicit Gradient(Index size) : size_(size), entries_(Vector::Zero(size)) {}
  explicit Gradient(Vector entries) : size_(entries.size()), entries_(std::move(entries)) {}
  /// A matrix gradient that is zero off the pattern.
  explicit Gradient(std::shared_ptr<const SparsityPattern> pattern);
  /// The same of a matrix whose entries are spread over ranks: the pattern has those that are here,
  /// and the shards are cuts between columns.
  Gradient(std::shared_ptr<const SparsityPattern> pattern, std::shared_ptr<const Shards> shards);

  /// The number of variables, stored or not.
  Index size() const { return size_; }
  bool is_dense() const { return pattern_ == nullptr; }

  /// The stored entries: all of them, or those on the pattern in its order.
  const Vector& entries() const { return entries_; }
  Vector& entries() { return entries_; }

  /// Only when !is_dense().
  const SparsityPattern& pattern() const { return *pattern_; }

  /// How the stored entries are cut and spread over ranks; null: there are no others.
  const Shards* shards() const { return shards_.get(); }

  /// Every entry; throws InvalidInput for a sparse gradient, which nothing forms behind your back.
  const Vector& dense() const;

 private:
  Index size_ = 0;
  Vector entries_;
  std::shared_ptr<const SparsityPattern> pattern_;
  std::shared_ptr<const Shards> shards_;
};

}  // namespace acgd
