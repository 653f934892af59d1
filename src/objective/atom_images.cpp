#include "objective/atom_images.hpp"

#include <algorithm>
#include <cassert>

namespace acgd {

AtomImages::AtomImages(Index size, std::size_t bytes)
    : size_of_image_(size),
      capacity_(std::max(
          kFewest, bytes / (sizeof(double) * static_cast<std::size_t>(std::max(size, Index{1}))))) {
}

// An active set has some hundred atoms at most: a linear search is cheap beside adding an image.
AtomImages::Slot* AtomImages::slot_of(AtomId id) {
  const auto slot =
      std::find_if(slots_.begin(), slots_.end(), [id](const Slot& s) { return s.id == id; });
  return slot == slots_.end() ? nullptr : &*slot;
}

const Vector* AtomImages::find(AtomId id) {
  assert(id != kNoAtom);
  Slot* slot = slot_of(id);
  if (slot == nullptr) return nullptr;
  slot->last_use = ++uses_;
  return &slot->image;
}

Vector& AtomImages::insert(AtomId id) {
  assert(id != kNoAtom && slot_of(id) == nullptr);
  Slot* slot = slot_of(kNoAtom);
  if (slot == nullptr && slots_.size() < capacity_) {
    slot = &slots_.emplace_back();
    slot->image.resize(size_of_image_);
  }
  if (slot == nullptr) {
    slot = &*std::min_element(slots_.begin(), slots_.end(),
                              [](const Slot& a, const Slot& b) { return a.last_use < b.last_use; });
  }
  slot->id = id;
  slot->last_use = ++uses_;
  return slot->image;
}

void AtomImages::release(AtomId id) {
  if (Slot* slot = slot_of(id)) slot->id = kNoAtom;
}

std::size_t AtomImages::size() const {
  return static_cast<std::size_t>(std::count_if(
      slots_.begin(), slots_.end(), [](const Slot& slot) { return slot.id != kNoAtom; }));
}

}  // namespace acgd
