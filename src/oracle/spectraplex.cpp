#include "acgd/oracle/spectraplex.hpp"

#include <cassert>
#include <cmath>

#include "core/compose.hpp"
#include "oracle/entries.hpp"
#include "oracle/recenter.hpp"
#include "oracle/smallest_eigenpair.hpp"
#include "oracle/spectrum_limits.hpp"

namespace acgd {

Spectraplex::Spectraplex(Index side, double trace)
    : side_(side), dimension_(square_size(side)), trace_(trace) {
  validate(Parameters{.trace = trace});
}

std::string Spectraplex::name() const {
  return compose("spectraplex of trace {} in R^({} x {})", trace_, side_, side_);
}

void Spectraplex::minimize(const Gradient& gradient, OracleCall& answer) const {
  auto& smallest = answer.memory<SmallestEigenpair>();
  smallest.find(gradient, side_, trace_, answer);
  smallest.give(trace_, answer.atom);
  answer.error = trace_ * smallest.pairs.error;
}

Violation Spectraplex::violation(ConstVectorRef x) const {
  require_dimension(*this, "x", x);
  if (auto bad = violation_if_not_finite(x)) return *bad;
  return violation_of_limits(spectrum_facts(x, side_),
                             {.least_trace = trace_, .most_trace = trace_});
}

Violation Spectraplex::violation_of(const Atom& x) const {
  return violation_of_limits(*this, x, side_, {.least_trace = trace_, .most_trace = trace_});
}

Atom Spectraplex::start() const { return first_corner(side_, trace_); }

bool Spectraplex::recenter(VectorRef x) const {
  assert(x.size() == dimension_);
  const double found = Eigen::Map<const Matrix>(x.data(), side_, side_).trace();
  const double off = std::abs(found - trace_);
  if (!(off > kRecenterFrom * trace_ && off <= kRecenterUpTo * trace_)) return false;
  x *= trace_ / found;
  return true;
}

}  // namespace acgd
