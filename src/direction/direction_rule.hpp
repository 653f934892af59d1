#pragma once

#include <string_view>

#include "acgd/direction/direction_rule.hpp"

namespace acgd {

/// Throws InvalidInput if x is free: the rule of this name needs a set in which it stays.
void require_set(std::string_view rule, const DirectionContext& context);

}  // namespace acgd
