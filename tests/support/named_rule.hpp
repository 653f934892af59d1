#pragma once

#include "acgd/step/step_rule.hpp"

namespace acgd_test {

/// A step rule with its parameters, under the name of its test.
struct NamedRule {
  const char* name;
  acgd::StepChoice step;
};

}  // namespace acgd_test
