#pragma once

#include <memory>
#include <vector>

#include "acgd/oracle/flows.hpp"

namespace acgd {

/// Throws InvalidInput, naming the package that is missing, if this build has no network simplex.
void require_network_simplex(const char* set);

/// Cheapest flows by the network simplex method of LEMON, which counts in integers: costs, supplies
/// and capacities are scaled by powers of two and rounded. Numbers with few binary digits, integers
/// for example, remain what they are.
class NetworkSimplex {
 public:
  /// The network must have a flow, and no unlimited cycle. Throws InvalidInput if it has none once
  /// it is rounded.
  explicit NetworkSimplex(const FlowNetwork& network);

  /// Costs that are not all finite count as 0.
  void solve(const Vector& costs);

  double flow(Index arc) const;
  /// By how much the costs of the flow may exceed the least, for costs are rounded.
  double error() const { return error_; }

 private:
  struct Lemon;
  std::shared_ptr<Lemon> lemon_;
  double error_ = 0;
};

}  // namespace acgd
