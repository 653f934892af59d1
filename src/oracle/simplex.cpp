#include "acgd/oracle/simplex.hpp"

#include <cassert>
#include <cmath>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"
#include "oracle/entries.hpp"
#include "oracle/promising.hpp"
#include "oracle/recenter.hpp"

namespace acgd {

Simplex::Simplex(Index dimension, double total) : dimension_(dimension), total_(total) {
  require_at_least("dimension", dimension, 1);
  validate(Parameters{.total = total});
}

std::string Simplex::name() const {
  return compose("simplex of total {} in R^{}", total_, dimension_);
}

void Simplex::minimize(const Gradient& gradient, OracleCall& answer) const {
  const Vector& g = gradient.dense();
  assert(g.size() == dimension_);
  answer.atom.become_coordinate(dimension_, first_smallest(g), total_);
}

void Simplex::several(const Gradient& gradient, Index most, OracleCall& answer) const {
  minimize(gradient, answer);
  answer.other_count = 0;
  if (most <= 0) return;
  const Vector& g = gradient.dense();
  Promising& promising = answer.memory<Promising>();
  promising.choose(g, halfway_to_mean(g), answer.atom.as<Atom::Coordinate>()->index, most);
  for (const Index i : promising.indices) {
    answer.add_other().become_coordinate(dimension_, i, total_);
  }
}

Faces Simplex::faces() const {
  return {.blocks = {{.kind = Faces::Kind::corners, .scale = total_}}};
}

Violation Simplex::violation(ConstVectorRef x) const {
  require_dimension(*this, "x", x);
  if (auto bad = violation_if_not_finite(x)) return *bad;
  Index i = 0;
  const double below_zero = -x.minCoeff(&i);
  const double sum = x.sum();
  const double off_total = std::abs(sum - total_);
  if (below_zero <= 0 && off_total == 0) return {};
  if (below_zero > off_total) return {below_zero, compose("x[{}] = {} is negative", i, x[i])};
  return {off_total, compose("the sum is {}, not {}", sum, total_)};
}

bool Simplex::recenter(VectorRef x) const {
  assert(x.size() == dimension_);
  const double most = kRecenterUpTo * total_;
  if (!(x.minCoeff() >= -most && std::abs(x.sum() - total_) <= most)) return false;
  const bool raised = raise_to_zero(x);
  const double sum = x.sum();
  if (std::abs(sum - total_) <= kRecenterFrom * total_) return raised;
  x *= total_ / sum;
  return true;
}

}  // namespace acgd
