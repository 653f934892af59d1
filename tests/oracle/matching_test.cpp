#include "acgd/oracle/matchings.hpp"
#include "oracle/set_exam.hpp"

namespace acgd {
namespace {

using namespace acgd_test;

/// All matchings as 0/1 columns by enumeration; optionally the perfect ones only.
Matrix matchings_by_force(const BipartiteGraph& graph, bool perfect) {
  const auto edges = static_cast<Index>(graph.edges.size());
  std::vector<Vector> found;
  for (Index chosen = 0; chosen < Index{1} << edges; ++chosen) {
    Vector x(edges), left = Vector::Zero(graph.left), right = Vector::Zero(graph.right);
    for (Index e = 0; e < edges; ++e) {
      x[e] = static_cast<double>(chosen >> e & 1);
      left[graph.edges[e].from] += x[e];
      right[graph.edges[e].to] += x[e];
    }
    const bool each_once = left.maxCoeff() <= 1 && right.maxCoeff() <= 1;
    if (each_once && (!perfect || x.sum() == static_cast<double>(graph.left))) found.push_back(x);
  }
  Matrix all(edges, static_cast<Index>(found.size()));
  for (Index k = 0; k < all.cols(); ++k) all.col(k) = found[k];
  return all;
}

BipartiteGraph random_bipartite(Index left, Index right, Index edges, std::mt19937_64& random) {
  BipartiteGraph graph{.left = left, .right = right};
  for (Index e = 0; e < edges; ++e) {
    graph.edges.push_back({static_cast<Index>(random() % static_cast<std::uint64_t>(left)),
                           static_cast<Index>(random() % static_cast<std::uint64_t>(right))});
  }
  return graph;
}

/// The square 0 - 0, 0 - 1, 1 - 0, 1 - 1
BipartiteGraph square() { return BipartiteGraph::of({{0, 0}, {0, 1}, {1, 0}, {1, 1}}); }

TEST(Matching, LmoMatchesBestMatchingOfRandomGraphs) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 40; ++round) {
    const Matching set(random_bipartite(1 + round % 4, 1 + round % 5, 1 + round % 9, random));
    expect_as_good_as_vertices(set, matchings_by_force(set.graph(), false));
  }
}

TEST(Matching, PerfectIsRefusedOrBeatsEveryPerfectMatchingOfRandomGraphs) {
  std::mt19937_64 random(2);
  int accepted = 0, refused = 0;
  for (int round = 0; round < 150; ++round) {
    const Index side = 1 + round % 4;
    const BipartiteGraph graph = random_bipartite(side, side, side + round % 7, random);
    const Matrix all = matchings_by_force(graph, true);
    const std::string sentence = refusal([&] { Matching{graph, Relation::equal}; });
    EXPECT_EQ(sentence.empty(), all.cols() > 0) << sentence;
    ++(sentence.empty() ? accepted : refused);
    if (sentence.empty()) expect_as_good_as_vertices(Matching(graph, Relation::equal), all);
  }
  EXPECT_GT(accepted, 20);
  EXPECT_GT(refused, 20);
}

TEST(Matching, PassesChecker) {
  std::mt19937_64 random(3);
  expect_passes(Matching(square()));
  expect_passes(Matching(random_bipartite(6, 9, 30, random)));
  expect_passes(Matching(square(), Relation::equal));
  BipartiteGraph graph = random_bipartite(8, 8, 25, random);
  for (Index i = 0; i < 8; ++i) graph.edges.push_back({i, 7 - i});
  expect_passes(Matching(graph, Relation::equal));
}

TEST(Matching, SelectsEdgesOfNegativeCost) {
  LmoResult lmo;
  Matching(square()).minimize(Gradient(vec({-1, -3, -3, 2})), lmo);
  const auto* atom = lmo.atom.as<Atom::Sparse>();
  ASSERT_NE(atom, nullptr);
  EXPECT_EQ(atom->indices, (std::vector<Index>{1, 2}));
  EXPECT_EQ(atom->values, (std::vector<double>{1, 1}));
  // One edge of -5 is better than two of -2 in its place.
  EXPECT_EQ(linear_minimizer(Matching(square()), vec({-5, -2, -2, 1})), vec({1, 0, 0, 0}));
  EXPECT_EQ(linear_minimizer(Matching(square(), Relation::equal), vec({-5, -2, -2, 2})),
            vec({0, 1, 1, 0}));
  EXPECT_EQ(linear_minimizer(Matching(square()), vec({1, 2, 3, 4})), Vector::Zero(4));
}

