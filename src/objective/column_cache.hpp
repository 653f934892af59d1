#pragma once

#include <cstddef>
#include <vector>

#include "acgd/core/archive.hpp"
#include "acgd/core/vector.hpp"

namespace acgd {

/// Cache of columns of an n x n matrix. If it is full, the least recently used column is replaced
/// and its memory reused, so that a full cache does not allocate.
class ColumnCache {
 public:
  /// Capacity: the number of columns of n doubles that fit into `bytes`, at most n, possibly 0.
  ColumnCache(Index n, std::size_t bytes);

  /// The column, marked as most recently used; null if absent. It is empty if it was restored by
  /// visit(), which does not store entries: the caller fills it again.
  Vector* find(Index j);
  /// The same without marking it as used.
  const Vector* peek(Index j) const { return holds(j) ? &slots_[slot_of_[j]].column : nullptr; }
  /// Whether column j is in the cache.
  bool holds(Index j) const { return slot_of_[j] != kNone; }
  /// Storage for column j, which must be absent, to be filled by the caller; valid until the next
  /// insert(). Null if the capacity is 0.
  Vector* insert(Index j);

  /// Archives the column numbers, from the least to the most recently used, without the entries.
  void visit(Archive& archive);

  std::size_t capacity() const { return capacity_; }
  std::size_t size() const { return slots_.size(); }
  /// Size of the columns in the cache.
  std::size_t bytes() const { return size() * column_bytes_; }

 private:
  static constexpr int kNone = -1;

  /// Element of a doubly linked list in order of use.
  struct Slot {
    Vector column;
    Index j = 0;
    int newer = kNone;
    int older = kNone;
  };

  void unlink(int slot);
  void link_as_newest(int slot);

  Index n_;
  std::size_t column_bytes_;
  std::size_t capacity_;
  std::vector<Slot> slots_;
  std::vector<int> slot_of_;  ///< by column number
  int newest_ = kNone;
  int oldest_ = kNone;
};

}  // namespace acgd
