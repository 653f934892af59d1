// Four test functions by steepest descent in l2, from a random point.
#include "acgd/objective/test_functions.hpp"

#include <fmt/format.h>

#include "acgd/oracle/balls.hpp"
#include "experiments/catalogue.hpp"
#include "experiments/limits.hpp"
#include "experiments/random.hpp"
#include "experiments/strategy.hpp"

namespace acgd::experiments {
namespace {

constexpr Index kSize = 1000, kSizeOfSumOfSquares = 200;

Vector gaussian(Random random, Index size) { return random.gaussian_vector(size); }
Vector uniform(Random random, Index size) { return random.uniform_vector(size, -10, 10); }

template <class Function>
Experiment test_function(const std::string& name, std::string title, std::string description,
                         Index size, Vector (*start)(Random random, Index size),
                         const std::string& notebook) {
  const auto prepare = [=](const Settings& settings) -> Prepared {
    return {.problem = {.f = std::make_shared<const Function>(size),
                        .set = std::make_shared<const L2Ball>(size),
                        .x0 = start(Random(name + " start", settings.seed), size),
                        .mode = Mode::unconstrained},
            .options = stop_at_gap(settings),
            .data = fmt::format("formula, {} variables, start from seed {}", size, settings.seed),
            .origin = Origin::recipe,
            .missing = kOtherDraw};
  };
  return {.name = name,
          .title = std::move(title),
          .description = std::move(description),
          .sources = fmt::format("Notebook {}: the start is drawn in this way after seed 23. Here: "
                                 "other draws.",
                                 notebook),
          .strategies = unconstrained_strategies(),
          .prepare = prepare,
          .sensitive = true};
}

}  // namespace

Experiment rosenbrock() {
  return test_function<Rosenbrock>(
      "rosenbrock", "Rosenbrock function",
      "the sum of 100 (x_{i+1} - x_i^2)^2 + (1 - x_i)^2 over R^1000 in the l2 geometry, "
      "from a Gaussian point; not convex, f* = 0",
      kSize, gaussian, "Rosenbrock_Function");
}

Experiment zakharov() {
  return test_function<Zakharov>(
      "zakharov", "Zakharov function",
      "||x||^2 + s^2 + s^4 with s = the sum of i x_i / 2, over R^1000 in the l2 geometry, "
      "from a Gaussian point; convex, f* = 0",
      kSize, gaussian, "Zakharov_Function");
}

Experiment sum_of_squares() {
  Experiment experiment = test_function<SumOfSquares>(
      "sum-of-squares", "Non-linear sum of squares",
      "(x_1 - 3)^2 + the sum of (x_1 - 3 - 2 (x_1 + ... + x_i)^2)^2 over R^200 in the l2 "
      "geometry, from a Gaussian point; not convex, f* = 0",
      kSizeOfSumOfSquares, gaussian, "Sum_of_Squares_Problem");
  experiment.lipschitz_from = 100;
  return experiment;
}

Experiment levy() {
  return test_function<Levy>(
      "levy", "Levy function",
      "Levy's function, each variable tied to the next, over R^1000 in the l2 geometry, from "
      "a uniform point of [-10, 10]^1000; not convex, many local minima, f* = 0",
      kSize, uniform, "Levy_function");
}

}  // namespace acgd::experiments
