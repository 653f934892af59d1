#include "acgd/oracle/flow_polytope.hpp"

#include <algorithm>
#include <cassert>
#include <limits>
#include <utility>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"
#include "oracle/acyclic_graph.hpp"

namespace acgd {
namespace {

/// Marks the listed nodes, or those without edges at the given end if none is listed.
std::vector<char> mark(const FlowGraph& graph, const std::vector<Index>& listed,
                       Index FlowGraph::Edge::*end) {
  std::vector<char> marked(graph.nodes, listed.empty());
  for (const Index v : listed) marked[v] = true;
  if (listed.empty())
    for (const FlowGraph::Edge& edge : graph.edges) marked[edge.*end] = false;
  return marked;
}

void require_one_in_each_component(const char* what, const std::vector<char>& marked,
                                   const std::vector<Index>& component, Index count) {
  std::vector<char> has(count, false);
  for (std::size_t v = 0; v < marked.size(); ++v)
    if (marked[v]) has[component[v]] = true;
  for (std::size_t v = 0; v < marked.size(); ++v)
    if (!has[component[v]])
      throw InvalidInput(
          compose("{}: none in component {}, the one of node {}", what, component[v], v));
}

}  // namespace

/// Indexed by positions in order_.
struct FlowPolytope::Scratch {
  static constexpr Index begins_here = -1;

