// A run over traffic flows allocates nothing once its paths have been found.
#include <gtest/gtest.h>

#include <cmath>

#include "acgd/direction/direction_rules.hpp"
#include "acgd/solve/solve.hpp"
#include "acgd/step/schedules.hpp"
#include "allocation/counted.hpp"
#include "direction/traffic_problems.hpp"

namespace acgd {
namespace {

using acgd_test::allocations;

// Fixed step lengths keep the run from ending at once.
TEST(Allocation, TrafficFlowsAllocateNothingAfterPathsWereFound) {
  const acgd_test::TrafficProblem problem = acgd_test::random_traffic(4, 10, 20, 1);
  for (const DirectionChoice& direction :
       {DirectionChoice(Corrective{}), DirectionChoice(FrankWolfe{})}) {
    constexpr Index kMost = 400;
    std::vector<long> counts;
    counts.reserve(kMost + 1);
    minimize(problem.f, problem.set, problem.set.start(),
             {.direction = direction,
              .step = OpenLoop{},
              .max_iterations = kMost,
              .gap_tolerance = 0,
              .observer = [&](const Record& record) {
                if (!std::isnan(record.step)) counts.push_back(allocations);
                return false;
              }});
    ASSERT_EQ(counts.size(), static_cast<std::size_t>(kMost)) << direction.name();
    EXPECT_EQ(counts.back() - counts[counts.size() / 2], 0) << direction.name();
  }
}

}  // namespace
}  // namespace acgd
