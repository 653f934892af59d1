#pragma once

#include <vector>

#include "acgd/oracle/known_sets.hpp"
#include "acgd/oracle/oracle.hpp"

namespace acgd {

/// Directed road network; nodes are numbered from 0.
struct Network {
  Index nodes = 0;
  std::vector<Edge> links = {};
  /// Nodes below it are zones: paths may begin or end there, but not pass through.
  Index first_through_node = 0;
  /// Number of the first node in messages: 1 for files that count from 1.
  Index first_number = 0;
};

/// Travel demand between two nodes.
struct Demand {
  Index origin = 0;
  Index destination = 0;
  double amount = 0;
};

/// One or several disjoint directed acyclic graphs on the nodes 0 .. nodes - 1.
struct FlowGraph {
  using Edge = acgd::Edge;

  Index nodes = 0;
  std::vector<Edge> edges = {};
  std::vector<Index> sources = {};  ///< start nodes of paths; empty: nodes without incoming edges
  std::vector<Index> sinks = {};    ///< end nodes of paths; empty: nodes without outgoing edges
};

/// Whether the variables are flows through nodes or along edges.
enum class FlowCosts { nodes, edges };

/// Flows of one unit from the sources to the sinks of each weakly connected component of a graph.
///
/// The vertices are the paths, one per component, as 0/1 vectors over nodes (or edges). lmo(g) is a
/// shortest path in each component, by one pass in topological order, linear in the number of
/// edges; costs may be negative. Ties: the path ends at the smallest sink; traced backwards, it
/// begins at the first source it can, else comes from the smallest predecessor, by the smallest
/// edge.
///
/// A node that is both source and sink is a path by itself: its unit vector with node costs, no
/// edge with edge costs. So an isolated node always carries one unit. Parallel edges are different
/// variables with edge costs and the same path with node costs.
class FlowPolytope : public Oracle {
 public:
  /// Name, parameters and documentation of this set in known_sets().
  struct Parameters {
    static constexpr std::string_view name = "dag";
    static constexpr std::string_view sentence =
        "flows of one unit through an acyclic graph; variables are its nodes, or its edges";
    static constexpr std::string_view formula =
        "flows of one unit from the nodes without incoming to those without outgoing edges;\n"
        "its vertices are the paths. One graph, or several side by side.";
    static constexpr std::string_view cost = "O(edges)";

    std::string file = {};

    Description describe();
    std::unique_ptr<Oracle> begin(const SetContext& context) const;
  };

  /// Throws InvalidInput that names the offender for an invalid node index, a cycle, a component
  /// without source or sink, a sink that no source reaches, and a graph without variables.
  explicit FlowPolytope(FlowGraph graph, FlowCosts costs = FlowCosts::nodes);

  const FlowGraph& graph() const { return graph_; }
  FlowCosts costs() const { return costs_; }
  /// Number of components, which are ordered by their smallest nodes.
  Index components() const { return component_count_; }

  std::string name() const override;
  Index dimension() const override;
  void minimize(const Gradient& gradient, LmoResult& lmo) const override;

  bool is_polytope() const override { return true; }
  /// One block per component that has variables, in their order.
  Faces faces() const override;

  /// The shortest paths for costs 0.
  Atom start() const override;

  /// Edge flows: the largest of a negative flow, the imbalance of a node, and the difference of a
  /// component's source flow from 1. Node flows: a negative flow, or the flow that a component's
  /// best routing leaves unmet (one maximum flow problem per component).
  Violation violation(ConstVectorRef x) const override;

 private:
  /// Incoming edge on a possible path; `from` is a position in `order_`.
  struct Arrival {
    Index from;
    Index edge;
  };
  struct Scratch;

  void prepare_paths(const std::vector<Index>& topological_order);
  Violation edge_flow_violation(ConstVectorRef x) const;
  Violation node_flow_violation(ConstVectorRef x) const;

  FlowGraph graph_;
  FlowCosts costs_;
  Index component_count_ = 0;
  std::vector<Index> component_;  ///< of each node
  std::vector<char> is_source_;
  std::vector<char> is_sink_;

