#include <numbers>

#include "acgd/oracle/polyhedra.hpp"
#include "oracle/set_exam.hpp"

namespace acgd {
namespace {

using namespace acgd_test;

Matrix random_points(Index n, Index count, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Matrix points(n, count);
  for (Index j = 0; j < count; ++j) points.col(j) = test_gradient(n, false, random);
  return points;
}

struct HullCase {
  const char* label;
  Matrix points;
};

void PrintTo(const HullCase& hull, std::ostream* out) { *out << hull.label; }

class HullOf : public testing::TestWithParam<HullCase> {};

TEST_P(HullOf, PassesChecker) { expect_passes(ConvexHull(GetParam().points), {.points = 600}); }

TEST_P(HullOf, LmoMatchesBestPoint) {
  expect_as_good_as_vertices(ConvexHull(GetParam().points), GetParam().points);
}

TEST_P(HullOf, ContainsConvexCombinations) {
  const Matrix& points = GetParam().points;
  std::mt19937_64 random(3);
  const double size = points.cwiseAbs().maxCoeff();
  for (int i = 0; i < 100; ++i) {
    Vector weights = test_gradient(points.cols(), i % 2 == 0, random).cwiseAbs();
    weights[i % points.cols()] += 1;
    weights /= weights.sum();
    EXPECT_LE(ConvexHull(points).violation(points * weights).distance, 1e-13 * size);
  }
}

/// Points, their duplicates, and points between them.
Matrix degenerate_points() {
  Matrix points = random_points(3, 6, 5);
  Matrix many(3, 18);
  many << points, points, (points + points.rowwise().reverse()) / 2;
  return many;
}

/// Every point again with a small perturbation: the hard case for the distance.
Matrix nearly_coinciding_points(double apart) {
  Matrix many(4, 12);
  many << random_points(4, 6, 5), random_points(4, 6, 5) + apart * random_points(4, 6, 6);
  return many;
}

INSTANTIATE_TEST_SUITE_P(
    Shapes, HullOf,
    testing::Values(HullCase{"OneNumber", Matrix::Constant(1, 1, 2.0)},
                    HullCase{"Interval", random_points(1, 4, 1)},
                    HullCase{"OnePointInSpace", random_points(3, 1, 1)},
                    HullCase{"Segment", random_points(4, 2, 1)},
                    HullCase{"Polygon", random_points(2, 9, 1)},
                    HullCase{"Flat", random_points(6, 4, 1)},
                    HullCase{"Full", random_points(5, 20, 1)},
                    HullCase{"Degenerate", degenerate_points()},
                    HullCase{"NearlyCoinciding", nearly_coinciding_points(1e-6)},
                    HullCase{"AlmostCoinciding", nearly_coinciding_points(1e-9)},
                    HullCase{"Tiny", 1e-200 * random_points(3, 7, 1)},
                    HullCase{"FarAway", (1e4 + random_points(3, 7, 1).array()).matrix()}),
    [](const auto& test) { return test.param.label; });

TEST(ConvexHull, DistanceMatchesBox) {
  const Vector lower = vec({-1, 0, 2});
  const Vector upper = vec({1, 1, 5});
  const ConvexHull hull(all_corners(lower, upper));
  std::mt19937_64 random(11);
  for (int i = 0; i < 200; ++i) {
    const Vector x = 4 * test_gradient(3, i % 2 == 0, random);
    const Vector nearest = x.cwiseMax(lower).cwiseMin(upper);
    EXPECT_NEAR(hull.violation(x).distance, (x - nearest).norm(), 1e-12) << x.transpose();
  }
}

TEST(ConvexHull, DistanceMatchesSegment) {
  Matrix ends(3, 2);
  ends << 0, 1, 0, 1, 0, 0;
  const ConvexHull segment(ends);
  EXPECT_NEAR(segment.violation(vec({1, 0, 2})).distance, std::sqrt(0.5 + 4), 1e-14);
  EXPECT_NEAR(segment.violation(vec({2, 2, 1})).distance, std::sqrt(3), 1e-14);
  EXPECT_EQ(segment.violation(vec({0.5, 0.5, 0})).distance, 0);
}

TEST(ConvexHull, DistanceToManyPointsOfCircle) {
  // A polygon of 400 vertices: all nearly optimal at once, the hard case for an active set.
  const Index count = 400;
  const double angle = 2 * std::numbers::pi / static_cast<double>(count);
  Matrix points(2, count);
  for (Index j = 0; j < count; ++j) {
    points.col(j) =
        vec({std::cos(angle * static_cast<double>(j)), std::sin(angle * static_cast<double>(j))});
  }
  const ConvexHull hull(points);
  EXPECT_NEAR(hull.violation(vec({3, 0})).distance, 2, 1e-13);
  const Vector middle = vec({std::cos(angle / 2), std::sin(angle / 2)});
  EXPECT_NEAR(hull.violation(2 * middle).distance, 2 - std::cos(angle / 2), 1e-13);
  EXPECT_EQ(hull.violation(vec({0.3, -0.2})).distance, 0);
}

TEST(ConvexHull, TiesGoToFirstPoint) {
  Matrix points(2, 4);
  points << 2, 1, 1, 1, 0, 5, 6, 5;
  EXPECT_EQ(linear_minimizer(ConvexHull(points), vec({1, 0})), vec({1, 5}));
  EXPECT_EQ(linear_minimizer(ConvexHull(points), vec({0, 0})), vec({2, 0}));
}

TEST(ConvexHull, SharesItsPoints) {
  const auto points = std::make_shared<const Matrix>(random_points(2, 5, 1));
  EXPECT_EQ(&ConvexHull(points).points(), points.get());
}

TEST(ConvexHull, HasExpectedProperties) {
  Matrix points(2, 3);
  points << 0, 3, 0, 0, 0, 4;
  const ConvexHull hull(points);
  EXPECT_EQ(hull.name(), "convex hull of 3 points in R^2");
  EXPECT_FALSE(hull.is_norm_ball());
  EXPECT_EQ(hull.violation(vec({-2, 1})).detail, "the nearest point of the hull is 2 away");
}

TEST(ConvexHull, RejectsBadArguments) {
  EXPECT_EQ(refusal([] { ConvexHull(Matrix(3, 0)); }),
            "columns of points (one each) = 0: must be at least 1");
  EXPECT_EQ(refusal([] { ConvexHull(Matrix(0, 3)); }),
            "rows of points (the dimension) = 0: must be at least 1");
  EXPECT_EQ(refusal([] { ConvexHull(std::shared_ptr<const Matrix>()); }),
            "points = null: must be a matrix with a point in each column");
  Matrix bad = Matrix::Zero(2, 3);
  bad(1, 2) = not_a_number;
  EXPECT_EQ(refusal([&] { ConvexHull{bad}; }), "points(1, 2) = nan: must be finite");
}

}  // namespace
}  // namespace acgd
