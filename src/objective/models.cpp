#include "acgd/objective/models.hpp"

#include "acgd/core/error.hpp"
#include "acgd/objective/block_loss.hpp"
#include "acgd/objective/linear_maps.hpp"
#include "acgd/objective/losses.hpp"
#include "core/compose.hpp"
#include "objective/loss.hpp"

namespace acgd {

namespace {

/// The composite of a design. make(targets, options) returns the loss of some samples: all, or
/// those of one block, for which a mean divides by the total weight of all blocks.
template <class Make>
Composite of_samples(const Design& a, Vector targets, LossOptions options, Intercept intercept,
                     const Make& make) {
  const Reduction& reduction = a.reduction();
  const Vector& weights = options.weights;
  if (reduction.is_local()) {
    // Checks the samples as a whole.
    std::shared_ptr<const Loss> loss = make(targets, options);
    if (loss->size() != reduction.samples() || loss->size() < samples_worth_threads) {
      return Composite(std::move(loss), a, Vector(), intercept);
    }
  } else if (!reduction.are_given("targets", targets)) {
    throw InvalidInput(
        "targets", compose("none, must be one for each of the {} samples", reduction.samples()));
  }
  const double total = reduction.are_given("weights", weights)
                           ? reduction.total(weights)
                           : static_cast<double>(reduction.samples());
  require_positive("the sum of the weights", total);
  auto loss = partition_loss(
      a.shared_reduction(), [&](Index first, Index size) -> std::shared_ptr<const Loss> {
        return make(targets.segment(first, size),
                    {.scaling = options.scaling,
                     .weights = weights.size() == 0 ? Vector() : weights.segment(first, size),
                     .total = total});
      });
  return Composite(std::move(loss), a, Vector(), intercept);
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
  // The losses of blocks do not check this by themselves.
  if (!a.reduction().is_local() && targets.size() == a.reduction().size()) {
    require_squares("targets", a.reduction().largest_entry(targets));
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
  return Composite(std::move(loss), std::make_shared<ClassMap>(a.shared_map(), class_count),
                   Vector(), intercept);
}

}  // namespace acgd
