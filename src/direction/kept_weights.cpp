// The weights of kept atoms: read off x, made to sum to 1, dropped and merged.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "direction/kept_atoms.hpp"
#include "direction/mixture.hpp"
#include "direction/same_point.hpp"

namespace acgd {
namespace {

constexpr double kUlpOfOne = std::numeric_limits<double>::epsilon();

// So little of an atom does not show in x. Corners are x.
constexpr double kNegligible = 2 * kUlpOfOne;

}  // namespace

void KeptAtoms::read_corners(const Vector& x) {
  // It may grow on the way: x has changed its sign.
  for (std::size_t i = 0; i < terms_.size(); ++i) {
    if (!is_corner(blocks_[i])) continue;
    const Faces::Block& block = face(blocks_[i]);
    const auto corner = *terms_[i].atom->as<Atom::Coordinate>();
    const double ratio = corner.value == 0 ? 0 : x[corner.index] / corner.value;
    terms_[i].weight = std::max(ratio, 0.0);
    if (ratio < 0 && block.both_signs) position_of_corner(blocks_[i], corner.index, -corner.value);
  }
}

/// Of a and -a the lighter one and as much of the other are worth the origin.
void KeptAtoms::net_signs() {
  for (std::size_t i = 0; i < terms_.size(); ++i) {
    // x, from which the others were read, has but one sign.
    const bool is_new = !had_weight_[i] && terms_[i].weight > 0;
    if (!is_new || !is_corner(blocks_[i]) || !face(blocks_[i]).both_signs) continue;
    const auto corner = *terms_[i].atom->as<Atom::Coordinate>();
    if (corner.value == 0) continue;
    corner_.become_coordinate(dimension_, corner.index, -corner.value);
    const std::size_t opposite = find(corner_);
    if (opposite == kNowhere) continue;
    const double both = std::min(terms_[i].weight, terms_[opposite].weight);
    terms_[i].weight -= both;
    terms_[opposite].weight -= both;
  }
}

/// The origin has what the others leave; where there is none, or nothing is left, they have all.
void KeptAtoms::complete_corners() {
  std::fill(totals_.begin(), totals_.end(), Total{});
  for (std::size_t i = 0; i < terms_.size(); ++i) {
    if (!is_corner(blocks_[i]) || terms_[i].atom->as<Atom::Coordinate>()->value == 0) continue;
    // With the rounding errors kept apart (Neumaier 1974), the sum is good however long it is.
    Total& total = totals_[static_cast<std::size_t>(blocks_[i])];
    const double weight = terms_[i].weight, sum = total.sum + weight;
    total.lost += total.sum >= weight ? (total.sum - sum) + weight : (weight - sum) + total.sum;
    total.sum = sum;
  }
  for (Index b = 0; b < block_count(); ++b) {
    if (!is_corner(b)) continue;
    Total& total = totals_[static_cast<std::size_t>(b)];
    const double rest = (1 - total.sum) - total.lost;
    const bool has_rest = face(b).has_origin && rest > kOnTheFace;
    const std::size_t origin = has_rest ? position_of_corner(b, 0, 0) : find(parts_.zero(b));
    if (origin != kNowhere) terms_[origin].weight = has_rest ? rest : 0;
    total.to_scale = !has_rest && total.sum > 0;
  }
  for (std::size_t i = 0; i < terms_.size(); ++i) {
    const Total& total = totals_[static_cast<std::size_t>(blocks_[i])];
    if (total.to_scale) terms_[i].weight /= total.sum;
  }
}

void KeptAtoms::sum_to_one() {
  // Once scaled, the rest of the rounding errors goes to the largest, where it is an ulp.
  constexpr int kRounds = 3;
  for (int round = 0; round < kRounds; ++round) {
    std::fill(totals_.begin(), totals_.end(), Total{});
    for (std::size_t i = 0; i < terms_.size(); ++i) {
      Total& total = totals_[static_cast<std::size_t>(blocks_[i])];
      total.sum += terms_[i].weight;
      if (total.largest == kNowhere || terms_[i].weight > terms_[total.largest].weight) {
        total.largest = i;
      }
    }
    const bool all_good = std::all_of(totals_.begin(), totals_.end(), [](const Total& total) {
      return total.sum == 1 || !(total.sum > 0);
    });
    if (all_good) return;
    for (std::size_t i = 0; i < terms_.size(); ++i) {
      const Total& total = totals_[static_cast<std::size_t>(blocks_[i])];
      const bool far = std::abs(1 - total.sum) > 16 * kUlpOfOne;
      if (!(total.sum > 0)) continue;
      if (round == 0 && far) {
        terms_[i].weight /= total.sum;
      } else if (total.largest == i) {
        terms_[i].weight += 1 - total.sum;
      }
    }
  }
}

bool KeptAtoms::drop_zeros() {
  bool any_had_weight = false;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < terms_.size(); ++i) {
    const Term term = terms_[i];
    const bool corner = is_corner(blocks_[i]);
    if (term.weight > (corner ? 0 : kNegligible)) {
      position_[static_cast<std::size_t>(term.id)] = kept;
      terms_[kept] = term;
      blocks_[kept] = blocks_[i];
      had_weight_[kept++] = 1;
      continue;
    }
    if (had_weight_[i]) {
      any_had_weight = true;
      const auto* one = term.atom->as<Atom::Coordinate>();
      if (corner && one->value != 0) left_.push_back(one->index);
    }
    position_[static_cast<std::size_t>(term.id)] = kNowhere;
    pool_.drop(term.id);
  }
  terms_.resize(kept);
  blocks_.resize(kept);
  had_weight_.resize(kept);
  return any_had_weight;
}

