#include "acgd/oracle/matroids.hpp"
#include "acgd/oracle/polyhedra.hpp"
#include "oracle/set_exam.hpp"
#include "oracle/vertex_lists.hpp"

namespace acgd {
namespace {

using namespace acgd_test;

Matrix all_orders_of(Vector values) {
  std::vector<Vector> points;
  std::sort(values.begin(), values.end());
  do {
    points.push_back(values);
  } while (std::next_permutation(values.begin(), values.end()));
  return as_columns(points);
}

const std::vector<Vector>& some_values() {
  static const std::vector<Vector> values = {vec({3}),
                                             vec({2, -1}),
                                             vec({1, 2, 3}),
                                             vec({0, 0, 1}),
                                             vec({5, 5, 5}),
                                             vec({4, -2, 0.5, 4}),
                                             vec({1, 2, 3, 4, 5}),
                                             vec({0, 0, 1, 1, 0}),
                                             vec({-1, 1e-3, 7, 2, 2, -40})};
  return values;
}

TEST(Permutahedron, PassesChecker) {
  for (const Vector& values : some_values()) expect_passes(Permutahedron(values));
  expect_passes(Permutahedron(Vector::LinSpaced(40, -1, 3)));
}

TEST(Permutahedron, LmoMatchesBestPermutation) {
  for (const Vector& values : some_values()) {
    expect_as_good_as_vertices(Permutahedron(values), all_orders_of(values));
  }
}

// Majorisation against the distance to the hull of all permutations: another algorithm.
TEST(Permutahedron, MembershipAgreesWithHull) {
  std::mt19937_64 random(3);
  for (const Vector& values : some_values()) {
    if (values.size() > 5) continue;
    const Matrix points = all_orders_of(values);
    const Permutahedron set(values);
    const ConvexHull hull(points);
    for (int round = 0; round < 100; ++round) {
      Vector weights = test_gradient(points.cols(), false, random).cwiseAbs();
      const Vector center = points.rowwise().mean();
      const Vector mixed = points * weights / weights.sum();
      const Vector x = center + (round % 2 == 0 ? 1.0 : 6.0) * (mixed - center);
      const bool is_inside = hull.violation(x).distance < 1e-10;
      EXPECT_EQ(set.violation(x).distance < 1e-10, is_inside) << x.transpose();
    }
  }
}

TEST(Permutahedron, PutsLargestValueAtSmallestGradientEntry) {
  const Permutahedron set(vec({2, 7, 5}));
  EXPECT_EQ(set.values(), vec({7, 5, 2}));
  EXPECT_EQ(linear_minimizer(set, vec({0.5, -1, 3})), vec({5, 7, 2}));
  EXPECT_EQ(linear_minimizer(set, vec({1, 1, 0})), vec({5, 2, 7}));
  EXPECT_EQ(linear_minimizer(set, Vector::Zero(3)), vec({7, 5, 2}));
  EXPECT_EQ(linear_minimizer(set, vec({not_a_number, 4, infinity})), vec({5, 7, 2}));
}

TEST(Permutahedron, HasExpectedProperties) {
  const Permutahedron set(vec({2, 7, 5}));
  EXPECT_EQ(set.name(), "permutahedron of values from 2 to 7 in R^3");
  EXPECT_TRUE(set.is_polytope());
  EXPECT_FALSE(set.is_norm_ball());
}

TEST(Permutahedron, ReportsLargestViolation) {
  const Permutahedron set(vec({1, 2, 3}));
  EXPECT_EQ(set.violation(vec({2, 2, 2})).distance, 0);
  EXPECT_EQ(set.violation(vec({2, 2, 2})).detail, "");
  EXPECT_EQ(set.violation(vec({4, 1, 1})).distance, 1);
  EXPECT_EQ(set.violation(vec({4, 1, 1})).detail, "the 1 largest entries sum to 4, above 3");
  EXPECT_EQ(set.violation(vec({3, 0, 3})).detail, "the 2 largest entries sum to 6, above 5");
  EXPECT_EQ(set.violation(vec({1, 1, 1})).distance, 3);
  EXPECT_EQ(set.violation(vec({1, 1, 1})).detail, "the sum is 3, not 6");
  EXPECT_FALSE(set.contains(vec({not_a_number, 2, 2})));
}

TEST(Permutahedron, RejectsBadArguments) {
  EXPECT_EQ(refusal([] { Permutahedron{Vector()}; }), "size of values = 0: must be at least 1");
  EXPECT_EQ(refusal([] { Permutahedron{vec({1, infinity})}; }), "values[1] = inf: must be finite");
}

}  // namespace
}  // namespace acgd
