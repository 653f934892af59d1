// A sum of squares of partial sums, from a Gaussian point.
#include "acgd/objective/sum_of_squares.hpp"

#include <fmt/format.h>

#include "acgd/oracle/l2_ball.hpp"
#include "experiments/catalogue.hpp"
#include "experiments/limits.hpp"
#include "experiments/random.hpp"
#include "experiments/strategy.hpp"

namespace acgd::experiments {
namespace {

constexpr Index kSize = 200;

Problem prepare(const Settings& settings) {
  return {.objective = std::make_shared<const SumOfSquares>(kSize),
          .set = std::make_shared<const L2Ball>(kSize),
          .mode = Mode::unconstrained,
          .x0 = Random("sum-of-squares start", settings.seed).gaussian_vector(kSize),
          .options = stop_at_gap(settings),
          .data = fmt::format("formula, {} variables, start from seed {}", kSize, settings.seed),
          .unpublished = "the paper does not give the start"};
}

}  // namespace

Experiment sum_of_squares() {
  return {.name = "sum-of-squares",
          .title = "Non-linear sum of squares",
          .description =
              "(x_1 - 3)^2 + the sum of (x_1 - 3 - 2 (x_1 + ... + x_i)^2)^2 over R^200 in the l2 "
              "geometry, from a Gaussian point; not convex, f* = 0",
          .strategies = unconstrained_strategies(),
          .prepare = prepare,
          .sensitive = true};
}

}  // namespace acgd::experiments
