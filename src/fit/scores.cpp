#include "acgd/fit/scores.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace acgd {
namespace {

Vector ones_unless(const Vector& weights, Index count) {
  return weights.size() == 0 ? Vector(Vector::Ones(count)) : weights;
}

}  // namespace

double accuracy(const Vector& predicted, const Vector& classes, const Vector& weights) {
  const Vector w = ones_unless(weights, classes.size());
  const double right = (predicted.array() == classes.array()).select(w.array(), 0.0).sum();
  return right / w.sum();
}

double area_under_curve(const Vector& predictions, const Vector& classes, const Vector& weights) {
  const Vector w = ones_unless(weights, classes.size());
  std::vector<Index> order(static_cast<std::size_t>(predictions.size()));
  std::iota(order.begin(), order.end(), Index{0});
  std::sort(order.begin(), order.end(),
            [&](Index a, Index b) { return predictions[a] < predictions[b]; });
  // Mann and Whitney: every positive sample beats the negative ones below it, ties by half.
  double positives = 0, negatives = 0, beaten = 0;
  for (std::size_t begin = 0; begin < order.size();) {
    double positive = 0, negative = 0;
    std::size_t end = begin;
    while (end < order.size() && predictions[order[end]] == predictions[order[begin]]) {
      const Index i = order[end++];
      (classes[i] > 0 ? positive : negative) += w[i];
    }
    beaten += positive * (negatives + 0.5 * negative);
    positives += positive;
    negatives += negative;
    begin = end;
  }
  return beaten / (positives * negatives);
}

double r_squared(const Vector& predictions, const Vector& targets, const Vector& weights) {
  const Vector w = ones_unless(weights, targets.size());
  const double mean = w.dot(targets) / w.sum();
  const double errors = w.dot((predictions - targets).cwiseAbs2());
  const double spread = w.dot(Vector(targets.array() - mean).cwiseAbs2());
  if (spread == 0) return errors == 0 ? 1 : 0;
  return 1 - errors / spread;
}

double root_mean_square_error(const Vector& predictions, const Vector& targets,
                              const Vector& weights) {
  const Vector w = ones_unless(weights, targets.size());
  return std::sqrt(w.dot((predictions - targets).cwiseAbs2()) / w.sum());
}

double mean_absolute_error(const Vector& predictions, const Vector& targets,
                           const Vector& weights) {
  const Vector w = ones_unless(weights, targets.size());
  return w.dot((predictions - targets).cwiseAbs()) / w.sum();
}

}  // namespace acgd