TEST(Matching, UsesCheaperOfParallelEdges) {
  const BipartiteGraph twice = BipartiteGraph::of({{0, 0}, {0, 0}});
  EXPECT_EQ(linear_minimizer(Matching(twice), vec({-1, -2})), vec({0, 1}));
  EXPECT_EQ(linear_minimizer(Matching(twice, Relation::equal), vec({3, 3})), vec({1, 0}));
}

TEST(Matching, ReturnsMatchingForAnyGradient) {
  const Matching some(square());
  const Matching all(square(), Relation::equal);
  EXPECT_EQ(linear_minimizer(some, Vector::Zero(4)), Vector::Zero(4));
  EXPECT_EQ(linear_minimizer(all, Vector::Zero(4)), vec({1, 0, 0, 1}));
  for (const double bad : {not_a_number, infinity, -infinity, 1e308, -1e308}) {
    EXPECT_TRUE(some.contains(linear_minimizer(some, vec({1, bad, bad, -1})), 0)) << bad;
    EXPECT_TRUE(all.contains(linear_minimizer(all, vec({bad, bad, 1, bad})), 0)) << bad;
  }
}

TEST(Matching, ReportsNodeWithLargestViolation) {
  const Matching some(square());
  EXPECT_EQ(some.violation(vec({0.5, 0.5, 0.5, 0})).distance, 0);
  EXPECT_EQ(some.violation(vec({1, 0.5, 0, 0})).detail,
            "the edges at left node 0 sum to 1.5, more than 1");
  EXPECT_EQ(some.violation(vec({0, 1, 0, 1})).detail,
            "the edges at right node 1 sum to 2, more than 1");
  EXPECT_EQ(some.violation(vec({0, -2, 0, 1})).detail, "x[1] = -2 is negative");
  const Matching all(square(), Relation::equal);
  EXPECT_EQ(all.violation(vec({0.5, 0.5, 0.5, 0.5})).distance, 0);
  EXPECT_EQ(all.violation(vec({0.5, 0.5, 0.5, 0})).detail,
            "the edges at left node 1 sum to 0.5, not 1");
  EXPECT_FALSE(all.contains(vec({1, 0, 0, not_a_number})));
}

TEST(Matching, HasExpectedProperties) {
  EXPECT_EQ(Matching(square()).name(),
            "matchings of a bipartite graph with 2 + 2 nodes and 4 edges");
  EXPECT_EQ(Matching(square(), Relation::equal).name(),
            "perfect matchings of a bipartite graph with 2 + 2 nodes and 4 edges");
}

TEST(Matching, ErrorsNameInvalidGraphs) {
  const auto some = [](BipartiteGraph graph) { return refusal([&] { Matching{graph}; }); };
  const auto all = [](BipartiteGraph graph) {
    return refusal([&] { Matching{graph, Relation::equal}; });
  };
  EXPECT_EQ(some({.left = 0, .right = 1}), "left (nodes) = 0: must be at least 1");
  EXPECT_EQ(some({.left = 1, .right = 1}), "edges: none, but each of them is a variable");
  EXPECT_EQ(some({.left = 1, .right = 3, .edges = {{0, 2}, {1, 2}}}),
            "edges[1].from: 1 is not a left node, must be 0 .. 0");
  EXPECT_EQ(all({.left = 2, .right = 2, .edges = {{0, -1}}}),
            "edges[0].to: -1 is not a right node, must be 0 .. 1");
  EXPECT_EQ(all({.left = 2, .right = 3, .edges = {{0, 1}}}),
            "edges: 2 left and 3 right nodes: must be as many, if each has one partner; matching "
            "lets nodes be alone");
  // Three nodes with only two neighbours.
  EXPECT_EQ(all(BipartiteGraph::of({{0, 0}, {0, 3}, {1, 1}, {1, 2}, {2, 1}, {2, 2}, {3, 2}})),
            "edges: there is no perfect matching: left nodes 1, 2, 3 have no neighbours but right "
            "nodes 1, 2");
  EXPECT_EQ(all({.left = 2, .right = 2, .edges = {{0, 0}, {0, 1}}}),
            "edges: there is no perfect matching: left node 1 has no edge");
}

}  // namespace
}  // namespace acgd
