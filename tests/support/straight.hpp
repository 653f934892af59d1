#pragma once

#include "acgd/direction/direction_rules.hpp"

namespace acgd_test {

/// Moves to the LMO's vertex v, constrained or not: for tests that do not concern rules with an
/// active set.
struct Straight {
  std::unique_ptr<acgd::DirectionRule> begin(const acgd::DirectionContext& context) const {
    if (context.constrained) return acgd::FrankWolfe{}.begin(context);
    return acgd::SteepestDescent{}.begin(context);
  }
};

}  // namespace acgd_test
