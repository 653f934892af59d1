#include "direction/atom_pool.hpp"

#include <algorithm>
#include <utility>

#include "direction/same_point.hpp"

namespace acgd {

std::size_t AtomPool::home(AtomId id) const {
  return fingerprints_[static_cast<std::size_t>(id)] & (table_.size() - 1);
}

AtomId AtomPool::find(const Atom& atom) const {
  if (table_.empty()) return kNotKept;
  const std::uint64_t print = fingerprint(atom);
  const std::size_t mask = table_.size() - 1;
  for (std::size_t slot = print & mask; table_[slot] != kNotKept; slot = (slot + 1) & mask) {
    const AtomId id = table_[slot];
    if (fingerprints_[static_cast<std::size_t>(id)] == print && same_point((*this)[id], atom)) {
      return id;
    }
  }
  return kNotKept;
}

/// One whose atom had the same shape, if there is one: then its memory is of use.
AtomId AtomPool::unused(const Atom& like) {
  const auto fits = [&](Index id) { return (*this)[id].shape().index() == like.shape().index(); };
  const auto found = std::find_if(free_.rbegin(), free_.rend(), fits);
  if (found == free_.rend()) {
    atoms_.emplace_back();
    fingerprints_.push_back(0);
    is_kept_.push_back(0);
    return static_cast<AtomId>(atoms_.size()) - 1;
  }
  const AtomId id = *found;
  free_.erase(std::next(found).base());
  return id;
}

AtomId AtomPool::add(const Atom& atom) {
  const AtomId id = unused(atom);
  atoms_[static_cast<std::size_t>(id)] = atom;
  place(id);
  return id;
}

void AtomPool::place(AtomId id) {
  fingerprints_[static_cast<std::size_t>(id)] = fingerprint((*this)[id]);
  is_kept_[static_cast<std::size_t>(id)] = 1;
  ++count_;
  if (2 * count_ > table_.size()) widen();
  insert(id);
}

void AtomPool::insert(AtomId id) {
  std::size_t slot = home(id);
  while (table_[slot] != kNotKept) slot = (slot + 1) & (table_.size() - 1);
  table_[slot] = id;
}

void AtomPool::widen() {
  constexpr std::size_t kFewest = 16;
  const std::vector<AtomId> narrow =
      std::exchange(table_, std::vector<AtomId>(std::max(kFewest, 2 * table_.size()), kNotKept));
  for (const AtomId id : narrow) {
    if (id != kNotKept) insert(id);
  }
}

void AtomPool::drop(AtomId id) {
  const std::size_t mask = table_.size() - 1;
  std::size_t hole = home(id);
  while (table_[hole] != id) hole = (hole + 1) & mask;
  // What a search would no longer find beyond the hole moves into it.
  for (std::size_t slot = (hole + 1) & mask; table_[slot] != kNotKept; slot = (slot + 1) & mask) {
    const std::size_t start = home(table_[slot]);
    if (((slot - start) & mask) < ((slot - hole) & mask)) continue;
    table_[hole] = table_[slot];
    hole = slot;
  }
  table_[hole] = kNotKept;
  is_kept_[static_cast<std::size_t>(id)] = 0;
  --count_;
  dropped_.push_back(static_cast<Index>(id));
}

void AtomPool::release(Cursor& at) {
  for (const Index id : dropped_) {
    at.release(id);
    free_.push_back(id);
  }
  dropped_.clear();
}

void AtomPool::visit(Archive& archive) {
  // An atom takes at least its size, its kind and a number.
  constexpr Index kBytesOfAnAtom = 24;
  archive(free_, dropped_);
  const Index count = archive.visit_size(static_cast<Index>(count_), kBytesOfAnAtom);
  if (archive.is_loading()) {
    atoms_.resize(static_cast<std::size_t>(count) + free_.size() + dropped_.size());
    fingerprints_.assign(atoms_.size(), 0);
    is_kept_.assign(atoms_.size(), 1);
    mark_unkept(free_);
    mark_unkept(dropped_);
    table_.clear();
    count_ = 0;
  }
  for (std::size_t id = 0; id < atoms_.size(); ++id) {
    if (!is_kept_[id]) continue;
    atoms_[id].visit(archive);
    if (archive.is_loading()) place(static_cast<AtomId>(id));
  }
}

void AtomPool::mark_unkept(const std::vector<Index>& ids) {
  for (const Index id : ids) {
    Archive::require(is_kept(id), "an id of no atom is out of range or there twice");
    is_kept_[static_cast<std::size_t>(id)] = 0;
  }
}

}  // namespace acgd
