// The squared error of a sigmoid, unconstrained.
#include "acgd/objective/models.hpp"
#include "acgd/oracle/l2_ball.hpp"
#include "experiments/a1a.hpp"
#include "experiments/catalogue.hpp"
#include "experiments/limits.hpp"
#include "experiments/random.hpp"
#include "experiments/strategy.hpp"

namespace acgd::experiments {
namespace {

Problem prepare(const Settings& settings) {
  const Classification data = a1a(settings);
  const Index features = data.samples.cols();
  return {.objective = std::make_shared<const Composite>(sigmoid(data.samples, data.classes())),
          .set = std::make_shared<const L2Ball>(features),
          .mode = Mode::unconstrained,
          .x0 = Random("sigmoid start", settings.seed).gaussian_vector(features),
          .options = stop_at_gap(settings),
          .data = data.source,
          .unpublished = "the paper does not give the start"};
}

}  // namespace

Experiment sigmoid_unconstrained() {
  return {.name = "sigmoid",
          .title = "Classification with a non-convex loss",
          .description =
              "the mean of (sigmoid((Ax)_i) - class_i)^2 on a1a over R^123 in the l2 "
              "geometry, from a Gaussian point; not convex",
          .strategies = unconstrained_strategies(),
          .prepare = prepare,
          .sensitive = true};
}

}  // namespace acgd::experiments
