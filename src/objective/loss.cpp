#include "acgd/objective/loss.hpp"

#include <cmath>
#include <utility>

#include "acgd/core/error.hpp"
#include "acgd/objective/losses.hpp"
#include "core/compose.hpp"
#include "objective/loss.hpp"

namespace acgd {

void Loss::multiply_second(ConstVectorRef d, ConstVectorRef w, VectorRef y) const {
  y = d.cwiseMax(0).cwiseProduct(w);
}

void Loss::multiply_root(ConstVectorRef d, const double* w, Index first, Index last,
                         double* y) const {
  for (Index i = first; i < last; ++i) *y++ = d[i] > 0 ? std::sqrt(d[i]) * w[i] : 0;
}

namespace {

template <class Rule>
void check_each(const std::string& argument, const Vector& values, Rule is_legal,
                const char* rule) {
  for (Index i = 0; i < values.size(); ++i) {
    if (!is_legal(values[i])) {
      throw InvalidInput({argument, i}, values[i], compose("must be {}", rule));
    }
  }
}

}  // namespace

Vector checked_finite(const std::string& argument, Vector values) {
  check_each(
      argument, values, [](double v) { return std::isfinite(v); }, "finite");
  return values;
}

Vector checked_non_negative(const std::string& argument, Vector values) {
  check_each(
      argument, values, [](double v) { return v >= 0 && std::isfinite(v); }, ">= 0 and finite");
  return values;
}

Vector checked_signs(const std::string& argument, Vector labels) {
  check_each(
      argument, labels, [](double v) { return v == -1 || v == 1; }, "-1 or +1");
  return labels;
}

void require_squares(const std::string& argument, double largest) {
  constexpr double least = 1e-150, most = 1e150;
  if (largest == 0 || (largest >= least && largest <= most) || !std::isfinite(largest)) return;
  throw InvalidInput(argument,
                     compose("the largest entry is {} in size, must be 0 or between {} and {}, "
                             "because squares are taken of them: measure them in another unit",
                             largest, least, most));
}

WeightedLoss::WeightedLoss(Index size, LossOptions options, Scaling default_scaling)
    : size_(size),
      scaling_(options.scaling == Scaling::automatic ? default_scaling : options.scaling),
      weights_(checked_non_negative("weights", std::move(options.weights))) {
  if (size == 0) throw InvalidInput("targets", "none, a loss needs at least one sample");
  double total = static_cast<double>(size);
  if (weights_.size() != 0) {
    if (weights_.size() != size) {
      throw InvalidInput("weights", compose("has {} entries, must have one per sample, {}, or none",
                                            weights_.size(), size));
    }
    largest_weight_ = weights_.maxCoeff();
    if (largest_weight_ == 0 && !options.total) {
      throw InvalidInput("weights", "are all 0, at least one must be positive");
    }
    total = weights_.sum();
    if (!options.total) require_positive("the sum of the weights", total);
  }
  if (options.total) {
    is_block_ = true;
    require_positive("total", *options.total);
    total = *options.total;
  }
  if (scaling_ == Scaling::mean) scale_ = 1 / total;
}

void WeightedLoss::check_squares(const Vector& targets) const {
  if (!is_block_) require_squares("targets", targets.lpNorm<Eigen::Infinity>());
}

}  // namespace acgd
