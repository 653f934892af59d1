#include "acgd/objective/quadratic.hpp"
#include "acgd/oracle/simplices.hpp"
#include "acgd/solve/solve.hpp"
#include "oracle/set_exam.hpp"
#include "oracle/vertex_lists.hpp"

namespace acgd {
namespace {

using namespace acgd_test;

/// Bounds on both sides of 0 and on one, an empty interval, and a row of both signs with a 0.
Knapsack mixed_knapsack(Index n, Relation relation) {
  const double lows[] = {0, -1, 2, 0, -0.5}, highs[] = {1, 3, 2, 4, 0.5};
  const double rows[] = {1, -2, 0.5, 1.5, 0, 3};
  Vector lower(n), upper(n), a(n);
  for (Index i = 0; i < n; ++i) {
    lower[i] = lows[i % 5];
    upper[i] = highs[i % 5];
    a[i] = rows[i % 6];
  }
  return Knapsack(lower, upper, a, a.dot(0.7 * lower + 0.3 * upper), relation);
}

/// The vertices: corners of the box that satisfy the row, and points of its edges on the row.
Matrix vertices(const Knapsack& set) {
  const Vector &l = set.lower(), &u = set.upper(), &a = set.row();
  std::vector<Vector> points;
  const Matrix corners = all_corners(l, u);
  for (Index k = 0; k < corners.cols(); ++k) {
    const Vector corner = corners.col(k);
    const double off = set.total() - a.dot(corner);
    if (std::abs(off) < 1e-12 || (set.relation() == Relation::at_most && off > 0)) {
      points.push_back(corner);
    }
    for (Index i = 0; i < a.size(); ++i) {
      if (a[i] == 0) continue;
      Vector point = corner;
      point[i] += off / a[i];
      if (point[i] >= l[i] && point[i] <= u[i]) points.push_back(point);
    }
  }
  return as_columns(points);
}

TEST(Knapsack, PassesChecker) {
  for (const Index n : {1, 2, 3, 5, 8, 40}) {
    expect_passes(mixed_knapsack(n, Relation::equal));
    expect_passes(mixed_knapsack(n, Relation::at_most));
  }
  expect_passes(Knapsack(Vector::Zero(30), Vector::Constant(30, 0.1), Vector::Ones(30), 1));
}

TEST(Knapsack, LmoMatchesBestVertex) {
  for (Index n = 1; n <= 7; ++n) {
    for (const Relation relation : {Relation::equal, Relation::at_most}) {
      const Knapsack set = mixed_knapsack(n, relation);
      expect_as_good_as_vertices(set, vertices(set));
    }
  }
}

TEST(Knapsack, IsHypersimplexForEqualCaps) {
  const Knapsack set(Vector::Zero(5), Vector::Constant(5, 2), Vector::Ones(5), 6);
  const Vector g = vec({2, 1, 2, 0, 2});
  EXPECT_EQ(linear_minimizer(set, g), linear_minimizer(Hypersimplex(5, 3, 2), g));
}

TEST(Knapsack, OtherVerticesAreNeighbours) {
  const Knapsack set(Vector::Zero(4), vec({0.5, 0.4, 0.4, 0.4}), Vector::Ones(4), 1);
  LmoResult lmo;
  set.minimize_several(Gradient(vec({1, 2, 3, 5})), 2, lmo);
  EXPECT_TRUE(lmo.atom.to_dense().isApprox(vec({0.5, 0.4, 0.1, 0})));
  ASSERT_EQ(lmo.other_count, 2);
  // The ratios 2 and 1 are the closest to 3, after 5 and 1 tie.
  EXPECT_TRUE(lmo.others[0].to_dense().isApprox(vec({0.5, 0.1, 0.4, 0})));
  EXPECT_TRUE(lmo.others[1].to_dense().isApprox(vec({0.2, 0.4, 0.4, 0})));
}

TEST(Knapsack, CorrectiveFindsProjection) {
  // The nearest point has x = clamp(y - m a) for a multiplier m: found by bisection.
  const Index n = 60;
  const Knapsack set = mixed_knapsack(n, Relation::equal);
  const Vector y = 3 * Vector::LinSpaced(n, 0, 20).array().sin();
  const auto at = [&](double m) -> Vector {
    return (y - m * set.row()).cwiseMax(set.lower()).cwiseMin(set.upper());
  };
  double low = -100, high = 100;
  for (int i = 0; i < 200; ++i) {
    const double m = (low + high) / 2;
    (set.row().dot(at(m)) > set.total() ? low : high) = m;
  }
  const Quadratic f(Matrix::Identity(n, n), -y);
  const Result result = minimize(f, set, {.gap_tolerance = 1e-10});
  EXPECT_EQ(result.status, Status::gap_reached) << result.message;
  EXPECT_EQ(result.direction, "corrective");
  EXPECT_LT((result.x - at(low)).lpNorm<Eigen::Infinity>(), 1e-5);
}

TEST(Knapsack, RefusesBadInput) {
  const Vector zero = Vector::Zero(2), one = Vector::Ones(2);
  EXPECT_EQ(refusal([&] { Knapsack(zero, one, Vector::Ones(3), 1); }),
            "a: has 3 entries, must have as many as lower, 2");
  EXPECT_EQ(refusal([&] { Knapsack(zero, one, one, 3); }),
            "total = 3: must be at most 2, the largest a'x between the bounds");
  EXPECT_EQ(refusal([&] { Knapsack(zero, one, one, -1, Relation::at_most); }),
            "total = -1: must be at least 0, the smallest a'x between the bounds");
  EXPECT_EQ(refusal([&] { Knapsack(one, zero, one, 1); }),
            "lower[0] = 1: must be at most upper[0] = 0");
  EXPECT_NO_THROW(Knapsack(zero, one, one, 3, Relation::at_most));
}

}  // namespace
}  // namespace acgd
