#pragma once

#include <limits>
#include <optional>

#include "acgd/oracle/oracle.hpp"

namespace acgd {

/// What decides whether a square matrix X is in a set of symmetric ones.
struct SpectrumFacts {
  double asymmetry = 0;  ///< ||X - X'||_F / 2, the distance to the nearest symmetric matrix
  double smallest = 0;   ///< eigenvalue of its symmetric part
  double largest = 0;
  double trace = 0;
};

/// X = X' with eigenvalues in [0, largest] and a trace in [least_trace, most_trace].
struct SpectrumLimits {
  double least_trace = 0;
  double most_trace = std::numeric_limits<double>::infinity();
  double largest = std::numeric_limits<double>::infinity();
};

/// Of finite stacked columns.
SpectrumFacts spectrum_facts(ConstVectorRef x, Index side);

/// Of an atom without forming its matrix, if it is of rank one, or a sum of terms s v v', s >= 0.
std::optional<SpectrumFacts> spectrum_facts(const Atom& x, Index side);

/// The limit that is violated most.
Violation violation_of_limits(const SpectrumFacts& facts, const SpectrumLimits& limits);

/// The same of a point of the set, which is not formed if it can be helped.
Violation violation_of_limits(const Oracle& set, const Atom& x, Index side,
                              const SpectrumLimits& limits);

/// s v v' for a first unit vector v, as a matrix of rank one.
Atom first_corner(Index side, double scale);

/// side * side; throws InvalidInput unless side >= 1, and it is an Index.
Index square_size(Index side);

}  // namespace acgd
