#pragma once

#include "acgd/direction/direction_rule.hpp"
#include "acgd/direction/memory_limits.hpp"

namespace acgd {

/// d = b - a between the best and the worst kept atom, unless d = v - x promises more (Tsuji, Tanaka
/// and Pokutta 2022).
struct BlendedPairwise {
  static constexpr std::string_view name = "blended-pairwise";
  static constexpr std::string_view sentence =
      "weight goes from the worst kept atom to the best one, unless v promises more";

  bool lazy = false;
  Index max_atoms = MemoryLimits{}.max_atoms;
  Index max_bytes = MemoryLimits{}.max_bytes;

  Description describe() { return MemoryLimits::describe(*this); }
  std::unique_ptr<DirectionRule> begin(const DirectionContext& context) const;
};

}  // namespace acgd
