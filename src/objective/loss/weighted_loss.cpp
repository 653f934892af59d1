#include "acgd/objective/loss/weighted_loss.hpp"

#include <utility>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"
#include "objective/loss/check_samples.hpp"

namespace acgd {

WeightedLoss::WeightedLoss(Index size, LossOptions options, Scaling default_scaling)
    : size_(size),
      scaling_(options.scaling == Scaling::automatic ? default_scaling : options.scaling),
      weights_(checked_non_negative("weights", std::move(options.weights))) {
  if (size == 0) throw InvalidInput("a loss needs at least one sample, but there are none");
  double total = static_cast<double>(size);
  if (weights_.size() != 0) {
    if (weights_.size() != size) {
      throw InvalidInput(compose("weights has {} entries: must have one per sample, {}, or none",
                                 weights_.size(), size));
    }
    largest_weight_ = weights_.maxCoeff();
    if (largest_weight_ == 0 && !options.total) {
      throw InvalidInput("weights are all 0: at least one must be positive");
    }
    total = weights_.sum();
    if (!options.total) require_positive("the sum of the weights", total);
  }
  if (options.total) {
    is_shard_ = true;
    require_positive("total", *options.total);
    total = *options.total;
  }
  if (scaling_ == Scaling::mean) scale_ = 1 / total;
}

void WeightedLoss::check_squares(const Vector& targets) const {
  if (!is_shard_) require_squares("targets", targets.lpNorm<Eigen::Infinity>());
}

}  // namespace acgd
