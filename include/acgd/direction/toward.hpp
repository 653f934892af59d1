#pragma once

#include "acgd/direction/direction_rule.hpp"

namespace acgd {

/// d = v - x, the conditional gradient direction. For runs that stay in the set.
struct Toward {
  static constexpr std::string_view name = "toward";
  static constexpr std::string_view sentence = "to the oracle's answer v, d = v - x";

  Description describe() { return {}; }
  std::unique_ptr<DirectionRule> begin(const DirectionContext& context) const;
};

}  // namespace acgd
