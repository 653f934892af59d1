#pragma once

#include <vector>

#include "acgd/oracle/flows.hpp"

namespace acgd {

/// Edges of a graph grouped by one end: edges[starts[v]] .. edges[starts[v + 1] - 1] are the
/// numbers of those at node v, ascending.
struct Incidence {
  std::vector<Index> starts;
  std::vector<Index> edges;
};
Incidence outgoing_edges(const FlowGraph& graph);
Incidence incoming_edges(const FlowGraph& graph);

/// Throws InvalidInput unless the graph has nodes and all indices are valid.
void require_valid_indices(const FlowGraph& graph);

/// The nodes in topological order. Throws InvalidInput that lists a cycle if there is one.
std::vector<Index> topological_order(const FlowGraph& graph);

/// Weakly connected component of each node; components are numbered by their smallest nodes.
std::vector<Index> weak_components(const FlowGraph& graph);

}  // namespace acgd
