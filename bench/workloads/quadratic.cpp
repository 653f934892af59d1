// Quadratics 1/2 x'Qx + b'x over the simplex, and over the flows of the video co-localization.
#include "acgd/objective/quadratic.hpp"

#include <memory>

#include "acgd/oracle/flow_polytope.hpp"
#include "acgd/oracle/simplex.hpp"
#include "data.hpp"
#include "files.hpp"
#include "timed.hpp"
#include "workloads/workloads.hpp"

namespace bench {
namespace {

using PlainLmo = std::function<void(const Vector&, Vector&)>;

PlainProblem plain_quadratic(std::shared_ptr<const Matrix> q, Vector b, PlainLmo lmo) {
  PlainProblem problem;
  problem.value = [q, b, product = Vector()](const Vector& x) mutable {
    multiply(*q, x, product);
    return 0.5 * x.dot(product) + b.dot(x);
  };
  problem.gradient = [q, b](const Vector& x, Vector& g) {
    multiply(*q, x, g);
    g += b;
  };
  problem.lmo = std::move(lmo);
  return problem;
}

Case quadratic(const Settings& settings, Matrix matrix, const Vector& b, const Vector& x0,
               std::shared_ptr<const acgd::Oracle> set, PlainLmo lmo) {
  const auto f = std::make_shared<const acgd::Quadratic>(matrix, b);
  const auto q = std::make_shared<const Matrix>(std::move(matrix));
  Case problem{.bytes = 8.0 * static_cast<double>(q->size()),
               .iterations = settings.pick<Index>(3000, 300)};
  problem.acgd = [=](Index count) { return time_acgd({f, set, x0}, options_for(settings, count)); };
  problem.plain = [=](Index count) {
    return time_plain(plain_quadratic(q, b, lmo), x0, {.rule = settings.rule, .iterations = count});
  };
  return problem;
}

Case over_simplex(const Settings& settings, Index n) {
  Case problem = quadratic(settings, indefinite_matrix(n, 0.75, 31), gaussian_vector(n, 32),
                           Vector::Constant(n, 1 / static_cast<double>(n)),
                           std::make_shared<acgd::Simplex>(n), simplex_lmo());
  problem.data = "generated";
  return problem;
}

/// The five videos: layers of 20 boxes a frame, each joined to the next frame's.
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

/// A'A of a random matrix of low rank: convex, as the recorded one.
Matrix semidefinite_matrix(Index n) {
  const Matrix factor = gaussian_matrix(n / 2, n, 33);
  return factor.transpose() * factor / static_cast<double>(n);
}

}  // namespace

Case quadratic_900(const Settings& settings) { return over_simplex(settings, 900); }

Case quadratic_5000(const Settings& settings) {
  Case problem = over_simplex(settings, settings.pick<Index>(5000, 1500));
  problem.plain_iterations = settings.pick<Index>(100, 50);
  problem.plain_repetitions = 1;
  problem.note = "plain runs fewer iterations, once";
  return problem;
}

Case video(const Settings& settings) {
  const auto matrix = data_file("video-colocalization/A.npy");
  const auto linear = data_file("video-colocalization/b.npy");
  const auto start = data_file("video-colocalization/x0.npy");
  const auto edges = data_file("video-colocalization/edges.csv");
  const bool real = matrix && linear && start && edges;
  const Matrix a = real ? read_npy(*matrix) : semidefinite_matrix(660);
  const Index n = a.rows();
  const auto flows = std::make_shared<const acgd::FlowPolytope>(real ? recorded_graph(n, *edges)
                                                                     : layered_graph());
  const Vector b = real ? Vector(read_npy(*linear).col(0)) : gaussian_vector(n, 34);
  const Vector x0 = real ? Vector(read_npy(*start).col(0)) : Vector::Constant(n, 0.05);
  // Cheapest paths are not part of the comparison: plain asks the same oracle, and makes the answer
  // dense.
  const PlainLmo lmo = [flows](const Vector& g, Vector& v) {
    v = acgd::linear_minimizer(*flows, g);
  };
  Case problem = quadratic(settings, a, b, x0, flows, lmo);
  problem.data = real ? "recorded" : "twin";
  return problem;
}

}  // namespace bench
