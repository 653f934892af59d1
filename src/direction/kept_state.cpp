// Kept atoms and x: recentring, results and checkpoints.
#include <algorithm>
#include <cmath>

#include "direction/kept_atoms.hpp"

namespace acgd {

bool KeptAtoms::recenter(VectorRef x) {
  bool changed = false;
  for (const Index j : left_) {
    const Index block = faces_.block(j);
    const double scale = face(block).scale;
    const auto is_kept = [&](double value) {
      corner_.become_coordinate(dimension_, j, value);
      return find(corner_) != kNowhere;
    };
    if (x[j] == 0 || is_kept(scale) || is_kept(-scale)) continue;
    x[j] = 0;
    changed = true;
  }
  left_.clear();
  if (list_blocks_ == 0) return changed;
  sum_.setZero(dimension_);
  for (std::size_t i = 0; i < terms_.size(); ++i) {
    if (!is_corner(blocks_[i])) terms_[i].atom->add_to(sum_, terms_[i].weight);
  }
  for (Index j = 0; j < dimension_; ++j) {
    if (is_corner(faces_.block(j)) || x[j] == sum_[j]) continue;
    x[j] = sum_[j];
    changed = true;
  }
  return changed;
}

void KeptAtoms::store(const Vector& x, WeightedAtoms& atoms) const {
  atoms.clear();
  const bool reads_corners = x.size() > 0;
  for (std::size_t i = 0; i < terms_.size(); ++i) {
    if (!(terms_[i].weight > 0) || (reads_corners && is_corner(blocks_[i]))) continue;
    atoms.push_back({*terms_[i].atom, terms_[i].weight, blocks_[i]});
  }
  if (reads_corners && list_blocks_ < block_count()) store_corners(x, atoms);
  std::stable_sort(atoms.begin(), atoms.end(),
                   [](const WeightedAtom& a, const WeightedAtom& b) { return a.block < b.block; });
}

void KeptAtoms::store_corners(const Vector& x, WeightedAtoms& atoms) const {
  const std::size_t lists = atoms.size();
  std::vector<double> sums(faces_.blocks.size(), 0);
  std::vector<Index> firsts(faces_.blocks.size(), dimension_);
  const auto store_one = [&](Index block, Index j, double value, double weight) {
    atoms.push_back({Atom(), weight, block});
    atoms.back().atom.become_coordinate(dimension_, j, value);
  };
  for (Index j = 0; j < x.size(); ++j) {
    const Index block = faces_.block(j);
    const auto b = static_cast<std::size_t>(block);
    firsts[b] = std::min(firsts[b], j);
    if (!is_corner(block) || !(x[j] > 0 || (x[j] < 0 && face(block).both_signs))) continue;
    const double scale = face(block).scale;
    store_one(block, j, std::copysign(scale, x[j]), std::abs(x[j]) / scale);
    sums[b] += atoms.back().weight;
  }
  const std::size_t corners = atoms.size();
  for (Index block = 0; block < block_count(); ++block) {
    const auto b = static_cast<std::size_t>(block);
    if (!is_corner(block)) continue;
    const double rest = 1 - sums[b];
    if (!face(block).has_origin || !(rest > kOnTheFace)) continue;
    store_one(block, firsts[b], 0, rest);
    sums[b] = 1;
  }
  for (std::size_t i = lists; i < corners; ++i) {
    atoms[i].weight /= sums[static_cast<std::size_t>(atoms[i].block)];
  }
}

void KeptAtoms::visit(Archive& archive) {
  archive.expect("blocks of the set", block_count());
  archive(pool_, blocks_, left_);
  const Index size = archive.visit_size(static_cast<Index>(terms_.size()), 16);
  terms_.resize(static_cast<std::size_t>(size));
  for (Term& term : terms_) archive(term.id, term.weight);
  if (!archive.is_loading()) return;
  Archive::require(blocks_.size() == terms_.size(), "kept atoms without a block");
  position_.assign(pool_.size(), kNowhere);
  for (std::size_t i = 0; i < terms_.size(); ++i) {
    Term& term = terms_[i];
    const auto id = static_cast<std::size_t>(term.id);
    const bool good = pool_.is_kept(term.id) && position_[id] == kNowhere &&
                      pool_[term.id].size() == dimension_ && blocks_[i] < block_count() &&
                      term.weight >= 0 && std::isfinite(term.weight);
    Archive::require(good, "a kept atom does not fit");
    term.atom = &pool_[term.id];
    Archive::require(!is_corner(blocks_[i]) || term.atom->as<Atom::Coordinate>() != nullptr,
                     "a kept atom is no corner");
    position_[id] = i;
  }
  had_weight_.resize(terms_.size());
  for (std::size_t i = 0; i < terms_.size(); ++i) had_weight_[i] = terms_[i].weight > 0;
  const auto is_variable = [this](Index j) { return j < dimension_; };
  Archive::require(std::all_of(left_.begin(), left_.end(), is_variable),
                   "a variable is out of range");
}

}  // namespace acgd
