#pragma once

#include "acgd/direction/direction_rule.hpp"

namespace acgd {

/// What is best for the problem: where the objective knows its curvature, Corrective over sets that
/// reward memory; else over polytopes BlendedPairwise, over other sets Toward; Along where x is free.
struct Auto {
  static constexpr std::string_view name = "auto";
  static constexpr std::string_view sentence =
      "corrective or blended-pairwise over polytopes and group balls, toward over other sets, "
      "along "
      "where x is free";

  Description describe() { return {}; }
  std::unique_ptr<DirectionRule> begin(const DirectionContext& context) const;
};

}  // namespace acgd
