#pragma once

#include <string>

#include "acgd/core/vector.hpp"

namespace acgd {

/// The values themselves; throws InvalidInput naming the first that is not finite.
Vector checked_finite(const std::string& argument, Vector values);

/// The values themselves; throws InvalidInput naming the first that is negative or not finite.
Vector checked_non_negative(const std::string& argument, Vector values);

/// The labels themselves; throws InvalidInput naming the first that is neither -1 nor +1.
Vector checked_signs(const std::string& argument, Vector labels);

/// Throws InvalidInput if squares of numbers up to `largest` in size underflow or overflow: then f
/// is 0 or infinite in double precision, whatever x is.
void require_squares(const std::string& argument, double largest);

}  // namespace acgd
