#pragma once

#include <memory>
#include <vector>

#include "acgd/oracle/flows.hpp"

namespace acgd {

/// Throws InvalidInput that names the missing package if this build has no network simplex.
void require_network_simplex(const char* set);

/// Minimum-cost flows by LEMON's network simplex method on integers: costs, supplies and capacities
/// are scaled by powers of two and rounded. Values with few binary digits, such as integers, stay
/// exact.
class NetworkSimplex {
 public:
  /// The network must be feasible and have no cycle of unlimited capacity. Throws InvalidInput if
  /// it is infeasible after rounding.
  explicit NetworkSimplex(const FlowNetwork& network);

  /// Costs are treated as 0 unless all are finite.
  void solve(const Vector& costs);

  double flow(Index arc) const;
  /// Bound on the suboptimality of the flow due to the rounding of costs.
  double error() const { return error_; }

 private:
  struct Lemon;
  std::shared_ptr<Lemon> lemon_;
  double error_ = 0;
};

}  // namespace acgd
