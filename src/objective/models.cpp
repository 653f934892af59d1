#include "acgd/objective/models.hpp"

#include "acgd/core/error.hpp"
#include "acgd/objective/linear_maps.hpp"
#include "acgd/objective/losses.hpp"
#include "acgd/objective/sharded_loss.hpp"
#include "core/compose.hpp"
#include "objective/loss.hpp"

namespace acgd {

namespace {

/// The composite of a design. make(targets, options) returns the loss of some samples: all, or
/// those of one shard, for which a mean divides by the total weight of all shards.
template <class Make>
Composite of_samples(const Design& a, Vector targets, LossOptions options, Intercept intercept,
                     const Make& make) {
  const auto* stacked = dynamic_cast<const StackedMap*>(a.map().get());
  if (stacked == nullptr) {
    return Composite(make(std::move(targets), std::move(options)), a.map(), Vector(), intercept);
  }
  const Shards& shards = *stacked->shards();
  const Vector& weights = options.weights;
  if (!shards.are_given("targets", targets)) {
    throw InvalidInput("targets",
                       compose("none, must be one for each of the {} samples", shards.samples()));
  }
  const double total = shards.are_given("weights", weights) ? sum(&shards, weights)
                                                            : static_cast<double>(shards.samples());
  require_positive("the sum of the weights", total);
  auto loss = cut_loss(
      stacked->shared_shards(), [&](Index first, Index size) -> std::shared_ptr<const Loss> {
        return make(targets.segment(first, size),
                    {.scaling = options.scaling,
                     .weights = weights.size() == 0 ? Vector() : weights.segment(first, size),
                     .total = total});
      });
  return Composite(std::move(loss), a.map(), Vector(), intercept);
}

template <class OfSamples>
std::shared_ptr<const Loss> made(Vector targets, LossOptions options) {
  return std::make_shared<const OfSamples>(std::move(targets), std::move(options));
}

}  // namespace

Composite logistic(const Design& a, Vector labels, LossOptions options, Intercept intercept) {
  return of_samples(a, std::move(labels), std::move(options), intercept, made<LogisticLoss>);
}

Composite sigmoid(const Design& a, Vector targets, LossOptions options, Intercept intercept) {
  return of_samples(a, std::move(targets), std::move(options), intercept, made<SigmoidLoss>);
}

Composite huber(const Design& a, Vector targets, double rho, LossOptions options,
                Intercept intercept) {
  // The losses of shards do not check this by themselves.
  const Shards* shards = a.map()->shards();
  if (shards != nullptr && targets.size() == shards->size()) {
    require_squares("targets", largest(shards, targets));
  }
  return of_samples(a, std::move(targets), std::move(options), intercept,
                    [rho](Vector own, LossOptions own_options) -> std::shared_ptr<const Loss> {
                      return std::make_shared<const HuberLoss>(std::move(own), rho,
                                                               std::move(own_options));
                    });
}

Composite squared_hinge(const Design& a, Vector labels, LossOptions options, Intercept intercept) {
  return of_samples(a, std::move(labels), std::move(options), intercept, made<SquaredHingeLoss>);
}

Composite poisson(const Design& a, Vector counts, LossOptions options, Intercept intercept) {
  return of_samples(a, std::move(counts), std::move(options), intercept, made<PoissonLoss>);
}

Composite softmax(const Design& a, const Vector& classes, Index class_count, LossOptions options,
                  Intercept intercept) {
  auto loss = std::make_shared<SoftmaxLoss>(classes, class_count, std::move(options));
  return Composite(std::move(loss), std::make_shared<ClassMap>(a.map(), class_count), Vector(),
                   intercept);
}

}  // namespace acgd
