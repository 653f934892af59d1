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

/// The share of the largest entry of x in the size that its distance compares with: rounding errors
/// of x do not depend on how far apart points of the set are.
inline constexpr double kShareOfEntry = 1e-3;

/// What distances outside of a set compare with at a point with entries up to `largest`: how far
/// apart points of the set are (its start and its answers to a vector and to the negative), and that
/// share of `largest`.
double size_at(const Oracle& set, double largest);

/// The violation with the size that it compares with, if it is one and has none.
Violation measured(const Oracle& set, ConstVectorRef x, Violation violation);
/// Its distance in terms of that size.
double relative(const Violation& violation);

/// Whether a point with entries up to `largest` is outside by more than `tolerance` times that size.
/// No if the set cannot tell.
bool is_outside(const Oracle& set, const Violation& violation, double largest, double tolerance);

/// The first index of the smallest entry, so that ties go to the smallest index.
Index first_smallest(const Vector& g);

/// The first index of the entry of largest size.
Index first_largest_size(const Vector& g);

}  // namespace acgd
