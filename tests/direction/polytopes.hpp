#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "acgd/direction/direction_rules.hpp"
#include "acgd/objective/quadratic.hpp"
#include "acgd/oracle/balls.hpp"
#include "acgd/oracle/composed_sets.hpp"
#include "acgd/oracle/flows.hpp"
#include "acgd/oracle/polyhedra.hpp"
#include "acgd/oracle/simplices.hpp"
#include "direction/faced.hpp"
#include "support/decompositions.hpp"

/// Quadratics over polytopes, each with its solution, computed without the library's rules.
namespace acgd_test {

using acgd::Index;
using acgd::Matrix;
using acgd::Oracle;
using acgd::Vector;

struct PolytopeProblem {
  std::string name;
  std::shared_ptr<const Oracle> set;
  /// f = 1/2 x'Qx + b'x, strongly convex.
  Matrix q;
  Vector b;
  Vector solution;
  Vector x0;

  acgd::Quadratic f() const { return {q, b}; }
  double value(const Vector& x) const { return x.dot(0.5 * (q * x) + b); }
  double optimum() const { return value(solution); }
};

/// The point of { x >= 0, sum x = total } nearest to c: c minus a constant, truncated at 0 (Held,
/// Wolfe and Crowder 1974).
inline Vector project_to_simplex(const Vector& c, double total) {
  std::vector<double> sorted(c.begin(), c.end());
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  double sum = 0, level = 0;
  for (std::size_t k = 0; k < sorted.size(); ++k) {
    sum += sorted[k];
    const double here = (sum - total) / static_cast<double>(k + 1);
    if (sorted[k] > here) level = here;
  }
  return (c.array() - level).max(0);
}

inline Vector project_to_l1_ball(const Vector& c, double radius) {
  if (c.lpNorm<1>() <= radius) return c;
  return project_to_simplex(c.cwiseAbs(), radius).cwiseProduct(c.cwiseSign());
}

/// Minimum of 1/2 x'Qx + b'x over the hull of a few columns: the best minimum over the affine hull
/// of a subset that is a convex combination of it.
inline Vector minimize_over_vertices(const Matrix& q, const Vector& b, const Matrix& vertices) {
  const auto count = static_cast<std::size_t>(vertices.cols());
  Vector best;
  double lowest = std::numeric_limits<double>::infinity();
  for (std::size_t subset = 1; subset < (std::size_t{1} << count); ++subset) {
    std::vector<Index> members;
    for (std::size_t i = 0; i < count; ++i) {
      if (subset >> i & 1) members.push_back(static_cast<Index>(i));
    }
    const auto size = static_cast<Index>(members.size());
    const Matrix v = vertices(Eigen::all, members);
    // Q and b in terms of the weights, and a multiplier for their sum.
    Matrix kkt = Matrix::Zero(size + 1, size + 1);
    kkt.topLeftCorner(size, size) = v.transpose() * q * v;
    kkt.rightCols(1).topRows(size).setOnes();
    kkt.bottomRows(1).leftCols(size).setOnes();
    Vector right(size + 1);
    right << Vector(-v.transpose() * b), 1;
    // Affinely dependent points: a smaller subset has the minimum.
    if (!is_invertible(kkt)) continue;
    const Vector weights = solve(kkt, right).topRows(size);
    if (weights.minCoeff() < -1e-12) continue;
    const Vector x = v * weights;
    const double value = x.dot(0.5 * (q * x) + b);
    if (value < lowest) lowest = value, best = x;
  }
  return best;
}

inline Vector waves(Index n, double size, double frequency) {
  return Vector::NullaryExpr(
      n, [=](Index i) { return size * std::sin(frequency * static_cast<double>(i + 1)); });
}

inline PolytopeProblem nearest(std::string name, std::shared_ptr<const Oracle> set, const Vector& c,
                               Vector solution) {
  const Vector x0 = set->start().to_dense();
  const Index n = c.size();
  return {std::move(name), std::move(set), Matrix::Identity(n, n), -c, std::move(solution), x0};
}

/// Positive definite, with eigenvalues from 1 to about 3.
inline Matrix well_conditioned(Index n) {
  const Vector u = waves(n, 1, 1.7), v = waves(n, 1, 0.6);
  return Matrix::Identity(n, n) + u * u.transpose() / u.squaredNorm() +
         v * v.transpose() / v.squaredNorm();
}

inline PolytopeProblem over_vertices(std::string name, std::shared_ptr<const Oracle> set,
                                     const Matrix& vertices, const Vector& b) {
  const Matrix q = well_conditioned(b.size());
  const Vector x0 = set->start().to_dense();
  return {std::move(name), std::move(set), q, b, minimize_over_vertices(q, b, vertices), x0};
}

/// 0 -> {1, 2} -> 3 -> {4, 5} -> 6: four paths, over its nodes.
inline acgd::FlowGraph two_diamonds() {
  return {.nodes = 7, .edges = {{0, 1}, {0, 2}, {1, 3}, {2, 3}, {3, 4}, {3, 5}, {4, 6}, {5, 6}}};
}
inline Matrix paths_of_two_diamonds() {
  Matrix paths = Matrix::Zero(7, 4);
  for (Index k = 0; k < 4; ++k) {
    for (const Index node : {Index{0}, 1 + k % 2, Index{3}, 4 + k / 2, Index{6}})
      paths(node, k) = 1;
  }
  return paths;
}

inline std::vector<PolytopeProblem> polytope_problems() {
  using namespace acgd;
  const Vector c = waves(8, 2, 1.3), near = 0.1 * c, d = waves(4, 3, 0.9);
  const auto simplex = std::make_shared<Simplex>(8, 2.5);
  const auto l1 = std::make_shared<L1Ball>(8, 3.0);
  const auto box = std::make_shared<Box>(4, -1, 2);
  std::vector<PolytopeProblem> all = {
      nearest("simplex", simplex, c, project_to_simplex(c, 2.5)),
      nearest("simplex_as_list", std::make_shared<Faced>(simplex, one_list()), c,
              project_to_simplex(c, 2.5)),
      nearest("l1", l1, c, project_to_l1_ball(c, 3)),
      nearest("l1_inside", l1, near, near),
      nearest("l1_as_list", std::make_shared<Faced>(l1, one_list()), near, near),
      nearest("unit_simplex", std::make_shared<Simplex>(8, 2.5, Relation::at_most), c,
              project_to_simplex(c.cwiseMax(0), 2.5)),
      nearest("unit_simplex_inside", std::make_shared<Simplex>(8, 2.5, Relation::at_most), near,
              near.cwiseMax(0)),
      nearest("box", box, d, d.cwiseMax(-1).cwiseMin(2)),
      nearest("linf", std::make_shared<LinfBall>(4, 1.0), d, d.cwiseMax(-1).cwiseMin(1))};

  Vector joint(20), solution(20);
  joint << c, c, d;
  solution << project_to_simplex(c, 2.5), project_to_l1_ball(c, 3), d.cwiseMax(-1).cwiseMin(2);
  all.push_back(nearest(
      "product",
      std::make_shared<Product>(std::vector<std::shared_ptr<const Oracle>>{simplex, l1, box}),
      joint, solution));

  const Matrix points = Matrix::NullaryExpr(
      3, 7, [](Index i, Index j) { return std::cos(static_cast<double>(3 * i + 5 * j * j)); });
  all.push_back(over_vertices("hull", std::make_shared<ConvexHull>(points), points,
                              Vector{{0.3, -0.8, 0.4}}));
  all.push_back(over_vertices("dag", std::make_shared<FlowPolytope>(two_diamonds()),
                              paths_of_two_diamonds(), waves(7, 0.8, 2.1)));
  // Two copies side by side: a product of two sets with separate objectives.
  FlowGraph twice = two_diamonds();
  for (const Edge& edge : two_diamonds().edges) twice.edges.push_back({edge.from + 7, edge.to + 7});
  twice.nodes = 14;
  const PolytopeProblem one = all.back();
  const Vector other = waves(7, 1.5, 1.1);
  PolytopeProblem two = one;
  two.name = "two_dags";
  two.set = std::make_shared<FlowPolytope>(twice);
  two.q.resize(14, 14);
  two.q << one.q, Matrix::Zero(7, 7), Matrix::Zero(7, 7), one.q;
  two.b.resize(14);
  two.b << one.b, other;
  two.solution.resize(14);
  two.solution << one.solution, minimize_over_vertices(one.q, other, paths_of_two_diamonds());
  two.x0 = two.set->start().to_dense();
  all.push_back(std::move(two));
  return all;
}

inline std::vector<acgd::DirectionChoice> active_set_rules(bool lazy = false) {
  return {acgd::Away{.lazy = lazy}, acgd::Pairwise{.lazy = lazy},
          acgd::BlendedPairwise{.lazy = lazy}};
}

}  // namespace acgd_test
