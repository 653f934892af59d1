#include <fstream>
#include <sstream>

#include "acgd/oracle/flows.hpp"
#include "oracle/set_exam.hpp"
#include "support/data.hpp"
#include "support/effort.hpp"

namespace acgd {
namespace {

using namespace acgd_test;

/// The rows of a CSV file of integers with a header.
std::vector<std::vector<Index>> read_integers(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::vector<std::vector<Index>> rows;
  std::string line, field;
  std::getline(in, line);
  while (std::getline(in, line)) {
    std::istringstream fields(line);
    rows.emplace_back();
    while (std::getline(fields, field, ',')) rows.back().push_back(std::stol(field));
  }
  return rows;
}

/// Real graphs: five videos, one layer of boxes per frame, edges from each frame to the next.
class VideoGraphs : public testing::Test {
 protected:
  void SetUp() override {
    const auto nodes = acgd_test::data_file("video-colocalization/nodes.csv");
    const auto edges = acgd_test::data_file("video-colocalization/edges.csv");
    if (!nodes || !edges) GTEST_SKIP() << "video-colocalization: nodes.csv, edges.csv absent";
    for (const auto& row : read_integers(*edges)) graph_.edges.push_back({row[1], row[2]});
    for (const auto& row : read_integers(*nodes)) {
      const std::size_t video = row[1] - 1;
      const std::size_t frame = row[2] - 1;
      layers_.resize(std::max(layers_.size(), video + 1));
      layers_[video].resize(std::max(layers_[video].size(), frame + 1));
      layers_[video][frame].push_back(row[0]);
      ++graph_.nodes;
    }
  }

  /// The cheapest paths by backward dynamic programming over layers.
  double minimum(const Vector& g, FlowCosts costs) const {
    Matrix cost = Matrix::Constant(graph_.nodes, graph_.nodes, infinity);
    for (std::size_t e = 0; e < graph_.edges.size(); ++e)
      cost(graph_.edges[e].from, graph_.edges[e].to) =
          costs == FlowCosts::edges ? g[static_cast<Index>(e)] : 0;
    double sum = 0;
    for (const auto& video : layers_) {
      Vector to_go = Vector::Constant(graph_.nodes, infinity);
      for (auto layer = video.rbegin(); layer != video.rend(); ++layer)
        for (const Index v : *layer) {
          double onward = layer == video.rbegin() ? 0 : infinity;
          if (layer != video.rbegin())
            for (const Index w : *std::prev(layer))
              onward = std::min(onward, cost(v, w) + to_go[w]);
          to_go[v] = onward + (costs == FlowCosts::nodes ? g[v] : 0);
        }
      double best = infinity;
      for (const Index v : video.front()) best = std::min(best, to_go[v]);
      sum += best;
    }
    return sum;
  }

  FlowGraph graph_;
  std::vector<std::vector<std::vector<Index>>> layers_;  ///< nodes by video and frame
};

TEST_F(VideoGraphs, CheapestPathsMatchDynamicProgram) {
  std::mt19937_64 random(1);
  for (const FlowCosts costs : {FlowCosts::nodes, FlowCosts::edges}) {
    const FlowPolytope flows(graph_, costs);
    EXPECT_EQ(flows.components(), 5);
    EXPECT_EQ(flows.dimension(), costs == FlowCosts::nodes ? 660 : 11200);
    for (int i = 0; i < 10; ++i) {
      const Vector g = test_gradient(flows.dimension(), i % 2 == 0, random);
      const Vector x = linear_minimizer(flows, g);
      EXPECT_NEAR(x.dot(g), minimum(g, costs), 1e-12);
      EXPECT_EQ(x.sum(), costs == FlowCosts::nodes ? 33 : 28);  // one node per frame
      EXPECT_EQ(flows.violation(x).distance, 0) << flows.violation(x).detail;
    }
  }
}

TEST_F(VideoGraphs, AcceptsUniformFlowAndRejectsShiftedOne) {
  const FlowPolytope flows(graph_);
  Vector x = Vector::Constant(660, 1.0 / 20);
  EXPECT_LE(flows.violation(x).distance, 1e-12) << flows.violation(x).detail;
  x[layers_[3][1][4]] += 0.01;
  EXPECT_NEAR(flows.violation(x).distance, 0.01, 1e-12);
  EXPECT_NE(flows.violation(x).detail.find("component 3"), std::string::npos)
      << flows.violation(x).detail;
}

TEST_F(VideoGraphs, PassesChecker) {
  expect_passes(FlowPolytope(graph_), {.gradients = 6, .points = effort::is_sanitized() ? 10 : 50});
}

}  // namespace
}  // namespace acgd
