#include "problem/sample_weights.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "acgd/core/error.hpp"

namespace acgd::problem {

void check_weights(const Vector& weights, const std::string& typed) {
  for (Index i = 0; i < weights.size(); ++i) {
    if (std::isfinite(weights[i]) && weights[i] >= 0) continue;
    throw InvalidInput(fmt::format("weights = {}: that of sample {} is {}, must be >= 0", typed,
                                   i + 1, weights[i]));
  }
}

void check_total(const Vector& weights, const std::string& typed, const Team& team) {
  const Index positive = (weights.array() > 0).count();
  const std::vector<Index> all = add_numbers(team, {weights.size(), positive});
  if (all[0] == 0 || all[1] > 0) return;
  throw InvalidInput(fmt::format("weights = {}: all of them are 0", typed));
}

void balance_classes(const Coding& coding, Samples& samples) {
  if (!coding.numbers_classes()) {
    throw InvalidInput("class-weights = balanced: the targets are numbers, not classes");
  }
  if (samples.weights.size() == 0) samples.weights = Vector::Ones(samples.count());
  const auto class_of = [&](Index i) { return static_cast<std::size_t>(samples.targets[i]); };
  Vector totals(static_cast<Index>(coding.classes.size()));
  samples.shards->sum_long(
      totals.size(),
      [&](Shards::Range rows, double* out) {
        for (Index i = rows.first; i < rows.last; ++i) out[class_of(i)] += samples.weights[i];
      },
      totals.data());
  const auto occurring = static_cast<double>((totals.array() > 0).count());
  const double each = totals.sum() / occurring;
  for (Index i = 0; i < samples.count(); ++i) {
    if (samples.weights[i] > 0) {
      samples.weights[i] *= each / totals[static_cast<Index>(class_of(i))];
    }
  }
}

}  // namespace acgd::problem
