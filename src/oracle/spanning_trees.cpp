#include "acgd/oracle/spanning_trees.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"
#include "oracle/ascending.hpp"
#include "oracle/entries.hpp"
#include "oracle/max_flow.hpp"

namespace acgd {

/// Trees that grow together (union by halving the paths).
struct SpanningTrees::Forest {
  std::vector<Index> parent;
  std::vector<Index> order;  ///< of the edges, by cost

  void plant(Index nodes) {
    parent.resize(static_cast<std::size_t>(nodes));
    std::iota(parent.begin(), parent.end(), Index{0});
  }
  Index root(Index node) {
    while (parent[node] != node) {
      parent[node] = parent[parent[node]];
      node = parent[node];
    }
    return node;
  }
  /// False if the edge would close a cycle. The smaller node becomes the root.
  bool join(const Edge& edge) {
    const Index a = root(edge.from), b = root(edge.to);
    parent[std::max(a, b)] = std::min(a, b);
    return a != b;
  }
};

std::unique_ptr<Oracle> SpanningTrees::Parameters::begin(const SetContext& context) const {
  std::vector<Edge> edges = context.reader().edges(file);
  Index nodes = 0;
  for (const Edge& edge : edges) nodes = std::max({nodes, edge.from + 1, edge.to + 1});
  return std::make_unique<SpanningTrees>(nodes, std::move(edges));
}

SpanningTrees::SpanningTrees(Index nodes, std::vector<Edge> edges)
    : nodes_(nodes), edges_(std::move(edges)) {
  require_at_least("nodes", nodes_, 2);
  Forest forest;
  forest.plant(nodes_);
  for (std::size_t e = 0; e < edges_.size(); ++e) {
    const Edge& edge = edges_[e];
    for (const Index node : {edge.from, edge.to}) {
      if (node >= 0 && node < nodes_) continue;
      throw InvalidInput(
          compose("edges[{}]: {} is not a node, must be 0 .. {}", e, node, nodes_ - 1));
    }
    if (edge.from == edge.to) {
      throw InvalidInput(compose(
          "edges[{}]: joins node {} to itself, which no tree does; leave it out", e, edge.from));
    }
    forest.join(edge);
  }
  for (Index node = 1; node < nodes_; ++node) {
    if (forest.root(node) == 0) continue;
    throw InvalidInput(compose(
        "edges: no way leads from node 0 to node {}; a graph in pieces has no spanning tree",
        node));
  }
}

std::string SpanningTrees::name() const {
  return compose("spanning trees of a graph with {} nodes and {} edges", nodes_, edges_.size());
}

void SpanningTrees::minimize(const Gradient& gradient, OracleCall& answer) const {
  const Vector& g = gradient.dense();
  assert(g.size() == dimension());
  Forest& forest = answer.memory<Forest>();
  forest.plant(nodes_);
  sort_ascending(g, forest.order);
  Atom::Sparse& tree = answer.atom.become_sparse(dimension());
  const auto size = static_cast<std::size_t>(nodes_ - 1);
  tree.indices.reserve(size);
  for (const Index e : forest.order) {
    if (tree.indices.size() == size) break;
    if (forest.join(edges_[static_cast<std::size_t>(e)])) tree.indices.push_back(e);
  }
  std::sort(tree.indices.begin(), tree.indices.end());
  tree.values.assign(size, 1.0);
  answer.error = 0;
}

Violation SpanningTrees::violation(ConstVectorRef x) const {
  require_dimension(*this, "x", x);
  if (auto bad = violation_if_not_finite(x)) return *bad;
  Violation worst;
  Index e = 0;
  const double least = x.minCoeff(&e);
  if (least < 0) worst = {-least, compose("x[{}] = {} is negative", e, least)};
  const double most = x.maxCoeff(&e);
  if (most - 1 > worst.distance) {
    worst = {most - 1, compose("x[{}] = {} is more than 1", e, most)};
  }
  const double off = std::abs(x.sum() - static_cast<double>(nodes_ - 1));
  if (off > worst.distance) {
    worst = {off, compose("the sum is {}, not {}, one less than the nodes", x.sum(), nodes_ - 1)};
  }
  if (static_cast<double>(nodes_) * static_cast<double>(edges_.size()) > kMostForCuts) {
    if (worst.distance > 1e-9) return worst;
    return {std::numeric_limits<double>::quiet_NaN(), ""};
  }
  const Violation cut = dense_part(x);
  return cut.distance > worst.distance ? cut : worst;
}

/// max over sets S with a given node of x(edges within S) - |S| + 1. To choose an edge gains x_e and
/// needs both of its ends, of which each but the given one costs 1: what a choice misses of all
/// gains, and what it costs, is a cut.
Violation SpanningTrees::dense_part(ConstVectorRef x) const {
  Violation worst;
  const double total = x.cwiseMax(0).sum();
  const auto count = static_cast<Index>(edges_.size());
  for (Index given = 0; given < nodes_; ++given) {
    const Index source = nodes_ + count, sink = source + 1;
    MaxFlow network(sink + 1);
    for (Index v = 0; v < nodes_; ++v) network.add_arc(v, sink, v == given ? 0 : 1);
    for (Index e = 0; e < count; ++e) {
      const Edge& edge = edges_[static_cast<std::size_t>(e)];
      network.add_arc(source, nodes_ + e, std::max(0.0, x[e]));
      network.add_arc(nodes_ + e, edge.from, total + 1);
      network.add_arc(nodes_ + e, edge.to, total + 1);
    }
    const double excess = total - network.solve(source, sink);
    // A sum of so many numbers is not known better.
    if (excess <= worst.distance || excess <= 1e-14 * static_cast<double>(count) * total) continue;
    worst = {excess, compose("some nodes, {} among them, have {} more between them than a tree",
                             given, excess)};
  }
  return worst;
}

}  // namespace acgd
