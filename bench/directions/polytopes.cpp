// Quadratics over flows, a hull and the simplex.
#include <cmath>
#include <memory>

#include "acgd/direction/direction_rules.hpp"
#include "acgd/objective/least_squares.hpp"
#include "acgd/objective/linear_maps.hpp"
#include "acgd/objective/quadratic.hpp"
#include "acgd/oracle/flows.hpp"
#include "acgd/oracle/polyhedra.hpp"
#include "acgd/oracle/simplices.hpp"
#include "acgd/solve/solve.hpp"
#include "data.hpp"
#include "directions/comparison.hpp"
#include "video.hpp"

namespace bench {
namespace {

using SharedObjective = std::shared_ptr<const acgd::Objective>;
using SharedSet = std::shared_ptr<const acgd::Oracle>;

/// The rules auto and, with a limited time, Frank-Wolfe.
std::vector<ComparedRule> auto_and_frank_wolfe(const SharedObjective& f, const SharedSet& set,
                                               const acgd::Start& x0, const acgd::Options& options,
                                               const Goal& goal) {
  const auto run = [=](const acgd::DirectionChoice& direction) {
    return [=](double limit) {
      acgd::Options own = options;
      own.direction = direction;
      own.max_iterations = 1000000;
      own.time_limit = limit;
      return acgd::minimize(*f, *set, x0, own);
    };
  };
  return {{.name = "auto", .run = run(acgd::Auto{}), .goal = goal},
          {.name = "frank-wolfe", .run = run(acgd::FrankWolfe{}), .patience = 3}};
}

}  // namespace

ComparisonSetup video_flows(const Settings&) {
  const Video video = read_video();
  return {
      .data = video.source,
      .aim = "gap 1e-10",
      .compared_rules = auto_and_frank_wolfe(std::make_shared<acgd::Quadratic>(video.q, video.b),
                                             std::make_shared<acgd::FlowPolytope>(video.graph),
                                             video.x0, {.gap_tolerance = 1e-10}, {.calls = 60})};
}

/// The point nearest to 0 of the hull of 1000 points N(0, 1) + 1.
ComparisonSetup nearest_point(const Settings&) {
  constexpr Index kDimension = 50, kPoints = 1000;
  const auto hull = std::make_shared<const acgd::ConvexHull>(
      Matrix(gaussian_matrix(kDimension, kPoints, 1).array() + 1));
  return {.data = "generated",
          .aim = "relative gap 1e-12",
          .compared_rules = auto_and_frank_wolfe(
              std::make_shared<acgd::LeastSquares>(std::make_shared<acgd::IdentityMap>(kDimension),
                                                   Vector::Zero(kDimension)),
              hull, hull->start(), {.relative_gap_tolerance = 1e-12}, {.calls = 60})};
}

/// x'Qx / 2 + b'x over the simplex, Q definite, with a minimiser x* of 200 non-zeros: its gradient
/// is 0 on these and positive elsewhere.
ComparisonSetup sparse_portfolio(const Settings& settings) {
  const Index n = settings.pick<Index>(5000, 500), rank = n / 10;
  const Matrix factor = gaussian_matrix(rank, n, 1) / std::sqrt(static_cast<double>(rank));
  Matrix q = Matrix::Zero(n, n);
  q.selfadjointView<Eigen::Lower>().rankUpdate(factor.transpose());
  q.triangularView<Eigen::StrictlyUpper>() = q.transpose();
  q.diagonal().array() += 0.1;
  Vector x = sparse_truth(n, 200 * n / 5000, 1, 2).cwiseAbs();
  const Vector gradient = (x.array() > 0).select(0, 0.01 * gaussian_vector(n, 3).array().abs());
  const Vector b = gradient - q * x;
  return {
      .data = "generated",
      .aim = "relative gap 1e-10",
      .compared_rules = auto_and_frank_wolfe(std::make_shared<acgd::Quadratic>(std::move(q), b),
                                             std::make_shared<acgd::Simplex>(n), Vector::Unit(n, 0),
                                             {.relative_gap_tolerance = 1e-10}, {.seconds = 1})};
}

/// A unit flow from one corner of a grid to the opposite one with quadratic edge costs.
ComparisonSetup grid_flow(const Settings& settings) {
  const Index side = settings.pick<Index>(30, 8);
  acgd::FlowGraph graph{.nodes = side * side};
  for (Index i = 0; i < side; ++i) {
    for (Index j = 0; j < side; ++j) {
      if (j + 1 < side) graph.edges.push_back({i * side + j, i * side + j + 1});
      if (i + 1 < side) graph.edges.push_back({i * side + j, (i + 1) * side + j});
    }
  }
  const auto flows =
      std::make_shared<const acgd::FlowPolytope>(std::move(graph), acgd::FlowCosts::edges);
  const Index edges = flows->dimension();
  const Vector costs = 0.5 + gaussian_vector(edges, 1).array().abs();
  Eigen::SparseMatrix<double> q(edges, edges);
  q.setIdentity();
  q.diagonal() = costs;
  return {.data = "generated",
          .aim = "relative gap 1e-8",
          .compared_rules = auto_and_frank_wolfe(
              std::make_shared<acgd::Quadratic>(q, Vector::Zero(edges)), flows, flows->start(),
              {.relative_gap_tolerance = 1e-8}, {.calls = 1000, .seconds = 3})};
}

}  // namespace bench
