// A quadratic over the flows through the layered graphs of several videos.
#include <fmt/format.h>

#include <array>
#include <cmath>

#include "acgd/objective/quadratic.hpp"
#include "acgd/oracle/flows.hpp"
#include "experiments/catalogue.hpp"
#include "experiments/data_file.hpp"
#include "experiments/limits.hpp"
#include "experiments/random.hpp"
#include "experiments/strategy.hpp"
#include "experiments/synthetic.hpp"
#include "io/edges.hpp"
#include "io/npy.hpp"

namespace acgd::experiments {
namespace {

constexpr double kDelta = 1e-4;
constexpr Index kBoxes = 20;  ///< per frame
constexpr std::array<Index, 5> kFrames = {7, 7, 7, 6, 6};
/// The size of the quadratic term's eigenvalues and the sum of the linear one's entries.
constexpr double kEigenvalue = 0.0033, kLinearSum = 3;
constexpr Index kBoxFeatures = 120;

struct VideoData {
  Matrix a;
  Vector b;
  Vector x0;
  std::vector<FlowGraph::Edge> edges;
  std::string source;
};

std::optional<VideoData> recorded(const Settings& settings) {
  const auto a = data_file(settings, "video-colocalization/A.npy");
  const auto b = data_file(settings, "video-colocalization/b.npy");
  const auto x0 = data_file(settings, "video-colocalization/x0.npy");
  const auto edges = data_file(settings, "video-colocalization/edges.csv");
  if (!a || !b || !x0 || !edges) return std::nullopt;
  VideoData data{.a = io::read_npy_matrix(*a),
                 .b = io::read_npy_vector(*b),
                 .x0 = io::read_npy_vector(*x0),
                 .edges = io::read_edges(*edges),
                 .source = {}};
  data.source = fmt::format("YouTube-Objects (aeroplane), {} nodes, {} edges", data.a.rows(),
                            data.edges.size());
  return data;
}

/// Each box of a frame is joined to each box of the next one.
void join_frames(Index from, Index to, std::vector<FlowGraph::Edge>& edges) {
  for (Index i = 0; i < kBoxes; ++i) {
    for (Index j = 0; j < kBoxes; ++j) edges.push_back({.from = from + i, .to = to + j});
  }
}

VideoData twin(const Settings& settings) {
  VideoData data;
  Index nodes = 0;
  for (const Index frames : kFrames) {
    for (Index frame = 0; frame < frames; ++frame, nodes += kBoxes) {
      if (frame > 0) join_frames(nodes - kBoxes, nodes, data.edges);
    }
  }
  data.a = ridge_residual(nodes, kBoxFeatures, kEigenvalue, settings.seed);
  // Positive with a tail to the right, as the costs of boxes are.
  data.b = (0.5 * Random("video costs", settings.seed).gaussian_vector(nodes)).array().exp();
  data.b *= kLinearSum / data.b.sum();
  // The first box of every frame.
  data.x0 = Vector::Zero(nodes);
  for (Index node = 0; node < nodes; node += kBoxes) data.x0[node] = 1;
  data.source = fmt::format(
      "synthetic twin of YouTube-Objects (aeroplane), {} nodes, {} edges, "
      "seed {}",
      nodes, data.edges.size(), settings.seed);
  return data;
}

Prepared prepare_video(const Settings& settings) {
  const auto real = recorded(settings);
  const VideoData data = real ? *real : twin(settings);
  return {.problem = {.f = std::make_shared<const Quadratic>(data.a, data.b),
                      .set = std::make_shared<const FlowPolytope>(
                          FlowGraph{.nodes = data.a.rows(), .edges = data.edges}),
                      .x0 = data.x0},
          .options = stop_at_gap(settings),
          // Frobenius, as the published figures have it
          .lipschitz = [a = data.a] { return a.norm(); },
          .delta = kDelta,
          .data = data.source,
          .origin = real ? Origin::paper : Origin::other,
          .missing = real ? "" : kStandIn};
}

}  // namespace

Experiment video() {
  return {.name = "video",
          .title = "Video co-localization",
          .description =
              "1/2 x'Ax + b'x over one unit of flow through the boxes of each of five "
              "videos, from the first box of every frame",
          .sources =
              "Notebook Video_Co_Localization: A, b and the start in its data.mat; L of short, "
              "0.0786, is Julia's norm(A, 2), the Frobenius norm; the first estimate of L is a "
              "Gaussian probe, which is not at hand.",
          .strategies = constrained_strategies(),
          .prepare = prepare_video};
}

}  // namespace acgd::experiments
