#pragma once

#include <vector>

#include "acgd/oracle/oracle.hpp"
#include "acgd/oracle/set_choice.hpp"

namespace acgd {

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
  /// answer.error is what the rounding of costs to integers may cost.
  void minimize(const Gradient& gradient, OracleCall& answer) const override;
  Violation violation(ConstVectorRef x) const override;
  bool is_polytope() const override { return true; }

 private:
  FlowNetwork network_;
};

}  // namespace acgd
