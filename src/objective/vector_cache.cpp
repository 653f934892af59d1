#include "objective/vector_cache.hpp"

#include <algorithm>
#include <cassert>

namespace acgd {

namespace {

// Entries of the index that are allocated at once, so that it rarely grows in the loop.
constexpr std::size_t kReserved = 256;

}  // namespace

VectorCache::VectorCache(Index size, std::size_t capacity)
    : size_of_vector_(size), capacity_(capacity) {
  slots_by_key_.reserve(std::min(capacity, kReserved));
}

std::vector<VectorCache::KeyedSlot>::const_iterator VectorCache::place_of(Index key) const {
  return std::ranges::lower_bound(slots_by_key_, key, {}, &KeyedSlot::first);
}

int VectorCache::slot_of(Index key) const {
  const auto place = place_of(key);
  return place != slots_by_key_.end() && place->first == key ? place->second : kNone;
}

Vector* VectorCache::find(Index key) {
  const int slot = slot_of(key);
  if (slot == kNone) return nullptr;
  if (slot != newest_) {
    unlink(slot);
    link_as_newest(slot);
  }
  return &slots_[slot].vector;
}

const Vector* VectorCache::peek(Index key) const {
  const int slot = slot_of(key);
  return slot == kNone ? nullptr : &slots_[slot].vector;
}

Vector* VectorCache::insert(Index key) {
  assert(key >= 0 && !holds(key));
  if (capacity_ == 0) return nullptr;
  int slot = oldest_;
  if (slots_.size() < capacity_ && (slot == kNone || slots_[slot].key != kFree)) {
    slot = static_cast<int>(slots_.size());
    slots_.emplace_back();
  } else {
    if (slots_[slot].key != kFree) slots_by_key_.erase(place_of(slots_[slot].key));
    unlink(slot);
  }
  slots_[slot].vector.resize(size_of_vector_);
  slots_[slot].key = key;
  slots_by_key_.insert(place_of(key), {key, slot});
  link_as_newest(slot);
  return &slots_[slot].vector;
}

void VectorCache::release(Index key) {
  const auto place = place_of(key);
  if (place == slots_by_key_.end() || place->first != key) return;
  const int slot = place->second;
  slots_by_key_.erase(place);
  slots_[slot].key = kFree;
  unlink(slot);
  link_as_oldest(slot);
}

void VectorCache::visit(Archive& archive, Index end) {
  std::vector<Index> keys;
  for (int slot = oldest_; slot != kNone; slot = slots_[slot].newer) {
    if (slots_[slot].key != kFree) keys.push_back(slots_[slot].key);
  }
  archive(keys);
  if (!archive.is_loading()) return;
  Archive::require(keys.size() <= capacity_, "its cache has more columns");
  slots_.clear();
  slots_by_key_.clear();
  newest_ = oldest_ = kNone;
  for (const Index key : keys) {
    Archive::require(key < end && !holds(key), "its cache has a column that does not exist");
    insert(key)->resize(0);
  }
}

void VectorCache::unlink(int slot) {
  const Slot& leaving = slots_[slot];
  (leaving.newer == kNone ? newest_ : slots_[leaving.newer].older) = leaving.older;
  (leaving.older == kNone ? oldest_ : slots_[leaving.older].newer) = leaving.newer;
}

void VectorCache::link_as_newest(int slot) {
  slots_[slot].newer = kNone;
  slots_[slot].older = newest_;
  (newest_ == kNone ? oldest_ : slots_[newest_].newer) = slot;
  newest_ = slot;
}

void VectorCache::link_as_oldest(int slot) {
  slots_[slot].older = kNone;
  slots_[slot].newer = oldest_;
  (oldest_ == kNone ? newest_ : slots_[oldest_].older) = slot;
  oldest_ = slot;
}

std::size_t count_vectors(std::size_t bytes, Index size) {
  return bytes / (sizeof(double) * static_cast<std::size_t>(std::max(size, Index{1})));
}

}  // namespace acgd
