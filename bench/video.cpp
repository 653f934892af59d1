#include "video.hpp"

#include "data.hpp"
#include "files.hpp"

namespace bench {
namespace {

/// The five videos: layers of 20 boxes per frame, each connected to all boxes of the next frame.
acgd::FlowGraph layered_graph() {
  constexpr Index kBoxes = 20;
  acgd::FlowGraph graph;
  for (const Index frames : {7, 7, 7, 6, 6}) {
    for (Index frame = 0; frame < frames; ++frame, graph.nodes += kBoxes) {
      if (frame == 0) continue;
      for (Index to = 0; to < kBoxes; ++to) {
        for (Index from = 0; from < kBoxes; ++from) {
          graph.edges.push_back({graph.nodes - kBoxes + from, graph.nodes + to});
        }
      }
    }
  }
  return graph;
}

acgd::FlowGraph recorded_graph(Index nodes, const std::filesystem::path& edges) {
  acgd::FlowGraph graph{.nodes = nodes};
  for (const auto& row : read_csv(edges, true)) {
    graph.edges.push_back({static_cast<Index>(row[1]), static_cast<Index>(row[2])});
  }
  return graph;
}

/// A'A of a random matrix of low rank: positive semidefinite like the recorded matrix.
Matrix semidefinite_matrix(Index n) {
  const Matrix factor = gaussian_matrix(n / 2, n, 33);
  return factor.transpose() * factor / static_cast<double>(n);
}

}  // namespace

Video read_video() {
  const auto matrix = data_file("video-colocalization/A.npy");
  const auto linear = data_file("video-colocalization/b.npy");
  const auto start = data_file("video-colocalization/x0.npy");
  const auto edges = data_file("video-colocalization/edges.csv");
  if (matrix && linear && start && edges) {
    const Matrix q = read_npy(*matrix);
    return {q, read_npy(*linear).col(0), read_npy(*start).col(0), recorded_graph(q.rows(), *edges),
            "recorded"};
  }
  constexpr Index kNodes = 660;
  return {semidefinite_matrix(kNodes), gaussian_vector(kNodes, 34), Vector::Constant(kNodes, 0.05),
          layered_graph(), "synthetic"};
}

}  // namespace bench
