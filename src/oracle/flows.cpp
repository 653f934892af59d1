#include "acgd/oracle/flows.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
#include <string>
#include <utility>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"
#include "oracle/entries.hpp"
#include "oracle/matroids.hpp"
#include "oracle/network_simplex.hpp"
#include "oracle/transport_simplex.hpp"

namespace acgd {

namespace {

/// Edges of a graph grouped by one end: edges[starts[v]] .. edges[starts[v + 1] - 1] are the
/// numbers of those at node v, ascending.
struct Incidence {
  std::vector<Index> starts;
  std::vector<Index> edges;
};

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

/// Every node with arrivals left has a predecessor with arrivals left, so walking back from one of
/// them leads to a cycle.
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

Incidence outgoing_edges(const FlowGraph& graph) {
  return incidence(graph, [](const FlowGraph::Edge& edge) { return edge.from; });
}

Incidence incoming_edges(const FlowGraph& graph) {
  return incidence(graph, [](const FlowGraph::Edge& edge) { return edge.to; });
}

/// Throws InvalidInput unless the graph has nodes and all indices are valid.
void require_valid_indices(const FlowGraph& graph) {
  require_at_least("nodes", graph.nodes, 1);
  const auto require_node = [&](const InvalidInput::Argument& argument, Index node) {
    if (node < 0 || node >= graph.nodes)
      throw InvalidInput(argument,
                         compose("{} is not a node, must be 0 .. {}", node, graph.nodes - 1));
  };
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    require_node({"edges", compose("[{}].from", e)}, graph.edges[e].from);
    require_node({"edges", compose("[{}].to", e)}, graph.edges[e].to);
  }
  for (std::size_t i = 0; i < graph.sources.size(); ++i)
    require_node({"sources", i}, graph.sources[i]);
  for (std::size_t i = 0; i < graph.sinks.size(); ++i) require_node({"sinks", i}, graph.sinks[i]);
}

/// Appends the nodes in topological order. Returns a cycle if there is one.
std::optional<std::string> sort_nodes(const FlowGraph& graph, std::vector<Index>& order) {
  const Incidence outgoing = outgoing_edges(graph);
  std::vector<Index> arrivals(graph.nodes, 0);
  for (const FlowGraph::Edge& edge : graph.edges) ++arrivals[edge.to];

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
  if (static_cast<Index>(order.size()) == graph.nodes) return std::nullopt;
  return describe_cycle(graph, arrivals);
}

/// The nodes in topological order. Throws InvalidInput that lists a cycle if there is one.
std::vector<Index> topological_order(const FlowGraph& graph) {
  std::vector<Index> order;
  if (const auto cycle = sort_nodes(graph, order)) {
    throw InvalidInput("edges", compose("the graph has a cycle, {}", *cycle));
  }
  return order;
}

/// Weakly connected component of each node; components are numbered by their smallest nodes.
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
  // A root is the smallest node of its component, so it is numbered first.
  std::vector<Index> component(graph.nodes);
  Index count = 0;
  for (Index v = 0; v < graph.nodes; ++v)
    component[v] = root(v) == v ? count++ : component[root(v)];
  return component;
}

/// Marks the listed nodes or, if the list is empty, nodes that are not the given end of any edge.
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
      throw InvalidInput(what,
                         compose("none in component {}, the one of node {}", component[v], v));
}

}  // namespace

/// Indexed by positions in order_.
struct FlowPolytope::Scratch {
  static constexpr Index begins_here = -1;

  std::vector<double> cost;  ///< cost of the shortest path to here
  std::vector<Index> via;    ///< last arrival on that path
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
  // Nodes beyond the last one with an edge are isolated.
  graph.nodes = std::max(graph.nodes, dimension);
  return std::make_unique<FlowPolytope>(std::move(graph));
}

