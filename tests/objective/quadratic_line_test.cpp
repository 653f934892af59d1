// Along a line a quadratic is a parabola, accurate where a difference of two values is rounding
// error.
#include <gtest/gtest.h>

#include <cmath>

#include "acgd/objective/quadratic.hpp"
#include "objective/atoms.hpp"
#include "objective/quadratic_problems.hpp"
#include "oracle/set_exam.hpp"

namespace acgd {
namespace {

using namespace acgd_test;

using acgd_test::coordinate;

using acgd_test::random_matrix;
using acgd_test::random_vector;
using Long = long double;
using LongMatrix = Eigen::Matrix<Long, Eigen::Dynamic, Eigen::Dynamic>;
using LongVector = Eigen::Matrix<Long, Eigen::Dynamic, 1>;

/// gap and d'Hd of the line from x toward v, in long double.
struct Exact {
  Long gap, curvature;
  Exact(const Matrix& q, const Vector& b, const Vector& x, const Vector& v) {
    const LongVector d = v.cast<Long>() - x.cast<Long>();
    const LongVector qd = q.cast<Long>() * d;
    gap = -d.dot(LongVector(q.cast<Long>() * x.cast<Long>() + b.cast<Long>()));
    curvature = d.dot(qd);
  }
  Long change(Long t) const { return -t * gap + t * t * curvature / 2; }
};

TEST(QuadraticLine, IsExactOnIntegers) {
  // Small integers and halves: every sum and product is exact in double.
  const Index n = 11;
  Matrix q = (8 * random_matrix(n, n, 1)).array().round();
  q = (q + q.transpose()).eval();
  const Vector b = (8 * random_vector(n, 2)).array().round();
  const Vector x = (8 * random_vector(n, 3)).array().round() / 2;
  const Quadratic f(q, b);
  const auto cursor = f.start(Atom(x), l2_norm());
  const Vector dense = (4 * random_vector(n, 4)).array().round();
  for (const Atom& atom : {coordinate(n, 0, 2), coordinate(n, 10, -4), Atom(dense)}) {
    const Exact exact(q, b, x, atom.to_dense());
    Line& line = cursor->look(toward(atom));
    EXPECT_EQ(-line.directional_derivative(), exact.gap);
    EXPECT_EQ(line.curvature(), static_cast<double>(exact.curvature));
    for (double t = 1; t > 1e-15; t /= 2) {
      EXPECT_EQ(line.change(t), static_cast<double>(exact.change(t))) << t;
      EXPECT_EQ(line.slope(t), static_cast<double>(-exact.gap + t * exact.curvature)) << t;
    }
  }
}

TEST(QuadraticLine, IsAccurateFromAnyPointForShortSteps) {
  const Index n = 37;
  Matrix q = random_matrix(n, n, 5);
  q = (q + q.transpose()).eval();
  const Vector b = random_vector(n, 6);
  const Quadratic f(q, b);
  const auto cursor = f.start(Atom(random_vector(n, 7)), l2_norm());
  Point point;
  for (Index k = 0; k < 200; ++k) {
    const Atom atom = k % 3 ? coordinate(n, (7 * k) % n, 3) : Atom(random_vector(n, 100 + k));
    cursor->store(point);
    const Exact exact(q, b, point.x, atom.to_dense());
    Line& line = cursor->look(toward(atom));
    const Long scale = q.norm() * point.x.norm() * (1 + line.norm());
    for (const double t : {1.0, 1e-2, 1e-5, 1e-9, 1e-14}) {
      EXPECT_LE(std::abs(line.change(t) - exact.change(t)), 1e-13L * t * scale) << k << ", " << t;
    }
    cursor->advance(0.05);
  }
}

TEST(QuadraticLine, IsAccurateNextToAtom) {
  // x differs from the vertex by 1e-7: gap and curvature are differences of numbers 1e7 and 1e14
  // times as large.
  const Index n = 20;
  Matrix q = random_matrix(n, n, 8);
  q = (q + q.transpose()).eval();
  const Vector b = random_vector(n, 9);
  Vector x = 1e-7 * random_vector(n, 10);
  x[4] = 1 - x[4];
  const auto cursor = Quadratic(q, b).start(Atom(x), l2_norm());
  const Atom vertex = coordinate(n, 4, 1);
  const Exact exact(q, b, x, vertex.to_dense());
  Line& line = cursor->look(toward(vertex));
  EXPECT_NEAR(-line.directional_derivative() / static_cast<double>(exact.gap), 1, 1e-12);
  EXPECT_NEAR(*line.curvature() / static_cast<double>(exact.curvature), 1, 1e-7);
}

TEST(QuadraticCursor, ReachesAtomAndDetectsStepsWithoutEffect) {
  const Quadratic f(Matrix::Identity(2, 2), vec({0, 0}));
  const auto cursor = f.start(Atom(vec({0.1, 0.7})), l2_norm());
  const Atom v(vec({1.0 / 3, 0.3}));
  cursor->look(toward(v));
  EXPECT_FALSE(cursor->advance(1e-20));
  cursor->look(toward(v));
  EXPECT_TRUE(cursor->advance(1));
  Point point;
  cursor->store(point);
  EXPECT_EQ(point.x, v.to_dense());
  EXPECT_NEAR(cursor->value(), 0.5 * point.x.squaredNorm(), 1e-16);
  EXPECT_EQ(cursor->gradient_count(), 3);
}

}  // namespace
}  // namespace acgd
