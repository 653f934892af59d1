#pragma once

#include "acgd/direction/direction_rule.hpp"
#include "acgd/direction/memory_limits.hpp"

namespace acgd {

/// d = v - a: weight goes from the kept atom a of the largest <g, a> to the oracle's answer v
/// (Lacoste-Julien and Jaggi 2015).
struct Pairwise {
  static constexpr std::string_view name = "pairwise";
  static constexpr std::string_view sentence =
      "weight goes from the worst kept atom a to v, d = v - a";

  bool lazy = false;
  Index max_atoms = MemoryLimits{}.max_atoms;
  Index max_bytes = MemoryLimits{}.max_bytes;

  Description describe() { return MemoryLimits::describe(*this); }
  std::unique_ptr<DirectionRule> begin(const DirectionContext& context) const;
};

}  // namespace acgd
