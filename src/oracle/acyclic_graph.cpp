#include "oracle/acyclic_graph.hpp"

#include <algorithm>
#include <numeric>
#include <string>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"

namespace acgd {
namespace {

template <class End>
Incidence incidence(const FlowGraph& graph, End end) {
  Incidence result;
  result.starts.assign(graph.nodes + 1, 0);
  result.edges.resize(graph.edges.size());
  for (const FlowGraph::Edge& edge : graph.edges) ++result.starts[end(edge) + 1];
  std::partial_sum(result.starts.begin(), result.starts.end(), result.starts.begin());
  std::vector<Index> next(result.starts.begin(), result.starts.end() - 1);
  for (std::size_t e = 0; e < graph.edges.size(); ++e)
    result.edges[next[end(graph.edges[e])]++] = static_cast<Index>(e);
  return result;
}

/// Every node with arrivals left has a predecessor with arrivals left: walking back from any of
/// them runs into a cycle.
std::string describe_cycle(const FlowGraph& graph, const std::vector<Index>& arrivals_left) {
  std::vector<Index> previous(graph.nodes, -1);
  for (const FlowGraph::Edge& edge : graph.edges)
    if (arrivals_left[edge.from] > 0 && arrivals_left[edge.to] > 0) previous[edge.to] = edge.from;

  const auto stuck = std::find_if(arrivals_left.begin(), arrivals_left.end(),
                                  [](Index arrivals) { return arrivals > 0; });
  Index node = stuck - arrivals_left.begin();
  for (Index step = 0; step < graph.nodes; ++step) node = previous[node];  // now on the cycle

  std::vector<Index> cycle;
  const Index first = node;
  do {
    cycle.push_back(node);
    node = previous[node];
  } while (node != first);
  std::reverse(cycle.begin(), cycle.end());
  std::rotate(cycle.begin(), std::min_element(cycle.begin(), cycle.end()), cycle.end());
  std::string text;
  for (const Index member : cycle) text += compose("{} -> ", member);
  return text + compose("{}", cycle.front());
}

}  // namespace

Incidence outgoing_edges(const FlowGraph& graph) {
  return incidence(graph, [](const FlowGraph::Edge& edge) { return edge.from; });
}

Incidence incoming_edges(const FlowGraph& graph) {
  return incidence(graph, [](const FlowGraph::Edge& edge) { return edge.to; });
}

void require_valid_indices(const FlowGraph& graph) {
  require_at_least("nodes", graph.nodes, 1);
  const auto require_node = [&](const std::string& what, Index node) {
    if (node < 0 || node >= graph.nodes)
      throw InvalidInput(
          compose("{}: {} is not a node, must be 0 .. {}", what, node, graph.nodes - 1));
  };
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    require_node(compose("edges[{}].from", e), graph.edges[e].from);
    require_node(compose("edges[{}].to", e), graph.edges[e].to);
  }
  for (std::size_t i = 0; i < graph.sources.size(); ++i)
    require_node(compose("sources[{}]", i), graph.sources[i]);
  for (std::size_t i = 0; i < graph.sinks.size(); ++i)
    require_node(compose("sinks[{}]", i), graph.sinks[i]);
}

std::vector<Index> topological_order(const FlowGraph& graph) {
  const Incidence outgoing = outgoing_edges(graph);
  std::vector<Index> arrivals(graph.nodes, 0);
  for (const FlowGraph::Edge& edge : graph.edges) ++arrivals[edge.to];

  std::vector<Index> order;
  order.reserve(graph.nodes);
  for (Index v = 0; v < graph.nodes; ++v)
    if (arrivals[v] == 0) order.push_back(v);
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Index v = order[i];
    for (Index k = outgoing.starts[v]; k < outgoing.starts[v + 1]; ++k) {
      const Index to = graph.edges[outgoing.edges[k]].to;
      if (--arrivals[to] == 0) order.push_back(to);
    }
  }
  if (static_cast<Index>(order.size()) < graph.nodes)
    throw InvalidInput(
        compose("edges: the graph has a cycle, {}", describe_cycle(graph, arrivals)));
  return order;
}

std::vector<Index> weak_components(const FlowGraph& graph) {
  std::vector<Index> parent(graph.nodes);
  std::iota(parent.begin(), parent.end(), Index{0});
  const auto root = [&](Index v) {
    while (parent[v] != v) v = parent[v] = parent[parent[v]];
    return v;
  };
  for (const FlowGraph::Edge& edge : graph.edges) {
    const Index a = root(edge.from);
    const Index b = root(edge.to);
    parent[std::max(a, b)] = std::min(a, b);
  }
  // A root is the smallest node of its component, so it gets its number before the others ask.
  std::vector<Index> component(graph.nodes);
  Index count = 0;
  for (Index v = 0; v < graph.nodes; ++v)
    component[v] = root(v) == v ? count++ : component[root(v)];
  return component;
}

}  // namespace acgd
