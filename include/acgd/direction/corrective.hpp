#pragma once

#include "acgd/direction/direction_rule.hpp"
#include "acgd/direction/memory_limits.hpp"

namespace acgd {

/// d = sum of p_i a_i over all kept atoms, where p minimises the second-order model of f,
/// <g, a_i>'p + p'Hp / 2, among the changes of the weights that leave them >= 0 and their sum 1. A
/// step of length 1 is a Newton step on the face that the atoms span; on a quadratic it ends there.
///
/// Needs an objective that knows its curvature. Over boxes the unknowns are the coordinates
/// themselves; over sums of sets (Oracle::summands()), where H is diagonal, they are the shares of the
/// points of every part, which are kept as long as they have one: limits of memory say nothing there.
/// Where a quadratic turns out to bend downwards the rule goes on as blended-pairwise.
struct Corrective {
  static constexpr std::string_view name = "corrective";
  static constexpr std::string_view sentence =
      "minimises a second-order model of f over the weights of all kept atoms";

  Index max_atoms = MemoryLimits{}.max_atoms;
  Index max_bytes = MemoryLimits{}.max_bytes;

  Description describe() { return MemoryLimits::describe(*this); }
  std::unique_ptr<DirectionRule> begin(const DirectionContext& context) const;
};

}  // namespace acgd
