#include <algorithm>
#include <cmath>

#include "acgd/oracle/flow_polytope.hpp"
#include "core/compose.hpp"
#include "oracle/entries.hpp"
#include "oracle/max_flow.hpp"

namespace acgd {
namespace {

/// Keeps the worst of what it is told.
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

/// Whether the nodes of one component can pass on and receive what flows through them. Every node
/// has two ends: one hands its flow to successors (or out, at a sink), the other takes it from
/// predecessors (or in, at a source); one unit comes in and one goes out.
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

  /// The flow that the best routing leaves unmet; amounts that rounding explains count as 0.
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

  Vector surplus = Vector::Zero(graph_.nodes);  // what leaves a node minus what arrives
  for (std::size_t e = 0; e < graph_.edges.size(); ++e) {
    surplus[graph_.edges[e].from] += x[static_cast<Index>(e)];
    surplus[graph_.edges[e].to] -= x[static_cast<Index>(e)];
  }
  Vector emitted = Vector::Zero(component_count_);
  std::vector<char> may_stay(component_count_, false);  // a path without edges may take the rest
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

}  // namespace acgd
