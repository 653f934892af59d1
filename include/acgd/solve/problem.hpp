#pragma once

#include <memory>

#include "acgd/objective/objective.hpp"
#include "acgd/oracle/oracle.hpp"
#include "acgd/solve/start.hpp"

namespace acgd {

/// Whether x stays in the set, or moves freely with the set as the unit ball of a norm.
enum class Mode { constrained, unconstrained };

/// What is minimised, over what, from where.
struct Problem {
  std::shared_ptr<const Objective> f;
  std::shared_ptr<const Oracle> set;
  Start x0;
  Mode mode = Mode::constrained;
};

}  // namespace acgd
