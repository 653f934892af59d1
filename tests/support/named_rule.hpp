#pragma once

#include "acgd/step/step_rule.hpp"

namespace acgd_test {

/// A step rule with its parameters, and a name for the test.
struct NamedRule {
  const char* name;
  acgd::StepChoice step;
};

}  // namespace acgd_test
