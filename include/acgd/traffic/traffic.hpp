#pragma once

#include <memory>
#include <vector>

#include "acgd/objective/composite.hpp"
#include "acgd/objective/losses.hpp"
#include "acgd/oracle/flows.hpp"
#include "acgd/oracle/oracle.hpp"
#include "acgd/parallel/shards.hpp"

namespace acgd {

/// How trips from many nodes to many others may use a network: the variables are the flows on its
/// links, summed over all trips.
///
/// C = sum over pairs of nodes of amount * (hull of the paths from one to the other). A path passes
/// no node twice, and no zone at all. lmo(g) sends every trip along a cheapest path: a tree of them
/// for each origin, O(links + nodes log nodes), shared by threads and by the ranks of a team, in the
/// same bits on any number of them. Of equally cheap paths it takes the one that is found first, where nodes are visited in the
/// order of their distance from the origin, then of their number, and links in their order.
///
/// Costs are >= 0, as travel times are. With others a cheapest path is as hard to find as the longest
/// one (nobody knows how), so entries of g below 0 count as 0, and the answer's error says how much
/// could have been missed: at most sum of |g_a| (most flow on a - v_a) over those.
class TrafficFlows final : public Oracle, private Summands {
 public:
  /// Demands of 0 and from a node to itself are left out, those of the same pair are added up.
  /// Throws InvalidInput, naming the offender, for a node that is not there, a demand that is
  /// negative or not finite, or that no path can meet, and if there are no links or demands at all.
  /// The ranks of a team, all of which have the same network and demands, share the origins: they
  /// make the set at the same time, and ask it the same.
  TrafficFlows(Network network, const std::vector<Demand>& demands,
               const std::shared_ptr<const Team>& team = alone());

  const Network& network() const { return network_; }
  /// By origin, then destination; each pair once.
  const std::vector<Demand>& demands() const { return demands_; }

  std::string name() const override;
  Index dimension() const override { return static_cast<Index>(network_.links.size()); }
  void minimize(const Gradient& gradient, LmoResult& lmo) const override;

  /// Outside is what is negative, what is more than a link can be asked to carry, and what does not
  /// add up at a node: trips arrive at a zone, or begin there, and pass all other nodes. What meets
  /// all that may still carry trips to the wrong places, or in circles; the sum of all flows does not
  /// show it, and NaN says so.
  Violation violation(ConstVectorRef x) const override;
  /// Flows below 0 become 0.
  bool recenter(VectorRef x) const override;

  /// Every trip takes a path of the fewest links.
  Atom start() const override;

  bool is_polytope() const override { return true; }
  /// The pairs, in the order of demands().
  const Summands* summands() const override { return this; }

 private:
  struct Roads;
  struct Memory;

  Index count() const override { return static_cast<Index>(demands_.size()); }
  double amount(Index part) const override { return demands_[part].amount; }
  void begin(LmoResult& lmo) const override;
  double cost(LmoResult& lmo, Index part) const override;
  void append(LmoResult& lmo, Index part, std::vector<Entry>& ones) const override;
  bool has_point(Index part, std::span<const Entry> ones) const override;

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
  std::vector<Index> origins_;            ///< nodes, ascending
  std::shared_ptr<const Shards> shards_;  ///< of origins
  std::vector<Index> first_demand_;       ///< of each origin, and the end
  std::vector<Index> tree_;               ///< of each demand: the position of its origin

  double total_ = 0;  ///< of all demands
  Vector most_;       ///< that a link can carry
  Vector begins_;     ///< trips that begin at a node
  Vector ends_;       ///< trips that end there
};

/// Beckmann's function of the flows on the links of a road network: one variable a link. Over the
/// flows that meet a demand, TrafficFlows, its minimiser is an equilibrium. The gradient is what it
/// costs to travel along each link.
Composite traffic(const std::vector<LinkCost>& links);

}  // namespace acgd
