#pragma once

#include "acgd/direction/direction_rule.hpp"
#include "acgd/direction/memory_limits.hpp"

namespace acgd {

/// d = v - x, or d = x - a with the kept atom a of the largest <g, a>, whichever falls faster
/// (Guelat and Marcotte 1986; Lacoste-Julien and Jaggi 2015).
struct Away {
  static constexpr std::string_view name = "away";
  static constexpr std::string_view sentence =
      "toward v, or away from the worst kept atom a, d = x - a: whichever falls faster";

  bool lazy = false;
  Index max_atoms = MemoryLimits{}.max_atoms;
  Index max_bytes = MemoryLimits{}.max_bytes;

  Description describe() { return MemoryLimits::describe(*this); }
  std::unique_ptr<DirectionRule> begin(const DirectionContext& context) const;
};

}  // namespace acgd
