#include "oracle/entries.hpp"

#include <cmath>
#include <limits>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"

namespace acgd {

void require_dimension(const Oracle& oracle, const char* argument, ConstVectorRef x) {
  if (x.size() != oracle.dimension()) {
    throw InvalidInput(compose("{} has {} entries: must have {}, the dimension of the {}", argument,
                               x.size(), oracle.dimension(), oracle.name()));
  }
}

std::optional<Violation> violation_if_not_finite(ConstVectorRef x) {
  if (x.allFinite()) return std::nullopt;
  Index i = 0;
  while (std::isfinite(x[i])) ++i;
  return Violation{std::numeric_limits<double>::infinity(),
                   compose("x[{}] = {} is not a finite number", i, x[i])};
}

// Both searches find the extreme value first, which the compiler vectorises, and then its place.

Index first_smallest(const Vector& g) {
  const double smallest = g.minCoeff();
  Index i = 0;
  while (i + 1 < g.size() && g[i] != smallest) ++i;
  return i;
}

Index first_largest_size(const Vector& g) {
  const double largest = g.cwiseAbs().maxCoeff();
  Index i = 0;
  while (i + 1 < g.size() && std::abs(g[i]) != largest) ++i;
  return i;
}

}  // namespace acgd
