#pragma once

#include "acgd/direction/direction_rule.hpp"

namespace acgd {

/// Toward where x stays in the set, Along where it is free.
struct Auto {
  static constexpr std::string_view name = "auto";
  static constexpr std::string_view sentence =
      "toward where x stays in the set, along where it is free";

  Description describe() { return {}; }
  std::unique_ptr<DirectionRule> begin(const DirectionContext& context) const;
};

}  // namespace acgd
