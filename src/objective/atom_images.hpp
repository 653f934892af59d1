#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>

#include "acgd/atom/direction.hpp"

namespace acgd {

/// What a cursor has computed of active atoms, a vector for each id: A a or H a. The least recently
/// used one gives way when the next would exceed the bytes, and its memory is used again.
///
/// An image is to be a function of its atom alone. Then nothing depends on which ones there is room
/// for, and a checkpoint need not keep any.
class AtomImages {
 public:
  /// So many are good at the same time, however few bytes there are.
  static constexpr std::size_t kFewest = 2;

  /// Vectors of `size` doubles: as many as fit into `bytes`, but no fewer than kFewest.
  AtomImages(Index size, std::size_t bytes);

  /// The image of the atom, now the most recently used; null when there is none. It stays where it
  /// is until capacity() - 1 others have been inserted, or it is released.
  const Vector* find(AtomId id);
  /// Storage for the image of an atom that has none, to be filled by the caller; good as long.
  Vector& insert(AtomId id);
  void release(AtomId id);

  std::size_t capacity() const { return capacity_; }
  /// How many there are.
  std::size_t size() const;

 private:
  struct Slot {
    Vector image;
    AtomId id = kNoAtom;        ///< kNoAtom: free
    std::int64_t last_use = 0;  ///< the higher, the later
  };

  Slot* slot_of(AtomId id);

  Index size_of_image_;
  std::size_t capacity_;
  std::deque<Slot> slots_;  ///< in a deque, so that they stay where they are
  std::int64_t uses_ = 0;
};

}  // namespace acgd
