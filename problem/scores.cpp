#include "problem/scores.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace acgd::problem {

double accuracy(const Vector& predictions, const Vector& labels) {
  const auto right = ((predictions.array() > 0) == (labels.array() > 0)).count();
  return static_cast<double>(right) / static_cast<double>(labels.size());
}

double area_under_curve(const Vector& predictions, const Vector& labels) {
  std::vector<Index> order(static_cast<std::size_t>(predictions.size()));
  std::iota(order.begin(), order.end(), Index{0});
  std::sort(order.begin(), order.end(),
            [&](Index a, Index b) { return predictions[a] < predictions[b]; });
  // The sum of the ranks of the positive samples (Mann and Whitney); ties share their mean rank.
  double positives = 0, ranks = 0;
  for (std::size_t begin = 0; begin < order.size();) {
    std::size_t end = begin;
    double here = 0;
    while (end < order.size() && predictions[order[end]] == predictions[order[begin]]) {
      here += labels[order[end++]] > 0 ? 1 : 0;
    }
    ranks += here * 0.5 * static_cast<double>(begin + 1 + end);
    positives += here;
    begin = end;
  }
  const double negatives = static_cast<double>(order.size()) - positives;
  return (ranks - 0.5 * positives * (positives + 1)) / (positives * negatives);
}

double root_mean_square(const Vector& errors) {
  return std::sqrt(errors.squaredNorm() / static_cast<double>(errors.size()));
}

double mean_absolute(const Vector& errors) {
  return errors.lpNorm<1>() / static_cast<double>(errors.size());
}

}  // namespace acgd::problem
