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

/// Throws InvalidInput unless `value` is finite and >= 0.
void require_non_negative(const std::string& argument, double value);

/// Throws InvalidInput unless 0 < `value` <= 1.
void require_in_half_open_unit_interval(const std::string& argument, double value);

/// Throws InvalidInput unless 1.001 <= `value` < inf: closer to 1, a search that multiplies by it
/// would need thousands of trials to get anywhere.
void require_growth_factor(const std::string& argument, double value);

/// Throws InvalidInput unless `value` >= `least`.
void require_at_least(const std::string& argument, long long value, long long least);

}  // namespace acgd
