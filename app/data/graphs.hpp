#pragma once

#include <filesystem>
#include <vector>

#include "acgd/objective/losses.hpp"
#include "acgd/oracle/flows.hpp"

namespace acgd::data {

/// Reads the edges of a graph, one a line: the node it comes from and the one it leads to, numbers
/// from 0 that exceed the edges by no more than kMaxUnusedNodes. They are separated by tabs,
/// semicolons, commas or spaces, whatever the first line has.
///
/// If that line is a header with a column "from" and a column "to" (or source and target, tail and
/// head, each also with "_node" behind it), those are read, and others ignored. Else there must
/// be two columns.
///
/// Throws FileError, or InvalidInput with line and column.
std::vector<FlowGraph::Edge> read_edges(const std::filesystem::path& file);

/// The same with a third column, called "capacity" if there is a header: numbers from 0, or inf. It
/// may be missing: then there are no capacities.
std::vector<CapacityEdge> read_arcs(const std::filesystem::path& file);

/// Road networks in the format of the Transportation Networks for Research: metadata such as
/// <NUMBER OF NODES> 24 up to <END OF METADATA>, then the table. A line that begins with ~ is a
/// comment, and ; ends a row. Files number nodes from 1, here they are numbered from 0.
///
/// All readers throw FileError, or InvalidInput with line and column.

struct TntpNetwork {
  Network network;
  Index zones = 0;  ///< trips are made between the nodes below it
  /// Of each link, without fixed costs.
  std::vector<LinkCost> costs;
  std::vector<double> tolls;
  std::vector<double> lengths;

  /// The costs, with fixed costs toll_factor * toll + distance_factor * length.
  std::vector<LinkCost> costs_with(double toll_factor, double distance_factor) const;
};

/// Reads *_net.tntp: a link a row, with the columns init_node, term_node, capacity, length,
/// free_flow_time, b, power, and possibly speed, toll, link_type.
TntpNetwork read_tntp_network(const std::filesystem::path& file);

/// Reads *_trips.tntp: "Origin 1", and then "2 : 100.0;" for each destination. Trips within a
/// zone and of 0 are left out. The file must have at most `zones` zones.
std::vector<Demand> read_tntp_trips(const std::filesystem::path& file, Index zones);

struct TntpPosition {
  double x = 0;
  double y = 0;
};

/// Reads *_node.tntp: a row of node, x and y for each of the nodes of a network.
std::vector<TntpPosition> read_tntp_nodes(const std::filesystem::path& file, Index nodes);

struct TntpFlow {
  Edge link;
  double volume = 0;
  double cost = 0;
};

/// Reads *_flow.tntp: a row of from, to, volume and cost for each link.
std::vector<TntpFlow> read_tntp_flows(const std::filesystem::path& file);

}  // namespace acgd::data
