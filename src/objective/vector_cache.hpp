#pragma once

#include <cstddef>
#include <deque>
#include <utility>
#include <vector>

#include "acgd/core/archive.hpp"
#include "acgd/core/vector.hpp"

namespace acgd {

/// Cache of vectors of one size: columns of a matrix by number, images of atoms by id. If it is
/// full, the least recently used vector is replaced and its memory reused, so that a full cache does
/// not allocate.
///
/// A vector must depend on its key alone. Then results do not depend on the capacity.
class VectorCache {
 public:
  /// The capacity may be 0.
  VectorCache(Index size, std::size_t capacity);

  /// The vector, marked as most recently used; null if absent. It is empty if it was restored by
  /// visit(), which does not store entries: the caller fills it again.
  Vector* find(Index key);
  /// The same without marking it as used.
  const Vector* peek(Index key) const;
  bool holds(Index key) const { return peek(key) != nullptr; }
  /// Storage for a vector that is absent, to be filled by the caller. It is valid until
  /// capacity() - 1 others have been inserted or it is released. Null if the capacity is 0.
  Vector* insert(Index key);
  /// Removes the vector, if there is one. Its memory is the next to be reused.
  void release(Index key);

  /// Archives the keys, from the least to the most recently used, without the entries. Keys are
  /// from 0 to `end` - 1.
  void visit(Archive& archive, Index end);

  std::size_t capacity() const { return capacity_; }
  /// Number of vectors.
  std::size_t size() const { return slots_by_key_.size(); }

 private:
  static constexpr int kNone = -1;
  static constexpr Index kFree = -1;

  /// Element of a doubly linked list in order of use.
  struct Slot {
    Vector vector;
    Index key = kFree;
    int newer = kNone;
    int older = kNone;
  };
  using KeyedSlot = std::pair<Index, int>;

  std::vector<KeyedSlot>::const_iterator place_of(Index key) const;
  int slot_of(Index key) const;
  void unlink(int slot);
  void link_as_newest(int slot);
  void link_as_oldest(int slot);

  Index size_of_vector_;
  std::size_t capacity_;
  std::deque<Slot> slots_;               ///< a deque, so that addresses are stable
  std::vector<KeyedSlot> slots_by_key_;  ///< sorted
  int newest_ = kNone;
  int oldest_ = kNone;
};

/// Number of vectors of `size` doubles that fit into `bytes`.
std::size_t count_vectors(std::size_t bytes, Index size);

}  // namespace acgd
