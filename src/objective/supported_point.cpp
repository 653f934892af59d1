#include "objective/supported_point.hpp"

#include <algorithm>

namespace acgd {
namespace {

// Reading a vector in places costs several times as much an entry as reading it through.
constexpr Index kSupportShare = 8;

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

bool SupportedPoint::advance(const Direction& direction, const Atom::Coordinate* one, double t) {
  const double shrink = 1 + t * direction.point_weight;
  if (one != nullptr) return advance_to_coordinate(*one, shrink, t);
  has_support_ = false;
  scratch_ = x_;
  if (shrink != 1) x_ *= shrink;
  direction.atom->add_to(x_, t);
  return x_ != scratch_;
}

bool SupportedPoint::advance_to_coordinate(const Atom::Coordinate& one, double shrink, double t) {
  const Index j = one.index;
  const double before = x_[j];
  bool moved = false;
  if (shrink == 0) {
    land_on(j);
    moved = true;
  } else if (has_support_) {
    moved = shrink != 1 && shrink_support(shrink);
    if (before == 0) add_to_support(j);
  } else if (shrink != 1) {
    x_ *= shrink;
    moved = true;
  }
  x_[j] += t * one.value;
  return moved || x_[j] != before;
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

void SupportedPoint::land_on(Index j) {
  if (has_support_) {
    for (const Index i : support_) x_[i] = 0;
  } else {
    x_.setZero();
  }
  support_.clear();
  has_support_ = true;
  add_to_support(j);
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

void SupportedPoint::correct(const Correction& correction) {
  // What the correction has made different from 0 has to be found.
  if (correction(x_) && has_support_) find_support();
}

void SupportedPoint::visit(State& state) {
  state(x_, support_, has_support_);
  const auto outside = [n = x_.size()](Index j) { return j >= n; };
  State::require(std::none_of(support_.begin(), support_.end(), outside),
                 "an index is out of range");
}

}  // namespace acgd
