#pragma once

#include <optional>

#include "acgd/core/vector.hpp"
#include "acgd/oracle/oracle.hpp"

namespace acgd {

/// Throws InvalidInput unless `x` has as many entries as the set has dimensions.
void require_dimension(const Oracle& oracle, const char* argument, ConstVectorRef x);

/// An infinite violation that names the first entry of x that is NaN or infinite, if there is one.
/// Without it a NaN would pass every comparison and count as inside.
std::optional<Violation> violation_if_not_finite(ConstVectorRef x);

/// The first index of the smallest entry, so that ties go to the smallest index.
Index first_smallest(const Vector& g);

/// The first index of the entry of largest size.
Index first_largest_size(const Vector& g);

}  // namespace acgd
