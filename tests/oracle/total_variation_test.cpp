#include "acgd/oracle/total_variation.hpp"

#include "oracle/set_exam.hpp"

namespace acgd {
namespace {

using namespace acgd_test;

/// All functions of two values on a graph, with both signs and scaled to the radius, including some
/// that are not vertices.
Matrix all_steps(Index n, const std::vector<Edge>& edges, double radius) {
  Matrix steps(n, (Index{1} << n) - 2);
  for (Index j = 0; j < steps.cols(); ++j) {
    Vector v(n);
    for (Index i = 0; i < n; ++i) v[i] = static_cast<double>(((j + 1) >> i) & 1);
    double cut = 0;
    for (const auto& [from, to] : edges) cut += std::abs(v[from] - v[to]);
    steps.col(j) = radius / cut * (v.array() - v.mean());
  }
  return steps;
}

std::vector<Edge> path(Index n) {
  std::vector<Edge> edges;
  for (Index i = 0; i + 1 < n; ++i) edges.push_back({i, i + 1});
  return edges;
}

const std::vector<Edge> kStar = {{0, 3}, {1, 3}, {3, 2}, {4, 3}};
const std::vector<Edge> kBranches = {{5, 2}, {2, 0}, {2, 1}, {1, 4}, {3, 1}, {6, 5}};
const std::vector<Edge> kCycle = {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 0}};
const std::vector<Edge> kGrid = {{0, 1}, {1, 2}, {3, 4}, {4, 5}, {6, 7}, {7, 8},
                                 {0, 3}, {3, 6}, {1, 4}, {4, 7}, {2, 5}, {5, 8}};
// Two triangles and a bridge, a duplicate edge, and a loop.
const std::vector<Edge> kDumbbell = {{0, 1}, {1, 2}, {2, 0}, {2, 3}, {3, 4},
                                     {4, 5}, {5, 3}, {4, 5}, {1, 1}};

TEST(TotalVariation, PassesChecker) {
  expect_passes(TotalVariation(7, 2.5));
  expect_passes(TotalVariation(2, 0.5));
  expect_passes(TotalVariation(1, 1));
  expect_passes(TotalVariation(5, 2, kStar));
  expect_passes(TotalVariation(7, 3, kBranches));
  expect_passes(TotalVariation(5, 2, kCycle));
  expect_passes(TotalVariation(9, 4, kGrid), {.points = 600});
  expect_passes(TotalVariation(6, 1, kDumbbell));
}

TEST(TotalVariation, LmoMatchesBestFunctionOfTwoValues) {
  expect_as_good_as_vertices(TotalVariation(6, 3), all_steps(6, path(6), 3));
  expect_as_good_as_vertices(TotalVariation(5, 2, kStar), all_steps(5, kStar, 2));
  expect_as_good_as_vertices(TotalVariation(7, 2, kBranches), all_steps(7, kBranches, 2));
  expect_as_good_as_vertices(TotalVariation(5, 2, kCycle), all_steps(5, kCycle, 2));
  expect_as_good_as_vertices(TotalVariation(9, 5, kGrid), all_steps(9, kGrid, 5));
  expect_as_good_as_vertices(TotalVariation(6, 1, kDumbbell), all_steps(6, kDumbbell, 1));
}

TEST(TotalVariation, LmoMatchesBestFunctionOnRandomGraphs) {
  std::mt19937_64 random(9);
  for (int i = 0; i < 20; ++i) {
    const Index n = 3 + i % 6;
    std::vector<Edge> edges;
    for (Index v = 1; v < n; ++v) {
      edges.push_back({v, std::uniform_int_distribution<Index>(0, v - 1)(random)});
    }
    std::uniform_int_distribution<Index> any(0, n - 1);
    for (Index k = 0; k < i % 5 * 2; ++k) edges.push_back({any(random), any(random)});
    expect_as_good_as_vertices(TotalVariation(n, 1.5, edges), all_steps(n, edges, 1.5));
  }
}

TEST(TotalVariation, VerticesHaveFullRadius) {
  std::mt19937_64 random(4);
  for (int i = 0; i < 50; ++i) {
    const Vector v =
        linear_minimizer(TotalVariation(9, 4, kGrid), test_gradient(9, i % 2 == 0, random));
    double size = 0;
    for (const auto& [from, to] : kGrid) size += std::abs(v[from] - v[to]);
    EXPECT_NEAR(size, 4, 1e-12);
    EXPECT_NEAR(v.mean(), 0, 1e-15);
    EXPECT_NEAR((v.array() - v[0]).abs().maxCoeff(), v.maxCoeff() - v.minCoeff(), 1e-15);
  }
}

TEST(TotalVariation, TiesGoToFirstEdge) {
  // Sums of g left of the edges: 1, 0, 1.
  EXPECT_EQ(linear_minimizer(TotalVariation(4, 4), vec({1, -1, 1, -1})), vec({-3, 1, 1, 1}));
  EXPECT_EQ(linear_minimizer(TotalVariation(4, 4), vec({0, 0, 0, 0})).cwiseAbs(),
            vec({3, 1, 1, 1}));
  // A constant added to all entries does not matter.
  EXPECT_EQ(linear_minimizer(TotalVariation(4, 4), vec({8, 6, 8, 6})), vec({-3, 1, 1, 1}));
}

TEST(TotalVariation, ReturnsPointForNaN) {
  for (const auto& set : {TotalVariation(5, 2), TotalVariation(5, 2, kCycle)}) {
    const Vector v = linear_minimizer(set, vec({1, not_a_number, 0, infinity, 2}));
    EXPECT_LE(set.violation(v).distance, 1e-15);
  }
}

TEST(TotalVariation, GivesFurtherVerticesOnTree) {
  LmoResult lmo;
  TotalVariation(4, 4).minimize_several(Gradient(vec({4, -1, 0, -3})), 9, lmo);
  EXPECT_EQ(lmo.atom.to_dense(), vec({-3, 1, 1, 1}));  // the sums are 4, 3, 3
  ASSERT_EQ(lmo.other_count, 2u);
  EXPECT_EQ(lmo.others[0].to_dense(), vec({-2, -2, 2, 2}));
  EXPECT_EQ(lmo.others[1].to_dense(), vec({-1, -1, -1, 3}));
}

TEST(TotalVariation, ReportsViolation) {
  const TotalVariation set(3, 2);
  EXPECT_EQ(set.name(), "vectors of total variation up to 2 and mean 0 in R^3, along 2 edges");
  EXPECT_FALSE(set.is_norm_ball());
  EXPECT_EQ(set.violation(vec({1, 0, -1})).distance, 0);
  EXPECT_EQ(set.violation(vec({3, 0, -3})).distance, 4);
  EXPECT_EQ(set.violation(vec({3, 0, -3})).detail, "the total variation 6 is above 2");
  EXPECT_EQ(set.violation(vec({1, 1, 1})).detail, "the mean is 1, must be 0");
}

TEST(TotalVariation, RecenterCorrectsRounding) {
  const TotalVariation set(3, 2);
  Vector x = vec({1, 0, -1}).array() + 1e-13;
  EXPECT_TRUE(set.recenter(x));
  EXPECT_NEAR(x.mean(), 0, 1e-16);
  x = (1 + 1e-13) * vec({1, 0, -1});
  EXPECT_TRUE(set.recenter(x));
  EXPECT_EQ(set.violation(x).distance, 0);
  x = vec({1, 0, -1});
  EXPECT_FALSE(set.recenter(x));
  x = vec({2, 1, 0});
  EXPECT_FALSE(set.recenter(x));
}

TEST(TotalVariation, RejectsBadArguments) {
  EXPECT_EQ(refusal([] { TotalVariation(0, 1); }), "dimension = 0: must be at least 1");
  EXPECT_EQ(refusal([] { TotalVariation(3, 0); }), "radius = 0: must be positive and finite");
  EXPECT_EQ(refusal([] {
              TotalVariation(3, 1, {{0, 1}, {1, 3}});
            }),
            "edges[1] = (1, 3): 3 is not a node, must be from 0 to 2, a node for each variable");
  EXPECT_EQ(refusal([] {
              TotalVariation(4, 1, {{0, 1}, {2, 3}});
            }),
            "edges: the graph must be connected, but no edges lead from node 0 to node 2");
  EXPECT_EQ(refusal([] {
              TotalVariation(2, 1, {{1, 1}});
            }),
            "edges: the graph must be connected, but no edges lead from node 0 to node 1");
}

}  // namespace
}  // namespace acgd
