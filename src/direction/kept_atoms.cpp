// How the kept atoms begin, and how they are found and added. Their weights: kept_weights.cpp.
#include "direction/kept_atoms.hpp"

#include <algorithm>
#include <cmath>

#include "objective/atom_entries.hpp"

namespace acgd {

KeptAtoms::KeptAtoms(const DirectionContext& context, const MemoryLimits& memory)
    : faces_(context.set.faces()),
      memory_(memory),
      dimension_(context.x0.size()),
      parts_(faces_, dimension_),
      totals_(faces_.blocks.size()),
      counts_(faces_.blocks.size()) {
  for (Faces::Block& block : faces_.blocks) {
    // Half of a and half of -a.
    if (block.both_signs) block.has_origin = true;
    if (block.kind != Faces::Kind::corners) ++list_blocks_;
  }
  if (list_blocks_ < block_count()) start_corners(context.x0);
  if (list_blocks_ > 0 && !start_from(context.atoms)) start_lists(context.x0);
  settle();
}

void KeptAtoms::start_corners(const Atom& x0) {
  for_each_entry(x0, 0, [this](Index j, double value) {
    const Index block = faces_.block(j);
    if (!is_corner(block) || (value < 0 && !face(block).both_signs)) return;
    const std::size_t i = position_of_corner(block, j, value);
    terms_[i].weight = std::abs(value) / face(block).scale;
  });
}

void KeptAtoms::start_lists(const Atom& x0) {
  if (is_one_list()) return add_weight(x0, 0, 1);
  parts_.split(x0);
  for (Index b = 0; b < block_count(); ++b) {
    if (!is_corner(b)) add_weight(parts_.part(b), b, 1);
  }
}

/// Atoms that all are of block 0 are points of the whole set; others are 0 outside of their block.
/// False, and nothing is kept, if they are not made as the set is.
bool KeptAtoms::start_from(const WeightedAtoms& atoms) {
  const bool are_whole = std::all_of(atoms.begin(), atoms.end(),
                                     [](const WeightedAtom& one) { return one.block == 0; });
  std::vector<double> sums(faces_.blocks.size(), 0);
  for (const WeightedAtom& one : atoms) {
    if (one.block >= block_count()) return false;
    sums[static_cast<std::size_t>(one.block)] += one.weight;
    if (is_one_list() || are_whole) continue;
    parts_.split(one.atom);
    for (Index b = 0; b < block_count(); ++b) {
      if (b != one.block && parts_.entry_count(b) > 0) return false;
    }
  }
  constexpr double kOff = 1e-6;
  for (Index b = 0; b < (are_whole ? 1 : block_count()); ++b) {
    const bool counts = are_whole || !is_corner(b);
    if (counts && !(std::abs(sums[static_cast<std::size_t>(b)] - 1) <= kOff)) return false;
  }
  for (const WeightedAtom& one : atoms) {
    if (is_one_list()) {
      add_weight(one.atom, 0, one.weight);
      continue;
    }
    parts_.split(one.atom);
    for (Index b = 0; b < block_count(); ++b) {
      if ((are_whole || b == one.block) && !is_corner(b)) {
        add_weight(parts_.part(b), b, one.weight);
      }
    }
  }
  return true;
}

void KeptAtoms::add_weight(const Atom& atom, Index block, double weight) {
  const std::size_t i = position(atom, block);
  terms_[i].weight += weight;
}

void KeptAtoms::arrive(Cursor& at) {
  pool_.release(at);
  if (at.x() != nullptr && list_blocks_ < block_count()) {
    read_corners(*at.x());
    complete_corners();
    drop_zeros();
    pool_.release(at);
    sum_to_one();
  }
}

void KeptAtoms::take(const Atom& v, std::vector<std::size_t>& positions) {
  positions.clear();
  if (is_one_list()) {
    positions.push_back(position(v, 0));
    return;
  }
  parts_.split(v);
  for (Index b = 0; b < block_count(); ++b) positions.push_back(position_of_part(b));
}

std::size_t KeptAtoms::take_other(const Atom& v) {
  if (is_one_list()) return position(v, 0);
  if (const auto* one = v.as<Atom::Coordinate>()) {
    const Index block = faces_.block(one->index);
    if (is_corner(block)) return position_of_corner(block, one->index, one->value);
    return position(one->value == 0 ? parts_.zero(block) : v, block);
  }
  parts_.split(v);
  for (Index b = 0; b < block_count(); ++b) {
    if (parts_.entry_count(b) > 0) return position_of_part(b);
  }
  // The origin of an unknown block.
  return kNowhere;
}

/// Of the atom last split.
std::size_t KeptAtoms::position_of_part(Index block) {
  const Atom& part = parts_.part(block);
  if (!is_corner(block)) return position(part, block);
  if (const auto* one = part.as<Atom::Coordinate>()) {
    return position_of_corner(block, one->index, one->value);
  }
  // No vertex, which a set that says what its faces are does not answer with.
  const auto& sparse = *part.as<Atom::Sparse>();
  return position_of_corner(block, sparse.indices[0], sparse.values[0]);
}

/// The sign is that of a number; 0 is the origin.
std::size_t KeptAtoms::position_of_corner(Index block, Index variable, double sign) {
  if (sign == 0) return position(parts_.zero(block), block);
  corner_.become_coordinate(dimension_, variable, std::copysign(face(block).scale, sign));
  return position(corner_, block);
}

std::size_t KeptAtoms::find(const Atom& atom) const {
  const AtomId id = pool_.find(atom);
  return id == kNotKept ? kNowhere : position_[static_cast<std::size_t>(id)];
}

std::size_t KeptAtoms::position(const Atom& atom, Index block) {
  const std::size_t found = find(atom);
  return found == kNowhere ? add(atom, block) : found;
}

std::size_t KeptAtoms::add(const Atom& atom, Index block) {
  const AtomId id = pool_.add(atom);
  position_.resize(pool_.size(), kNowhere);
  position_[static_cast<std::size_t>(id)] = terms_.size();
  terms_.push_back({.atom = &pool_[id], .weight = 0, .id = id});
  blocks_.push_back(block);
  had_weight_.push_back(0);
  return terms_.size() - 1;
}

}  // namespace acgd
