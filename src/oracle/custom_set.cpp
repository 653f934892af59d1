#include "acgd/oracle/custom_set.hpp"

#include <cassert>
#include <limits>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"
#include "oracle/entries.hpp"

namespace acgd {
namespace {

CustomSet::MinimizerFilled filling(CustomSet::MinimizerReturned minimizer) {
  if (!minimizer) return nullptr;
  return [minimizer = std::move(minimizer)](const Vector& g, Vector& v) { v = minimizer(g); };
}

}  // namespace

CustomSet::CustomSet(Index dimension, MinimizerReturned minimizer, CustomSetOptions options)
    : CustomSet(dimension, filling(std::move(minimizer)), std::move(options)) {}

CustomSet::CustomSet(Index dimension, MinimizerFilled minimizer, CustomSetOptions options)
    : dimension_(dimension), minimizer_(std::move(minimizer)), options_(std::move(options)) {
  require_at_least("dimension", dimension, 1);
  if (!minimizer_) throw InvalidInput("minimizer", "empty", "must be callable");
  if (options_.start) {
    require_dimension(*this, "start", *options_.start);
    const Vector& start = *options_.start;
    for (Index i = 0; i < start.size(); ++i) {
      if (!std::isfinite(start[i])) throw InvalidInput({"start", i}, start[i], "must be finite");
    }
  }
}

void CustomSet::minimize(const Gradient& gradient, LmoResult& lmo) const {
  const Vector& g = gradient.dense();
  assert(g.size() == dimension_);
  const bool kept = lmo.atom.as<Atom::Dense>() && lmo.atom.size() == dimension_;
  Vector& v = lmo.atom.become_dense(dimension_);
  if (!kept) v.setZero();
  minimizer_(g, v);
  if (v.size() != dimension_) {
    throw InvalidInput("minimizer", compose("returned {} entries, must return {}, the dimension",
                                            v.size(), dimension_));
  }
}

Violation CustomSet::violation(ConstVectorRef x) const {
  require_dimension(*this, "x", x);
  if (auto bad = violation_if_not_finite(x)) return *bad;
  if (!options_.violation) return {std::numeric_limits<double>::quiet_NaN(), ""};
  const double distance = options_.violation(x);
  if (distance <= 0) return {};
  return {distance, compose("x is outside by {}", distance)};
}

Atom CustomSet::start() const { return options_.start ? Atom(*options_.start) : Oracle::start(); }

}  // namespace acgd
