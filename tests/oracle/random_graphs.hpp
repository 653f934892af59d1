#pragma once

#include <algorithm>
#include <random>
#include <utility>
#include <vector>

#include "acgd/oracle/flows.hpp"

namespace acgd {

/// A path as its edges in order; its nodes are `first` and the heads of the edges.
struct GraphPath {
  Index first = 0;
  std::vector<Index> edges;
};

/// An acyclic graph of disjoint components with shuffled node numbers.
inline FlowGraph random_graph(Index parts, Index nodes_each, double density,
                              std::mt19937_64& random) {
  FlowGraph graph;
  graph.nodes = parts * nodes_each;
  std::vector<Index> label(graph.nodes);
  for (Index v = 0; v < graph.nodes; ++v) label[v] = v;
  std::shuffle(label.begin(), label.end(), random);
  std::bernoulli_distribution present(density);
  for (Index part = 0; part < parts; ++part)
    for (Index i = 0; i < nodes_each; ++i)
      for (Index j = i + 1; j < nodes_each; ++j)
        if (present(random))
          graph.edges.push_back({label[part * nodes_each + i], label[part * nodes_each + j]});
  std::shuffle(graph.edges.begin(), graph.edges.end(), random);
  return graph;
}

/// All paths by plain search: no topological order, no costs.
class PathsByForce {
 public:
  explicit PathsByForce(const FlowGraph& graph) : graph_(graph), component_(graph.nodes, -1) {
    for (Index v = 0; v < graph.nodes; ++v)
      if (component_[v] < 0) flood(v, count_++);
    paths_.resize(count_);
    for (Index v = 0; v < graph.nodes; ++v)
      if (begins_at(v)) walk({v, {}}, v);
  }

  Index components() const { return count_; }
  const std::vector<GraphPath>& of(Index component) const { return paths_[component]; }
  Index component(Index node) const { return component_[node]; }

  /// The path as a 0/1 vector over nodes or edges.
  Vector vector(const GraphPath& path, FlowCosts costs) const {
    const bool on_nodes = costs == FlowCosts::nodes;
    Vector x = Vector::Zero(on_nodes ? graph_.nodes : static_cast<Index>(graph_.edges.size()));
    if (on_nodes) x[path.first] = 1;
    for (const Index e : path.edges) x[on_nodes ? graph_.edges[e].to : e] = 1;
    return x;
  }

  /// The sum of the cheapest path of each component.
  double minimum(const Vector& g, FlowCosts costs) const {
    double sum = 0;
    for (const std::vector<GraphPath>& paths : paths_) {
      double best = vector(paths.front(), costs).dot(g);
      for (const GraphPath& path : paths) best = std::min(best, vector(path, costs).dot(g));
      sum += best;
    }
    return sum;
  }

  /// A random convex combination of the paths of every component: a point of the polytope.
  Vector mixture(FlowCosts costs, std::mt19937_64& random) const {
    std::uniform_real_distribution<double> uniform(0, 1);
    Vector x = Vector::Zero(vector(paths_[0].front(), costs).size());
    for (const std::vector<GraphPath>& paths : paths_) {
      Vector weights(static_cast<Index>(paths.size()));
      for (double& weight : weights) weight = uniform(random);
      weights /= weights.sum();
      for (Index i = 0; i < weights.size(); ++i) x += weights[i] * vector(paths[i], costs);
    }
    return x;
  }

 private:
  void flood(Index v, Index component) {
    component_[v] = component;
    for (const FlowGraph::Edge& edge : graph_.edges) {
      if (edge.from == v && component_[edge.to] < 0) flood(edge.to, component);
      if (edge.to == v && component_[edge.from] < 0) flood(edge.from, component);
    }
  }
  bool begins_at(Index v) const {
    if (!graph_.sources.empty()) return std::ranges::count(graph_.sources, v) > 0;
    return std::ranges::none_of(graph_.edges, [v](const auto& edge) { return edge.to == v; });
  }
  bool ends_at(Index v) const {
    if (!graph_.sinks.empty()) return std::ranges::count(graph_.sinks, v) > 0;
    return std::ranges::none_of(graph_.edges, [v](const auto& edge) { return edge.from == v; });
  }
  void walk(const GraphPath& so_far, Index v) {
    if (ends_at(v)) paths_[component_[v]].push_back(so_far);
    for (std::size_t e = 0; e < graph_.edges.size(); ++e) {
      if (graph_.edges[e].from != v) continue;
      GraphPath longer = so_far;
      longer.edges.push_back(static_cast<Index>(e));
      walk(longer, graph_.edges[e].to);
    }
  }

  const FlowGraph& graph_;
  std::vector<Index> component_;
  Index count_ = 0;
  std::vector<std::vector<GraphPath>> paths_;
};

}  // namespace acgd
