#include "acgd/direction/direction_rule.hpp"

#include "acgd/core/error.hpp"

namespace acgd {

void DirectionRule::visit(Archive&) {
  throw InvalidInput(
      "checkpoint: the direction rule keeps none; it would have to override DirectionRule::visit");
}

}  // namespace acgd
