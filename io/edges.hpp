#pragma once

#include <filesystem>
#include <vector>

#include "acgd/oracle/flows.hpp"

namespace acgd::io {

/// Reads the edges of a graph, one a line: the node it comes from and the one it leads to, numbers
/// from 0 that exceed the edges by no more than kMaxUnusedNodes. They are separated by tabs,
/// semicolons, commas or spaces, whatever the first line has.
///
/// If that line is a header with a column "from" and a column "to" (or source and target, tail and
/// head, each also with "_node" behind it), those are read, and others passed over. Else there must
/// be two columns.
///
/// Throws FileError, or InvalidInput with line and column.
std::vector<FlowGraph::Edge> read_edges(const std::filesystem::path& file);

/// The same with a third column, called "capacity" if there is a header: numbers from 0, or inf. It
/// may be missing: then there are no capacities.
std::vector<CapacityEdge> read_arcs(const std::filesystem::path& file);

}  // namespace acgd::io
