#include "direction/block_parts.hpp"

#include "objective/atom_entries.hpp"

namespace acgd {

BlockParts::BlockParts(const Faces& faces, Index size)
    : size_(size),
      block_of_(faces.block_of),
      first_(faces.blocks.size(), 0),
      parts_(faces.blocks.size()) {
  for (Index j = static_cast<Index>(block_of_.size()) - 1; j >= 0; --j) {
    first_[static_cast<std::size_t>(block_of_[static_cast<std::size_t>(j)])] = j;
  }
}

void BlockParts::split(const Atom& atom) {
  entries_.clear();
  for (Atom& part : parts_) entries_.push_back(&part.become_sparse(size_));
  for_each_entry(atom, 0, [this](Index j, double value) {
    const Index block = block_of_.empty() ? 0 : block_of_[static_cast<std::size_t>(j)];
    Atom::Sparse& sparse = *entries_[static_cast<std::size_t>(block)];
    sparse.indices.push_back(j);
    sparse.values.push_back(value);
  });
}

std::size_t BlockParts::entry_count(Index block) const {
  return entries_[static_cast<std::size_t>(block)]->indices.size();
}

const Atom& BlockParts::part(Index block) {
  const Atom::Sparse& sparse = *entries_[static_cast<std::size_t>(block)];
  if (sparse.indices.empty()) return zero(block);
  if (sparse.indices.size() > 1) return parts_[static_cast<std::size_t>(block)];
  coordinate_.become_coordinate(size_, sparse.indices[0], sparse.values[0]);
  return coordinate_;
}

const Atom& BlockParts::zero(Index block) {
  coordinate_.become_coordinate(size_, first_[static_cast<std::size_t>(block)], 0);
  return coordinate_;
}

}  // namespace acgd
