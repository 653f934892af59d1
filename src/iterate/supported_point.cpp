#include "iterate/supported_point.hpp"

#include <algorithm>

#include "iterate/move_along.hpp"

namespace acgd {
namespace {

// Reading a vector in places costs several times as much an entry as reading it through.
constexpr Index kSupportShare = 8;

/// Whether the direction's atoms are one coordinate each, and none of them 0.
bool has_coordinates_only(const Direction& direction) {
  return std::all_of(direction.terms.begin(), direction.terms.end(), [](const Term& term) {
    const auto* one = term.atom->as<Atom::Coordinate>();
    return one != nullptr && one->value != 0;
  });
}

}  // namespace

SupportedPoint::SupportedPoint(const Atom& x0) : x_(x0.to_dense()), scratch_(x_.size()) {
  support_.reserve(static_cast<std::size_t>(x_.size() / kSupportShare + 1));
  find_support();
}

void SupportedPoint::find_support() {
  support_.clear();
  for (Index j = 0; j < x_.size() && has_support_; ++j) {
    if (x_[j] != 0) lengthen_support(j);
  }
}

bool SupportedPoint::advance(const Direction& direction, double t) {
  if (has_coordinates_only(direction)) return advance_by_coordinates(direction, t);
  has_support_ = false;
  return move_along(direction, t, x_, scratch_);
}

bool SupportedPoint::advance_by_coordinates(const Direction& direction, double t) {
  bool moved = scale(direction.shrink(t));
  for (const Term& term : direction.terms) {
    const auto& one = *term.atom->as<Atom::Coordinate>();
    const double before = x_[one.index];
    if (has_support_ && before == 0) add_to_support(one.index);
    x_[one.index] += t * (term.weight * one.value);
    moved = moved || x_[one.index] != before;
  }
  return moved;
}

bool SupportedPoint::scale(double shrink) {
  if (shrink == 1) return false;
  if (shrink == 0) {
    leave_all();
  } else if (has_support_) {
    return shrink_support(shrink);
  } else {
    x_ *= shrink;
  }
  return true;
}

bool SupportedPoint::shrink_support(double shrink) {
  bool moved = false;
  for (const Index i : support_) {
    const double shrunk = shrink * x_[i];
    moved = moved || shrunk != x_[i];
    x_[i] = shrunk;
  }
  return moved;
}

void SupportedPoint::leave_all() {
  if (has_support_) {
    for (const Index i : support_) x_[i] = 0;
  } else {
    x_.setZero();
  }
  support_.clear();
  has_support_ = true;
}

void SupportedPoint::add_to_support(Index j) {
  // An entry that has become 0 since is still listed; the list is short.
  if (std::find(support_.begin(), support_.end(), j) != support_.end()) return;
  lengthen_support(j);
}

void SupportedPoint::lengthen_support(Index j) {
  if (static_cast<Index>(support_.size()) > x_.size() / kSupportShare) {
    has_support_ = false;
    return;
  }
  support_.push_back(j);
}

void SupportedPoint::recenter(const Recentering& recentering) {
  // What recentring has made different from 0 has to be found.
  if (recentering(x_) && has_support_) find_support();
}

void SupportedPoint::visit(Archive& archive) {
  archive(x_, support_, has_support_);
  const auto outside = [n = x_.size()](Index j) { return j >= n; };
  Archive::require(std::none_of(support_.begin(), support_.end(), outside),
                   "an index is out of range");
}

}  // namespace acgd
