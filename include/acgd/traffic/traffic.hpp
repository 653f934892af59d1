#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "acgd/objective/composite.hpp"
#include "acgd/objective/losses.hpp"
#include "acgd/oracle/flows.hpp"
#include "acgd/oracle/oracle.hpp"
#include "acgd/parallel/reduction.hpp"

namespace acgd {

/// Link flows that satisfy travel demands on a network: one variable per link, summed over all
/// trips.
///
/// C = sum over origin-destination pairs of amount * (hull of the paths of the pair). Paths visit
/// no node twice and pass through no zone. lmo(g) is the all-or-nothing assignment: one shortest
/// path tree per origin, O(links + nodes log nodes), computed in parallel by threads and the ranks
/// of a team, with identical bits for any number of them. Ties between paths go to the one found
/// first, where nodes are visited by distance from the origin, then by number, and links in order.
///
/// Costs must be >= 0, as travel times are; with negative ones the shortest simple path problem is
/// NP-hard. Negative entries of g are treated as 0, and lmo.error bounds the suboptimality: the sum
/// over these links of |g_a| (maximum flow on a - v_a).
class TrafficFlows final : public Oracle {
 public:
  /// Drops demands of 0 and from a node to itself; merges those of the same pair. Throws
  /// InvalidInput that names the offender for an invalid node, a demand that is negative, not
  /// finite or has no path, and if there are no links or demands. The ranks of a team share the
  /// origins: all must construct the set with the same network and demands, and make the same calls
  /// at the same time.
  TrafficFlows(Network network, const std::vector<Demand>& demands,
               const std::shared_ptr<const Team>& team = alone());

  const Network& network() const { return network_; }
  /// Sorted by origin, then destination; pairs are unique.
  const std::vector<Demand>& demands() const { return demands_; }

  std::string name() const override;
  Index dimension() const override { return static_cast<Index>(network_.links.size()); }
  void minimize(const Gradient& gradient, LmoResult& lmo) const override;

  /// The largest of: a negative flow, a flow above the maximum of its link, and an imbalance at a
  /// node: zones receive and send exactly their demand, other nodes conserve flow. If none is
  /// violated the result is NaN: total flows do not show whether trips reach the right destinations
  /// or use cycles.
  Violation violation(ConstVectorRef x) const override;
  /// Sets negative flows to 0.
  bool recenter(VectorRef x) const override;

  /// Shortest paths by number of links.
  Atom start() const override;

  bool is_polytope() const override { return true; }
  /// Over the flows on paths, if f is a sum over the links.
  std::unique_ptr<DirectionRule> corrective_rule(const DirectionContext& context) const override;

  // Paths, by position of their pair in demands().

  /// Number of a link, in 32 bits to save memory: there may be millions of paths.
  using Link = std::int32_t;

  /// lmo.atom = start(), with its paths available as after minimize().
  void start(LmoResult& lmo) const;
  /// <g, p> for the path p of a pair in the last result of minimize().
  double path_cost(LmoResult& lmo, Index pair) const;
  /// Appends the links of that path, from the destination to the origin.
  void append_path(LmoResult& lmo, Index pair, std::vector<Link>& links) const;
  /// Whether these links, distinct and in any order, are a path of the pair.
  bool is_path(Index pair, std::span<const Link> links) const;

 private:
  struct Roads;
  struct Memory;

  bool is_zone(Index node) const { return node < network_.first_through_node; }
  void sort_demands(const std::vector<Demand>& demands);
  void cut_origins(const std::shared_ptr<const Team>& team);
  void require_paths() const;
  void require_paths_from(std::size_t first, std::size_t last) const;
  void find_limits();
  template <class Cost>
  void send(const Cost& cost, LmoResult& lmo) const;
  void send_all(Memory& memory, Vector& flows) const;
  void send_from(Index origin, std::size_t part, Memory& memory) const;
  void add_up(Memory& memory, Vector& flows) const;
  void fetch_costs(Memory& memory) const;
  void fetch_paths(Memory& memory) const;
  double missed(const Vector& gradient, const Vector& flows) const;

  Network network_;
  std::shared_ptr<const Roads> roads_;
  std::vector<Demand> demands_;
  std::vector<Index> origins_;                  ///< nodes, ascending
  std::shared_ptr<const Reduction> reduction_;  ///< partition of origins
  std::vector<Index> first_demand_;             ///< offset of each origin in demands_, and the end
  std::vector<Index> tree_;                     ///< position of the origin of each demand

  double total_ = 0;  ///< sum of all demands
  Vector most_;       ///< maximum flow of each link
  Vector begins_;     ///< demand that originates at each node
  Vector ends_;       ///< demand that ends at each node
};

/// Beckmann's function of the link flows of a road network, one variable per link. Its minimiser
/// over TrafficFlows is a user equilibrium. The gradient is the travel cost of each link.
Composite traffic(const std::vector<LinkCost>& links);

}  // namespace acgd
