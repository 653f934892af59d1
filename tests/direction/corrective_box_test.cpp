// The corrective rule over a box in which no coordinate is free.
#include <gtest/gtest.h>

#include "acgd/direction/direction_rules.hpp"
#include "acgd/objective/least_squares.hpp"
#include "acgd/objective/quadratic.hpp"
#include "acgd/oracle/balls.hpp"
#include "acgd/solve/solve.hpp"
#include "active_set/active_set_qp.hpp"
#include "direction/gaussian.hpp"

namespace acgd_test {
namespace {

using namespace acgd;

// x0 is a corner: the gradient is 0 there, or points out of the box in every coordinate.
TEST(CorrectiveBox, EndsAtOptimalCorner) {
  const LeastSquares flat(Matrix(Matrix::Zero(4, 3)), Vector(Vector::Zero(4)));
  const Quadratic outward(Matrix(Matrix::Identity(3, 3)), Vector{{-5, -4, -3}});
  const LeastSquares samples(Matrix(Matrix::Identity(3, 3)), Vector{{5, 4, 3}});
  const Vector corner = Vector::Ones(3);
  for (const Objective* f :
       {static_cast<const Objective*>(&flat), static_cast<const Objective*>(&outward),
        static_cast<const Objective*>(&samples)}) {
    const Result result = minimize(*f, Box(3, -1, 1), corner, {.direction = Corrective{}});
    EXPECT_EQ(result.status, Status::gap_reached) << result.message;
    EXPECT_EQ(result.gap, 0);
    EXPECT_EQ(result.x, corner);
  }
}

// A box of a single point.
TEST(CorrectiveBox, EndsAtSinglePoint) {
  const Quadratic f(Matrix(Matrix::Identity(2, 2)), Vector{{1, 2}});
  const Result result = minimize(f, Box(2, 3, 3), {.direction = Corrective{}});
  EXPECT_EQ(result.status, Status::gap_reached) << result.message;
  EXPECT_EQ(result.x, Vector::Constant(2, 3));
}

/// Columns that are strongly correlated with their neighbours.
LeastSquares correlated(Index rows, Index cols) {
  constexpr double kCorrelation = 0.99;
  Matrix a = gaussian(rows, cols, 1);
  for (Index j = 1; j < cols; ++j) {
    a.col(j) = kCorrelation * a.col(j - 1) + std::sqrt(1 - kCorrelation * kCorrelation) * a.col(j);
  }
  const Vector b = a * gaussian(cols, 1, 2) + gaussian(rows, 1, 3);
  return {std::move(a), b};
}

// Enough columns for block coordinate descent. It finds the face, for which H is formed: one step
// leads to the minimum, however ill-conditioned it is. Block coordinate descent alone would take
// twenty.
TEST(CorrectiveBox, BlockCoordinateDescentFindsOptimalFace) {
  const LeastSquares f = correlated(600, 250);
  const Result result =
      minimize(f, Box(250, 0, 1), {.max_iterations = 6, .relative_gap_tolerance = 1e-9});
  ASSERT_EQ(result.status, Status::gap_reached) << result.message;
  Vector g(250);
  f.gradient(result.x, g);
  for (Index j = 0; j < 250; ++j) {
    EXPECT_LE(result.x[j] > 0 ? g[j] : 0, 1e-4) << j;
    EXPECT_GE(result.x[j] < 1 ? g[j] : 0, -1e-4) << j;
  }
}

TEST(CorrectiveBox, EmptyModelHasMinimum) {
  ActiveSetQp model;
  QpVariables none;
  model.grow(0);
  EXPECT_EQ(model.minimize(none, 0), ActiveSetQp::Outcome::minimum);
  EXPECT_EQ(model.decrease(), 0);
}

}  // namespace
}  // namespace acgd_test
