#pragma once

#include "acgd/direction/direction_rule.hpp"

namespace acgd {

struct Partway {
  static constexpr std::string_view name = "partway";
  static constexpr std::string_view sentence = "a part of the way to the vertex v";

  double share = 0.5;

  Description describe() {
    return {{"share", share, range::up_to_1, "d = share (v - x), and a step is at most 1"}};
  }
  std::unique_ptr<DirectionRule> begin(const DirectionContext& context) const;
};

}  // namespace acgd