bool KeptAtoms::settle() {
  if (list_blocks_ < block_count()) {
    net_signs();
    complete_corners();
  }
  const bool dropped = drop_zeros();
  keep_within_bounds();
  sum_to_one();
  return dropped;
}

Index KeptAtoms::list_size() const {
  return std::count_if(blocks_.begin(), blocks_.end(), [this](Index b) { return !is_corner(b); });
}

/// With room for the parts of the next answer.
Index KeptAtoms::list_limit() const {
  return std::max(memory_.max_atoms - list_blocks_, list_blocks_);
}

Index KeptAtoms::room() const {
  if (list_blocks_ == 0) return std::numeric_limits<Index>::max();
  return std::max<Index>(memory_.max_atoms - list_blocks_ - list_size(), 0);
}

void KeptAtoms::keep_within_bounds() {
  if (list_blocks_ == 0) return;
  Index atoms = list_size(), bytes = 0;
  for (std::size_t i = 0; i < terms_.size(); ++i) {
    if (!is_corner(blocks_[i])) bytes += byte_count(*terms_[i].atom);
  }
  while (atoms > list_limit() || bytes > memory_.max_bytes) {
    const std::optional<Index> added = merge_two_lightest(fullest_list());
    if (!added) return;
    bytes += *added;
    atoms = list_size();
  }
}

Index KeptAtoms::fullest_list() {
  Index fullest = 0, most = 0;
  std::fill(counts_.begin(), counts_.end(), 0);
  for (const Index b : blocks_) {
    if (is_corner(b)) continue;
    const Index count = ++counts_[static_cast<std::size_t>(b)];
    if (count > most || (count == most && b < fullest)) fullest = b, most = count;
  }
  return fullest;
}

/// By how many bytes the atoms grow; nothing if there are no two, or their mean is too large. That
/// happens to large matrices of rank one.
std::optional<Index> KeptAtoms::merge_two_lightest(Index block) {
  std::size_t first = kNowhere, second = kNowhere;
  for (std::size_t i = 0; i < terms_.size(); ++i) {
    if (blocks_[i] != block) continue;
    if (first == kNowhere || terms_[i].weight < terms_[first].weight) {
      second = std::exchange(first, i);
    } else if (second == kNowhere || terms_[i].weight < terms_[second].weight) {
      second = i;
    }
  }
  if (second == kNowhere) return std::nullopt;
  const Term a = terms_[first], b = terms_[second];
  if (!can_mix(*a.atom, *b.atom, memory_.max_bytes)) return std::nullopt;
  mix({a.atom, a.weight}, {b.atom, b.weight}, mixture_);
  // x stays where it is: neither of them is left.
  terms_[first].weight = terms_[second].weight = 0;
  had_weight_[first] = had_weight_[second] = 0;
  const std::size_t size_before = terms_.size();
  add_weight(mixture_, block, a.weight + b.weight);
  const Index added = terms_.size() > size_before ? byte_count(mixture_) : 0;
  const Index gone = byte_count(*a.atom) + byte_count(*b.atom);
  drop_zeros();
  return added - gone;
}

}  // namespace acgd
