// Logistic regression over an l1 ball.
#include "acgd/objective/models.hpp"
#include "acgd/oracle/l1_ball.hpp"
#include "experiments/a1a.hpp"
#include "experiments/catalogue.hpp"
#include "experiments/limits.hpp"
#include "experiments/strategy.hpp"

namespace acgd::experiments {
namespace {

/// The vertex to start from is -50 e_29: from it alone short ends at the published value and gap.
constexpr Index kStart = 29;

Problem prepare(const Settings& settings) {
  const Classification data = a1a(settings);
  const auto map = std::make_shared<const SparseMap>(data.samples);
  return {.objective = std::make_shared<const Composite>(logistic(map, data.labels)),
          .set = std::make_shared<const L1Ball>(map->cols(), kClassificationRadius),
          .x0 = classification_start(map->cols(), kStart),
          .options = stop_at_gap(settings),
          .lipschitz = [map] { return classification_lipschitz(*map); },
          .data = data.source,
          .unpublished = "the paper gives neither the radius nor the start"};
}

}  // namespace

Experiment logistic_regression() {
  return {
      .name = "logistic",
      .title = "Sparse logistic regression",
      .description =
          "the mean of log(1 + exp(-label_i (Ax)_i)) on a1a over the l1 ball of "
          "radius 50, from the vertex -50 e_29",
      .inferred =
          "The paper gives neither the radius nor the start: with radius 50, -50 e_29 is the one "
          "vertex from which short ends at its published value and gap. The first estimate of L "
          "is not published either, and decides how the adaptive rules and backtracking end.",
      .strategies = constrained_strategies(),
      .prepare = prepare};
}

}  // namespace acgd::experiments
