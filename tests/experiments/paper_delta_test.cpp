// The paper's delta is absolute: 1e-10, and 1e-4 for the video, for either counting of backtracks.
#include <gtest/gtest.h>

#include "acgd/solve/solve.hpp"
#include "acgd/step/adaptive.hpp"
#include "app/experiments/experiment.hpp"

namespace acgd::experiments {
namespace {

double first_constant(const Prepared& problem, const StepChoice& step) {
  Options options = problem.options;
  options.max_iterations = 1;
  options.step = step;
  options.trace = true;
  return solve(problem.problem, options).trace.front().lipschitz;
}

TEST(PaperDelta, IsAbsoluteForEitherCounting) {
  for (const auto& [name, delta] : {std::pair("video", 1e-4), std::pair("zakharov", 1e-10)}) {
    for (const Counting counting : {Counting::paper, Counting::published}) {
      const Prepared problem =
          find(name).prepare({.quick = true, .synthetic = true, .counting = counting});
      EXPECT_EQ(problem.delta, delta) << name;
      const AdaptiveConstant constant{.delta = delta,
                                      .initial_lipschitz = problem.initial_lipschitz};
      const AdaptiveAdjustable adjustable{.delta = delta,
                                          .initial_lipschitz = problem.initial_lipschitz};
      EXPECT_EQ(first_constant(problem, strategy("adaptive-constant", problem)),
                first_constant(problem, constant));
      EXPECT_EQ(first_constant(problem, strategy("adaptive-adjustable", problem)),
                first_constant(problem, adjustable));
    }
  }
}

}  // namespace
}  // namespace acgd::experiments
