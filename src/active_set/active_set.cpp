// The active set of x = sum of w_i a_i (Guelat and Marcotte 1986; Lacoste-Julien and Jaggi 2015).
//
// 1. Start: corners are read from x0; other blocks take the given atoms if these are feasible and
//    sum to x0, else x0 itself as their only atom.
// 2. arrive(): release dropped atoms; read the weights of corners from x, w_j = |x_j| / scale.
// 3. take(): split the LMO's vertex into blocks; find each part by hash or add it with weight 0.
// 4. The direction rule sets the new weights. In settle(),
//    a. of corners: cancel a against -a; the origin gets the missing weight, or else scale to 1;
//    b. drop atoms of weight 0 (the drop step of away and pairwise steps);
//    c. beyond the memory limits merge the two atoms of smallest weight, repeatedly;
//    d. normalise the weights of each block to sum to 1.
// 5. recenter(): recompute x from the weights to remove accumulated rounding errors.
#include "active_set/active_set.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "objective/atom_entries.hpp"
#include "oracle/entries.hpp"

namespace acgd {

namespace {

// Tolerance of given atoms' feasibility and of their sum, relative to the size of the set.
constexpr double kAtomTolerance = 1e-9;

/// Whether `point` is in a set that cannot compute violations, given x0 in it. Runs Frank-Wolfe on
/// ||y - point||^2 / 2 from x0, with gradient g = y - point: it either converges, or a vertex v
/// with <g, y - v> < ||g||^2 proves that the point is outside. Returns false if undecided after
/// kMostSteps.
bool is_reached(const Oracle& set, const Vector& point, const Vector& x0) {
  constexpr int kMostSteps = 50;
  // The LMO of large matrices may not accept a dense g.
  if (set.accepts_sparse_gradients()) return false;
  const double enough = kAtomTolerance * (point - x0).norm();
  Vector y = x0;
  for (int step = 0; step < kMostSteps; ++step) {
    const Vector g = y - point;
    if (g.norm() <= enough) return true;
    const Vector d = linear_minimizer(set, g) - y;
    const double descent = -g.dot(d);
    if (!(descent >= (1 - kAtomTolerance) * g.squaredNorm())) return false;
    y += std::min(1.0, descent / d.squaredNorm()) * d;
  }
  return false;
}

}  // namespace

ActiveSet::ActiveSet(const DirectionContext& context, const MemoryLimits& memory)
    : faces_(context.set.faces()),
      memory_(memory),
      dimension_(context.x0.size()),
      parts_(faces_, dimension_),
      totals_(faces_.blocks.size()),
      counts_(faces_.blocks.size()) {
  for (Faces::Block& block : faces_.blocks) {
    // 0 = a / 2 + (-a) / 2.
    if (block.both_signs) block.has_origin = true;
    if (block.kind != Faces::Kind::corners) ++list_blocks_;
  }
  if (list_blocks_ < block_count()) start_corners(context.x0);
  if (list_blocks_ > 0 && !start_from(context)) start_lists(context.x0);
  settle();
}

void ActiveSet::start_corners(const Atom& x0) {
  for_each_entry(x0, 0, [this](Index j, double value) {
    const Index block = faces_.block(j);
    if (!is_corner(block) || (value < 0 && !face(block).both_signs)) return;
    const std::size_t i = position_of_corner(block, j, value);
    terms_[i].weight = value / corner(block, j, value);
  });
}

void ActiveSet::start_lists(const Atom& x0) {
  if (is_one_list()) return add_weight(x0, 0, 1);
  parts_.split(x0);
  for (Index b = 0; b < block_count(); ++b) {
    if (!is_corner(b)) add_weight(parts_.part(b), b, 1);
  }
}

/// Starts from context.atoms. Atoms that are all of block 0 are points of the whole set; others are
/// 0 outside of their block. Returns false, and adds nothing, if they do not match the blocks of
/// the set, are not known to be feasible, or do not sum to x0: they may come from a run over
/// another set.
bool ActiveSet::start_from(const DirectionContext& context) {
  const WeightedAtoms& atoms = context.atoms;
  const bool are_whole = std::all_of(atoms.begin(), atoms.end(),
                                     [](const WeightedAtom& one) { return one.block == 0; });
  std::vector<double> sums(faces_.blocks.size(), 0);
  for (const WeightedAtom& one : atoms) {
    if (one.block >= block_count()) return false;
    sums[one.block] += one.weight;
    if (is_one_list() || are_whole) continue;
    parts_.split(one.atom);
    for (Index b = 0; b < block_count(); ++b) {
      if (b != one.block && parts_.entry_count(b) > 0) return false;
    }
  }
  constexpr double kOff = 1e-6;
  for (Index b = 0; b < (are_whole ? 1 : block_count()); ++b) {
    const bool counts = are_whole || !is_corner(b);
    if (counts && !(std::abs(sums[b] - 1) <= kOff)) return false;
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

/// Whether the atoms are feasible, in their blocks, and sum to x0.
bool ActiveSet::are_inside(const DirectionContext& context, bool are_whole) const {
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
      // Completed with x0 in the other blocks.
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

void ActiveSet::add_weight(const Atom& atom, Index block, double weight) {
  const std::size_t i = position(atom, block);
  terms_[i].weight += weight;
}

void ActiveSet::arrive(Cursor& at) {
  storage_.release(at);
  if (at.x() != nullptr && list_blocks_ < block_count()) {
    read_corners(*at.x());
    complete_corners();
    drop_zeros();
    storage_.release(at);
    sum_to_one();
  }
}

void ActiveSet::take(const Atom& v, std::vector<std::size_t>& positions) {
  positions.clear();
  if (is_one_list()) {
    positions.push_back(position(v, 0));
    return;
  }
  parts_.split(v);
  for (Index b = 0; b < block_count(); ++b) positions.push_back(position_of_part(b));
}

std::size_t ActiveSet::take_other(const Atom& v) {
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
  // v = 0: its block is unknown.
  return kNowhere;
}

/// Position of the part of the atom last split.
std::size_t ActiveSet::position_of_part(Index block) {
  const Atom& part = parts_.part(block);
  if (!is_corner(block)) return position(part, block);
  if (const auto* one = part.as<Atom::Coordinate>()) {
    return position_of_corner(block, one->index, one->value);
  }
  // Not a vertex: LMOs of sets with corners do not return this.
  const auto& sparse = *part.as<Atom::Sparse>();
  return position_of_corner(block, sparse.indices[0], sparse.values[0]);
}

/// The entry of the vertex on one side of the axis of a variable.
double ActiveSet::corner(Index block, Index variable, double sign) const {
  if (!face(block).has_own_scales) return std::copysign(face(block).scale, sign);
  return sign > 0 ? faces_.upper[variable] : faces_.lower[variable];
}

/// The vertex on the axis of a variable; the origin if sign is 0.
std::size_t ActiveSet::position_of_corner(Index block, Index variable, double sign) {
  if (sign == 0) return position(parts_.zero(block), block);
  corner_.become_coordinate(dimension_, variable, corner(block, variable, sign));
  return position(corner_, block);
}

std::size_t ActiveSet::find(const Atom& atom) const {
  const AtomId id = storage_.find(atom);
  return id == kNoAtom ? kNowhere : position_[id];
}

std::size_t ActiveSet::position(const Atom& atom, Index block) {
  const std::size_t found = find(atom);
  return found == kNowhere ? add(atom, block) : found;
}

std::size_t ActiveSet::add(const Atom& atom, Index block) {
  const AtomId id = storage_.add(atom);
  position_.resize(storage_.size(), kNowhere);
  position_[id] = terms_.size();
  terms_.push_back({.atom = &storage_[id], .weight = 0, .id = id});
  blocks_.push_back(block);
  had_weight_.push_back(0);
  return terms_.size() - 1;
}

// Weights: read from x, normalised, dropped and merged.

namespace {

constexpr double kUlpOfOne = std::numeric_limits<double>::epsilon();

// A smaller weight does not change x in double precision. Corners are dropped only at 0.
constexpr double kNegligible = 2 * kUlpOfOne;

}  // namespace

void ActiveSet::read_corners(const Vector& x) {
  // The list may grow in this loop, where x has changed its sign.
  for (std::size_t i = 0; i < terms_.size(); ++i) {
    if (!is_corner(blocks_[i])) continue;
    const Faces::Block& block = face(blocks_[i]);
    const auto one = *terms_[i].atom->as<Atom::Coordinate>();
    const double ratio = one.value == 0 ? 0 : x[one.index] / one.value;
    terms_[i].weight = std::max(ratio, 0.0);
    if (ratio < 0 && block.both_signs && corner(blocks_[i], one.index, -one.value) != 0) {
      position_of_corner(blocks_[i], one.index, -one.value);
    }
  }
}

/// Removes the common weight of a and -a; complete_corners() gives it to the origin.
void ActiveSet::net_signs() {
  for (std::size_t i = 0; i < terms_.size(); ++i) {
    // Only new atoms: weights read from x have one sign per variable.
    const bool is_new = !had_weight_[i] && terms_[i].weight > 0;
    if (!is_new || !is_corner(blocks_[i]) || !face(blocks_[i]).both_signs) continue;
    const auto one = *terms_[i].atom->as<Atom::Coordinate>();
    if (one.value == 0) continue;
    corner_.become_coordinate(dimension_, one.index, corner(blocks_[i], one.index, -one.value));
    const std::size_t opposite = find(corner_);
    if (opposite == kNowhere || corner_.as<Atom::Coordinate>()->value == 0) continue;
    // The weight of `one` that cancels a unit of weight of its opposite.
    const double unit = std::abs(corner_.as<Atom::Coordinate>()->value / one.value);
    const double theirs = unit * terms_[opposite].weight;
    const double both = std::min(terms_[i].weight, theirs);
    terms_[i].weight -= both;
    terms_[opposite].weight = both == theirs ? 0 : terms_[opposite].weight - both / unit;
  }
}

/// The origin gets the missing weight. If there is no origin, or no missing weight, scales to 1.
void ActiveSet::complete_corners() {
  std::fill(totals_.begin(), totals_.end(), Total{});
  for (std::size_t i = 0; i < terms_.size(); ++i) {
    if (!is_corner(blocks_[i]) || terms_[i].atom->as<Atom::Coordinate>()->value == 0) continue;
    // Compensated summation (Neumaier 1974): the error does not grow with the number of terms.
    Total& total = totals_[blocks_[i]];
    const double weight = terms_[i].weight, sum = total.sum + weight;
    total.lost += total.sum >= weight ? (total.sum - sum) + weight : (weight - sum) + total.sum;
    total.sum = sum;
  }
  for (Index b = 0; b < block_count(); ++b) {
    if (!is_corner(b)) continue;
    Total& total = totals_[b];
    const double rest = (1 - total.sum) - total.lost;
    const bool has_rest = face(b).has_origin && rest > kOnTheFace;
    const std::size_t origin = has_rest ? position_of_corner(b, 0, 0) : find(parts_.zero(b));
    if (origin != kNowhere) terms_[origin].weight = has_rest ? rest : 0;
    total.to_scale = !has_rest && total.sum > 0;
  }
  for (std::size_t i = 0; i < terms_.size(); ++i) {
    const Total& total = totals_[blocks_[i]];
    if (total.to_scale) terms_[i].weight /= total.sum;
  }
}

void ActiveSet::sum_to_one() {
  // After scaling, the remaining rounding error goes to the largest weight, where it is an ulp.
  constexpr int kRounds = 3;
  for (int round = 0; round < kRounds; ++round) {
    std::fill(totals_.begin(), totals_.end(), Total{});
    for (std::size_t i = 0; i < terms_.size(); ++i) {
      Total& total = totals_[blocks_[i]];
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
      const Total& total = totals_[blocks_[i]];
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

bool ActiveSet::drop_zeros() {
  bool any_had_weight = false;
  std::size_t remaining = 0;
  for (std::size_t i = 0; i < terms_.size(); ++i) {
    const Term term = terms_[i];
    const bool corner = is_corner(blocks_[i]);
    if (term.weight > (corner ? 0 : kNegligible)) {
      position_[term.id] = remaining;
      terms_[remaining] = term;
      blocks_[remaining] = blocks_[i];
      had_weight_[remaining++] = 1;
      continue;
    }
    if (had_weight_[i]) {
      any_had_weight = true;
      const auto* one = term.atom->as<Atom::Coordinate>();
      if (corner && one->value != 0) left_.push_back(one->index);
    }
    position_[term.id] = kNowhere;
    storage_.drop(term.id);
  }
  terms_.resize(remaining);
  blocks_.resize(remaining);
  had_weight_.resize(remaining);
  return any_had_weight;
}

bool ActiveSet::settle() {
  if (list_blocks_ < block_count()) {
    net_signs();
    complete_corners();
  }
  const bool dropped = drop_zeros();
  keep_within_bounds();
  sum_to_one();
  return dropped;
}

Index ActiveSet::list_size() const {
  return std::count_if(blocks_.begin(), blocks_.end(), [this](Index b) { return !is_corner(b); });
}

/// Maximum number of atoms in lists, leaving room for the parts of the next vertex.
Index ActiveSet::list_limit() const {
  return std::max(memory_.max_atoms - list_blocks_, list_blocks_);
}

Index ActiveSet::room() const {
  if (list_blocks_ == 0) return std::numeric_limits<Index>::max();
  return std::max<Index>(memory_.max_atoms - list_blocks_ - list_size(), 0);
}

void ActiveSet::keep_within_bounds() {
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

Index ActiveSet::fullest_list() {
  Index fullest = 0, most = 0;
  std::fill(counts_.begin(), counts_.end(), 0);
  for (const Index b : blocks_) {
    if (is_corner(b)) continue;
    const Index count = ++counts_[b];
    if (count > most || (count == most && b < fullest)) fullest = b, most = count;
  }
  return fullest;
}

/// Returns the change in memory in bytes; nothing if the block has fewer than two atoms, or their
/// mean is too large, as for large matrices of rank one.
std::optional<Index> ActiveSet::merge_two_lightest(Index block) {
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
  // x does not change, so the two do not count as dropped.
  terms_[first].weight = terms_[second].weight = 0;
  had_weight_[first] = had_weight_[second] = 0;
  const std::size_t size_before = terms_.size();
  add_weight(mixture_, block, a.weight + b.weight);
  const Index added = terms_.size() > size_before ? byte_count(mixture_) : 0;
  const Index gone = byte_count(*a.atom) + byte_count(*b.atom);
  drop_zeros();
  return added - gone;
}

// Recentring, results and checkpoints.

bool ActiveSet::recenter(VectorRef x) {
  bool changed = false;
  for (const Index j : left_) {
    const Index block = faces_.block(j);
    const auto is_active = [&](double sign) {
      corner_.become_coordinate(dimension_, j, corner(block, j, sign));
      return corner_.as<Atom::Coordinate>()->value != 0 && find(corner_) != kNowhere;
    };
    if (x[j] == 0 || is_active(1) || is_active(-1)) continue;
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

void ActiveSet::store(const Vector& x, WeightedAtoms& atoms) const {
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

void ActiveSet::store_corners(const Vector& x, WeightedAtoms& atoms) const {
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
    const double vertex = corner(block, j, x[j]);
    store_one(block, j, vertex, x[j] / vertex);
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
    atoms[i].weight /= sums[atoms[i].block];
  }
}

void ActiveSet::visit(Archive& archive) {
  archive.expect("blocks of the set", block_count());
  archive(storage_, blocks_, left_);
  const Index size = archive.visit_size(static_cast<Index>(terms_.size()), 16);
  terms_.resize(static_cast<std::size_t>(size));
  for (Term& term : terms_) archive(term.id, term.weight);
  if (!archive.is_loading()) return;
  Archive::require(blocks_.size() == terms_.size(), "active atoms without a block");
  position_.assign(storage_.size(), kNowhere);
  for (std::size_t i = 0; i < terms_.size(); ++i) {
    Term& term = terms_[i];
    const auto id = static_cast<std::size_t>(term.id);
    const bool good = storage_.contains(term.id) && position_[id] == kNowhere &&
                      storage_[term.id].size() == dimension_ && blocks_[i] < block_count() &&
                      term.weight >= 0 && std::isfinite(term.weight);
    Archive::require(good, "an active atom does not fit");
    term.atom = &storage_[term.id];
    Archive::require(!is_corner(blocks_[i]) || term.atom->as<Atom::Coordinate>() != nullptr,
                     "an active atom is not a corner");
    position_[id] = i;
  }
  had_weight_.resize(terms_.size());
  for (std::size_t i = 0; i < terms_.size(); ++i) had_weight_[i] = terms_[i].weight > 0;
  const auto is_variable = [this](Index j) { return j < dimension_; };
  Archive::require(std::all_of(left_.begin(), left_.end(), is_variable),
                   "a variable is out of range");
}

}  // namespace acgd
