#pragma once

#include <limits>
#include <optional>

#include "acgd/core/error.hpp"
#include "acgd/core/vector.hpp"
#include "acgd/oracle/oracle.hpp"
#include "core/compose.hpp"
#include "parallel/eigen_search.hpp"

namespace acgd {

/// rows * cols; throws InvalidInput unless both are at least 1 and the product fits an Index.
inline Index matrix_size(Index rows, Index cols) {
  require_at_least("rows", rows, 1);
  require_at_least("cols", cols, 1);
  if (rows > std::numeric_limits<Index>::max() / cols)
    throw InvalidInput(compose("matrix of {} x {}: must have fewer than 2^63 entries", rows, cols));
  return rows * cols;
}

/// Quantities that decide whether a square matrix X is in a set of symmetric matrices.
struct SpectrumFacts {
  double asymmetry = 0;  ///< ||X - X'||_F / 2, the distance to the nearest symmetric matrix
  double smallest = 0;   ///< smallest eigenvalue of the symmetric part
  double largest = 0;
  double trace = 0;
};

/// Limits: X = X' with eigenvalues in [0, largest] and trace in [least_trace, most_trace].
struct SpectrumLimits {
  double least_trace = 0;
  double most_trace = std::numeric_limits<double>::infinity();
  double largest = std::numeric_limits<double>::infinity();
};

/// For finite stacked columns.
SpectrumFacts spectrum_facts(ConstVectorRef x, Index side);

/// For an atom without forming its matrix, if it has rank one or is a sum of s v v', s >= 0.
std::optional<SpectrumFacts> spectrum_facts(const Atom& x, Index side);

/// The most violated limit.
Violation violation_of_limits(const SpectrumFacts& facts, const SpectrumLimits& limits);

/// The same for an atom, without forming its matrix if possible.
Violation violation_of_limits(const Oracle& set, const Atom& x, Index side,
                              const SpectrumLimits& limits);

/// scale e_1 e_1' as a rank-one atom.
Atom first_corner(Index side, double scale);

/// side * side; throws InvalidInput unless side >= 1 and the product fits an Index.
Index square_size(Index side);

/// Smallest eigenpair of a gradient, with memory reused between LMO calls.
struct SmallestEigenpair {
  EigenSearch search;
  EigenPairs pairs;

  /// Accurate to lmo.accuracy / scale. An exact search starts from the previous atom unless that is
  /// 0.
  void find(const Gradient& gradient, Index side, double scale, const LmoResult& lmo) {
    const auto* last = lmo.atom.as<Atom::RankOne>();
    if (last != nullptr && last->scale != 0 && last->left.size() == side) {
      pairs.vectors = last->left;
    } else {
      pairs.vectors.setZero(side, 1);  // a resize would release the memory
    }
    search.find(gradient, side, 1, lmo.accuracy / scale, pairs);
  }

  /// atom = scale v v'
  void give(double scale, Atom& atom) const {
    const Index side = pairs.vectors.rows();
    Atom::RankOne& shape = atom.become_rank_one(side, side);
    shape.scale = scale;
    shape.left = pairs.vectors.col(0);
    shape.right = shape.left;
  }
};

}  // namespace acgd
