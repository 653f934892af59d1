#include "app/data/missing_values.hpp"

#include <fmt/format.h>

#include <cmath>

#include "acgd/core/error.hpp"
#include "app/data/text_input.hpp"

namespace acgd::problem {

std::vector<Index> complete_rows(const RawSamples& samples, bool needs_features) {
  const auto* features = std::get_if<Matrix>(&samples.features);
  const RawTargets& targets = samples.targets;
  std::vector<Index> rows;
  for (Index i = 0; i < samples.count(); ++i) {
    if (needs_features && features != nullptr && features->row(i).hasNaN()) continue;
    if (samples.weights.size() > 0 && std::isnan(samples.weights[i])) continue;
    if (targets.numbers.size() > 0 && std::isnan(targets.numbers[i])) continue;
    if (!targets.words.empty() && targets.words[i].empty()) continue;
    rows.push_back(i);
  }
  return rows;
}

Vector column_means(const Matrix& features, const Vector& weights, const Shards& shards,
                    const std::vector<std::string>& names) {
  const Index columns = features.cols();
  // Of each column the weighted sum of what is there, and its weight.
  Vector sums(2 * columns), means(columns);
  shards.sum_long(
      sums.size(),
      [&](Shards::Range rows, double* out) {
        for (Index j = 0; j < columns; ++j) {
          for (Index i = rows.first; i < rows.last; ++i) {
            if (std::isnan(features(i, j))) continue;
            const double weight = weights.size() == 0 ? 1 : weights[i];
            out[j] += weight * features(i, j);
            out[columns + j] += weight;
          }
        }
      },
      sums.data());
  for (Index j = 0; j < columns; ++j) {
    if (sums[columns + j] == 0) {
      const bool has_name = !names.empty();
      throw InvalidInput(
          fmt::format("missing = mean: all of feature {}{} is missing", j + 1,
                      has_name ? fmt::format(" ({})", io::shown_name(names[j])) : ""));
    }
    means[j] = sums[j] / sums[columns + j];
  }
  return means;
}

Index fill(Matrix& features, const Vector& values) {
  Index filled = 0;
  for (Index j = 0; j < features.cols(); ++j) {
    for (double& value : features.col(j)) {
      if (!std::isnan(value)) continue;
      value = values[j];
      ++filled;
    }
  }
  return filled;
}

}  // namespace acgd::problem
