#pragma once

#include "acgd/direction/direction_rule.hpp"

namespace acgd {

/// d = v, normalized steepest descent. For runs over all of R^n, with the unit ball of a norm.
struct Along {
  static constexpr std::string_view name = "along";
  static constexpr std::string_view sentence = "along the oracle's answer v, d = v";

  Description describe() { return {}; }
  std::unique_ptr<DirectionRule> begin(const DirectionContext& context) const;
};

}  // namespace acgd
