#pragma once

#include <filesystem>
#include <vector>

#include "acgd/objective/losses.hpp"
#include "acgd/oracle/flows.hpp"

/// Road networks in the format of the Transportation Networks for Research: metadata such as
/// <NUMBER OF NODES> 24 up to <END OF METADATA>, then the table. A line that begins with ~ is a
/// comment, and ; ends a row. Files number nodes from 1, here they are numbered from 0.
///
/// All readers throw FileError, or InvalidInput with line and column.
namespace acgd::io {

/// What a network file says.
struct TntpNetwork {
  Network network;
  Index zones = 0;  ///< trips are made between the nodes below it
  /// Of each link; nothing is fixed.
  std::vector<LinkCost> costs;
  std::vector<double> tolls;
  std::vector<double> lengths;

  /// The costs, with toll_factor * toll + distance_factor * length as what is fixed.
  std::vector<LinkCost> costs_with(double toll_factor, double distance_factor) const;
};

/// Reads *_net.tntp: a link a row, with the columns init_node, term_node, capacity, length,
/// free_flow_time, b, power, and possibly speed, toll, link_type.
TntpNetwork read_tntp_network(const std::filesystem::path& file);

/// Reads *_trips.tntp: "Origin 1", and then "2 : 100.0;" for each destination. What stays within a
/// zone or is 0 is left out; so many zones there must not be exceeded.
std::vector<Demand> read_tntp_trips(const std::filesystem::path& file, Index zones);

struct TntpPosition {
  double x = 0;
  double y = 0;
};

/// Reads *_node.tntp: a row of node, x and y for each node of a network of so many.
std::vector<TntpPosition> read_tntp_nodes(const std::filesystem::path& file, Index nodes);

struct TntpFlow {
  Edge link;
  double volume = 0;
  double cost = 0;
};

/// Reads *_flow.tntp: a row of from, to, volume and cost for each link.
std::vector<TntpFlow> read_tntp_flows(const std::filesystem::path& file);

}  // namespace acgd::io