FlowPolytope::FlowPolytope(FlowGraph graph, FlowCosts costs)
    : graph_(std::move(graph)), costs_(costs) {
  require_valid_indices(graph_);
  if (costs_ == FlowCosts::edges && graph_.edges.empty())
    throw InvalidInput("edges", "none, but flows along edges are asked for");
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
      throw InvalidInput("sinks",
                         compose("no source reaches node {}, in component {}", v, component_[v]));

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
    // Stable: parallel edges keep their order.
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

void FlowPolytope::minimize(const Gradient& gradient, LmoResult& lmo) const {
  const Vector& g = gradient.dense();
  assert(g.size() == dimension());
  const bool on_nodes = costs_ == FlowCosts::nodes;
  Scratch& scratch = lmo.memory<Scratch>();
  scratch.cost.resize(order_.size());
  scratch.via.resize(order_.size());

  for (std::size_t p = 0; p < order_.size(); ++p) {
    const bool source = is_source_[order_[p]];
    double best = source ? 0 : std::numeric_limits<double>::infinity();
    // Nodes that are not sources use their first arrival if no cost is smaller, NaN included.
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

  Atom::Sparse& path = lmo.atom.become_sparse(dimension());
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
  lmo.error = 0;
}

Faces FlowPolytope::faces() const {
  Faces faces;
  if (component_count_ == 1) return faces;
  // With edge costs, components without edges have no variables.
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
  LmoResult lmo;
  minimize(Gradient(dimension()), lmo);
  return std::move(lmo.atom);
}

namespace {

/// Records the largest violation.
struct Worst {
  Violation violation;

  template <class Describe>
  void note(double distance, Describe describe) {
    if (!(distance > violation.distance)) return;
    violation = {distance, describe()};
  }
};

void note_negative_flows(ConstVectorRef x, const char* what, Worst& worst) {
  for (Index i = 0; i < x.size(); ++i)
    worst.note(-x[i], [&] { return compose("the flow of {} {} is {} < 0", what, i, x[i]); });
}

/// Feasibility of node flows in one component as a maximum flow problem. Each node is split: one
/// copy sends its flow to successors (or out, at a sink), the other receives it from predecessors
/// (or in, at a source). One unit enters and one leaves.
class Routing {
 public:
  explicit Routing(std::size_t nodes)
      : network_(4 + 2 * static_cast<Index>(nodes)),
        unit_in_(network_.add_arc(begin, in, 1)),
        unit_out_(network_.add_arc(out, end, 1)) {}

  void add_node(Index local, double flow, bool source, bool sink) {
    total_ += flow;
    leaves_.push_back(network_.add_arc(begin, giver(local), flow));
    arrives_.push_back(network_.add_arc(taker(local), end, flow));
    if (source) network_.add_arc(in, taker(local), flow);
    if (sink) network_.add_arc(giver(local), out, flow);
  }
  void add_edge(Index from, Index to, double most) {
    if (most > 0) network_.add_arc(giver(from), taker(to), most);
  }

  /// Flow that the best routing leaves unmet; 0 if within rounding error.
  double unmet() {
    const double missing = total_ - network_.solve(begin, end);
    return missing > 1e-13 * total_ ? missing : 0;
  }
  double leaves_missing(Index local) const { return network_.room(leaves_[local]); }
  double arrives_missing(Index local) const { return network_.room(arrives_[local]); }
  double unit_missing() const {
    return std::max(network_.room(unit_in_), network_.room(unit_out_));
  }

 private:
  static constexpr Index begin = 0, end = 1, in = 2, out = 3;
  static Index giver(Index local) { return 4 + 2 * local; }
  static Index taker(Index local) { return 5 + 2 * local; }

  MaxFlow network_;
  Index unit_in_;
  Index unit_out_;
  std::vector<Index> leaves_;
  std::vector<Index> arrives_;
  double total_ = 1;
};

}  // namespace

Violation FlowPolytope::violation(ConstVectorRef x) const {
  require_dimension(*this, "x", x);
  if (const auto not_finite = violation_if_not_finite(x)) return *not_finite;
  return costs_ == FlowCosts::edges ? edge_flow_violation(x) : node_flow_violation(x);
}

Violation FlowPolytope::edge_flow_violation(ConstVectorRef x) const {
  Worst worst;
  note_negative_flows(x, "edge", worst);

  Vector surplus = Vector::Zero(graph_.nodes);  // outflow - inflow of each node
  for (std::size_t e = 0; e < graph_.edges.size(); ++e) {
    surplus[graph_.edges[e].from] += x[static_cast<Index>(e)];
    surplus[graph_.edges[e].to] -= x[static_cast<Index>(e)];
  }
  Vector emitted = Vector::Zero(component_count_);
  std::vector<char> may_stay(component_count_, false);  // a path without edges may carry the rest
  for (Index v = 0; v < graph_.nodes; ++v) {
    const Index c = component_[v];
    emitted[c] += is_source_[v] ? std::max(0.0, surplus[v]) : 0;
    if (is_source_[v] && is_sink_[v]) may_stay[c] = true;
    const bool unbalanced = surplus[v] > 0 ? !is_source_[v] : !is_sink_[v];
    if (unbalanced)
      worst.note(std::abs(surplus[v]), [&] {
        return compose("at node {} of component {} the flow out minus the flow in is {}", v, c,
                       surplus[v]);
      });
  }
  for (Index c = 0; c < component_count_; ++c)
    worst.note(may_stay[c] ? emitted[c] - 1 : std::abs(emitted[c] - 1), [&] {
      return compose("the sources of component {} emit {} instead of 1", c, emitted[c]);
    });
  return worst.violation;
}

Violation FlowPolytope::node_flow_violation(ConstVectorRef x) const {
  Worst worst;
  note_negative_flows(x, "node", worst);

  std::vector<std::vector<Index>> members(component_count_);
  std::vector<Index> local(graph_.nodes);
  for (Index v = 0; v < graph_.nodes; ++v) {
    local[v] = static_cast<Index>(members[component_[v]].size());
    members[component_[v]].push_back(v);
  }
  std::vector<Routing> routings;
  for (const std::vector<Index>& nodes : members) {
    Routing& routing = routings.emplace_back(nodes.size());
    for (const Index v : nodes)
      routing.add_node(local[v], std::max(0.0, x[v]), is_source_[v], is_sink_[v]);
  }
  for (const FlowGraph::Edge& edge : graph_.edges)
    routings[component_[edge.from]].add_edge(local[edge.from], local[edge.to],
                                             std::min(x[edge.from], x[edge.to]));

  for (Index c = 0; c < component_count_; ++c) {
    Routing& routing = routings[c];
    const double unmet = routing.unmet();
    worst.note(unmet, [&] {
      Index node = members[c].front();
      double most = 0;
      for (const Index v : members[c]) {
        const double missing =
            std::max(routing.leaves_missing(local[v]), routing.arrives_missing(local[v]));
        if (missing > most) {
          most = missing;
          node = v;
        }
      }
      if (routing.unit_missing() > most)
        return compose("component {} carries {} less than its unit", c, routing.unit_missing());
      return compose("component {} cannot route {}; node {} with flow {} misses {}", c, unmet, node,
                     x[node], most);
    });
  }
  return worst.violation;
}

namespace {

void require_arcs(const FlowNetwork& network) {
  require_at_least("nodes", network.nodes, 1);
  if (network.arcs.empty()) throw InvalidInput("arcs", "none, but each of them is a variable");
  for (std::size_t a = 0; a < network.arcs.size(); ++a) {
    for (const Index node : {network.arcs[a].from, network.arcs[a].to}) {
      if (node >= 0 && node < network.nodes) continue;
      throw InvalidInput({"arcs", a},
                         compose("{} is not a node, must be 0 .. {}", node, network.nodes - 1));
    }
  }
  if (network.capacities.size() != static_cast<Index>(network.arcs.size())) {
    throw InvalidInput("capacities",
                       compose("has {} entries, must have {}, one for each arc, or none",
                               network.capacities.size(), network.arcs.size()));
  }
  for (Index a = 0; a < network.capacities.size(); ++a) {
    if (network.capacities[a] >= 0) continue;
    throw InvalidInput({"capacities", a}, network.capacities[a], "must be at least 0");
  }
}

void require_supplies(const FlowNetwork& network) {
  if (network.supplies.size() != network.nodes) {
    throw InvalidInput("supplies", compose("has {} entries, must have {}, one for each node",
                                           network.supplies.size(), network.nodes));
  }
  for (Index v = 0; v < network.nodes; ++v) {
    if (std::isfinite(network.supplies[v])) continue;
    throw InvalidInput({"supplies", v}, network.supplies[v], "must be finite");
  }
  const double sum = network.supplies.sum();
  if (std::abs(sum) > 1e-9 * network.supplies.cwiseAbs().sum()) {
    throw InvalidInput("supplies",
                       compose("sum to {}, must sum to 0: what comes in goes out", sum));
  }
}

/// Throws InvalidInput unless supplies sum to 0 in each connected component.
void require_balanced_components(const FlowNetwork& network) {
  const std::vector<Index> component =
      weak_components({.nodes = network.nodes, .edges = network.arcs});
  Vector sums = Vector::Zero(network.nodes), sizes = Vector::Zero(network.nodes);
  for (Index v = 0; v < network.nodes; ++v) {
    const Index c = component[v];
    sums[c] += network.supplies[v];
    sizes[c] += std::abs(network.supplies[v]);
  }
  const double rounding = 1e-15 * sizes.sum();
  for (Index v = 0; v < network.nodes; ++v) {
    const Index c = component[v];
    if (std::abs(sums[c]) <= 1e-9 * sizes[c] + rounding) continue;
    throw InvalidInput("supplies",
                       compose("sum to {} in the part of the network that node {} is in, which no "
                               "arc connects to the rest; must sum to 0 there",
                               sums[c], v));
  }
}

/// Throws InvalidInput for a cycle of unlimited capacity: its flow is unbounded.
void require_bounded(const FlowNetwork& network) {
  FlowGraph unlimited{.nodes = network.nodes};
  for (std::size_t a = 0; a < network.arcs.size(); ++a) {
    if (std::isinf(network.capacities[static_cast<Index>(a)])) {
      unlimited.edges.push_back(network.arcs[a]);
    }
  }
  std::vector<Index> order;
  if (const auto cycle = sort_nodes(unlimited, order)) {
    throw InvalidInput("capacities", std::nullopt,
                       compose("the cycle {} has none, so that the set is unbounded", *cycle),
                       "give one of its arcs a capacity");
  }
}

/// Throws InvalidInput that names a node and its unmet supply if there is no feasible flow.
void require_flow(const FlowNetwork& network) {
  const double total = network.supplies.cwiseMax(0).sum();
  const Index source = network.nodes, sink = source + 1;
  MaxFlow flows(sink + 1);
  for (std::size_t a = 0; a < network.arcs.size(); ++a) {
    flows.add_arc(network.arcs[a].from, network.arcs[a].to,
                  std::min(network.capacities[static_cast<Index>(a)], total));
  }
  std::vector<Index> ends(static_cast<std::size_t>(network.nodes), -1);
  for (Index v = 0; v < network.nodes; ++v) {
    const double supply = network.supplies[v];
    if (supply > 0) flows.add_arc(source, v, supply);
    if (supply < 0) ends[v] = flows.add_arc(v, sink, -supply);
  }
  const double met = flows.solve(source, sink);
  if (total - met <= 1e-9 * total) return;
  Index worst = 0;
  double most = 0;
  for (Index v = 0; v < network.nodes; ++v) {
    const Index arc = ends[v];
    if (arc < 0 || flows.room(arc) <= most) continue;
    most = flows.room(arc);
    worst = v;
  }
  throw InvalidInput(
      "supplies", compose("at most {} of {} can flow; node {} misses {} of the {} that it asks for",
                          met, total, worst, most, -network.supplies[worst]));
}

}  // namespace

std::unique_ptr<Oracle> NetworkFlows::Parameters::begin(const SetContext& context) const {
  const SetFiles& reader = context.reader();
  const std::size_t comma = std::min(file.rfind(','), file.size());
  FlowNetwork network;
  std::vector<double> capacities;
  for (const CapacityEdge& arc : reader.arcs(file.substr(0, comma))) {
    network.arcs.push_back({arc.from, arc.to});
    capacities.push_back(arc.capacity);
    network.nodes = std::max({network.nodes, arc.from + 1, arc.to + 1});
  }
  network.capacities =
      Eigen::Map<const Vector>(capacities.data(), static_cast<Index>(capacities.size()));
  network.supplies = Vector::Zero(network.nodes);
  if (comma == file.size()) return std::make_unique<NetworkFlows>(std::move(network));
  const std::string second = file.substr(comma + 1);
  for (const Vector& line : reader.lines(second)) {
    const bool is_pair = line.size() == 2 && line[0] == std::floor(line[0]) && line[0] >= 0 &&
                         line[0] < static_cast<double>(network.nodes);
    if (!is_pair) {
      throw InvalidInput("supplies", compose("a line of {} has {} numbers and begins with {}; must "
                                             "be node,supply with a node of 0 .. {}",
                                             second, line.size(), line[0], network.nodes - 1));
    }
    network.supplies[static_cast<Index>(line[0])] += line[1];
  }
  return std::make_unique<NetworkFlows>(std::move(network));
}

NetworkFlows::NetworkFlows(FlowNetwork network) : network_(std::move(network)) {
  if (network_.capacities.size() == 0) {
    network_.capacities = Vector::Constant(static_cast<Index>(network_.arcs.size()),
                                           std::numeric_limits<double>::infinity());
  }
  require_arcs(network_);
  require_supplies(network_);
  require_balanced_components(network_);
  require_bounded(network_);
  require_flow(network_);
  require_network_simplex("flow");
  NetworkSimplex simplex(network_);
}

std::string NetworkFlows::name() const {
  return compose("flows in a network of {} nodes and {} arcs", network_.nodes,
                 network_.arcs.size());
}

void NetworkFlows::minimize(const Gradient& gradient, LmoResult& lmo) const {
  const Vector& g = gradient.dense();
  assert(g.size() == dimension());
  auto& simplex = lmo.memory<std::shared_ptr<NetworkSimplex>>();
  if (!simplex) simplex = std::make_shared<NetworkSimplex>(network_);
  simplex->solve(g);
  Atom::Sparse& flow = lmo.atom.become_sparse(dimension());
  flow.indices.reserve(network_.arcs.size());
  flow.values.reserve(network_.arcs.size());
  for (Index a = 0; a < dimension(); ++a) {
    const double amount = simplex->flow(a);
    if (amount == 0) continue;
    flow.indices.push_back(a);
    flow.values.push_back(amount);
  }
  lmo.error = simplex->error();
}

Violation NetworkFlows::violation(ConstVectorRef x) const {
  require_dimension(*this, "x", x);
  if (auto bad = violation_if_not_finite(x)) return *bad;
  Violation worst;
  Vector surplus = -network_.supplies;
  for (Index a = 0; a < x.size(); ++a) {
    const Edge& arc = network_.arcs[a];
    surplus[arc.from] += x[a];
    surplus[arc.to] -= x[a];
    if (-x[a] > worst.distance) worst = {-x[a], compose("the flow of arc {} is {} < 0", a, x[a])};
    const double above = x[a] - network_.capacities[a];
    if (above > worst.distance) {
      worst = {above, compose("the flow of arc {} is {}, more than its capacity {}", a, x[a],
                              network_.capacities[a])};
    }
  }
  Index v = 0;
  const double off = surplus.cwiseAbs().maxCoeff(&v);
  if (off > worst.distance) {
    worst = {off, compose("at node {} the flow out minus the flow in is {}, not {}", v,
                          surplus[v] + network_.supplies[v], network_.supplies[v])};
  }
  return worst;
}

namespace {

void require_margins(const char* argument, const Vector& margins) {
  if (margins.size() == 0) throw InvalidInput(argument, "none, must have sums >= 0");
  for (Index i = 0; i < margins.size(); ++i) {
    if (margins[i] >= 0 && std::isfinite(margins[i])) continue;
    throw InvalidInput({argument, i}, margins[i], "must be >= 0 and finite");
  }
  if (std::isfinite(margins.sum())) return;
  throw InvalidInput(argument, compose("sum to {}, must have a finite sum", margins.sum()));
}

}  // namespace

std::unique_ptr<Oracle> TransportPlans::Parameters::begin(const SetContext& context) const {
  const std::vector<Vector> lines = context.reader().lines(file);
  if (lines.size() != 2) {
    throw InvalidInput("file", compose("has {} lines of numbers, must have two: the sums of the "
                                       "rows, then those of the columns",
                                       lines.size()));
  }
  return std::make_unique<TransportPlans>(lines[0], lines[1]);
}

TransportPlans::TransportPlans(Vector rows, Vector columns)
    : rows_(std::move(rows)), columns_(std::move(columns)) {
  require_margins("rows", rows_);
  require_margins("columns", columns_);
  constexpr Index kMost = Index{1} << 30;
  if (rows_.size() + columns_.size() > kMost) {
    throw InvalidInput("columns", compose("{} and {} rows, must be at most {} together",
                                          columns_.size(), rows_.size(), kMost));
  }
  const double supplied = rows_.sum(), asked = columns_.sum();
  if (std::abs(supplied - asked) > 1e-9 * std::max(supplied, asked)) {
    throw InvalidInput("columns",
                       compose("sum to {}, must sum to {} like the rows", asked, supplied));
  }
}

std::string TransportPlans::name() const {
  return compose("transport plans from {} rows to {} columns", rows_.size(), columns_.size());
}

void TransportPlans::minimize(const Gradient& gradient, LmoResult& lmo) const {
  auto& simplex = lmo.memory<std::shared_ptr<TransportSimplex>>();
  if (!simplex) simplex = std::make_shared<TransportSimplex>(rows_, columns_);
  simplex->solve(gradient.dense());
  Atom::Sparse& plan = lmo.atom.become_sparse(dimension());
  plan.indices.reserve(static_cast<std::size_t>(rows_.size() + columns_.size()));
  plan.values.reserve(static_cast<std::size_t>(rows_.size() + columns_.size()));
  for (const auto& [entry, amount] : simplex->plan()) {
    plan.indices.push_back(entry);
    plan.values.push_back(amount);
  }
  lmo.error = simplex->error();
}

Violation TransportPlans::violation(ConstVectorRef x) const {
  require_dimension(*this, "x", x);
  if (auto bad = violation_if_not_finite(x)) return *bad;
  const Eigen::Map<const Matrix> entries(x.data(), rows_.size(), columns_.size());
  Violation worst;
  Index i = 0, j = 0;
  const double least = entries.minCoeff(&i, &j);
  if (least < 0) worst = {-least, compose("X({}, {}) = {} is negative", i, j, least)};
  const auto note = [&](const Vector& sums, const Vector& margins, const char* what) {
    Index k = 0;
    const double off = (sums - margins).cwiseAbs().maxCoeff(&k);
    if (off <= worst.distance) return;
    worst = {off, compose("{} {} sums to {}, not {}", what, k, sums[k], margins[k])};
  };
  note(entries.rowwise().sum(), rows_, "row");
  note(entries.colwise().sum(), columns_, "column");
  return worst;
}

Description FlowPolytope::Parameters::describe() {
  return {{"file", file, range::any,
           "a line from,to for each edge; nodes are numbered from 0. Variables are the nodes "
           "if there are as many nodes as variables, else the edges"}};
}

Description NetworkFlows::Parameters::describe() {
  return {{"file", file, range::any,
           "a line from,to,capacity for each arc, which is a variable; nodes are numbered from "
           "0, and a capacity may be inf, or the column be missing. After a comma a second file, "
           "with a line node,supply for each node that has one, negative where flow goes out; "
           "without it nothing comes in, and flows go round in cycles"}};
}

Description TransportPlans::Parameters::describe() {
  return {{"file", file, range::any,
           "two lines: the sums of the rows, and those of the columns; both have the same sum"}};
}

}  // namespace acgd
