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
  std::vector<Index> counts(coding.classes.size());
  for (const double target : samples.targets) ++counts[static_cast<std::size_t>(target)];
  counts = add_numbers(samples.shards->team(), counts);
  const auto absent = std::count(counts.begin(), counts.end(), 0);
  const auto occurring = static_cast<double>(static_cast<Index>(counts.size()) - absent);
  const auto all = static_cast<double>(samples.shards->samples());
  if (samples.weights.size() == 0) samples.weights = Vector::Ones(samples.count());
  for (Index i = 0; i < samples.count(); ++i) {
    samples.weights[i] *=
        all /
        (occurring * static_cast<double>(counts[static_cast<std::size_t>(samples.targets[i])]));
  }
}

}  // namespace acgd::problem
