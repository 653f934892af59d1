#pragma once

#include <functional>
#include <limits>
#include <memory>

#include "acgd/core/vector.hpp"
#include "acgd/direction/direction_rule.hpp"

namespace acgd {

/// The LMO with several leading vertices, of which only the first is accurate.
using LeadingVertices = std::function<void(const Gradient&, Index most, LmoResult&)>;

/// A set of matrices whose points are products of factors.
struct FactoredSet {
  Index rows = 0;
  Index cols = 0;
  bool is_symmetric = false;  ///< X = A A', else X = L R'
  double size = 1;            ///< the trace, or the sum of the singular values
  bool has_slack = false;     ///< whether that is an upper bound
  double largest = std::numeric_limits<double>::infinity();  ///< maximum eigenvalue
  LeadingVertices leading;
};

/// Corrective steps on the factors of X; null if the run has no objective that can be evaluated
/// there, or is unconstrained.
std::unique_ptr<DirectionRule> begin_factored(const DirectionContext& context,
                                              const FactoredSet& set);

}  // namespace acgd
