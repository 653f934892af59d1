// Rosenbrock's curved valley, from a Gaussian point.
#include "acgd/objective/rosenbrock.hpp"

#include <fmt/format.h>

#include "acgd/oracle/l2_ball.hpp"
#include "experiments/catalogue.hpp"
#include "experiments/limits.hpp"
#include "experiments/random.hpp"
#include "experiments/strategy.hpp"

namespace acgd::experiments {
namespace {

constexpr Index kSize = 1000;

Problem prepare(const Settings& settings) {
  return {.objective = std::make_shared<const Rosenbrock>(kSize),
          .set = std::make_shared<const L2Ball>(kSize),
          .mode = Mode::unconstrained,
          .x0 = Random("rosenbrock start", settings.seed).gaussian_vector(kSize),
          .options = stop_at_gap(settings),
          .data = fmt::format("formula, {} variables, start from seed {}", kSize, settings.seed),
          .unpublished = "the paper does not give the start"};
}

}  // namespace

Experiment rosenbrock() {
  return {.name = "rosenbrock",
          .title = "Rosenbrock function",
          .description =
              "the sum of 100 (x_{i+1} - x_i^2)^2 + (1 - x_i)^2 over R^1000 in the l2 geometry, "
              "from a Gaussian point; not convex, f* = 0",
          .strategies = unconstrained_strategies(),
          .prepare = prepare,
          .sensitive = true};
}

}  // namespace acgd::experiments
