#pragma once

#include <string>

/// Numbers for people, without exponents.
namespace acgd::cli {

/// Three digits that count, as 0.0000954, 1.23, 60600.
std::string three_digits(double x);

/// As "45 s", "12 min", "3.4 h".
std::string rough_duration(double seconds);

}  // namespace acgd::cli
