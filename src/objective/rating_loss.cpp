#include "objective/rating_loss.hpp"

#include <numeric>
#include <utility>

#include "acgd/core/error.hpp"
#include "acgd/objective/loss/huber_loss.hpp"
#include "acgd/objective/loss/squared_loss.hpp"
#include "acgd/objective/sharded_loss.hpp"

namespace acgd {
namespace {

double total_weight(const SortedRatings& ratings) {
  if (!ratings.weighted) return static_cast<double>(ratings.shards->samples());
  const double total = ratings.shards->sum([&](Shards::Range range) {
    const double* weights = ratings.weights.data();
    return std::accumulate(weights + range.first, weights + range.last, 0.0);
  });
  if (total == 0) throw InvalidInput("weights are all 0: at least one must be positive");
  require_positive("the sum of the weights", total);
  return total;
}

}  // namespace

std::shared_ptr<const Loss> rating_loss(const SortedRatings& ratings,
                                        const CompletionOptions& options) {
  const double total = total_weight(ratings);
  const auto make = [&](Index first, Index size) -> std::shared_ptr<const Loss> {
    LossOptions samples{.scaling = options.scaling, .total = total};
    if (ratings.weighted) samples.weights = ratings.weights.segment(first, size);
    Vector targets = ratings.values.segment(first, size);
    if (options.loss == CompletionLoss::squared) {
      return std::make_shared<SquaredLoss>(std::move(targets), std::move(samples));
    }
    return std::make_shared<HuberLoss>(std::move(targets), options.rho, std::move(samples));
  };
  return cut_loss(ratings.shards, make);
}

}  // namespace acgd
