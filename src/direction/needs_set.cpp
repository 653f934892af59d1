#include "direction/needs_set.hpp"

#include "acgd/core/error.hpp"
#include "core/compose.hpp"

namespace acgd {

void require_set(std::string_view rule, const DirectionContext& context) {
  if (context.constrained) return;
  throw InvalidInput(compose(
      "direction = {}: needs a set in which x stays, and this run is unconstrained: must be "
      "along",
      rule));
}

}  // namespace acgd