  // Nodes on paths from a source to a sink, in topological order, and the edges between them
  // grouped by head.
  std::vector<Index> order_;
  std::vector<Index> arrival_starts_;
  std::vector<Arrival> arrivals_;
  std::vector<Index> ends_;        ///< positions of sinks, by component, then node
  std::vector<Index> end_starts_;  ///< offsets of each component into ends_
  std::size_t longest_ = 0;        ///< maximum number of nodes on the paths of a vertex
};

/// Directed network with capacities and supplies; nodes are numbered from 0.
struct FlowNetwork {
  Index nodes = 0;
  std::vector<Edge> arcs = {};
  Vector capacities = {};  ///< of the arcs; infinite, or empty for all: unlimited
  Vector supplies = {};    ///< of the nodes; negative at demand nodes
};

/// Network flow polytope: { 0 <= x <= capacities : outflow - inflow of each node = its supply },
/// one variable per arc; the network may have cycles. The LMO is a minimum-cost flow by LEMON's
/// network simplex method; costs may be negative.
class NetworkFlows final : public Oracle {
 public:
  /// Name, parameters and documentation of this set in known_sets().
  struct Parameters {
    static constexpr std::string_view name = "flow";
    static constexpr std::string_view sentence =
        "flows through a network with capacities and supplies; variables are its arcs";
    static constexpr std::string_view formula =
        "{ x : 0 <= x_a <= capacity_a, the flow out of each node minus that into it is its supply "
        "}";
    static constexpr std::string_view cost = "a cheapest flow, by the network simplex (LEMON)";
    static std::string_view missing();

    std::string file = {};

    Description describe();
    std::unique_ptr<Oracle> begin(const SetContext& context) const;
  };

  /// Throws InvalidInput that names the offender for an arc with an invalid node, a negative
  /// capacity, a cycle of unlimited capacity (the set would be unbounded), supplies that do not sum
  /// to 0 or are infeasible, and if acgd was built without LEMON.
  explicit NetworkFlows(FlowNetwork network);

  const FlowNetwork& network() const { return network_; }

  std::string name() const override;
  Index dimension() const override { return static_cast<Index>(network_.arcs.size()); }
  /// lmo.error bounds the suboptimality due to rounding the costs to integers.
  void minimize(const Gradient& gradient, LmoResult& lmo) const override;
  Violation violation(ConstVectorRef x) const override;
  bool is_polytope() const override { return true; }

 private:
  FlowNetwork network_;
};

/// Transport plans as stacked columns of X: entries >= 0, given row and column sums. The LMO is a
/// minimum-cost plan by the network simplex method, warm-started from the previous call.
class TransportPlans final : public Oracle {
 public:
  /// Name, parameters and documentation of this set in known_sets().
  struct Parameters {
    static constexpr std::string_view name = "transport";
    static constexpr std::string_view sentence = "matrices with given sums of rows and columns";
    static constexpr std::string_view formula =
        "{ X : X_ij >= 0, row i sums to r_i, column j to c_j }.\n"
        "The variables are the columns of X, one after the other.";
    static constexpr std::string_view cost = "a cheapest plan, by the network simplex";

    std::string file = {};

    Description describe();
    std::unique_ptr<Oracle> begin(const SetContext& context) const;
  };

  /// Throws InvalidInput for margins that are negative or not finite, or whose sums differ.
  TransportPlans(Vector rows, Vector columns);

  const Vector& rows() const { return rows_; }
  const Vector& columns() const { return columns_; }

  std::string name() const override;
  Index dimension() const override { return rows_.size() * columns_.size(); }
  /// lmo.error bounds the suboptimality due to rounding the costs to integers.
  void minimize(const Gradient& gradient, LmoResult& lmo) const override;
  Violation violation(ConstVectorRef x) const override;
  bool is_polytope() const override { return true; }

 private:
  Vector rows_;
  Vector columns_;
};

}  // namespace acgd
