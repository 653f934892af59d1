#pragma once

#include <vector>

#include "acgd/oracle/flows.hpp"

namespace acgd {

/// The edges of a graph sorted by one of their ends: edges[starts[v]] .. edges[starts[v + 1] - 1]
/// are the numbers of those at node v, ascending.
struct Incidence {
  std::vector<Index> starts;
  std::vector<Index> edges;
};
Incidence outgoing_edges(const FlowGraph& graph);
Incidence incoming_edges(const FlowGraph& graph);

/// Throws InvalidInput unless the graph has nodes and every index in it is one of them.
void require_valid_indices(const FlowGraph& graph);

/// The nodes, each after its predecessors. Throws InvalidInput that spells out a cycle.
std::vector<Index> topological_order(const FlowGraph& graph);

/// For each node the number of its weakly connected component, numbered by their smallest nodes.
std::vector<Index> weak_components(const FlowGraph& graph);

}  // namespace acgd
