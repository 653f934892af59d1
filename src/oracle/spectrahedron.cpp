#include "acgd/oracle/spectrahedron.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "core/compose.hpp"
#include "oracle/entries.hpp"
#include "oracle/recenter.hpp"
#include "oracle/smallest_eigenpair.hpp"
#include "oracle/spectrum_limits.hpp"

namespace acgd {

Spectrahedron::Spectrahedron(Index side, double trace)
    : side_(side), dimension_(square_size(side)), trace_(trace) {
  validate(Parameters{.trace = trace});
}

std::string Spectrahedron::name() const {
  return compose("spectrahedron of trace at most {} in R^({} x {})", trace_, side_, side_);
}

void Spectrahedron::minimize(const Gradient& gradient, OracleCall& answer) const {
  auto& smallest = answer.memory<SmallestEigenpair>();
  smallest.find(gradient, side_, trace_, answer);
  const auto& [values, vectors, error] = smallest.pairs;
  if (values[0] < 0) {
    smallest.give(trace_, answer.atom);
    answer.error = trace_ * error;
    return;
  }
  // Always the same vectors, so that 0 is the same atom each time.
  Atom::RankOne& zero = answer.atom.become_rank_one(side_, side_);
  zero.scale = 0;
  zero.left.setUnit(side_, 0);
  zero.right.setUnit(side_, 0);
  answer.error = std::isfinite(error) ? trace_ * std::max(0.0, error - values[0]) : error;
}

Violation Spectrahedron::violation(ConstVectorRef x) const {
  require_dimension(*this, "x", x);
  if (auto bad = violation_if_not_finite(x)) return *bad;
  return violation_of_limits(spectrum_facts(x, side_), {.most_trace = trace_});
}

Violation Spectrahedron::violation_of(const Atom& x) const {
  return violation_of_limits(*this, x, side_, {.most_trace = trace_});
}

Atom Spectrahedron::start() const { return first_corner(side_, trace_); }

bool Spectrahedron::recenter(VectorRef x) const {
  assert(x.size() == dimension_);
  const double found = Eigen::Map<const Matrix>(x.data(), side_, side_).trace();
  const double excess = found - trace_;
  if (!(excess > kRecenterFrom * trace_ && excess <= kRecenterUpTo * trace_)) return false;
  x *= trace_ / found;
  return true;
}

}  // namespace acgd
