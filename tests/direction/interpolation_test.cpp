// The corrective rule where the reduced Hessian is singular and the minimum is 0.
#include <gtest/gtest.h>

#include "acgd/objective/least_squares.hpp"
#include "acgd/oracle/balls.hpp"
#include "acgd/solve/solve.hpp"
#include "direction/gaussian.hpp"

namespace acgd_test {
namespace {

using namespace acgd;

// More columns than samples, and a large ball: the minimum is 0 at many points x. The remaining
// model is rounding error, which must not be taken for negative curvature.
TEST(Corrective, EndsWhereMinimumIsZero) {
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
