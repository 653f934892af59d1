#pragma once

#include <string_view>

#include "acgd/direction/direction_rule.hpp"

namespace acgd {

/// Throws InvalidInput if the run is unconstrained; `rule` is the name in the message.
void require_set(std::string_view rule, const DirectionContext& context);

}  // namespace acgd
