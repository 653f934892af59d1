#include "objective/column_cache.hpp"

#include <algorithm>
#include <cassert>

namespace acgd {

ColumnCache::ColumnCache(Index n, std::size_t bytes)
    : n_(n),
      column_bytes_(static_cast<std::size_t>(n) * sizeof(double)),
      capacity_(std::min(bytes / column_bytes_, static_cast<std::size_t>(n))),
      slot_of_(static_cast<std::size_t>(n), kNone) {
  slots_.reserve(capacity_);  // addresses of columns must be stable
}

Vector* ColumnCache::find(Index j) {
  const int slot = slot_of_[j];
  if (slot == kNone) return nullptr;
  if (slot != newest_) {
    unlink(slot);
    link_as_newest(slot);
  }
  return &slots_[slot].column;
}

Vector* ColumnCache::insert(Index j) {
  assert(!holds(j));
  if (capacity_ == 0) return nullptr;
  int slot = oldest_;
  if (slots_.size() < capacity_) {
    slot = static_cast<int>(slots_.size());
    slots_.emplace_back();
  } else {
    slot_of_[slots_[slot].j] = kNone;
    unlink(slot);
  }
  slots_[slot].column.resize(n_);
  slots_[slot].j = j;
  slot_of_[j] = slot;
  link_as_newest(slot);
  return &slots_[slot].column;
}

void ColumnCache::visit(Archive& archive) {
  std::vector<Index> kept;
  for (int slot = oldest_; slot != kNone; slot = slots_[slot].newer) kept.push_back(slots_[slot].j);
  archive(kept);
  if (!archive.is_loading()) return;
  Archive::require(kept.size() <= capacity_, "it kept more columns");
  slots_.clear();
  slot_of_.assign(slot_of_.size(), kNone);
  newest_ = oldest_ = kNone;
  for (const Index j : kept) {
    Archive::require(j < n_ && !holds(j), "it kept a column that does not exist");
    insert(j)->resize(0);
  }
}

void ColumnCache::unlink(int slot) {
  const Slot& leaving = slots_[slot];
  (leaving.newer == kNone ? newest_ : slots_[leaving.newer].older) = leaving.older;
  (leaving.older == kNone ? oldest_ : slots_[leaving.older].newer) = leaving.newer;
}

void ColumnCache::link_as_newest(int slot) {
  slots_[slot].newer = kNone;
  slots_[slot].older = newest_;
  (newest_ == kNone ? oldest_ : slots_[newest_].newer) = slot;
  newest_ = slot;
}

}  // namespace acgd
