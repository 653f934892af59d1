#include <bit>

#include "acgd/oracle/matroids.hpp"
#include "oracle/set_exam.hpp"

namespace acgd {
namespace {

using namespace acgd_test;

/// All spanning trees by enumeration.
Matrix trees_by_force(Index nodes, const std::vector<Edge>& edges) {
  std::vector<Vector> found;
  for (std::uint64_t chosen = 0; chosen < std::uint64_t{1} << edges.size(); ++chosen) {
    if (std::popcount(chosen) != nodes - 1) continue;
    std::uint64_t reached = 1;
    Vector x = Vector::Zero(static_cast<Index>(edges.size()));
    for (Index round = 0; round < nodes; ++round) {
      for (std::size_t e = 0; e < edges.size(); ++e) {
        if (!(chosen >> e & 1)) continue;
        x[static_cast<Index>(e)] = 1;
        const std::uint64_t ends = std::uint64_t{1} << edges[e].from | std::uint64_t{1}
                                                                           << edges[e].to;
        if (reached & ends) reached |= ends;
      }
    }
    if (std::popcount(reached) == nodes) found.push_back(x);
  }
  Matrix all(static_cast<Index>(edges.size()), static_cast<Index>(found.size()));
  for (Index k = 0; k < all.cols(); ++k) all.col(k) = found[k];
  return all;
}

std::vector<Edge> complete(Index nodes) {
  std::vector<Edge> edges;
  for (Index i = 0; i < nodes; ++i) {
    for (Index j = i + 1; j < nodes; ++j) edges.push_back({i, j});
  }
  return edges;
}

TEST(SpanningTrees, LmoMatchesBestTree) {
  // Cayley: n^(n - 2) trees of the complete graph.
  EXPECT_EQ(trees_by_force(5, complete(5)).cols(), 125);
  for (const Index nodes : {2, 3, 4, 5}) {
    expect_as_good_as_vertices(SpanningTrees(nodes, complete(nodes)),
                               trees_by_force(nodes, complete(nodes)));
  }
  const std::vector<Edge> parallel = {{0, 1}, {1, 0}, {1, 2}, {2, 0}, {2, 3}, {3, 1}, {0, 1}};
  expect_as_good_as_vertices(SpanningTrees(4, parallel), trees_by_force(4, parallel));
}

TEST(SpanningTrees, PassChecker) {
  expect_passes(SpanningTrees(2, {{0, 1}}));
  expect_passes(SpanningTrees(5, complete(5)), {.gradients = 12, .points = 200});
}

TEST(SpanningTrees, ReturnFirstOfCheapestEdges) {
  const SpanningTrees set(4, complete(4));
  LmoResult lmo;
  set.minimize(Gradient(vec({3, 1, 1, 1, 2, 2})), lmo);  // 01 02 03 12 13 23
  const auto* atom = lmo.atom.as<Atom::Sparse>();
  ASSERT_NE(atom, nullptr);
  EXPECT_EQ(atom->indices, (std::vector<Index>{1, 2, 3}));
  EXPECT_EQ(linear_minimizer(set, Vector::Zero(6)), vec({1, 1, 1, 0, 0, 0}));
  EXPECT_EQ(set.start().to_dense().sum(), 3);
  for (const double bad : {not_a_number, infinity, -infinity}) {
    EXPECT_TRUE(set.contains(linear_minimizer(set, vec({bad, 1, bad, 0, bad, bad})), 0));
  }
}

TEST(SpanningTrees, ReportViolation) {
  const SpanningTrees set(4, complete(4));
  EXPECT_EQ(set.violation(Vector::Constant(6, 0.5)).distance, 0);
  EXPECT_EQ(set.violation(vec({1, 1, 1, 0, 0, 0.5})).detail,
            "the sum is 3.5, not 3, one less than the nodes");
  EXPECT_EQ(set.violation(vec({1, 1, 2, 0, -1, 0})).distance, 1);
  // 0, 1 and 2 have 2.5 between them, where trees have 2; node 3 has the other half.
  const Violation cycle = set.violation(vec({1, 0.75, 0.25, 0.75, 0.25, 0}));
  EXPECT_NEAR(cycle.distance, 0.5, 1e-12);
  EXPECT_NE(cycle.detail.find("more between them than a tree"), std::string::npos);
  EXPECT_FALSE(set.contains(vec({1, 1, not_a_number, 0, 0, 0})));
}

TEST(SpanningTrees, MembershipOfLargeGraphsIsUnknownUnlessSumIsWrong) {
  std::vector<Edge> path;
  for (Index i = 0; i < 1500; ++i) path.push_back({i, i + 1});
  const SpanningTrees set(1501, path);
  EXPECT_TRUE(std::isnan(set.violation(Vector::Ones(1500)).distance));
  EXPECT_EQ(set.violation(2 * Vector::Ones(1500)).distance, 1500);
}

TEST(SpanningTrees, ErrorsNameInvalidGraphs) {
  const auto refused = [](Index nodes, std::vector<Edge> edges) {
    return refusal([&] { SpanningTrees(nodes, edges); });
  };
  EXPECT_EQ(refused(1, {}), "nodes = 1: must be at least 2");
  EXPECT_EQ(refused(2, {{0, 1}, {1, 2}}), "edges[1]: 2 is not a node, must be 0 .. 1");
  EXPECT_EQ(refused(2, {{0, 1}, {1, 1}}),
            "edges[1]: joins node 1 to itself, which no tree does; leave it out");
  EXPECT_EQ(refused(4, {{0, 1}, {2, 3}}),
            "edges: no way leads from node 0 to node 2; a graph in pieces has no spanning tree");
}

}  // namespace
}  // namespace acgd
