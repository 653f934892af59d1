#include "acgd/oracle/flows.hpp"
#include "oracle/random_graphs.hpp"
#include "oracle/set_exam.hpp"

namespace acgd {
namespace {

using namespace acgd_test;

class FlowMembershipOver : public testing::TestWithParam<FlowCosts> {};

TEST_P(FlowMembershipOver, AcceptsConvexCombinationsOfPaths) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 100; ++round) {
    const FlowGraph graph = random_graph(1 + round % 3, 3 + round % 5, 0.7, random);
    if (graph.edges.empty()) continue;
    const FlowPolytope flows(graph, GetParam());
    const Vector x = PathsByForce(graph).mixture(GetParam(), random);
    EXPECT_LE(flows.violation(x).distance, 1e-13) << flows.violation(x).detail;
  }
}

// A gradient with a smaller product at a point than at every path proves that the point is outside.
TEST_P(FlowMembershipOver, DetectsPointsThatLinearFunctionSeparates) {
  std::mt19937_64 random(2);
  std::normal_distribution<double> normal;
  int separated = 0;
  for (int round = 0; round < 200; ++round) {
    const FlowGraph graph = random_graph(1, 5, 0.7, random);
    if (graph.edges.empty()) continue;
    const FlowPolytope flows(graph, GetParam());
    const PathsByForce paths(graph);
    Vector x = paths.mixture(GetParam(), random);
    for (double& entry : x) entry = std::max(0.0, entry + 0.3 * normal(random));
    double separation = 0;
    for (int i = 0; i < 500; ++i) {
      const Vector g = test_gradient(flows.dimension(), false, random);
      separation = std::max(separation, (paths.minimum(g, GetParam()) - x.dot(g)) / g.norm());
    }
    if (separation < 1e-6) continue;
    ++separated;
    EXPECT_GT(flows.violation(x).distance, 1e-7);
    EXPECT_NE(flows.violation(x).detail, "");
  }
  EXPECT_GT(separated, 100);
}

TEST_P(FlowMembershipOver, RejectsNonFiniteAndWrongSize) {
  const FlowPolytope flows({.nodes = 3, .edges = {{0, 1}, {1, 2}, {0, 2}}}, GetParam());
  EXPECT_EQ(flows.violation(vec({1, not_a_number, 1})).distance, infinity);
  EXPECT_NE(refusal([&] { flows.violation(vec({1, 1})); }), "");
}

INSTANTIATE_TEST_SUITE_P(Costs, FlowMembershipOver,
                         testing::Values(FlowCosts::nodes, FlowCosts::edges),
                         [](const auto& costs) {
                           return costs.param == FlowCosts::nodes ? "nodes" : "edges";
                         });

TEST(EdgeFlow, ReportsViolationOfEachConstraint) {
  const FlowPolytope flows({.nodes = 4, .edges = {{0, 1}, {0, 2}, {1, 3}, {2, 3}}},
                           FlowCosts::edges);
  EXPECT_EQ(flows.violation(vec({0.25, 0.75, 0.25, 0.75})).distance, 0);
  const Violation unbalanced = flows.violation(vec({0.5, 0.5, 0.25, 0.75}));
  EXPECT_EQ(unbalanced.distance, 0.25);
  EXPECT_EQ(unbalanced.detail, "at node 1 of component 0 the flow out minus the flow in is -0.25");
  const Violation weak = flows.violation(vec({0.5, 0, 0.5, 0}));
  EXPECT_EQ(weak.distance, 0.5);
  EXPECT_EQ(weak.detail, "the sources of component 0 emit 0.5 instead of 1");
  const Violation negative = flows.violation(vec({-1, 2, -1, 2}));
  EXPECT_EQ(negative.distance, 1);
  EXPECT_EQ(negative.detail, "the flow of edge 0 is -1 < 0");
}

TEST(EdgeFlow, EmptyPathTakesRemainder) {
  // Node 1 is a source and a sink.
  const FlowPolytope flows(
      {.nodes = 3, .edges = {{0, 1}, {1, 2}}, .sources = {0, 1}, .sinks = {1, 2}},
      FlowCosts::edges);
  for (const Vector& x : {vec({0, 0}), vec({1, 1}), vec({0.5, 0.5}), vec({0.25, 0.5})})
    EXPECT_EQ(flows.violation(x).distance, 0) << x.transpose();
  EXPECT_EQ(flows.violation(vec({1.5, 0})).distance, 0.5);
}

TEST(NodeFlow, ReportsUnroutableFlow) {
  // Node 1 leads to 3 only, so its flow cannot end in 2.
  const FlowPolytope flows({.nodes = 4, .edges = {{0, 2}, {0, 3}, {1, 3}}});
  EXPECT_EQ(flows.violation(vec({0.5, 0.5, 0.25, 0.75})).distance, 0);
  const Violation stuck = flows.violation(vec({0, 1, 1, 0}));
  EXPECT_EQ(stuck.distance, 1);
  EXPECT_EQ(stuck.detail, "component 0 cannot route 1; node 1 with flow 1 misses 1");
  EXPECT_EQ(flows.violation(vec({0.25, 0.75, 0.5, 0.5})).distance, 0.25);
  EXPECT_EQ(flows.violation(vec({2, 0, 1, 1})).distance, 1);
}

TEST(NodeFlow, ErrorNamesComponent) {
  const FlowPolytope flows({.nodes = 4, .edges = {{0, 1}, {2, 3}}});
  const Violation empty = flows.violation(vec({1, 1, 0, 0}));
  EXPECT_EQ(empty.distance, 1);
  EXPECT_EQ(empty.detail, "component 1 carries 1 less than its unit");
  const Violation negative = flows.violation(vec({1, 1, -3, 1}));
  EXPECT_EQ(negative.distance, 3);
  EXPECT_EQ(negative.detail, "the flow of node 2 is -3 < 0");
}

}  // namespace
}  // namespace acgd
