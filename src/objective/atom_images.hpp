#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>

#include "acgd/atom/direction.hpp"

namespace acgd {

/// Cache of the images of active atoms, A a or H a, by atom id. If it is full, the least recently
/// used image is replaced and its memory reused.
///
/// An image must depend on its atom alone. Then results do not depend on the size of the cache, and
/// checkpoints need not contain it.
class AtomImages {
 public:
  /// Minimum capacity: this number of images is valid at the same time.
  static constexpr std::size_t kFewest = 2;

  /// Capacity: the number of vectors of `size` doubles that fit into `bytes`, at least kFewest.
  AtomImages(Index size, std::size_t bytes);

  /// The image of the atom, marked as most recently used; null if absent. The pointer is valid
  /// until capacity() - 1 others have been inserted or the atom is released.
  const Vector* find(AtomId id);
  /// Storage for the image of an atom that has none, to be filled by the caller; valid as above.
  Vector& insert(AtomId id);
  void release(AtomId id);

  std::size_t capacity() const { return capacity_; }
  /// Number of images.
  std::size_t size() const;

 private:
  struct Slot {
    Vector image;
    AtomId id = kNoAtom;        ///< kNoAtom: free
    std::int64_t last_use = 0;  ///< value of uses_ at the last access
  };

  Slot* slot_of(AtomId id);

  Index size_of_image_;
  std::size_t capacity_;
  std::deque<Slot> slots_;  ///< a deque, so that addresses are stable
  std::int64_t uses_ = 0;
};

}  // namespace acgd
