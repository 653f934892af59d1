#pragma once

#include <stdexcept>
#include <string>

namespace acgd {

/// Bad input, found before iteration 0. The sentence names the argument, its value and the rule it
/// broke.
class InvalidInput : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// Throws InvalidInput unless `value` is finite and positive.
void require_positive(const std::string& argument, double value);

/// Throws InvalidInput unless `value` >= `least`.
void require_at_least(const std::string& argument, long long value, long long least);

}  // namespace acgd
