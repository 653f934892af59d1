#pragma once

#include "acgd/direction/direction_rules.hpp"

namespace acgd_test {

/// To the LMO's vertex v itself, with or without a set in which x stays: for tests of what has
/// nothing to do with directions that remember.
struct Straight {
  std::unique_ptr<acgd::DirectionRule> begin(const acgd::DirectionContext& context) const {
    if (context.constrained) return acgd::FrankWolfe{}.begin(context);
    return acgd::SteepestDescent{}.begin(context);
  }
};

}  // namespace acgd_test
