#pragma once

#include <cstddef>
#include <vector>

#include "acgd/core/archive.hpp"
#include "acgd/core/vector.hpp"

namespace acgd {

/// Columns of an n x n matrix kept by number, the least recently used one giving way when the next
/// would exceed the bytes. A column's memory is used again by its successor, so a full cache
/// allocates nothing.
class ColumnCache {
 public:
  /// Room for as many columns of n doubles as fit into `bytes`: perhaps none, never more than n.
  ColumnCache(Index n, std::size_t bytes);

  /// The column, now the most recently used; nullptr when it is not kept. Empty when it is only
  /// known to have been kept by the run that visit() has loaded: then the caller fills it again.
  Vector* find(Index j);
  /// The same without using it.
  const Vector* peek(Index j) const { return holds(j) ? &slots_[slot_of_[j]].column : nullptr; }
  /// Whether find(j) would find it.
  bool holds(Index j) const { return slot_of_[j] != kNone; }
  /// Storage for column j, which must not be kept yet, to be filled by the caller: good until the
  /// next insert(). nullptr when there is no room for a single column.
  Vector* insert(Index j);

  /// Which columns there are, from the least to the most recently used, without their entries.
  void visit(Archive& archive);

  std::size_t capacity() const { return capacity_; }
  std::size_t size() const { return slots_.size(); }
  /// What the columns occupy.
  std::size_t bytes() const { return size() * column_bytes_; }

 private:
  static constexpr int kNone = -1;

  /// The slots form a list from the most to the least recently used.
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
