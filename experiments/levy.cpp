// Levy's function with its many local minima, from a uniform point.
#include "acgd/objective/levy.hpp"

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
  return {.objective = std::make_shared<const Levy>(kSize),
          .set = std::make_shared<const L2Ball>(kSize),
          .mode = Mode::unconstrained,
          .x0 = Random("levy start", settings.seed).uniform_vector(kSize, -10, 10),
          .options = stop_at_gap(settings),
          .data = fmt::format("formula, {} variables, start from seed {}", kSize, settings.seed),
          .unpublished = "the paper does not give the start"};
}

}  // namespace

Experiment levy() {
  return {
      .name = "levy",
      .title = "Levy function",
      .description =
          "Levy's function, each variable tied to the next, over R^1000 in the l2 geometry, from "
          "a uniform point of [-10, 10]^1000; not convex, many local minima, f* = 0",
      .strategies = unconstrained_strategies(),
      .prepare = prepare,
      .sensitive = true};
}

}  // namespace acgd::experiments
