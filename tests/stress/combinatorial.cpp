// Combinatorial sets with closed-form vertices.
#include <algorithm>
#include <numeric>

#include "acgd/acgd.hpp"
#include "stress/sets.hpp"

namespace stress {
namespace {

using namespace acgd;

/// { 0 <= x <= most, sum = total }, relative to the total.
double outside_of_slice(const Vector& x, const Vector& most, double total) {
  return std::max(
      {0.0, -x.minCoeff() / total, (x - most).maxCoeff() / total, std::abs(x.sum() / total - 1)});
}

/// The best entries are filled first.
double support_of_slice(const Vector& g, const Vector& most, double total) {
  std::vector<Index> order(static_cast<std::size_t>(g.size()));
  std::iota(order.begin(), order.end(), Index{0});
  std::sort(order.begin(), order.end(), [&](Index a, Index b) { return g[a] > g[b]; });
  double sum = 0, left = total;
  for (const Index i : order) {
    const double amount = std::min(left, most[i]);
    sum += amount * g[i];
    left -= amount;
  }
  return sum;
}

GeneratedSet slice(std::shared_ptr<const Oracle> set, const Vector& most, double total,
                   std::string text) {
  return {std::move(set), [=](const Vector& x) { return outside_of_slice(x, most, total); },
          nullptr, [=](const Vector& g) { return support_of_slice(g, most, total); },
          std::move(text)};
}

GeneratedSet uniform_matroid(Draw& draw, Index n) {
  const Index rank = draw.index(1, n);
  const auto is_independent = [rank](const std::vector<Index>& set) {
    return static_cast<Index>(set.size()) <= rank;
  };
  return slice(std::make_shared<MatroidBases>(n, is_independent), Vector::Ones(n),
               static_cast<double>(rank), "bases of a uniform matroid");
}

/// Spanning trees of a ring lack one of its edges.
GeneratedSet ring(Index n) {
  std::vector<Edge> edges;
  for (Index i = 0; i < n; ++i) edges.push_back({i, (i + 1) % n});
  return slice(std::make_shared<SpanningTrees>(n, edges), Vector::Ones(n),
               static_cast<double>(n - 1), "spanning trees of a ring");
}

/// Parallel arcs between two nodes.
GeneratedSet parallel_arcs(Draw& draw, const Shape& shape) {
  FlowNetwork network{.nodes = 2, .capacities = Vector(shape.n), .supplies = Vector(2)};
  for (double& capacity : network.capacities) capacity = shape.radius * draw.uniform(0.1, 1);
  for (Index a = 0; a < shape.n; ++a) network.arcs.push_back({0, 1});
  const double total = draw.uniform(0.1, 0.9) * network.capacities.sum();
  network.supplies << total, -total;
  const Vector most = network.capacities;
  return slice(std::make_shared<NetworkFlows>(std::move(network)), most, total,
               "flow along parallel arcs");
}

/// One node that may be matched with one of n others.
GeneratedSet star(Index n) {
  BipartiteGraph graph{.left = 1, .right = n};
  for (Index j = 0; j < n; ++j) graph.edges.push_back({0, j});
  return {std::make_shared<Matching>(graph),
          [](const Vector& x) {
            return std::max({0.0, -x.minCoeff(), x.sum() - 1});
          },
          nullptr, [](const Vector& g) { return std::max(0.0, g.maxCoeff()); },
          "matchings of a star"};
}

/// Doubly stochastic matrices of one or four entries.
GeneratedSet two_by_two(Index n) {
  const double side = n == 1 ? 1 : 2;
  const auto outside = [side](const Vector& x) {
    double off = std::max(0.0, -x.minCoeff());
    if (side == 1) return std::max(off, std::abs(x[0] - 1));
    for (const double sum : {x[0] + x[1], x[2] + x[3], x[0] + x[2], x[1] + x[3]}) {
      off = std::max(off, std::abs(sum - 1));
    }
    return off;
  };
  return {std::make_shared<Birkhoff>(static_cast<Index>(side)), outside, nullptr,
          [side](const Vector& g) { return side == 1 ? g[0] : std::max(g[0] + g[3], g[1] + g[2]); },
          "Birkhoff polytope"};
}

}  // namespace

GeneratedSet draw_combinatorial(Draw& draw, const Shape& shape) {
  if ((shape.n == 1 || shape.n == 4) && draw.chance(0.5)) return two_by_two(shape.n);
  switch (draw.index(0, 3)) {
    case 0:
      return uniform_matroid(draw, shape.n);
    case 1:
      return shape.n > 1 ? ring(shape.n) : star(shape.n);
    case 2:
      return parallel_arcs(draw, shape);
    default:
      return star(shape.n);
  }
}

}  // namespace stress