  std::vector<double> cost;  ///< of the cheapest path that ends here
  std::vector<Index> via;    ///< the arrival it comes by
};

std::unique_ptr<Oracle> FlowPolytope::Parameters::begin(const SetContext& context) const {
  FlowGraph graph{.edges = context.reader().edges(file)};
  for (const Edge& edge : graph.edges) {
    graph.nodes = std::max({graph.nodes, edge.from + 1, edge.to + 1});
  }
  const auto edges = static_cast<Index>(graph.edges.size());
  const Index dimension = context.variable.dimension;
  if (graph.nodes != dimension && edges == dimension) {
    return std::make_unique<FlowPolytope>(std::move(graph), FlowCosts::edges);
  }
  // Nodes after the last one with an edge stand alone.
  graph.nodes = std::max(graph.nodes, dimension);
  return std::make_unique<FlowPolytope>(std::move(graph));
}

FlowPolytope::FlowPolytope(FlowGraph graph, FlowCosts costs)
    : graph_(std::move(graph)), costs_(costs) {
  require_valid_indices(graph_);
  if (costs_ == FlowCosts::edges && graph_.edges.empty())
    throw InvalidInput("edges: none, but flows along edges are asked for");
  const std::vector<Index> order = topological_order(graph_);
  component_ = weak_components(graph_);
  component_count_ = *std::max_element(component_.begin(), component_.end()) + 1;
  is_source_ = mark(graph_, graph_.sources, &FlowGraph::Edge::to);
  is_sink_ = mark(graph_, graph_.sinks, &FlowGraph::Edge::from);
  require_one_in_each_component("sources", is_source_, component_, component_count_);
  require_one_in_each_component("sinks", is_sink_, component_, component_count_);
  prepare_paths(order);
}

void FlowPolytope::prepare_paths(const std::vector<Index>& topological_order) {
  const Incidence incoming = incoming_edges(graph_);
  const Incidence outgoing = outgoing_edges(graph_);

  std::vector<char> reached = is_source_;
  for (const Index v : topological_order)
    for (Index k = incoming.starts[v]; k < incoming.starts[v + 1]; ++k)
      if (reached[graph_.edges[incoming.edges[k]].from]) reached[v] = true;
  for (Index v = 0; v < graph_.nodes; ++v)
    if (is_sink_[v] && !reached[v])
      throw InvalidInput(
          compose("sinks: no source reaches node {}, in component {}", v, component_[v]));

  std::vector<char> useful = is_sink_;
  for (auto v = topological_order.rbegin(); v != topological_order.rend(); ++v)
    for (Index k = outgoing.starts[*v]; k < outgoing.starts[*v + 1]; ++k)
      if (useful[graph_.edges[outgoing.edges[k]].to]) useful[*v] = true;

  std::vector<Index> position(graph_.nodes, -1);
  arrival_starts_.push_back(0);
  for (const Index v : topological_order) {
    if (!reached[v] || !useful[v]) continue;
    position[v] = static_cast<Index>(order_.size());
    order_.push_back(v);
    for (Index k = incoming.starts[v]; k < incoming.starts[v + 1]; ++k) {
      const Index from = graph_.edges[incoming.edges[k]].from;
      if (reached[from]) arrivals_.push_back({position[from], incoming.edges[k]});
    }
    // Stable: edges between the same nodes stay in their order.
    std::stable_sort(
        arrivals_.begin() + arrival_starts_.back(), arrivals_.end(),
        [&](const Arrival& a, const Arrival& b) { return order_[a.from] < order_[b.from]; });
    arrival_starts_.push_back(static_cast<Index>(arrivals_.size()));
  }

  std::vector<std::vector<Index>> ends(component_count_);
  for (Index v = 0; v < graph_.nodes; ++v)
    if (is_sink_[v]) ends[component_[v]].push_back(position[v]);

  std::vector<std::size_t> longest(order_.size(), 1);
  for (std::size_t p = 0; p < order_.size(); ++p)
    for (Index k = arrival_starts_[p]; k < arrival_starts_[p + 1]; ++k)
      longest[p] = std::max(longest[p], longest[arrivals_[k].from] + 1);

  end_starts_.push_back(0);
  for (const std::vector<Index>& of_component : ends) {
    ends_.insert(ends_.end(), of_component.begin(), of_component.end());
    end_starts_.push_back(static_cast<Index>(ends_.size()));
    std::size_t longest_here = 0;
    for (const Index p : of_component) longest_here = std::max(longest_here, longest[p]);
    longest_ += longest_here;
  }
}

std::string FlowPolytope::name() const {
  return compose("flow polytope of {} {} with {} nodes and {} edges, over its {}", component_count_,
                 component_count_ == 1 ? "graph" : "graphs", graph_.nodes, graph_.edges.size(),
                 costs_ == FlowCosts::nodes ? "nodes" : "edges");
}

Index FlowPolytope::dimension() const {
  return costs_ == FlowCosts::nodes ? graph_.nodes : static_cast<Index>(graph_.edges.size());
}

void FlowPolytope::minimize(const Gradient& gradient, OracleCall& answer) const {
  const Vector& g = gradient.dense();
  assert(g.size() == dimension());
  const bool on_nodes = costs_ == FlowCosts::nodes;
  Scratch& scratch = answer.memory<Scratch>();
  scratch.cost.resize(order_.size());
  scratch.via.resize(order_.size());

  for (std::size_t p = 0; p < order_.size(); ++p) {
    const bool source = is_source_[order_[p]];
    double best = source ? 0 : std::numeric_limits<double>::infinity();
    // A node that is no source takes its first arrival whatever it costs, NaN included.
    Index via = source ? Scratch::begins_here : arrival_starts_[p];
    for (Index k = arrival_starts_[p]; k < arrival_starts_[p + 1]; ++k) {
      const Arrival& arrival = arrivals_[k];
      const double cost = scratch.cost[arrival.from] + (on_nodes ? 0 : g[arrival.edge]);
      if (cost < best) {
        best = cost;
        via = k;
      }
    }
    scratch.cost[p] = best + (on_nodes ? g[order_[p]] : 0);
    scratch.via[p] = via;
  }

  Atom::Sparse& path = answer.atom.become_sparse(dimension());
  path.indices.reserve(longest_);
  path.values.reserve(longest_);
  const auto cheaper = [&](Index a, Index b) { return scratch.cost[a] < scratch.cost[b]; };
  for (Index c = 0; c < component_count_; ++c) {
    Index p = *std::min_element(ends_.begin() + end_starts_[c], ends_.begin() + end_starts_[c + 1],
                                cheaper);
    while (true) {
      if (on_nodes) path.indices.push_back(order_[p]);
      if (scratch.via[p] == Scratch::begins_here) break;
      const Arrival& arrival = arrivals_[scratch.via[p]];
      if (!on_nodes) path.indices.push_back(arrival.edge);
      p = arrival.from;
    }
  }
  std::sort(path.indices.begin(), path.indices.end());
  path.values.assign(path.indices.size(), 1.0);
  answer.error = 0;
}

Faces FlowPolytope::faces() const {
  Faces faces;
  if (component_count_ == 1) return faces;
  // A node without edges has no variable where the edges have them.
  std::vector<Index> block(static_cast<std::size_t>(component_count_), -1);
  Index count = 0;
  const auto component_of = [&](Index variable) {
    const Index node = costs_ == FlowCosts::nodes ? variable : graph_.edges[variable].from;
    return component_[node];
  };
  for (Index i = 0; i < dimension(); ++i) block[component_of(i)] = 0;
  for (Index& number : block)
    if (number == 0) number = count++;
  if (count == 1) return faces;
  faces.blocks.resize(static_cast<std::size_t>(count));
  for (Index i = 0; i < dimension(); ++i) faces.block_of.push_back(block[component_of(i)]);
  return faces;
}

Atom FlowPolytope::start() const {
  OracleCall answer;
  minimize(Gradient(dimension()), answer);
  return std::move(answer.atom);
}

}  // namespace acgd
