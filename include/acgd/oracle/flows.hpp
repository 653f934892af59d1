#pragma once

#include <vector>

#include "acgd/oracle/known_sets.hpp"
#include "acgd/oracle/oracle.hpp"

namespace acgd {

/// A directed network in which trips are made; nodes are numbered from 0.
struct Network {
  Index nodes = 0;
  std::vector<Edge> links = {};
  /// Nodes below it are zones that trips may begin or end at, but not pass through.
  Index first_through_node = 0;
  /// What messages call the first node: 1 where it was read from a file that counts so.
  Index first_number = 0;
};

/// How much goes from one node to another.
struct Demand {
  Index origin = 0;
  Index destination = 0;
  double amount = 0;
};

/// A directed acyclic graph, or several disjoint ones: nodes 0 .. nodes - 1 and edges between them.
struct FlowGraph {
  using Edge = acgd::Edge;

  Index nodes = 0;
  std::vector<Edge> edges = {};
  std::vector<Index> sources = {};  ///< where paths may begin; empty: nodes without incoming edges
  std::vector<Index> sinks = {};    ///< where paths may end; empty: nodes without outgoing edges
};

/// What a variable is: the flow through a node, or along an edge.
enum class FlowCosts { nodes, edges };

/// Flows of one unit from the sources to the sinks of each weakly connected component of a graph.
///
/// Its vertices are the paths, one in each component, as 0/1 vectors over the nodes (or the edges).
/// lmo(g) is a cheapest path in each component: one pass in topological order, linear in the edges;
/// costs may be negative. Among equally cheap paths it takes the one that ends at the smallest sink
/// and, followed backwards, begins as soon as it stands on a source, else comes from the smallest
/// predecessor, by the smallest edge.
///
/// A node that is both a source and a sink is a path by itself: with node costs its own unit
/// vector, with edge costs no edge at all. So an isolated node carries its unit always. Parallel
/// edges are different variables when edges have costs; when nodes have, they are the same path.
class FlowPolytope : public Oracle {
 public:
  /// What it is called, and what it is made of (known_sets.hpp).
  struct Parameters {
    static constexpr std::string_view name = "dag";
    static constexpr std::string_view syntax = "dag:EDGES.csv";
    static constexpr std::string_view sentence =
        "flows of one unit through an acyclic graph; variables are its nodes, or its edges";
    static constexpr std::string_view formula =
        "flows of one unit from the nodes without incoming to those without outgoing edges;\n"
        "its vertices are the paths. One graph, or several side by side.";
    static constexpr std::string_view cost = "O(edges)";
    static constexpr std::string_view example = "--objective zakharov --dim 4 --set dag:edges.csv";
    static constexpr std::string_view values = "";

    std::string file = {};

    Description describe() {
      return {{"file", file, range::any,
               "a line from,to for each edge; nodes are numbered from 0. Variables are the nodes "
               "if there are as many nodes as variables, else the edges"}};
    }
    std::unique_ptr<Oracle> begin(const SetContext& context) const;
  };

  /// Throws InvalidInput, naming the offender, for an index that is no node, a cycle, a component
  /// without source or sink, a sink that no source reaches, and a graph without variables.
  explicit FlowPolytope(FlowGraph graph, FlowCosts costs = FlowCosts::nodes);

  const FlowGraph& graph() const { return graph_; }
  FlowCosts costs() const { return costs_; }
  /// The number of disjoint graphs; they are numbered by their smallest nodes.
  Index components() const { return component_count_; }

  std::string name() const override;
  Index dimension() const override;
  void minimize(const Gradient& gradient, LmoResult& lmo) const override;

  bool is_polytope() const override { return true; }
  /// A block for each graph that has variables, in their order.
  Faces faces() const override;

  /// The cheapest paths when everything costs 0.
  Atom start() const override;

  /// Edge flows: the largest of a negative flow, an unbalanced node, a component whose sources do
  /// not emit one unit. Node flows: a negative flow, or what a component's best routing leaves
  /// unmet. (One max-flow problem a component.)
  Violation violation(ConstVectorRef x) const override;

 private:
  /// An edge into a node that a path may use; `from` is a position in `order_`.
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

  // The nodes on some path from a source to a sink, in topological order, and the edges between
  // them by the node they lead to.
  std::vector<Index> order_;
  std::vector<Index> arrival_starts_;
  std::vector<Arrival> arrivals_;
  std::vector<Index> ends_;        ///< positions of the sinks, by component, then node
  std::vector<Index> end_starts_;  ///< offsets of each component into ends_
  std::size_t longest_ = 0;        ///< the most nodes that the paths of a vertex can have
};

/// A directed network; nodes are numbered from 0.
struct FlowNetwork {
  Index nodes = 0;
  std::vector<Edge> arcs = {};
  Vector capacities = {};  ///< of the arcs, infinite or empty: none
  Vector supplies = {};    ///< of the nodes: what comes in there, negative where it goes out
};

/// Flows through a network with cycles: { 0 <= x <= capacities : what leaves a node minus what
/// arrives is its supply }, a variable an arc. The minimiser is a cheapest flow, by the network
/// simplex method of LEMON; costs may be negative.
class NetworkFlows final : public Oracle {
 public:
  /// What it is called, and what it is made of (known_sets.hpp).
  struct Parameters {
    static constexpr std::string_view name = "flow";
    static constexpr std::string_view syntax = "flow:NETWORK.csv[,SUPPLIES.csv]";
    static constexpr std::string_view sentence =
        "flows through a network with capacities and supplies; variables are its arcs";
    static constexpr std::string_view formula =
        "{ x : 0 <= x_a <= capacity_a, the flow out of each node minus that into it is its supply "
        "}";
    static constexpr std::string_view cost = "a cheapest flow, by the network simplex (LEMON)";
    static constexpr std::string_view example =
        "--objective zakharov --dim 5 --set flow:network.csv,supplies.csv";
    static constexpr std::string_view values = "";
    static std::string_view missing();

    std::string file = {};

    Description describe() {
      return {
          {"file", file, range::any,
           "a line from,to,capacity for each arc, which is a variable; nodes are numbered from "
           "0, and a capacity may be inf, or the column be missing. After a comma a second file, "
           "with a line node,supply for each node that has one, negative where flow goes out; "
           "without it nothing comes in, and flows go round in cycles"}};
    }
    std::unique_ptr<Oracle> begin(const SetContext& context) const;
  };

  /// Throws InvalidInput, naming the offender, for an arc that ends at no node, a negative capacity,
  /// a cycle without capacities (the set would be unbounded), supplies that do not sum to 0 or that
  /// no flow meets, and if acgd was built without LEMON.
  explicit NetworkFlows(FlowNetwork network);

  const FlowNetwork& network() const { return network_; }

  std::string name() const override;
  Index dimension() const override { return static_cast<Index>(network_.arcs.size()); }
  /// lmo.error is what the rounding of costs to integers may cost.
  void minimize(const Gradient& gradient, LmoResult& lmo) const override;
  Violation violation(ConstVectorRef x) const override;
  bool is_polytope() const override { return true; }

 private:
  FlowNetwork network_;
};

}  // namespace acgd
