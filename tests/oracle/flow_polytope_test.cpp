#include "acgd/oracle/flows.hpp"
#include "oracle/random_graphs.hpp"
#include "oracle/set_exam.hpp"

namespace acgd {
namespace {

using namespace acgd_test;

/// 0 -> 1 -> 3 and 0 -> 2 -> 3
FlowGraph diamond() { return {.nodes = 4, .edges = {{0, 1}, {0, 2}, {1, 3}, {2, 3}}}; }

std::vector<Index> path_for(const FlowPolytope& flows, const Vector& g) {
  LmoResult lmo;
  flows.minimize(Gradient(g), lmo);
  const auto* atom = lmo.atom.as<Atom::Sparse>();
  EXPECT_NE(atom, nullptr);
  EXPECT_TRUE(std::ranges::is_sorted(atom->indices));
  EXPECT_EQ(atom->values, std::vector<double>(atom->indices.size(), 1.0));
  return atom->indices;
}

std::string refused(FlowGraph graph, FlowCosts costs = FlowCosts::nodes) {
  return refusal([&] { FlowPolytope(std::move(graph), costs); });
}

class FlowPolytopeOver : public testing::TestWithParam<FlowCosts> {};

TEST_P(FlowPolytopeOver, LmoMatchesBestPathOfRandomGraphs) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 150; ++round) {
    FlowGraph graph = random_graph(1 + round % 3, 2 + round % 6, 0.6, random);
    graph.edges.push_back(graph.edges.empty() ? FlowGraph::Edge{0, 1} : graph.edges.front());
    const FlowPolytope flows(graph, GetParam());
    const PathsByForce paths(flows.graph());
    EXPECT_EQ(flows.components(), paths.components());
    for (int i = 0; i < 10; ++i) {
      const Vector g = test_gradient(flows.dimension(), i % 2 == 0, random);
      const Vector x = linear_minimizer(flows, g);
      EXPECT_NEAR(x.dot(g), paths.minimum(g, GetParam()), 1e-12);
      EXPECT_EQ(flows.violation(x).distance, 0) << flows.violation(x).detail;
    }
  }
}

TEST_P(FlowPolytopeOver, UsesGivenSourcesAndSinks) {
  std::mt19937_64 random(2);
  int accepted = 0;
  for (int round = 0; round < 400; ++round) {
    FlowGraph graph = random_graph(1, 7, 0.5, random);
    if (graph.edges.empty()) continue;
    for (int i = 0; i < 3; ++i) graph.sources.push_back(static_cast<Index>(random() % 7));
    for (int i = 0; i < 2; ++i) graph.sinks.push_back(static_cast<Index>(random() % 7));
    const PathsByForce paths(graph);
    if (!refused(graph, GetParam()).empty()) continue;
    ++accepted;
    const FlowPolytope flows(graph, GetParam());
    for (int i = 0; i < 5; ++i) {
      const Vector g = test_gradient(flows.dimension(), i % 2 == 0, random);
      const Vector x = linear_minimizer(flows, g);
      EXPECT_NEAR(x.dot(g), paths.minimum(g, GetParam()), 1e-12);
      EXPECT_LE(flows.violation(x).distance, 0) << flows.violation(x).detail;
      const Vector mixed = paths.mixture(GetParam(), random);
      EXPECT_LE(flows.violation(mixed).distance, 1e-13) << flows.violation(mixed).detail;
    }
  }
  EXPECT_GT(accepted, 50);
}

TEST_P(FlowPolytopeOver, PassesChecker) {
  std::mt19937_64 random(3);
  expect_passes(FlowPolytope(diamond(), GetParam()));
  for (int round = 0; round < 4; ++round)
    expect_passes(FlowPolytope(random_graph(2, 6, 0.7, random), GetParam()),
                  {.gradients = 12, .points = 400});
}

INSTANTIATE_TEST_SUITE_P(Costs, FlowPolytopeOver,
                         testing::Values(FlowCosts::nodes, FlowCosts::edges),
                         [](const auto& costs) {
                           return costs.param == FlowCosts::nodes ? "nodes" : "edges";
                         });

TEST(FlowPolytope, FollowsCheaperBranch) {
  const FlowPolytope nodes(diamond());
  EXPECT_EQ(path_for(nodes, vec({0, 2, 1, 0})), (std::vector<Index>{0, 2, 3}));
  EXPECT_EQ(path_for(nodes, vec({5, -2, -1, 7})), (std::vector<Index>{0, 1, 3}));
  const FlowPolytope edges(diamond(), FlowCosts::edges);
  EXPECT_EQ(path_for(edges, vec({0, 1, 0, -2})), (std::vector<Index>{1, 3}));
  EXPECT_EQ(path_for(edges, vec({-5, 1, 3, -2})), (std::vector<Index>{0, 2}));
}

