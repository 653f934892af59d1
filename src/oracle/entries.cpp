#include "oracle/entries.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "acgd/core/error.hpp"
#include "core/compose.hpp"
#include "linalg/kernels.hpp"

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

double size_at(const Oracle& set, double largest) {
  const Atom start = set.start();
  double extent = 0;
  if (set.accepts_sparse_gradients() || set.summands() != nullptr) {
    // Of large matrices no dense gradient is made; a sum of sets may know of costs >= 0 alone.
    extent = start.largest_entry();
  } else {
    const Vector from = start.to_dense();
    Vector g;
    make_pseudo_random(set.dimension(), g);
    for (const double sign : {1.0, -1.0}) {
      const double apart = (linear_minimizer(set, sign * g) - from).lpNorm<Eigen::Infinity>();
      if (std::isfinite(apart)) extent = std::max(extent, apart);
    }
  }
  return extent + kShareOfEntry * largest;
}

Violation measured(const Oracle& set, ConstVectorRef x, Violation violation) {
  if (violation.distance > 0 && std::isfinite(violation.distance) && violation.size == 0) {
    violation.size = size_at(set, x.lpNorm<Eigen::Infinity>());
  }
  return violation;
}

double relative(const Violation& violation) {
  return violation.size > 0 ? violation.distance / violation.size : violation.distance;
}

bool is_outside(const Oracle& set, const Violation& violation, double largest, double tolerance) {
  if (!(violation.distance > 0)) return false;
  if (violation.size > 0) return relative(violation) > tolerance;
  return violation.distance > tolerance * kShareOfEntry * largest &&
         violation.distance > tolerance * size_at(set, largest);
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
