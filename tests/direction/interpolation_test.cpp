// The second-order rule where the model is singular and the minimum is 0.
#include <gtest/gtest.h>

#include "acgd/objective/least_squares.hpp"
#include "acgd/oracle/balls.hpp"
#include "acgd/solve/solve.hpp"
#include "direction/gaussian.hpp"

namespace acgd_test {
namespace {

using namespace acgd;

// More columns than samples, and room for all of them: the minimum is 0, and many an x has it. What is
// left of the model is rounding, which must not pass for a have negative curvature.
TEST(Corrective, EndsWhereTheMinimumIsZero) {
  const LeastSquares f(gaussian(60, 400, 22), Vector(20 * gaussian(60, 1, 23)));
  for (const double radius : {300.0, 500.0, 3000.0}) {
    const Result result = minimize(f, L1Ball(400, radius));
    EXPECT_EQ(result.status, Status::gap_reached) << radius << ": " << result.message;
    EXPECT_EQ(result.direction, "corrective") << radius;
    EXPECT_LE(result.counts.iterations, 30) << radius;
    EXPECT_LE(result.value, 1e-9) << radius;
  }
}

}  // namespace
}  // namespace acgd_test
