// The second-order rule over a box where nothing is free to move.
#include <gtest/gtest.h>

#include "acgd/direction/corrective.hpp"
#include "acgd/objective/least_squares.hpp"
#include "acgd/objective/quadratic.hpp"
#include "acgd/oracle/box.hpp"
#include "acgd/solve/minimize.hpp"
#include "direction/weight_model.hpp"

namespace acgd_test {
namespace {

using namespace acgd;

// x0 is a corner: the gradient is 0 there, or leads out of the box in every coordinate.
TEST(CorrectiveBox, EndsAtACornerThatIsTheSolution) {
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

// A box that is a point.
TEST(CorrectiveBox, EndsInAPoint) {
  const Quadratic f(Matrix(Matrix::Identity(2, 2)), Vector{{1, 2}});
  const Result result = minimize(f, Box(2, 3, 3), {.direction = Corrective{}});
  EXPECT_EQ(result.status, Status::gap_reached) << result.message;
  EXPECT_EQ(result.x, Vector::Constant(2, 3));
}

TEST(CorrectiveBox, AModelOfNothingHasItsMinimum) {
  WeightModel model;
  ModelVariables none;
  model.grow(0);
  EXPECT_EQ(model.minimize(none, 0), WeightModel::Outcome::minimum);
  EXPECT_EQ(model.fall(), 0);
}

}  // namespace
}  // namespace acgd_test
