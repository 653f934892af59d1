#pragma once

#include "acgd/direction/direction_rule.hpp"

namespace acgd {

/// What is best for the problem: over polytopes Corrective, if the objective knows its curvature, else
/// BlendedPairwise; over other sets Toward; Along where x is free.
struct Auto {
  static constexpr std::string_view name = "auto";
  static constexpr std::string_view sentence =
      "corrective or blended-pairwise over polytopes, toward over other sets, along where x is "
      "free";

  Description describe() { return {}; }
  std::unique_ptr<DirectionRule> begin(const DirectionContext& context) const;
};

}  // namespace acgd
