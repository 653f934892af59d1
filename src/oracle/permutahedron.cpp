#include "acgd/oracle/permutahedron.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <functional>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"
#include "oracle/entries.hpp"
#include "oracle/file_columns.hpp"
#include "oracle/ranking.hpp"

namespace acgd {

Permutahedron::Permutahedron(Vector values) : values_(std::move(values)) {
  require_at_least("size of values", values_.size(), 1);
  require_finite_entries("values", values_);
  std::sort(values_.begin(), values_.end(), std::greater<>());
}

std::unique_ptr<Oracle> Permutahedron::Parameters::begin(const SetContext& context) const {
  return std::make_unique<Permutahedron>(read_list(context, file));
}

std::string Permutahedron::name() const {
  return compose("permutahedron of values from {} to {} in R^{}", values_[dimension() - 1],
                 values_[0], dimension());
}

void Permutahedron::minimize(const Gradient& gradient, OracleCall& answer) const {
  const Vector& g = gradient.dense();
  assert(g.size() == dimension());
  Ranking& ranking = answer.memory<Ranking>();
  ranking.keys = -g;
  ranking.sort();
  Vector& v = answer.atom.become_dense(dimension());
  Index rank = 0;
  for (const Index i : ranking.order) v[i] = values_[rank++];
}

Violation Permutahedron::violation(ConstVectorRef x) const {
  require_dimension(*this, "x", x);
  if (auto bad = violation_if_not_finite(x)) return *bad;
  Vector sorted = x;
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  double worst = 0, sum = 0, allowed = 0, worst_sum = 0, worst_allowed = 0;
  Index worst_count = 0;
  for (Index k = 0; k < dimension(); ++k) {
    sum += sorted[k];
    allowed += values_[k];
    const bool is_last = k + 1 == dimension();
    const double excess = is_last ? std::abs(sum - allowed) : sum - allowed;
    if (!(excess > worst)) continue;
    worst = excess;
    worst_count = k + 1;
    worst_sum = sum;
    worst_allowed = allowed;
  }
  if (worst_count == 0) return {};
  if (worst_count == dimension()) {
    return {worst, compose("the sum is {}, not {}", worst_sum, worst_allowed)};
  }
  return {worst, compose("the {} largest entries sum to {}, above {}", worst_count, worst_sum,
                         worst_allowed)};
}

}  // namespace acgd
