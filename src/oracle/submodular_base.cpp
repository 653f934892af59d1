#include "acgd/oracle/submodular_base.hpp"

#include <cassert>
#include <cmath>
#include <numeric>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"
#include "oracle/ascending.hpp"
#include "oracle/entries.hpp"
#include "oracle/subsets.hpp"

namespace acgd {
namespace {

struct GrowingSet {
  std::vector<Index> order;
  std::vector<Index> set;
};

}  // namespace

SubmodularBase::SubmodularBase(Index dimension, SetFunction function)
    : dimension_(dimension), function_(std::move(function)) {
  require_at_least("dimension", dimension_, 1);
  if (!function_) throw InvalidInput("function: none, must give the value of a set");
  const auto checked = [this](const std::vector<Index>& set) {
    const double value = function_(set);
    if (std::isfinite(value)) return value;
    throw InvalidInput(compose("function({}) = {}: must be finite", as_set(set), value));
  };
  const double of_nothing = checked({});
  if (of_nothing != 0) {
    throw InvalidInput(
        compose("function({}) = {}: must be 0, or subtract it everywhere", "{}", of_nothing));
  }
  std::vector<Index> all(static_cast<std::size_t>(dimension_));
  std::iota(all.begin(), all.end(), Index{0});
  total_ = checked(all);
  if (dimension_ <= kMostForTable) values_ = table_of(dimension_, checked);
  const auto bad = dimension_ <= kMostForTable ? find_not_submodular(dimension_, values_)
                                               : sample_not_submodular(dimension_, checked);
  if (bad) {
    throw InvalidInput(compose(
        "function: is not submodular, for {}; must add no more to a larger set", bad->told()));
  }
}

std::string SubmodularBase::name() const {
  return compose("base polytope of a submodular function in R^{}", dimension_);
}

void SubmodularBase::minimize(const Gradient& gradient, OracleCall& answer) const {
  const Vector& g = gradient.dense();
  assert(g.size() == dimension_);
  GrowingSet& memory = answer.memory<GrowingSet>();
  sort_ascending(g, memory.order);
  memory.set.clear();
  Vector& x = answer.atom.become_dense(dimension_);
  double last = 0;
  for (const Index i : memory.order) {
    memory.set.push_back(i);
    const double value = function_(memory.set);
    x[i] = value - last;
    last = value;
  }
  answer.error = 0;
}

Violation SubmodularBase::violation(ConstVectorRef x) const {
  require_dimension(*this, "x", x);
  if (auto bad = violation_if_not_finite(x)) return *bad;
  return values_.empty() ? violation_by_largest(x, function_) : violation_by_table(values_, x);
}

}  // namespace acgd