TEST(FlowPolytope, TiesGoToSmallestSinkPredecessorAndEdge) {
  // Two sinks, 3 and 4; the predecessor 1 of 3 is listed after 2; the edge 2 -> 4 is there twice.
  const FlowGraph graph{.nodes = 5,
                        .edges = {{2, 3}, {1, 3}, {0, 2}, {0, 1}, {2, 4}, {1, 4}, {2, 4}}};
  const FlowPolytope nodes(graph);
  EXPECT_EQ(path_for(nodes, Vector::Zero(5)), (std::vector<Index>{0, 1, 3}));
  EXPECT_EQ(path_for(nodes, vec({0, 0, 0, 1, 0})), (std::vector<Index>{0, 1, 4}));
  const FlowPolytope edges(graph, FlowCosts::edges);
  EXPECT_EQ(path_for(edges, Vector::Zero(7)), (std::vector<Index>{1, 3}));
  EXPECT_EQ(path_for(edges, vec({9, 9, 0, 0, 0, 9, 0})), (std::vector<Index>{2, 4}));
  // A path starts at a source in its middle if a longer one is not cheaper.
  FlowGraph early = diamond();
  early.sources = {0, 2};
  EXPECT_EQ(path_for(FlowPolytope(early), vec({0, 1, 0, 0})), (std::vector<Index>{2, 3}));
  EXPECT_EQ(path_for(FlowPolytope(early), vec({-1, 1, 0, 0})), (std::vector<Index>{0, 2, 3}));
}

TEST(FlowPolytope, IsolatedNodesCarryTheirUnit) {
  const FlowGraph graph{.nodes = 4, .edges = {{2, 0}}};
  const FlowPolytope nodes(graph);
  EXPECT_EQ(nodes.components(), 3);
  EXPECT_EQ(path_for(nodes, vec({1, 2, 3, 4})), (std::vector<Index>{0, 1, 2, 3}));
  const FlowPolytope edges(graph, FlowCosts::edges);
  EXPECT_EQ(path_for(edges, vec({1})), (std::vector<Index>{0}));
  EXPECT_EQ(edges.violation(vec({1})).distance, 0);
}

TEST(FlowPolytope, ReturnsPathForNonFiniteCosts) {
  EXPECT_EQ(path_for(FlowPolytope(diamond()), Vector::Constant(4, not_a_number)).size(), 3u);
  EXPECT_EQ(path_for(FlowPolytope(diamond()), Vector::Constant(4, infinity)).size(), 3u);
}

TEST(FlowPolytope, StartIsPathOfZeroCosts) {
  EXPECT_EQ(FlowPolytope(diamond()).start().to_dense(), vec({1, 1, 0, 1}));
}

TEST(FlowPolytope, ReusesMemoryWhenPathsGrow) {
  const FlowPolytope flows({.nodes = 5, .edges = {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {0, 4}}});
  LmoResult lmo;
  flows.minimize(Gradient(vec({0, 1, 1, 1, 0})), lmo);
  const auto* atom = lmo.atom.as<Atom::Sparse>();
  const Index* indices = atom->indices.data();
  const double* values = atom->values.data();
  EXPECT_EQ(atom->indices.size(), 2u);
  flows.minimize(Gradient(vec({0, -1, -1, -1, 0})), lmo);
  EXPECT_EQ(atom->indices.size(), 5u);
  EXPECT_EQ(atom->indices.data(), indices);
  EXPECT_EQ(atom->values.data(), values);
}

TEST(FlowPolytope, HasExpectedProperties) {
  EXPECT_EQ(FlowPolytope(diamond()).name(),
            "flow polytope of 1 graph with 4 nodes and 4 edges, over its nodes");
  EXPECT_EQ(FlowPolytope({.nodes = 4, .edges = {{0, 1}, {2, 3}}}, FlowCosts::edges).name(),
            "flow polytope of 2 graphs with 4 nodes and 2 edges, over its edges");
}

TEST(FlowPolytope, ErrorsNameInvalidGraphs) {
  EXPECT_NE(refused({}), "");
  EXPECT_EQ(refused({.nodes = 3, .edges = {{0, 1}, {1, 3}}}),
            "edges[1].to: 3 is not a node, must be 0 .. 2");
  EXPECT_EQ(refused({.nodes = 3, .edges = {{-1, 1}}}),
            "edges[0].from: -1 is not a node, must be 0 .. 2");
  EXPECT_EQ(refused({.nodes = 2, .edges = {{0, 1}}, .sources = {0, 7}}),
            "sources[1]: 7 is not a node, must be 0 .. 1");
  EXPECT_EQ(refused({.nodes = 2, .edges = {{0, 1}}, .sinks = {2}}),
            "sinks[0]: 2 is not a node, must be 0 .. 1");
  EXPECT_EQ(refused({.nodes = 7, .edges = {{0, 5}, {5, 3}, {3, 5}, {5, 6}}}),
            "edges: the graph has a cycle, 3 -> 5 -> 3");
  EXPECT_EQ(refused({.nodes = 6, .edges = {{0, 4}, {4, 2}, {2, 3}, {3, 4}, {3, 5}}}),
            "edges: the graph has a cycle, 2 -> 3 -> 4 -> 2");
  EXPECT_EQ(refused({.nodes = 3, .edges = {{0, 1}, {1, 1}}}),
            "edges: the graph has a cycle, 1 -> 1");
  EXPECT_EQ(refused({.nodes = 4, .edges = {{0, 2}, {1, 2}, {1, 3}}, .sources = {0}}),
            "sinks: no source reaches node 3, in component 0");
  EXPECT_EQ(refused({.nodes = 4, .edges = {{0, 1}, {2, 3}}, .sources = {0}}),
            "sources: none in component 1, the one of node 2");
  EXPECT_EQ(refused({.nodes = 4, .edges = {{0, 1}, {2, 3}}, .sinks = {3}}),
            "sinks: none in component 0, the one of node 0");
  EXPECT_EQ(refused({.nodes = 4}, FlowCosts::edges),
            "edges: none, but flows along edges are asked for");
}

}  // namespace
}  // namespace acgd
