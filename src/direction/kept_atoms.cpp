// How the kept atoms begin, and how they are found and added. Their weights: kept_weights.cpp.
#include "direction/kept_atoms.hpp"

#include <algorithm>
#include <cmath>

#include "objective/atom_entries.hpp"
#include "oracle/entries.hpp"

namespace acgd {
namespace {

// Atoms of a start, and their sum from x0, may be so far off, relative to the size of the set.
constexpr double kAtomTolerance = 1e-9;

/// Whether a set that cannot tell has a point in it, as it has x0. Frank-Wolfe steps from x0 to the
/// point nearest to it either arrive, or an answer v proves that it is outside: for g = y - point and
/// points of the set, min <g, v> <= <g, point>. Undecided after some steps is no.
bool is_reached(const Oracle& set, const Vector& point, const Vector& x0) {
  constexpr int kMostSteps = 50;
  // Of a sum of sets, or of large matrices: the set may not answer to any g.
  if (set.summands() != nullptr || set.accepts_sparse_gradients()) return false;
  const double enough = kAtomTolerance * (point - x0).norm();
  Vector y = x0;
  for (int step = 0; step < kMostSteps; ++step) {
    const Vector g = y - point;
    if (g.norm() <= enough) return true;
    const Vector d = linear_minimizer(set, g) - y;
    const double fall = -g.dot(d);
    if (!(fall >= (1 - kAtomTolerance) * g.squaredNorm())) return false;
    y += std::min(1.0, fall / d.squaredNorm()) * d;
  }
  return false;
}

}  // namespace

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
  if (list_blocks_ > 0 && !start_from(context)) start_lists(context.x0);
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
/// False, and nothing is kept, if they are not made as the set is, are not known to be in it, or do
/// not sum to x0: a result of another run may be of another set.
bool KeptAtoms::start_from(const DirectionContext& context) {
  const WeightedAtoms& atoms = context.atoms;
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
  if (!are_inside(context, are_whole)) return false;
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

/// Whether the atoms are points of the set, in their blocks, and sum to x0.
bool KeptAtoms::are_inside(const DirectionContext& context, bool are_whole) const {
  const Atom& x0 = context.x0;
  const bool is_vector = x0.as<Atom::Dense>() != nullptr;
  Vector point, sum;
  if (is_vector || !are_whole) point = x0.to_dense();
  if (is_vector) sum = -point;
  const Vector x = point;
  for (const auto& [atom, weight, block] : context.atoms) {
    if (is_vector) atom.add_to(sum, weight);
    if (weight == 0 || is_corner(block)) continue;
    Violation violation;
    if (are_whole) {
      violation = context.set.violation_of(atom);
    } else {
      // With x0 in the other blocks.
      const Vector entries = atom.to_dense();
      for (Index j = 0; j < dimension_; ++j) {
        point[j] = faces_.block(j) == block ? entries[j] : x[j];
      }
      violation = context.set.violation(point);
    }
    if (is_outside(context.set, violation, atom.largest_entry(), kAtomTolerance)) return false;
    if (!std::isnan(violation.distance)) continue;
    if (are_whole) point = atom.to_dense();
    if (!is_reached(context.set, point, x0.to_dense())) return false;
  }
  if (!is_vector) return true;
  const Violation off{sum.lpNorm<Eigen::Infinity>(), ""};
  return !is_outside(context.set, off, x.lpNorm<Eigen::Infinity>(), kAtomTolerance);
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
