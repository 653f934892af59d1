#include "acgd/oracle/unit_simplex.hpp"

#include <cassert>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"
#include "oracle/entries.hpp"
#include "oracle/promising.hpp"
#include "oracle/recenter.hpp"

namespace acgd {

UnitSimplex::UnitSimplex(Index dimension, double total) : dimension_(dimension), total_(total) {
  require_at_least("dimension", dimension, 1);
  validate(Parameters{.total = total});
}

std::string UnitSimplex::name() const {
  return compose("unit simplex of total at most {} in R^{}", total_, dimension_);
}

void UnitSimplex::minimize(const Gradient& gradient, OracleCall& answer) const {
  const Vector& g = gradient.dense();
  assert(g.size() == dimension_);
  const Index i = first_smallest(g);
  if (g[i] < 0) {
    answer.atom.become_coordinate(dimension_, i, total_);
  } else {
    answer.atom.become_coordinate(dimension_, 0, 0);
  }
}

void UnitSimplex::several(const Gradient& gradient, Index most, OracleCall& answer) const {
  minimize(gradient, answer);
  answer.other_count = 0;
  const Vector& g = gradient.dense();
  const Index best = answer.atom.as<Atom::Coordinate>()->index;
  if (most <= 0 || !(g[best] < 0)) return;
  Promising& promising = answer.memory<Promising>();
  promising.choose(g, g[best] / 2, best, most);
  for (const Index i : promising.indices) {
    answer.add_other().become_coordinate(dimension_, i, total_);
  }
}

Faces UnitSimplex::faces() const {
  return {.blocks = {{.kind = Faces::Kind::corners, .scale = total_, .has_origin = true}}};
}

Violation UnitSimplex::violation(ConstVectorRef x) const {
  require_dimension(*this, "x", x);
  if (auto bad = violation_if_not_finite(x)) return *bad;
  Index i = 0;
  const double below_zero = -x.minCoeff(&i);
  const double sum = x.sum();
  const double above_total = sum - total_;
  if (below_zero <= 0 && above_total <= 0) return {};
  if (below_zero > above_total) return {below_zero, compose("x[{}] = {} is negative", i, x[i])};
  return {above_total, compose("the sum is {}, above {}", sum, total_)};
}

bool UnitSimplex::recenter(VectorRef x) const {
  assert(x.size() == dimension_);
  const double most = kRecenterUpTo * total_;
  if (!(x.minCoeff() >= -most && x.sum() <= total_ + most)) return false;
  const bool raised = raise_to_zero(x);
  const double sum = x.sum();
  if (sum - total_ <= kRecenterFrom * total_) return raised;
  x *= total_ / sum;
  return true;
}

}  // namespace acgd
