#pragma once

#include <limits>
#include <optional>

#include "acgd/core/error.hpp"
#include "acgd/core/vector.hpp"
#include "acgd/oracle/oracle.hpp"
#include "core/compose.hpp"
#include "parallel/eigen_search.hpp"

namespace acgd {

/// rows * cols; throws InvalidInput unless both are at least 1, and it is an Index.
inline Index matrix_size(Index rows, Index cols) {
  require_at_least("rows", rows, 1);
  require_at_least("cols", cols, 1);
  if (rows > std::numeric_limits<Index>::max() / cols)
    throw InvalidInput(compose("matrix of {} x {}: must have fewer than 2^63 entries", rows, cols));
  return rows * cols;
}

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

/// A smallest eigenpair as an oracle asks for it, call after call.
struct SmallestEigenpair {
  EigenSearch search;
  EigenPairs pairs;

  /// To an accuracy of lmo.accuracy / scale. An exact search starts from the last atom, unless
  /// that is 0.
  void find(const Gradient& gradient, Index side, double scale, const LmoResult& lmo) {
    const auto* last = lmo.atom.as<Atom::RankOne>();
    if (last != nullptr && last->scale != 0 && last->left.size() == side) {
      pairs.vectors = last->left;
    } else {
      pairs.vectors.setZero(side, 1);  // not resized, which would give its memory back
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
